import type { CalendarStore } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { enginesOfLane } from '../../kysely/test/engines.ts'

/** A store that tests can open, each time empty. */
export interface TestStore {
  /** `memory`, or the name of the engine. */
  readonly name: string
  open(): Promise<{ readonly store: CalendarStore; close(): Promise<unknown> }>
}

/** The memory store, and the SQL store on each engine that this machine has. */
export const stores: readonly TestStore[] = [
  { name: 'memory', open: async () => ({ store: memoryStore(), close: async () => undefined }) },
  ...enginesOfLane.map((engine) => ({
    name: engine.name,
    open: async () => {
      const { db, options, close } = await engine.open()
      return { store: kyselyStore(db, options), close }
    },
  })),
]
