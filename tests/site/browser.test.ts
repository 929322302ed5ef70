import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../examples/town/test/chromium.ts'
import { examples } from '../../tools/site/examples.mjs'
import { type OpenSite, openSite } from './open-site.ts'
import { root } from './site.ts'

const chromium = findChromium()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that a page breaks, each with the elements that break it. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  // A string, because the policy of the page refuses a script that is added to it.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> = Reflect.get(window, 'axe').run
    return (await run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  })
}

const runProgram = async (page: Page, code?: string): Promise<string> => {
  if (code !== undefined) await page.getByLabel('Program', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Run' }).click()
  const state = page.locator('.state')
  await state.filter({ hasNotText: 'The program runs.' }).waitFor()
  return state.innerText()
}

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the site in Chromium', () => {
  let site: OpenSite
  beforeAll(async () => {
    site = await openSite(chromium ?? '')
  })
  afterAll(() => site.close())

  const looks = [
    { width: 1280, dark: false },
    { width: 320, dark: true },
  ]
  const checked = ['/', '/guide/repeating-events.html', '/playground.html']
  test.each(checked.flatMap((path) => looks.map((look) => ({ path, ...look }))))(
    '$path, $width px wide, dark: $dark, is accessible and fits',
    async ({ path, ...look }) => {
      const page = await site.open(path, look)
      if (path === '/playground.html') expect(await runProgram(page)).toBe('The program has ended.')
      expect(await page.locator('html').evaluate((html) => html.classList.contains('dark'))).toBe(look.dark)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
      expect(await faultsOf(page)).toEqual([])
    },
  )

  test('the search finds a word, without a server', async () => {
    const page = await site.open('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByPlaceholder('Search').fill('Idempotency-Key')
    await page.locator('#localsearch-list a').first().click()
    expect(page.url()).toMatch(/#[a-z_-]+$/)
    await page.locator('main').getByText('Idempotency-Key').first().waitFor()
  })

  test('the home page leads to a first reader’s questions by one link each', async () => {
    const page = await site.open('/')
    await page.locator('#read-on + table').getByRole('link', { name: 'Changing one date, later ones, or all' }).click()
    await page.locator('h2#changing-one-date-later-ones-or-all').waitFor()
  })

  test('on paper there is the text alone, dark on white', async () => {
    const page = await site.open('/guide/filters.html', { dark: true })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const part of ['.VPNav', '.VPSidebar', '.VPDocFooter']) expect(await page.locator(part).first().isVisible()).toBe(false)
    const colors = await page
      .locator('main p')
      .first()
      .evaluate((paragraph) => [getComputedStyle(paragraph).color, getComputedStyle(document.body).backgroundColor])
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  })

  test('the playground prints what the documents say, and shows list, iCalendar and JSON', async () => {
    const page = await site.open('/playground.html')
    for (const { title, path, code } of examples(root)) {
      await page.getByLabel('Example').selectOption({ label: title })
      expect([title, await runProgram(page)]).toEqual([title, 'The program has ended.'])
      const printed = readFileSync(join(root, path), 'utf8')
        .split(code)[1]
        ?.match(/^```\n\n```text\n([\s\S]*?)^```$/m)?.[1]
      // Node breaks a long value into lines.
      const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()
      expect(squeeze(await page.locator('.printed').innerText())).toBe(squeeze(printed ?? ''))
    }
    await page.getByLabel('Example').selectOption({ label: 'A calendar' })
    await runProgram(page)
    expect(await page.locator('.playground tbody tr').count()).toBe(2)
    expect(await page.locator('.ics').innerText()).toContain('SUMMARY:Long night')
    expect(JSON.parse(await page.locator('.json').innerText())).toMatchObject({
      total: 2,
      events: [{ title: 'Choir' }, { title: 'Long night' }],
    })
  })

  test('a program that fails or never ends leaves the page as it is', async () => {
    const page = await site.open('/playground.html')
    expect(await runProgram(page, "import fs from 'node:fs'")).toMatch(/has no module 'node:fs'/)
    expect(await runProgram(page, 'await nothing()')).toBe('ReferenceError: nothing is not defined')
    expect(await runProgram(page, 'console.log(1')).toMatch(/^SyntaxError/)
    expect(await runProgram(page, 'for (;;) {}')).toBe('Stopped: the program has not ended within 5 seconds.')
    expect(await runProgram(page, 'for (let i = 0; i < 2000; i++) console.log(i)')).toBe('The program has ended, and has made no calendar.')
    expect((await page.locator('.printed').innerText()).split('\n')).toHaveLength(1_001)
  })

  test('no page complained, and none asked for what its policy refuses', () => {
    expect(site.complaints).toEqual([])
  })
})
