import type { Draft, StoredRecord } from '@kalends/core/store'
import type { MemorySnapshot } from '@kalends/memory'
import { dataset } from './dataset.ts'

function table<R extends StoredRecord>(drafts: Iterable<Draft<R>>) {
  let lastId = 0
  const records: (Draft<R> & { id: number; version: number })[] = []
  for (const draft of drafts) records.push({ ...draft, id: ++lastId, version: 1 })
  return { lastId, records }
}

/** A data set as a snapshot for the memory store. */
export function memorySnapshot(events: number): MemorySnapshot {
  const data = dataset(events)
  return {
    events: table(data.events()),
    venues: table(data.venues),
    organizers: table(data.organizers),
    terms: table(data.terms),
  }
}
