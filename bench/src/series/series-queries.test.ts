import type { EventRecord } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { memorySnapshot } from '../data/memory-snapshot.ts'
import { seriesQueries } from './series-queries.ts'

test.each<[string, (event: EventRecord) => string]>([
  ['page of 35 by start', ({ times }) => times.startLocal],
  ['by title, page', ({ titleKey }) => titleKey],
])('the query "%s" reads a full page in that order', async (name, keyOf) => {
  const store = memoryStore({ snapshot: memorySnapshot(200) })
  // A query whose name has "page" finds events.
  const events = (await seriesQueries.find((query) => query.name === name)?.run(store)) as readonly EventRecord[]
  const keys = events.map(keyOf)
  expect(keys).toHaveLength(35)
  expect(keys).toEqual(keys.toSorted())
})
