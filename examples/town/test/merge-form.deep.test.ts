import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, type OpenTown, openTown } from './open-town.ts'

const chromium = findChromium()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('a merge of venues in a browser', () => {
  let town: OpenTown
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())

  test('is offered to people who are signed in, and not to strangers', async () => {
    for (const [token, count] of [
      ['', 0],
      ['demo-editor', 1],
    ] as const) {
      const visitor = await createVisitor(town, { token })
      const page = await visitor.open('/places')
      expect(await page.getByRole('link', { name: 'Merge venues' }).count()).toBe(count)
      await visitor.context.close()
    }
  })

  test.each([360, 1280])('works without JavaScript at %i pixels', async (width) => {
    const { venues, events } = town.calendar
    const copy = await venues.create({ name: `Copied Hall ${width}`, website: 'https://hall.example/' })
    const stays = await venues.create({ name: `Proper Hall ${width}`, address: 'Quay 1', city: 'Quellbrunn' })
    const times = { startDate: '2031-06-20 19:30', endDate: '2031-06-20 21:00' }
    const { id } = await events.create({ title: 'Judo', ...times, venues: [{ id: copy.id }] })
    const context = await town.browser.newContext({ javaScriptEnabled: false, baseURL: town.url, viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.goto('/merge-venues')
    const show = async (person: string): Promise<void> => {
      await page.getByLabel('Signed in as').selectOption(person)
      await page.getByRole('button', { name: 'Show the venues' }).click()
    }
    await show('Arno, author')
    await page.getByText('Only editors may merge venues.').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await show('Eda, editor')
    await page.getByRole('checkbox', { name: copy.name }).check()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('Choose the venue that stays.').waitFor()
    await page.getByRole('radio', { name: `${stays.name} Quay 1, Quellbrunn` }).check()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText(`Events that move to ${stays.name}: 1. Nothing is written yet.`).waitFor()
    await page.getByText('Website: https://hall.example/').waitFor()
    await page.getByText(`/calendar/events/v1/venues/by-slug/${copy.slug}`).waitFor()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText(`Events that have moved to ${stays.name}: 1.`).waitFor()
    expect((await events.get(id)).venues.map(({ slug }) => slug)).toEqual([stays.slug])
    expect((await venues.get(copy.slug)).website).toBe('https://hall.example/')
    await context.close()
  })
})
