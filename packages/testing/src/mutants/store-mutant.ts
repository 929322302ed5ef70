import type { CalendarStore } from '@kalends/core'

/** A mistake that a store could make. */
export interface StoreMutant {
  /** Stable name, such as `text-order/utf-16`. */
  readonly key: string
  /** The mistake, in a sentence. */
  readonly title: string
  /** The key of a conformance case that finds it. */
  readonly foundBy: string
  /** A store that is right but for this mistake. */
  plant(store: CalendarStore): CalendarStore
}
