import type { CalendarStore } from '@kalends/core'
import { countDrafts, type DraftCounter } from '../factories/drafts.ts'

/** What a case works with. */
export interface ConformanceContext {
  /** An empty store of this case's own. */
  readonly store: CalendarStore
  /** Drafts that never clash with each other. */
  readonly draft: DraftCounter
}

/** One sentence of the storage contract, as something that can fail. */
export interface ConformanceCase {
  /** Stable name, such as `orders/code-points`; known gaps refer to it. */
  readonly key: string
  /** What holds, in a sentence. */
  readonly title: string
  /** Throws when it does not hold. */
  run(context: ConformanceContext): Promise<void>
}

/** Runs a case on an empty store. */
export function runCase(one: ConformanceCase, store: CalendarStore): Promise<void> {
  return one.run({ store, draft: countDrafts() })
}

/** Writes a case down. */
export function defineCase(key: string, title: string, run: ConformanceCase['run']): ConformanceCase {
  return { key, title, run }
}
