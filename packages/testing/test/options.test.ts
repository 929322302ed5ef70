import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { registerConformance } from '../src/conformance.ts'
import { failingStore, seedSeason, strictStore } from '../src/index.ts'

// Untyped callers can pass any value.
// biome-ignore lint/suspicious/noExplicitAny: this test passes options of any shape.
type Untyped = any

const store = memoryStore()
const runner: Untyped = { name: 'mine', describe: (_: string, body: () => void) => body(), test: () => undefined }

test.each<[string, () => unknown]>([
  ['registerConformance has no option knownGap. Is it knownGaps?', () => registerConformance({ ...runner, knownGap: [] })],
  ['seedSeason has no option nowMS. Is it nowMs?', () => seedSeason(createCalendar({ store }), { nowMS: 1 } as Untyped)],
  ['failingStore has no option failsAt. Is it failAt?', () => failingStore(store, { failsAt: 1 } as Untyped)],
  ['strictStore has no option contexts. Is it context?', () => strictStore(store, { contexts: 1 } as Untyped)],
])('%s', async (message, call) => {
  await expect((async () => call())()).rejects.toThrow(TypeError)
  await expect((async () => call())()).rejects.toThrow(message)
})
