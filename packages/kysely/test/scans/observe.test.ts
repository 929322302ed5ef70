import type { EventFilter } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import { expect, onTestFinished, test } from 'vitest'
import { kyselyStore, type ObservedScan, type ScanOptions } from '../../src/index.ts'
import { engines, enginesOfLane, type TestEngine } from '../engines.ts'

const byId = [{ key: 'id', direction: 'asc' }] as const
const search: EventFilter = { textAll: ['music'], readable: [{ status: 'publish' }] }

async function open(engine: TestEngine, isEmpty = false) {
  const database = await (isEmpty ? engine.openEmpty() : engine.open())
  onTestFinished(() => database.close())
  const seen: ObservedScan[] = []
  const store = kyselyStore(database.db, { ...database.options, scans: { observe: (scan) => seen.push(scan) } })
  return { seen, store }
}

const inProcess = engines.filter(({ name }) => name === 'node-sqlite-memory')

test.each(enginesOfLane)('each read that may read many rows is one observed scan, and others are none: $name', async (engine) => {
  const { seen, store } = await open(engine)
  const { id } = await store.events.insert(buildEventDraft({ searchText: 'music' }))
  await store.events.getMany([id])
  await store.events.find({ filter: { slugs: ['x'] }, order: byId, offset: 0, limit: 1 })
  await store.revision(0)
  expect(seen).toEqual([])
  expect(await store.events.count(search)).toBe(1)
  expect(await store.transaction((tx) => tx.events.count(search))).toBe(1)
  expect(seen).toEqual([{ durationMs: expect.any(Number) }, { durationMs: expect.any(Number) }])
})

test.each(inProcess)('a scan that fails has its error', async (engine) => {
  const { seen, store } = await open(engine, true)
  await expect(store.events.count(search)).rejects.toThrow()
  expect(seen).toEqual([{ durationMs: expect.any(Number), error: expect.any(Error) }])
})

test.each(inProcess)('observe must be a function', async (engine) => {
  const database = await engine.openEmpty()
  onTestFinished(() => database.close())
  // Callers without types may pass anything.
  const observe = 'scans' as unknown as NonNullable<ScanOptions['observe']>
  expect(() => kyselyStore(database.db, { scans: { observe } })).toThrow('scans.observe must be a function')
})
