import type { Status } from '../access/policy.ts'
import type { Problems } from '../input/read.ts'
import type { EventFilter } from '../store/filters.ts'
import type { PublishedRecord, StoredStatus } from '../store/records.ts'
import {
  instantToLocal,
  isWithinYears,
  localToUtcMs,
  outsideYears,
  type ParsedDateTime,
  resolveLocal,
  resolveLocalLike,
  utcText,
} from '../time/wall-time.ts'
import type { CalendarContext, Operation } from './context.ts'

/** The fields by which a record's publication is set. */
export interface PublicationFields {
  /** Wall time in the calendar's zone, or an instant; null asks for now. */
  readonly date: ParsedDateTime | null
  /** The same in UTC. */
  readonly dateUtc: ParsedDateTime | null
  /** The state; `future` is taken as `publish`. */
  readonly status: Status
}

/** When a record is published, as it is stored. */
export type Publication = Pick<PublishedRecord, 'publishedMs' | 'publishedLocal'>

/** `YYYY-MM-DD HH:MM:SS`, as it is answered. */
export const toWireTime = (local: string): string => local.replace('T', ' ')

/** An instant as UTC text, `YYYY-MM-DD HH:MM:SS`. */
export const toUtcTime = (ms: number): string => utcText(ms, ' ')

/** The state that is stored for a state that was asked for. */
export const toStoredStatus = (status: Status): StoredStatus => (status === 'future' ? 'publish' : status)

/** When a record was last changed: now. */
export function updatedNow(op: Operation): Pick<PublishedRecord, 'updatedMs' | 'updatedLocal'> {
  return { updatedMs: op.nowMs, updatedLocal: instantToLocal(op.nowMs, op.timeZone) }
}

/** An instant from a text that was parsed; without an offset it is wall time in the zone. */
export function toInstantMs(time: ParsedDateTime, timeZone: string): number {
  if (time.offsetMinutes !== undefined) return localToUtcMs(time.local) - time.offsetMinutes * 60_000
  return resolveLocal(time.local, timeZone).ms
}

/** When a record was changed and who wrote it, as lists of events, venues and organizers are filtered by it, in the terms of the store. */
export function toPublishedFilter(
  { author, modifiedAfter }: { readonly author?: readonly number[]; readonly modifiedAfter?: ParsedDateTime },
  timeZone: string,
): Pick<EventFilter, 'authorIds' | 'updatedMs'> {
  return {
    ...(author !== undefined && { authorIds: author }),
    // Answers show seconds: compared in milliseconds, the second of the newest record that a client has seen comes again.
    ...(modifiedAfter !== undefined && { updatedMs: { gte: toInstantMs(modifiedAfter, timeZone) + modifiedAfter.fractionMs + 1 } }),
  }
}

/**
 * Finds publication dates outside of the years of dates. What a read gave is taken back: the same in UTC may be a day off, and
 * so may the wall time of an instant that was given with an offset.
 */
export function checkYears(
  { date, dateUtc }: Partial<PublicationFields>,
  before: Publication | undefined,
  timeZone: string,
  problems: Problems,
): void {
  if (date && !isWithinYears(date.local) && !(before && isEcho(date, before))) problems['date'] ??= outsideYears
  if (!dateUtc || isWithinYears(dateUtc.local) || (before && isEchoInUtc(dateUtc, before))) return
  if (!isWithinYears(instantToLocal(toInstantMs(dateUtc, 'UTC'), timeZone))) problems['dateUtc'] ??= outsideYears
}

/** Finds fault with a publication date that is given twice, in the calendar's zone and in UTC, as two moments. */
export function checkPublication({ date, dateUtc }: Partial<PublicationFields>, timeZone: string, problems: Problems): void {
  if (!date || !dateUtc) return
  const utcMs = toInstantMs(dateUtc, 'UTC')
  // A wall time that occurs twice may mean either pass; UTC says which.
  const ms = date.offsetMinutes === undefined ? resolveLocalLike(date.local, timeZone, utcMs).ms : toInstantMs(date, timeZone)
  if (toSecond(ms) !== toSecond(utcMs)) problems['dateUtc'] ??= 'must be the same moment as the publication date'
}

/**
 * The publication time that a write asks for. Given twice, it is the same moment twice: see {@link checkPublication}.
 * @param before the record's own, when it is updated; a text posted back unchanged is no change
 */
export function resolvePublication(
  context: Pick<CalendarContext, 'timeZone'> & { readonly nowMs: number },
  { date, dateUtc }: Partial<PublicationFields>,
  before: Publication | undefined,
): Publication {
  const { nowMs, timeZone } = context
  if (date === undefined && dateUtc === undefined && before !== undefined) return publicationOf(before)
  if (dateUtc) return before !== undefined && isEchoInUtc(dateUtc, before) ? publicationOf(before) : atTime(dateUtc, 'UTC', timeZone)
  if (date) return before !== undefined && isEcho(date, before) ? publicationOf(before) : atTime(date, timeZone, timeZone)
  return atInstant(nowMs, timeZone)
}

const isEcho = (date: ParsedDateTime, before: Publication): boolean =>
  date.offsetMinutes === undefined && date.local === before.publishedLocal

const isEchoInUtc = (dateUtc: ParsedDateTime, before: Publication): boolean =>
  toSecond(toInstantMs(dateUtc, 'UTC')) === toSecond(before.publishedMs)

const atTime = (time: ParsedDateTime, itsZone: string, timeZone: string): Publication => atInstant(toInstantMs(time, itsZone), timeZone)

// Callers pass whole records, and spread what comes back.
const publicationOf = ({ publishedMs, publishedLocal }: Publication): Publication => ({ publishedMs, publishedLocal })

const atInstant = (ms: number, timeZone: string): Publication => ({ publishedMs: ms, publishedLocal: instantToLocal(ms, timeZone) })

const toSecond = (ms: number): number => Math.floor(ms / 1000)
