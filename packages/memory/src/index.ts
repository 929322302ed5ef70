export { type MemoryStore, memoryStore } from './memory-store.ts'
export type { MemorySnapshot, MemoryTableSnapshot } from './snapshot.ts'
