import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../examples/town/test/chromium.ts'
import { output } from '../packages/run.ts'
import { type Served, serve } from './serve.ts'

const here = import.meta.dirname
const next = join(here, 'node_modules/next/dist/bin/next')
const executablePath = findChromium()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const password = 'a password of the tests'

const desk = mkdtempSync(join(here, 'apps-'))
let app: Served
beforeAll(async () => {
  const folder = join(desk, 'next')
  cpSync(join(here, '../../examples/next'), folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  await output(process.execPath, [next, 'build'], folder)
  app = await serve({
    file: process.execPath,
    toArguments: (port) => [next, 'start', '--hostname', '127.0.0.1', '--port', port],
    folder,
    env: { EDITOR_PASSWORD: password, DATABASE_URL: join(desk, 'calendar.sqlite') },
  })
}, 300_000)
afterAll(async () => {
  await app?.close()
  rmSync(desk, { recursive: true, force: true })
})

describe('the application of examples/next, without JavaScript', () => {
  const read = async (path: string, language = 'en'): Promise<string> =>
    (await fetch(app.origin + path, { headers: { 'accept-language': language } })).text()

  test('lists the coming events below their days, with zones and links', async () => {
    const html = await read('/')
    expect(html).toMatch(/<h2><time dateTime="[\d-]{10}">[^<]+<\/time><\/h2><ul><li><a href="\/events\/choir-evening">Choir Evening<\/a>/)
    expect(html).toMatch(/19:30<\/time> .{0,90}21:30<\/time> <abbr title="Europe\/Berlin">CES?T<\/abbr>/)
    expect(html).toMatch(
      /Greetings from Portland<\/a><strong> (?:<!-- -->)?Moved online<.{0,300}19:30<\/time>.{0,100}title="America\/Los_Angeles">P[DS]T</,
    )
    expect(html).toContain('<p role="status">9 events</p>')
  })

  test('filters by the URL, and speaks German', async () => {
    const html = await read('/?category=games&venue=&text=', 'de-DE,de;q=0.9,en;q=0.5')
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('<p role="status">4 Veranstaltungen</p>')
    expect(html).not.toContain('Choir Evening')
    expect(await read('/?venue=nonsense&text=choir')).toContain('<p role="status">1 event</p>')
  })

  test('lets strangers write nothing', async () => {
    const write = (cookie: string): Promise<Response> =>
      fetch(`${app.origin}/api/calendar/events/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: '{"title":"Flood","start_date":"2199-05-31 19:30","end_date":"2199-05-31 21:00"}',
      })
    for (const cookie of ['', 'session=', `session=${'0'.repeat(64)}`]) expect((await write(cookie)).status).toBe(401)
    const response = await fetch(`${app.origin}/edit`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([307, '/sign-in'])
  })
})

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(executablePath === undefined)('the application of examples/next in Chromium', () => {
  let browser: Browser
  let page: Page
  const complaints: string[] = []
  const requests: string[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu', '--lang=en-GB'] })
    const context = await browser.newContext({ baseURL: app.origin, locale: 'en-GB', timezoneId: 'Europe/Berlin' })
    context.setDefaultTimeout(60_000)
    page = await context.newPage()
    page.on('request', (request) => requests.push(request.url().slice(app.origin.length)))
    context.on('weberror', (error) => complaints.push(String(error.error())))
    page.on('console', (message) => {
      const isRefusal = /^Failed to load resource: the server responded with a status of 4(?:00|12) /.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text())
    })
  }, 60_000)
  afterAll(() => browser?.close())

  const said = async (text: string): Promise<void> => page.getByRole('status').getByText(text, { exact: true }).waitFor()
  const titles = (): Promise<string[]> => page.locator('main li a').allInnerTexts()
  const open = async (path: string): Promise<void> => {
    await page.goto(path, { waitUntil: 'networkidle' })
  }

  /** Signs in, unless somebody is signed in already. */
  const signIn = async (): Promise<void> => {
    await open('/sign-in')
    if (await page.getByRole('button', { name: 'Sign out' }).isVisible()) return
    await page.getByLabel('Password').fill(password)
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Add an event' }).waitFor()
  }

  /** The fields that have an issue, each with what it is described by. */
  const issues = (): Promise<readonly (string | null | undefined)[][]> =>
    page
      .locator('[aria-invalid="true"]')
      .evaluateAll((fields) =>
        fields.map((field) => [field.id, document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent]),
      )

  test('the list of the server is not read again, and a filter changes list and URL, back and forth', async () => {
    await open('/')
    await said('9 events')
    const isApi = (path: string): boolean => path.startsWith('/api/')
    expect(requests.filter(isApi)).toEqual([])
    await page.getByLabel('Category').selectOption('Games')
    await said('4 events')
    expect(new Set(await titles())).toEqual(new Set(['Chess Club']))
    expect(new URL(page.url()).search).toBe('?category=games')
    await page.getByLabel('Category').selectOption('Music')
    await page.getByLabel('Words').fill('SOUP')
    await page.getByLabel('Words').press('Enter')
    await said('1 event')
    expect(new URL(page.url()).search).toBe('?category=music&text=SOUP')
    expect(requests.filter(isApi)).toHaveLength(3)
    for (const [state, category] of [
      ['3 events', 'music'],
      ['4 events', 'games'],
      ['9 events', ''],
    ] as const) {
      await page.goBack()
      await said(state)
      expect([await page.getByLabel('Category').inputValue(), await page.getByLabel('Words').inputValue()]).toEqual([category, ''])
    }
    await page.goForward()
    await page.reload()
    await said('4 events')
  })

  test('a wrong password is refused', async () => {
    await open('/sign-in')
    await page.getByLabel('Password').fill('wrong')
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('This is not the password.').waitFor()
  })

  test('issues stand at their fields, in the language of the page, and the first one has the focus', async () => {
    await signIn()
    await page.getByRole('link', { name: 'Add an event' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#title[aria-invalid="true"]:focus').waitFor()
    expect(await issues()).toEqual([
      ['title', 'Title must not be empty.'],
      ['startDate', 'Start is required.'],
      ['endDate', 'End is required.'],
    ])
    await page.getByLabel('Title').fill('Regatta')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByLabel('Titel').waitFor()
    expect([await issues(), await page.getByLabel('Titel').inputValue()]).toEqual([[], 'Regatta'])
    await page.getByLabel('Beginn').fill('2199-05-31T19:30')
    await page.getByLabel('Ende').fill('2199-05-30T21:00')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.locator('#endDate[aria-invalid="true"]:focus').waitFor()
    expect(await issues()).toEqual([['endDate', 'Ende darf nicht vor dem Beginn liegen.']])
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByLabel('Title').waitFor()
  })

  test('a created event is listed, and so is its change, which leaves everything else', async () => {
    await signIn()
    await page.getByRole('link', { name: 'Quellbrunn' }).click()
    await said('9 events')
    await page.getByRole('link', { name: 'Add an event' }).click()
    await page.getByLabel('Title').fill('Regatta')
    await page.getByLabel('Start').fill('2199-05-31T19:30')
    await page.getByLabel('End').fill('2199-05-31T21:00')
    await page.getByLabel('Venue').fill('Old Harbour')
    await page.getByLabel('Category').fill('Sport, Music')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Regatta' }).waitFor()
    await page.getByRole('link', { name: 'All events' }).click()
    await said('10 events')
    expect((await titles()).at(-1)).toBe('Regatta')

    await page.getByRole('link', { name: 'Regatta' }).click()
    await page.getByRole('link', { name: 'Change the event' }).click()
    await page.getByLabel('Title').fill('Great Regatta')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Great Regatta' }).waitFor()
    expect(await page.locator('main').innerText()).toMatch(/31 May 2199\n19:30 – 21:00 CEST.*Old Harbour.*Music, Sport/s)
    await page.getByRole('link', { name: 'All events' }).click()
    await page.getByRole('link', { name: 'Great Regatta' }).waitFor()
    await page.getByLabel('Venue').selectOption('Old Harbour')
    await said('1 event')
  })

  test('a change that crosses another one is refused with a sentence', async () => {
    await signIn()
    await open('/edit?event=1')
    await page.request.patch('/api/calendar/events/v1/events/1', { data: { cost: '15' } })
    await page.getByLabel('Title').fill('Choir Night')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[role="alert"]:focus').getByText('The record was changed in the meantime.').waitFor()
  })

  test.each([
    { width: 1280, colorScheme: 'light' },
    { width: 320, colorScheme: 'dark' },
  ] as const)('all pages are accessible and fit, $width px wide, $colorScheme', async ({ width, colorScheme }) => {
    await signIn()
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    for (const path of ['/', '/events/jazz-soup', '/sign-in?wrong', '/edit']) {
      await open(path)
      if (path === '/edit') {
        await page.getByRole('button', { name: 'Save' }).click()
        await page.locator('#title[aria-invalid="true"]').waitFor()
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const report = await Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] })
        return report.violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => [id, nodes.map(({ html }) => html)])
      })
      expect([path, violations]).toEqual([path, []])
    }
  })

  test('no page complained', () => {
    expect(complaints).toEqual([])
  })
})
