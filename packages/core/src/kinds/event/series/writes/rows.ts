import type { EventRecord } from '../../../../store/records.ts'
import type { SeriesRecord } from '../keys.ts'

/** A series with all of its occurrences, those in the trash included. */
export interface SeriesRows {
  /** The series. */
  readonly series: SeriesRecord
  /** Its occurrences, by key. */
  readonly occurrences: readonly EventRecord[]
}
