import { type Calendar, createCalendar, type EventListInput, publicReadOnly } from '@kalends/core'
import { countStatements, fixedClock } from '@kalends/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { oneEngineOfEachDialect, type TestDatabase } from './engines.ts'

const times = { startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' }
const perPage = 4
const shown = 10
const hidden = 990

/** Checking access after a page is fetched would cause incomplete pages, wrong totals, or more statements. */
describe.each(oneEngineOfEachDialect)('when a visitor may read only one of 100 events, on $name', (engine) => {
  let database: TestDatabase
  let calendar: Calendar
  let visitor: Calendar
  let hall: number
  const ids: number[] = []

  beforeAll(async () => {
    database = await engine.open()
    calendar = createCalendar({ store: kyselyStore(database.db, database.options), clock: fixedClock('2026-05-01T12:00:00Z') })
    visitor = calendar.as(null, publicReadOnly())
    const [venue, category] = [await calendar.venues.create({ name: 'Hall' }), await calendar.categories.create({ name: 'Music' })]
    hall = venue.id
    const links = { venues: hall, categories: [category.id] }
    const isShown = (index: number): boolean => index % 100 === 50
    const inputs = Array.from({ length: shown + hidden }, (_, index) => ({
      ...{ title: `Event ${index}`, ...times, ...links },
      status: isShown(index) ? ('publish' as const) : ('draft' as const),
    }))
    await calendar.events.createMany(inputs, {
      onProgress: ({ created }) => void ids.push(...created.filter(({ index }) => isShown(index)).map(({ id }) => id)),
    })
  })
  afterAll(() => database.close())

  test.each<[string, () => EventListInput]>([
    ['all events', () => ({})],
    ['the events of a venue', () => ({ venueIds: hall })],
    ['the events of a category', () => ({ categories: 'music' })],
    ['the events with a word', () => ({ search: 'event' })],
  ])('pages of %s are full, and their totals are right', async (_name, given) => {
    const pages: number[][] = []
    for (const page of [1, 2, 3]) {
      const { items, total, totalPages } = await visitor.events.list({ ...given(), perPage, page })
      expect([total, totalPages]).toEqual([shown, 3])
      pages.push(items.map(({ id }) => id))
    }
    expect(pages.map(({ length }) => length)).toEqual([perPage, perPage, shown % perPage])
    expect(pages.flat()).toEqual(ids)
    expect((await visitor.categories.list({})).items).toMatchObject([{ name: 'Music', count: shown }])
  })

  test('a page takes as many statements as for a caller who may read all events', async () => {
    const counter = countStatements(database.db)
    const statementsOf = async (list: () => Promise<unknown>): Promise<number> => (await counter.during(list)).statements.length
    const seen = await statementsOf(() => visitor.events.list({ perPage, page: 2 }))
    expect(seen).toBe(await statementsOf(() => calendar.events.list({ perPage, page: 2 })))
    counter.stop()
  })
})
