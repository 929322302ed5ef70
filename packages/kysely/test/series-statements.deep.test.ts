import { type Calendar, createCalendar } from '@kalends/core'
import { countStatements, fixedClock } from '@kalends/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { dialectOf } from '../src/engine/dialect-of.ts'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

/** The statement that one write in two thousand has: it compacts the counts. */
const rare = /^\s*select t\.kind, t\.status, t\.counted_id, t\.period from /

interface Market {
  readonly events: Calendar['events']
  /** The series, and then its occurrences by key. */
  readonly ids: readonly number[]
}

interface Write {
  readonly name: string
  /** The maximum number of statements for a series of a year. */
  readonly most: number
  run(market: Market): Promise<unknown>
}

/**
 * The writes run one after the other on the same market. PostgreSQL needs two more statements for a savepoint wherever a slug or a key
 * changes, and engines with several writers one for the lock of the series. The store writes rows with values of their own in chunks of
 * 125, so a long series needs some more statements.
 */
const writes: readonly Write[] = [
  { name: 'update, this', most: 8, run: ({ events, ids }) => events.update(ids[5] ?? 0, { title: 'Special' }) },
  { name: 'trash, this', most: 12, run: ({ events, ids }) => events.trash(ids[6] ?? 0) },
  { name: 'update texts, all', most: 9, run: ({ events, ids }) => events.update(ids[0] ?? 0, { title: 'Fair' }) },
  {
    name: 'move, all',
    most: 14,
    run: ({ events, ids }) => events.update(ids[0] ?? 0, { startDate: '2026-06-02 11:00', endDate: '2026-06-02 13:00' }),
  },
  { name: 'trash, all', most: 12, run: ({ events, ids }) => events.trash(ids[0] ?? 0) },
  { name: 'restore, all', most: 12, run: ({ events, ids }) => events.restore(ids[0] ?? 0) },
  { name: 'update, following', most: 21, run: ({ events, ids }) => events.update(ids[30] ?? 0, { title: 'Late' }, { scope: 'following' }) },
  { name: 'delete, all', most: 18, run: ({ events, ids }) => events.delete(ids[0] ?? 0) },
]

describe.each(engines)('statements of writes of a series on $name', (engine) => {
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())

  test.each([
    [52, 0],
    [400, 9],
  ])('are few for %i occurrences', async (count, chunks) => {
    opened ??= engine.open()
    const database = await opened
    await database.clear()
    const counter = countStatements(database.db)
    const { errorEndsTransaction, hasOneWriter } = dialectOf(database.db)
    const more = (errorEndsTransaction ? 2 : 0) + (hasOneWriter ? 0 : 1)
    const calendar = createCalendar({ store: kyselyStore(database.db, database.options), clock: fixedClock('2026-06-01T12:00:00Z') })
    const input = { title: 'Market', startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }
    const links = { categories: ['Food', 'Town'], tags: ['free'], venues: { name: 'Square' } }
    const { id } = await calendar.events.create({ ...input, ...links, recurrence: `FREQ=DAILY;COUNT=${count}` })
    const ids = [id]
    for await (const event of calendar.events.each({ seriesIds: id, startsFrom: '2020-01-01' })) ids.push(event.id)
    for (const { name, most, run } of writes) {
      const { statements } = await counter.during(() => run({ events: calendar.events, ids }))
      const usual = statements.filter((text) => !rare.test(text))
      const isWithin = usual.length <= most + more + chunks
      expect.soft([name, isWithin || usual.map((text) => text.slice(0, 110))]).toEqual([name, true])
    }
    counter.stop()
  })
})
