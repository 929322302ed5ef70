import { createCalendar, isCalendarError } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane } from './engines.ts'

const anEvent = (title: string) => ({ title, startDate: '2031-05-01 10:00', endDate: '2031-05-01 12:00' })

/** The events of the venue that is merged in turns. */
const many = process.env['KALENDS_LANE'] === 'long' ? 50_000 : 5_000

/** What a writer may be told when another one was faster. */
const mayLose = (error: unknown): void => {
  if (!isCalendarError(error) || !['invalid_input', 'not_found', 'unavailable'].includes(error.code)) throw error
}

describe.each(enginesOfLane)('merges and renames on $name', { timeout: 300_000 }, ({ open }) => {
  test('two writers rename one record at once: every slug that it had leads to it', async () => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const calendar = createCalendar({ store: kyselyStore(db, options) })
    await calendar.venues.create({ name: 'Hall' })
    const slugs = Array.from({ length: 12 }, (_, i) => `hall-of-${String.fromCharCode(97 + i)}`)
    await Promise.all(slugs.map((slug) => calendar.venues.update(1, { slug })))
    for (const slug of ['hall', ...slugs]) expect((await calendar.venues.get(slug)).id, slug).toBe(1)
  })

  test('events that are written during a merge link the remaining record, or none where the merged one was gone', async () => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const store = kyselyStore(db, options)
    const calendar = createCalendar({ store, timeZone: 'UTC' })
    for (const name of ['One', 'Two', 'Three']) await calendar.venues.create({ name })
    await calendar.events.createMany(Array.from({ length: 600 }, (_, i) => ({ ...anEvent(`e${i}`), venues: [{ id: 1 + (i % 2) }] })))
    const series = await calendar.events.create({ ...anEvent('series'), recurrence: 'FREQ=DAILY;COUNT=20', venues: [{ id: 1 }] })
    const merging = calendar.venues.merge([1, 2], 3)
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; i < 25; i++) {
        const id = 1 + ((writer * 25 + i) % 600)
        await calendar.events.create({ ...anEvent(`w${writer}-${i}`), venues: [{ id: 1 + (i % 3) }] }).catch(mayLose)
        await calendar.events.update(id, { description: `w${writer}` }).catch(mayLose)
        await calendar.events.update(series.id, { description: `w${writer}-${i}` }).catch(mayLose)
      }
    })
    await Promise.all([merging, ...writers])
    expect(await store.events.count({ venueIds: [1, 2] })).toBe(0)
    expect((await store.venues.getMany([1, 2, 3])).map(({ id }) => id)).toEqual([3])
    const old = await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 600 })
    expect(old.filter(({ venueIds }) => venueIds.join() !== '3')).toEqual([])
    const dates = await store.events.find({
      filter: { seriesIds: [series.id] },
      order: [{ key: 'id', direction: 'asc' }],
      offset: 0,
      limit: 50,
    })
    expect(dates.map(({ venueIds }) => venueIds)).toEqual(dates.map(() => [3]))
    expect((await calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
    expect((await calendar.maintenance.recount({ dryRun: true })).changed).toBe(0)
  })

  test('of two merges in opposite directions, one at most fails, and all events link what remains', async () => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const store = kyselyStore(db, options)
    const calendar = createCalendar({ store, timeZone: 'UTC' })
    for (const name of ['One', 'Two']) await calendar.venues.create({ name })
    await calendar.events.createMany(Array.from({ length: 1_200 }, (_, i) => ({ ...anEvent(`e${i}`), venues: [{ id: 1 + (i % 2) }] })))
    await calendar.events.create({ ...anEvent('series'), recurrence: 'FREQ=DAILY;COUNT=20', venues: [{ id: 1 }] })
    await Promise.all([calendar.venues.merge(1, 2).catch(mayLose), calendar.venues.merge(2, 1).catch(mayLose)])
    const [left, ...others] = (await store.venues.getMany([1, 2])).map(({ id }) => id)
    expect(others).toEqual([])
    expect(await store.events.count({ venueIds: [left ?? 0] })).toBe(await store.events.count({}))
    expect((await calendar.maintenance.recount({ dryRun: true })).changed).toBe(0)
  })
})

describe.each(enginesOfLane.filter(({ name }) => name === 'node-sqlite' || name === 'postgres'))(
  `a venue with ${many} events on $name`,
  { timeout: 600_000 },
  ({ open }) => {
    test('is merged in turns, between which others are answered', async () => {
      const { db, options, close } = await open()
      onTestFinished(close)
      const store = kyselyStore(db, options)
      const calendar = createCalendar({ store })
      for (const name of ['One', 'Two']) await calendar.venues.create({ name })
      const inputs = Array.from({ length: many }, (_, i) => ({ ...anEvent(`e${i}`), venues: [{ id: 1 }] }))
      await calendar.events.createMany(inputs)
      let turns = 0
      calendar.on('event.updated', () => void turns++)
      expect(await calendar.venues.merge(1, 2)).toEqual({ merged: 1, links: many })
      expect(await store.events.count({ venueIds: [2] })).toBe(many)
      expect(turns).toBe(many)
    })
  },
)
