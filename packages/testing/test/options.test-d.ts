import { createServer } from 'node:http'
import type { Calendar, CalendarStore } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import * as fc from 'fast-check'
import {
  describeAgreement,
  failingStore,
  type MountHandler,
  type MountOptions,
  registerConformance,
  registerMount,
  runAgreement,
  runCreateMany,
  runRoundTrips,
  seedSeason,
  strictStore,
} from '../src/index.ts'
import { registerRefusedBodies } from '../src/node.ts'

// This file tests the types as a caller's compiler sees them: it only has to compile.

declare const calendar: Calendar
declare const store: CalendarStore
declare const text: string | undefined
declare const number: number | undefined
declare const mount: Pick<MountOptions<MountHandler>, 'createHandler' | 'mount'>

/** Members that are present, but undefined. */
export async function undefinedMembers(): Promise<void> {
  const runner = {
    name: 'mine',
    createStore: async () => ({ store: memoryStore({ snapshot: undefined }), close: () => undefined }),
    describe: () => undefined,
    test: () => undefined,
  }
  registerConformance({ ...runner, knownGaps: undefined })
  describeAgreement({ ...runner, fc, runs: 1, commands: 1, seed: number, roundTrips: number, bulkRuns: number })
  await runAgreement({ ...runner, fc, runs: 1, commands: 1, seed: number })
  await runCreateMany({ ...runner, fc, runs: 1, seed: number })
  await runRoundTrips({ ...runner, fc, runs: 1, seed: number })
  await seedSeason(calendar, { nowMs: number, onProgress: undefined })
  strictStore(store, { context: undefined })
  failingStore(store, { failAt: 1, error: undefined })
  const { name, describe, test } = runner
  const given = { name, describe, test, ...mount }
  registerMount({ ...given, basePath: text, paths: undefined, outside: undefined, differences: undefined, lostHeaders: undefined })
  registerRefusedBodies({ createServer: () => createServer(), echo: undefined, test })
}
