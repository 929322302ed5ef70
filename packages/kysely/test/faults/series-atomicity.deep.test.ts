import { type Calendar, createCalendar } from '@kalends/core'
import { failingStore, fixedClock } from '@kalends/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { engines, type TestDatabase } from '../engines.ts'

type Events = Calendar['events']
const clock = fixedClock('2026-06-01T12:00:00Z')
const market = {
  title: 'Market',
  startDate: '2026-06-02 10:00',
  endDate: '2026-06-02 12:00',
  categories: ['Food'],
  recurrence: 'FREQ=WEEKLY;COUNT=6',
}

/** Writes of a series or of its third occurrence. */
const writes: readonly (readonly [name: string, run: (events: Events, series: number, third: number) => Promise<unknown>])[] = [
  ['change the title and add a new category', (events, series) => events.update(series, { title: 'Fair', categories: ['Food', 'New'] })],
  ['change the rule, which adds and removes occurrences', (events, series) => events.update(series, { recurrence: 'FREQ=DAILY;COUNT=9' })],
  ['split the series', (events, _, third) => events.update(third, { title: 'Late' }, { scope: 'following' })],
  ['reset the overridden members of an occurrence', (events, _, third) => events.update(third, { recurrence: { overridden: [] } })],
  ['move the series to the trash', (events, series) => events.trash(series)],
  ['delete one occurrence', (events, _, third) => events.delete(third)],
  ['delete an occurrence and the following ones', (events, _, third) => events.delete(third, { scope: 'following' })],
  ['make the series a single event', (events, series) => events.update(series, { recurrence: null })],
]

describe.each(engines)('a write of a series on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test.each(writes)('changes nothing, whichever call of the store fails: %s', async (_, run) => {
    await database.clear()
    const store = kyselyStore(database.db, database.options)
    const { events } = createCalendar({ store, clock })
    const { id } = await events.create(market)
    const state = (): Promise<unknown> =>
      store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000 })
    const third = id + 3
    await events.update(third, { title: 'Special' })
    const before = await state()
    for (let failAt = 1; ; failAt++) {
      const failure = new Error(`call ${failAt} fails`)
      const failing = failingStore(kyselyStore(database.db, database.options), { failAt, error: failure })
      const calendar = createCalendar({ store: failing, clock })
      const reported: string[] = []
      for (const verb of ['created', 'updated', 'trashed', 'deleted'] as const)
        calendar.on(`event.${verb}`, ({ name }) => void reported.push(name))
      const result = await run(calendar.events, id, third).then(
        () => 'done',
        (error: unknown) => error,
      )
      if (failing.calls() < failAt) {
        expect([result, reported.length > 0]).toEqual(['done', true])
        expect(await state()).not.toEqual(before)
        return
      }
      expect([result, reported]).toEqual([failure, []])
      expect(await state()).toEqual(before)
    }
  })
})
