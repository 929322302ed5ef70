import { isReason, messageOf } from '../../../errors/issues.ts'
import { expandSeries } from '../../../recurrence/expand-series.ts'
import { parseRule } from '../../../recurrence/parse-rule.ts'
import { type RecurrenceRule, resolveUntil } from '../../../recurrence/rule.ts'
import type { EventRecord, EventTimes, StoredRecurrence } from '../../../store/records.ts'
import { localToUtcMs, utcMsToLocal } from '../../../time/wall-time.ts'

/** Converts a wall time in milliseconds to an occurrence key: the original start in the zone of the series, `YYYY-MM-DDTHH:mm:ss`. */
export const toKey: (wallMs: number) => string = utcMsToLocal

/** The wall time of a key in milliseconds. */
export const keyMs: (key: string) => number = localToUtcMs

/** The wall time of a series' start in milliseconds: its rule begins there. */
export const startOf = ({ startLocal }: Pick<EventTimes, 'startLocal'>): number => keyMs(startLocal)

/** The members of a series that determine its occurrence keys. */
export interface RepeatingTimes {
  /** The times of the first date. */
  readonly times: Pick<EventTimes, 'startLocal'>
  /** How it repeats. */
  readonly recurrence: StoredRecurrence
}

/** The rule of a stored recurrence; undefined for a series without one, whose dates are its start and the listed ones. */
export function ruleOf({ rule }: Pick<StoredRecurrence, 'rule'>): RecurrenceRule | undefined {
  if (rule === '') return undefined
  const parsed = parseRule(rule)
  if (isReason(parsed)) throw new Error(`The stored rule ${rule} is not valid: recurrence ${messageOf(parsed)}`)
  // A stored rule has UNTIL as wall time already, so no instant is converted.
  return resolveUntil(parsed, (instantMs) => instantMs)
}

/** Limits the keys of a series to a window and a number. */
export interface KeyWindow {
  /** The first wall time. */
  readonly from?: string
  /** The wall time at which it ends, excluded; empty for no end. */
  readonly before?: string
  /** The greatest number of keys. */
  readonly limit?: number
}

/** The keys of a series, ascending, each once: those of its rule and of its dates, without the excluded ones. */
export function keysOf({ times, recurrence }: RepeatingTimes, { from, before = '', limit }: KeyWindow = {}): readonly string[] {
  const dates = { rule: ruleOf(recurrence), rdates: recurrence.dates.map(keyMs), exdates: recurrence.except.map(keyMs) }
  const window = { ...(from !== undefined && { from: keyMs(from) }), ...(before !== '' && { before: keyMs(before) }) }
  return expandSeries(dates, startOf(times), { ...window, ...(limit !== undefined && { limit }) }).map(toKey)
}

/** Whether an event is a series. */
export const isSeries = (event: EventRecord): event is SeriesRecord => event.role === 'series' && event.recurrence !== null

/** The record of a series. */
export type SeriesRecord = EventRecord & { readonly recurrence: StoredRecurrence }

/** A series with all of its occurrences, those in the trash included. */
export interface SeriesRows {
  /** The series. */
  readonly series: SeriesRecord
  /** Its occurrences, by key. */
  readonly occurrences: readonly EventRecord[]
}
