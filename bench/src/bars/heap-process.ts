import { memoryStore } from '@kalends/memory'
import { memorySnapshot } from '../data/memory-snapshot.ts'

// The program of a process that fills a memory store and reports its heap, in bytes per event. Needs `--expose-gc`.

const events = Number(process.argv[2])

function heapUsed(): number {
  for (let time = 0; time < 3; time++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

// One-time initialization of the process comes first.
memoryStore({ snapshot: memorySnapshot(10) })
const before = heapUsed()
const store = memoryStore({ snapshot: memorySnapshot(events) })
await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 })
process.send?.((heapUsed() - before) / events)
// The store lives until here.
await store.events.count({})
process.disconnect()
