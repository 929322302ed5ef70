import { createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { oneEngineOfEachDialect, type TestDatabase } from '../engines.ts'
import { analyze, explain } from './explain.ts'
import { fill, nowMs } from './fill.ts'
import { eventLists, type ListCase, profileLists, termLists } from './lists.ts'

/** The maximum number of rows to sort for a page: the store itself prefers sorting up to this number of rows to a scan. */
const sortable = 20_000

const word = { schema: { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } }, filter: 'range' } as const

const fields = { event: { word }, venue: { word }, organizer: { word }, category: { word }, tag: { word } } as const

const lists: readonly ListCase[] = [
  eventLists,
  profileLists('venues'),
  profileLists('organizers'),
  termLists('categories'),
  termLists('tags'),
]
  .flatMap((group) => Object.values(group))
  .flat()

describe.each(oneEngineOfEachDialect)('plans of $name', (engine) => {
  let sent: CompiledQuery[] = []
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open({ log: ({ query }) => void sent.push(query) })
    const store = kyselyStore(database.db, database.options)
    await store.transaction((tx) => fill(tx, 30_000))
    await analyze(database.db, database.options.prefix)
  }, 300_000)
  afterAll(() => database.close())

  test.each(lists)('$name', async ({ run, sorts, scans, totalScans }) => {
    const { db, options } = database
    // The test is about plans: a slow machine must not reach the default deadline.
    const store = kyselyStore(db, { ...options, scans: { deadlineMs: 60_000 } })
    const calendar = createCalendar({ store, clock: fixedClock(new Date(nowMs).toISOString()), fields })
    sent = []
    await run(calendar)
    const statements = sent.filter((query) => query.sql.includes('select'))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const { scans: read, sorted, text } = await explain(db, statement)
      const isTotal = statement.sql.includes(' as total')
      if ((isTotal ? totalScans : scans) === undefined) expect(read, `${statement.sql}\n${text}`).toEqual([])
      const most = sorted === Number.POSITIVE_INFINITY && sorts !== undefined ? sorted : sortable
      expect(sorted, `${statement.sql}\n${text}`).toBeLessThanOrEqual(most)
    }
  })
})
