import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, type OpenTown, openTown, type Visitor } from './open-town.ts'

const chromium = findChromium()

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
  let page: Page
  const create = (title: string, day: string): Promise<{ readonly id: number; readonly slug: string }> =>
    town.calendar.events.create({ title, startDate: `${day} 09:00`, endDate: `${day} 10:00` })
  const linkTo = (title: string): Locator => page.locator('#calendar').getByRole('link', { name: title })
  /** Waits until the line with the number of events says what has changed, and so do screen readers. */
  const waitForNews = (text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor()
  // One page for all tests, because loading it takes longer than most of them.
  beforeAll(async () => {
    town = await openTown(chromium ?? '')
    visitor = await createVisitor(town)
    page = await visitor.open('/?view=agenda')
  })
  afterAll(async () => {
    await visitor.context.close()
    await town.close()
  })
  afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]))

  test('shows what somebody writes in another browser', async () => {
    const { slug } = await create('Assembly', '2031-06-12')
    await linkTo('Assembly').waitFor()
    const editor = await createVisitor(town, { token: 'demo-editor' })
    const form = await editor.open(`/event/${slug}/edit`)
    await form.getByLabel('Title', { exact: true }).fill('Assembly of All')
    await form.getByRole('button', { name: 'Save' }).click()
    await waitForNews('events. Changed: Assembly of All.')
    expect(await linkTo('Assembly').allTextContents()).toEqual([expect.stringContaining('Assembly of All')])
    expect(editor.complaints).toEqual([])
    await editor.context.close()
  })

  test('shows new, changed and deleted events, and keeps the place and the focus of the reader', async () => {
    const { id } = await create('Nocturne', '2031-06-20')
    const link = linkTo('Nocturne')
    await link.evaluate((element) => {
      element.scrollIntoView({ block: 'center' })
      element.focus()
    })
    const [element, box] = [await link.elementHandle(), await link.boundingBox()]
    const { id: other } = await create('Early Swim', '2031-06-12')
    await waitForNews('New: Early Swim.')
    expect(await linkTo('Early Swim').count()).toBe(1)
    expect(await element?.evaluate((kept) => kept === document.activeElement)).toBe(true)
    expect((await link.boundingBox())?.y).toBeCloseTo(box?.y ?? 0, 0)

    await town.calendar.events.update(id, { title: 'Nocturne in Blue' })
    await waitForNews('Changed: Nocturne in Blue.')
    expect(await linkTo('Nocturne in Blue').evaluate((renamed) => renamed === document.activeElement)).toBe(true)
    await town.calendar.events.delete(other)
    await waitForNews('No longer here: Early Swim.')
    expect(await linkTo('Early Swim').count()).toBe(0)
  })

  test('goes on after the service was away, and after its log was lost', async () => {
    // One call of the client, with its two further attempts.
    await page.route('**/changes?*', (route) => route.abort(), { times: 3 })
    const failed = page.waitForEvent('requestfailed')
    await create('First', '2031-06-13')
    await failed
    await create('Second', '2031-06-13')
    await linkTo('Second').waitFor()
    expect(visitor.complaints.splice(0)).toHaveLength(3)

    const expired = { status: 410, json: { code: 'token_expired', message: 'Begin anew.', data: { status: 410 } } }
    await page.route('**/changes?*since=*', (route) => route.fulfill(expired), { times: 1 })
    const refused = page.waitForResponse((response) => response.status() === 410)
    await create('Third', '2031-06-13')
    await refused
    await create('Fourth', '2031-06-13')
    await linkTo('Fourth').waitFor()
  })

  test('waits for nothing in the background, and catches up when it is shown', async () => {
    const waiting = page.waitForRequest(/\/changes\?.*wait=/)
    await visitor.open('/?view=agenda')
    await waiting
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
    await linkTo('Meanwhile').waitFor()
  })

  test('ends with an error when the service refuses to send changes', async () => {
    const refused = { status: 400, json: { code: 'invalid_input', message: 'Not so.', data: { status: 400, params: {} } } }
    await page.route('**/changes?*', (route) => route.fulfill(refused))
    const error = visitor.context.waitForEvent('weberror')
    await create('Last', '2031-06-15')
    expect(String((await error).error())).toContain('Not so.')
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('Not so.')])
  })
})
