import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, isReady, type OpenTown, openTown, type Visitor } from './open-town.ts'

const chromium = findChromium()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('why an event is not in the calendar, in a browser', () => {
  let town: OpenTown
  let visitors: Visitor[] = []
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    for (const { complaints, context } of visitors) {
      expect(complaints).toEqual([])
      await context.close()
    }
    visitors = []
  })
  const openAs = async (token: string, path: string): Promise<Page> => {
    const visitor = await createVisitor(town, { token })
    visitors.push(visitor)
    return visitor.open(path)
  }
  const evening = { startDate: '2031-06-20 19:00', endDate: '2031-06-20 21:00' }
  const listing = (page: Page) => page.locator('#listing')

  test('an editor learns why visitors do not see it', async () => {
    const { slug } = await town.calendar.events.create({ title: 'Secret supper', ...evening, status: 'draft', hidden: true })
    const page = await openAs('demo-editor', `/event/${slug}`)
    await listing(page).waitFor()
    expect(await listing(page).getByRole('listitem').allInnerTexts()).toEqual([
      'It is a draft; the list asks for: publish.',
      'Its status is draft: this viewer may not read it.',
      'It is hidden from lists.',
      'It is hidden from lists, and this viewer gets no lists with it.',
    ])
    expect(await listing(page).innerText()).not.toContain('Your filters')
  })

  test('an event that was just saved names the filters that hide it', async () => {
    const page = await openAs('demo-editor', '/')
    await page.getByLabel('Search', { exact: true }).fill('concert')
    await page.waitForURL(/search=concert/)
    await page.getByRole('link', { name: 'New event' }).click()
    await isReady(page)
    await page.getByLabel('Title', { exact: true }).fill('Chess in the park')
    await page.getByLabel('All day').check()
    await page.getByLabel('First day').fill('2031-06-20')
    await page.getByLabel('Last day').fill('2031-06-20')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/event\/[^/]+$/)
    await listing(page).waitFor()
    expect(await listing(page).innerText()).toBe(
      'Your filters of the calendar hide this event:\n\nIts texts lack: concert.\n\nShow all events',
    )
    await page.getByRole('link', { name: 'Show all events' }).click()
    await isReady(page)
    expect(new URL(page.url()).searchParams.has('search')).toBe(false)
  })

  test('visitors, and people who may not change it, are told nothing', async () => {
    const { slug } = await town.calendar.events.create({ title: 'Open supper', ...evening, hidden: true })
    for (const token of ['', 'demo-author']) {
      const page = await openAs(token, `/event/${slug}`)
      await page.waitForLoadState('networkidle')
      expect(await listing(page).isVisible()).toBe(false)
    }
  })

  test('the dates of a series are in the calendar', async () => {
    const { slug } = await town.calendar.events.create({ title: 'Weekly supper', ...evening, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    const page = await openAs('demo-editor', `/event/${slug}`)
    await page.waitForLoadState('networkidle')
    expect(await listing(page).isVisible()).toBe(false)
  })
})
