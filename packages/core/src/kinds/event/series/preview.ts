import { toWireTime } from '../../../record/publication.ts'
import { keysOf } from './keys.ts'
import { timesAt } from './times-at.ts'
import type { NewSeries } from './to-series.ts'

/** How a series would repeat. */
export interface SeriesPreview {
  /** The rule in its canonical form; empty for a series without one. */
  readonly rule: string
  /** The first dates, ascending: wall times in the zone of the event, `YYYY-MM-DD HH:MM:SS`. */
  readonly dates: readonly { readonly startDate: string; readonly endDate: string }[]
}

/**
 * The first dates of a series.
 * @param limit the maximum number of dates
 */
export function toPreview(series: NewSeries, limit: number): SeriesPreview {
  const dates = keysOf(series, { limit }).map((key) => {
    const { startLocal, endLocal } = timesAt(series.times, key)
    return { startDate: toWireTime(startLocal), endDate: toWireTime(endLocal) }
  })
  return { rule: series.recurrence.rule, dates }
}
