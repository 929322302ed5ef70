import type { LoggedChange } from '@kalends/core/store'
import { countDrafts } from '@kalends/testing/conformance'
import { CompiledQuery } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

/** More in one table than any engine takes as parameters of one statement. */
const mostVersions = 67_000

const shared = { kind: 'venue', id: 1, verb: 'updated', atMs: 5, partOf: 0, scope: null, was: null } as const

/** A store with a venue of some versions. A thousand of them are kept for the history alone. */
async function openWith({ open }: (typeof engines)[number], versions: number) {
  const sent: CompiledQuery[] = []
  const { db, options, close } = await open({ log: ({ query }) => void sent.push(query) })
  onTestFinished(close)
  const store = kyselyStore(db, options)
  const venue = { ...countDrafts().venue(), id: 1, version: versions }
  const toChange = (_: unknown, at: number): LoggedChange => ({ ...shared, seq: at + 1, version: at + 1, actor: 'ann', changed: '{}' })
  await store.transaction((tx) => tx.restore({ venues: [venue], changes: Array.from({ length: versions }, toChange) }))
  for (let pruned = 0; pruned < 2; pruned++) await store.log.prune({ beforeMs: 10, keptRows: 1, historyBeforeMs: 0 })
  return { db, store, sent }
}

test.each(engines)('a record with many versions is deleted on $name, and its old values with it', async (engine) => {
  const { store } = await openWith(engine, mostVersions)
  await store.venues.delete(1, mostVersions)
  const [deleted, last] = await store.log.history({ kind: 'venue', id: 1, limit: 2 })
  const [oldest] = await store.log.history({ kind: 'venue', id: 1, beforeVersion: 2, limit: 1 })
  expect([deleted, last, oldest].map((row) => row?.changed)).toEqual([null, null, null])
})

/** Only PostgreSQL says how many rows each step of a plan has read. */
describe.each(engines.filter(({ dialect }) => dialect === 'postgres'))('the history of a record with many versions on $name', (engine) => {
  test('reads no rows but those of a page from each table', async () => {
    const { db, store, sent } = await openWith(engine, 3_000)
    sent.splice(0)
    expect(await store.log.history({ kind: 'venue', id: 1, limit: 50 })).toHaveLength(50)
    const [query] = sent
    const plan = await db.executeQuery(CompiledQuery.raw(`explain analyze ${query?.sql}`, [...(query?.parameters ?? [])]))
    const read = [...JSON.stringify(plan.rows).matchAll(/actual [^)]*rows=(\d+)/g)].map(([, rows]) => Number(rows))
    expect(Math.max(...read)).toBeLessThanOrEqual(100)
  })
})
