import type { CalendarStore } from '@kalends/core'

/** A store with one deliberate mistake. */
export interface StoreMutant {
  /** Stable name, such as `text-order/utf-16`. */
  readonly key: string
  /** The mistake, in a sentence. */
  readonly title: string
  /** The key of a conformance case that detects it. */
  readonly foundBy: string
  /** Returns a store that is correct except for this mistake. */
  plant(store: CalendarStore): CalendarStore
}
