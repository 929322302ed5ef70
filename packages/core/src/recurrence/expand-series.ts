import { type ExpansionWindow, expandRule } from './expand-rule.ts'
import type { RecurrenceRule } from './rule.ts'

/** The dates of a series. All wall times are in milliseconds, like `localToUtcMs`. */
export interface SeriesDates {
  /** The rule; undefined for a series that consists of its start and `rdates`. */
  readonly rule: RecurrenceRule | undefined
  /** More occurrences (RDATE), in any order. */
  readonly rdates: readonly number[]
  /** Occurrences that are left out (EXDATE), in any order. */
  readonly exdates: readonly number[]
}

/** The occurrences of a series as wall times, ascending, each once: those of the rule and `rdates`, without `exdates`. */
export function expandSeries({ rule, rdates, exdates }: SeriesDates, startWallMs: number, window: ExpansionWindow = {}): number[] {
  const { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = window
  const onRule = rule === undefined ? [startWallMs] : expandRule(rule, startWallMs, { from, before, limit: limit + exdates.length })
  const leftOut = new Set(exdates)
  return [...new Set([...onRule, ...rdates])]
    .filter((wallMs) => wallMs >= from && wallMs < before && !leftOut.has(wallMs))
    .sort((a, b) => a - b)
    .slice(0, limit)
}
