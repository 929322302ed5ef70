import { type Calendar, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const twenty = Array.from({ length: 20 }, (_, index) => index)
const times = { startDate: '2026-06-01 19:30', endDate: '2026-06-01 21:00' }

/** The input of a writer in a round: all writers use the same new names, in different orders and spellings. */
const concert = (round: number, writer: number) => {
  const organizers = [{ name: `Choir ${round}` }, { name: `Órchestra ${round}` }]
  return {
    title: `Concert ${round} ${writer}`,
    ...times,
    venues: { name: writer % 2 === 0 ? `Town Hall ${round}` : `TÓWN  hall ${round}` },
    organizers: writer % 2 === 0 ? organizers : organizers.toReversed(),
    categories: `Music ${round}`,
    tags: writer % 2 === 0 ? [`Free ${round}`, `Loud ${round}`] : [`loud ${round}`, `free ${round}`],
  }
}

const counted = async (calendar: Calendar) => ({
  events: (await calendar.events.list({})).total,
  venues: (await calendar.venues.list({})).total,
  organizers: (await calendar.organizers.list({})).total,
  categories: (await calendar.categories.list()).total,
  tags: (await calendar.tags.list()).total,
})

describe.each(engines)('writers that create the same names at the same time on $name', (engine) => {
  const open = async (poolSize: number): Promise<Calendar> => {
    const database = await engine.open({ poolSize })
    onTestFinished(() => database.close())
    return createCalendar({ store: kyselyStore(database.db, database.options), clock: fixedClock('2026-05-01T12:00:00Z') })
  }

  test('create each venue, organizer and term once', async () => {
    const calendar = await open(10)
    for (const round of [1, 2, 3]) {
      await Promise.all(twenty.map((writer) => calendar.events.create(concert(round, writer))))
      expect(await counted(calendar)).toEqual({
        events: 20 * round,
        venues: round,
        organizers: 2 * round,
        categories: round,
        tags: 2 * round,
      })
    }
  })

  test('create each of them once in bulk, too', async () => {
    const calendar = await open(4)
    await Promise.all([1, 2, 3].map((bulk) => calendar.events.createMany(twenty.map((writer) => concert(writer % 5, writer + 100 * bulk)))))
    expect(await counted(calendar)).toEqual({ events: 60, venues: 5, organizers: 10, categories: 5, tags: 10 })
  })

  test('create each place once if venues of that name are elsewhere', async () => {
    const calendar = await open(10)
    await calendar.venues.create({ name: 'Town Hall', city: 'Elsewhere' })
    const cities = ['Quellbrunn', 'Port Kent']
    await Promise.all(
      twenty.map((writer) => {
        const venues = [cities[writer % 2], cities[(writer + 1) % 2]].map((city) => ({ name: 'Town Hall', city }))
        return calendar.events.create({ title: `Concert ${writer}`, ...times, venues })
      }),
    )
    const { items } = await calendar.venues.list({ orderBy: 'id' })
    expect(items.map(({ city }) => city).sort()).toEqual(['Elsewhere', 'Port Kent', 'Quellbrunn'])
  })
})
