import type { Calendar, CalendarStore } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { registerConformance } from '../src/conformance.ts'
import { failingStore, seedSeason, strictStore } from '../src/index.ts'

// This file tests the types as a caller's compiler sees them: it only has to compile.

declare const calendar: Calendar
declare const store: CalendarStore
declare const number: number | undefined

/** Members that are present, but undefined. */
export async function undefinedMembers(): Promise<void> {
  const runner = {
    name: 'mine',
    createStore: async () => ({ store: memoryStore({ snapshot: undefined }), close: () => undefined }),
    describe: () => undefined,
    test: () => undefined,
  }
  registerConformance({ ...runner, knownGaps: undefined })
  await seedSeason(calendar, { nowMs: number, onProgress: undefined })
  strictStore(store, { context: undefined })
  failingStore(store, { failAt: 1, error: undefined })
}
