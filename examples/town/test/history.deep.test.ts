import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, isReady, type OpenTown, openTown, type Visitor } from './open-town.ts'

const chromium = findChromium()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the history of an event, in a browser', () => {
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
  const undo = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForURL(/undone/)
    await isReady(page)
    await page.locator('#undone:not([hidden])').waitFor()
  }
  const sentences = async (page: Page): Promise<readonly string[]> => {
    await page.locator('#history:not([hidden])').waitFor()
    return page.locator('#changes li > p').allInnerTexts()
  }

  test('an editor reads who has changed what, and goes back', async () => {
    const { events } = town.calendar
    const { id, slug } = await events.create({ title: 'Evening choir', ...evening, venues: { name: 'Old Mill' } })
    const { venues } = await events.update(id, { startDate: '2031-06-20 20:00', endDate: '2031-06-20 22:00' })
    await events.update(id, { description: '<b>Bring scores</b>', venues: [] })
    await town.calendar.venues.trash(venues[0]?.id ?? 0)
    await town.calendar.venues.delete(venues[0]?.id ?? 0)

    const page = await openAs('demo-editor', `/event/${slug}`)
    expect(await sentences(page)).toEqual([
      // The deleted place is not in the history, and its event lacks it at every version.
      'Somebody changed the description today.',
      'Somebody moved it from 19:00 to 20:00 today.',
      'Somebody created it today.',
    ])
    await undo(page, 'Undo this and all later changes')
    expect(await page.locator('#undone').innerText()).toBe(
      'The event is as it was before. Not all of this could be brought back, because it is deleted or not for you to see: the place.',
    )
    expect((await sentences(page))[0]).toBe('Eda moved it from 20:00 to 19:00 and changed the description today.')
    const back = await events.get(id)
    expect([back.startDate, back.description]).toEqual(['2031-06-20 19:00:00', ''])
    await undo(page, 'Undo')
    expect((await events.get(id)).startDate).toBe('2031-06-20 20:00:00')
  })

  test('a change meanwhile is not undone with it', async () => {
    const { id, slug } = await town.calendar.events.create({ title: 'Debate', ...evening })
    await town.calendar.events.update(id, { cost: '€9' })
    const page = await openAs('demo-editor', `/event/${slug}`)
    expect(await sentences(page)).toHaveLength(2)
    await town.calendar.events.update(id, { cost: '€12' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Somebody has changed this event since you opened it.').waitFor()
    await page.getByRole('link', { name: 'Back to the event' }).click()
    expect((await sentences(page))[0]).toBe('Somebody changed the cost from “€9” to “€12” today.')
  })

  test('one date of a series goes back alone', async () => {
    const { events } = town.calendar
    await events.create({ title: 'Weekly tea', ...evening, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    const { id } = await events.get('weekly-tea-2031-06-27')
    await events.update(id, { title: 'Weekly coffee' }, { scope: 'this' })
    const { slug } = await events.get(id)
    const page = await openAs('demo-editor', `/event/${slug}`)
    expect((await sentences(page))[0]).toBe('Somebody changed the title from “Weekly tea” to “Weekly coffee” today.')
    await undo(page, 'Undo')
    const back = await events.get(id)
    expect(back.title).toBe('Weekly tea')

    await events.update(id, { cost: '€3' }, { scope: 'all' })
    await page.goto(`/event/${back.slug}`)
    expect((await sentences(page))[0]).toBe('Somebody changed it today.')
    // Of a date, what was before a write of all dates is not kept.
    expect(await page.locator('#changes button').count()).toBe(0)
  })

  test('shows twenty entries, and says that there are more', async () => {
    const { id, slug } = await town.calendar.events.create({ title: 'Often', ...evening })
    for (let seats = 1; seats <= 20; seats++) await town.calendar.events.update(id, { cost: `€${seats}` })
    const page = await openAs('demo-editor', `/event/${slug}`)
    expect(await sentences(page)).toHaveLength(20)
    await page.getByText('Older changes are not shown.').waitFor()
  })

  test('visitors, and people who may not change it, are told nothing', async () => {
    const { slug } = await town.calendar.events.create({ title: 'Closed book', ...evening })
    for (const token of ['', 'demo-author']) {
      const page = await openAs(token, `/event/${slug}?undone`)
      await page.waitForLoadState('networkidle')
      expect(await page.locator('#history').isVisible()).toBe(false)
      expect(await page.locator('#undone').isVisible()).toBe(false)
    }
  })
})
