import { memoryStore } from '@kalends/memory'
import { memorySnapshot } from '../data/memory-snapshot.ts'

// The program of a process that fills a memory store and says how much heap it holds, in bytes for each event. Needs `--expose-gc`.

const events = Number(process.argv[2])

function heapUsed(): number {
  for (let time = 0; time < 3; time++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

// Whatever is made once for each process comes first.
memoryStore({ snapshot: memorySnapshot(10) })
const before = heapUsed()
const store = memoryStore({ snapshot: memorySnapshot(events) })
await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 })
const bytes = (heapUsed() - before) / events
process.send?.({ bytes, records: await store.events.count({}) })
process.disconnect()
