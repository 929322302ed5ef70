import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, type OpenTown, openTown, type Visitor } from './open-town.ts'

const chromium = findChromium()

/** Waits for the end of the line that says how many events there are, and what has changed. */
const waitForNews = (page: Page, text: string): Promise<void> => page.locator('#count').getByText(text).waitFor()

/** Pretends that the page is in the background, or is shown again: Chromium without windows shows all pages. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('live changes in a browser', () => {
  let town: OpenTown
  let visitor: Visitor
  /** Opens a list, and waits until the page waits for changes. */
  const enter = async (): Promise<Page> => {
    visitor = await createVisitor(town)
    const waiting = nextWait(visitor.page)
    const page = await visitor.open('/?view=agenda')
    await waiting
    return page
  }
  const nextWait = (page: Page): Promise<unknown> => page.waitForRequest(/\/changes\?.*wait=/)
  const create = (title: string, day: string): Promise<{ readonly id: number }> =>
    town.calendar.events.create({ title, startDate: `${day} 09:00`, endDate: `${day} 10:00` })
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('shows what somebody writes in another browser', async () => {
    const { slug } = await town.calendar.events.create({ title: 'Assembly', startDate: '2031-06-12 18:00', endDate: '2031-06-12 19:00' })
    const page = await enter()
    const editor = await createVisitor(town, { token: 'demo-editor' })
    const form = await editor.open(`/event/${slug}/edit`)
    await form.getByLabel('Title', { exact: true }).fill('Assembly of All')
    await form.getByRole('button', { name: 'Save' }).click()
    await waitForNews(page, 'events. Changed: Assembly of All.')
    expect(await page.locator('#count').getAttribute('role')).toBe('status')
    expect(await page.locator('#calendar').getByRole('link', { name: 'Assembly' }).allTextContents()).toEqual([
      expect.stringContaining('Assembly of All'),
    ])
    expect(editor.complaints).toEqual([])
    await editor.context.close()
  })

  test('shows new, changed and deleted events where the reader is', async () => {
    const { id } = await create('Nocturne', '2031-06-20')
    const page = await enter()
    const link = page.locator('#calendar').getByRole('link', { name: 'Nocturne' })
    await link.evaluate((element: HTMLElement) => {
      element.scrollIntoView({ block: 'center' })
      element.focus()
    })
    const [element, box] = [await link.elementHandle(), await link.boundingBox()]
    const { id: other } = await create('Early Swim', '2031-06-12')
    await waitForNews(page, 'New: Early Swim.')
    expect(await page.getByRole('link', { name: 'Early Swim' }).count()).toBe(1)
    expect(await element?.evaluate((kept) => kept === document.activeElement)).toBe(true)
    expect((await link.boundingBox())?.y).toBeCloseTo(box?.y ?? 0, 0)

    await town.calendar.events.update(id, { title: 'Nocturne in Blue' })
    await waitForNews(page, 'Changed: Nocturne in Blue.')
    expect(await link.evaluate((renamed) => [renamed === document.activeElement, renamed.textContent])).toEqual([
      true,
      expect.stringContaining('Nocturne in Blue'),
    ])
    await town.calendar.events.delete(other)
    await waitForNews(page, 'No longer here: Early Swim.')
    expect(await page.getByRole('link', { name: 'Early Swim' }).count()).toBe(0)
  })

  test('goes on after the service was away, and after its log was lost', async () => {
    const page = await enter()
    // One call of the client, with its two further attempts.
    await page.route('**/changes?*', (route) => route.abort(), { times: 3 })
    const failed = page.waitForEvent('requestfailed')
    await create('First', '2031-06-13')
    await failed
    await create('Second', '2031-06-13')
    await waitForNews(page, 'New: Second.')
    expect(visitor.complaints.splice(0)).toHaveLength(3)

    const expired = { status: 410, json: { code: 'token_expired', message: 'Begin anew.', data: { status: 410 } } }
    await page.route('**/changes?*since=*', (route) => route.fulfill(expired), { times: 1 })
    const refused = page.waitForResponse((response) => response.status() === 410)
    await create('Third', '2031-06-13')
    await refused
    await create('Fourth', '2031-06-13')
    await waitForNews(page, 'New: Fourth.')
  })

  test('waits for nothing in the background, and catches up when it is shown', async () => {
    const page = await enter()
    const ended = page.waitForEvent('requestfailed')
    await setHidden(page, true)
    await ended
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await create('Meanwhile', '2031-06-14')
    // A page that waited would have learnt it before the service answers this.
    await page.evaluate(() => fetch('/calendar/events/v1/events?per_page=1').then((response) => response.text()))
    expect(requests).toEqual([expect.stringContaining('per_page=1')])
    await setHidden(page, false)
    await waitForNews(page, 'New: Meanwhile.')
  })

  test('ends with an error when the service refuses to tell changes', async () => {
    const page = await enter()
    const refused = { status: 400, json: { code: 'invalid_input', message: 'Not so.', data: { status: 400, params: {} } } }
    await page.route('**/changes?*', (route) => route.fulfill(refused))
    const error = visitor.context.waitForEvent('weberror')
    await create('Last', '2031-06-15')
    expect(String((await error).error())).toContain('Not so.')
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('Not so.')])
  })
})
