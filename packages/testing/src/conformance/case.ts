import type { CalendarStore } from '@kalends/core'
import { countDrafts, type DraftCounter } from '../factories/drafts.ts'

/** The input of a case. */
export interface ConformanceContext {
  /** An empty store for this case alone. */
  readonly store: CalendarStore
  /** Builds drafts without conflicts between them. */
  readonly draft: DraftCounter
}

/** One testable sentence of the storage contract. */
export interface ConformanceCase {
  /** Stable name, such as `orders/code-points`; known gaps refer to it. */
  readonly key: string
  /** The requirement, in a sentence. */
  readonly title: string
  /** Throws when the store violates the requirement. */
  run(context: ConformanceContext): Promise<void>
}

/** Runs a case on an empty store. */
export function runCase(one: ConformanceCase, store: CalendarStore): Promise<void> {
  return one.run({ store, draft: countDrafts() })
}

/** Defines a case. */
export function defineCase(key: string, title: string, run: ConformanceCase['run']): ConformanceCase {
  return { key, title, run }
}
