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
  readonly published: ParsedDateTime | null
  /** The same in UTC. */
  readonly publishedUtc: ParsedDateTime | null
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
  { authorId, updatedAfter }: { readonly authorId?: readonly number[]; readonly updatedAfter?: ParsedDateTime },
  timeZone: string,
): Pick<EventFilter, 'authorIds' | 'updatedMs'> {
  return {
    ...(authorId !== undefined && { authorIds: authorId }),
    // Answers show seconds: compared in milliseconds, the second of the newest record that a client has seen comes again.
    ...(updatedAfter !== undefined && { updatedMs: { gte: toInstantMs(updatedAfter, timeZone) + updatedAfter.fractionMs + 1 } }),
  }
}

/**
 * Finds publication dates outside of the years of dates. What a read gave is taken back: the same in UTC may be a day off, and
 * so may the wall time of an instant that was given with an offset.
 */
export function checkYears(
  { published, publishedUtc }: Partial<PublicationFields>,
  before: Publication | undefined,
  timeZone: string,
  problems: Problems,
): void {
  if (published && !isWithinYears(published.local) && !(before && isEcho(published, before))) problems['published'] ??= outsideYears
  if (!publishedUtc || isWithinYears(publishedUtc.local) || (before && isEchoInUtc(publishedUtc, before))) return
  if (!isWithinYears(instantToLocal(toInstantMs(publishedUtc, 'UTC'), timeZone))) problems['publishedUtc'] ??= outsideYears
}

/** Finds fault with a publication date that is given twice, in the calendar's zone and in UTC, as two moments. */
export function checkPublication({ published, publishedUtc }: Partial<PublicationFields>, timeZone: string, problems: Problems): void {
  if (!published || !publishedUtc) return
  const utcMs = toInstantMs(publishedUtc, 'UTC')
  // A wall time that occurs twice may mean either pass; UTC says which.
  const ms =
    published.offsetMinutes === undefined ? resolveLocalLike(published.local, timeZone, utcMs).ms : toInstantMs(published, timeZone)
  if (toSecond(ms) !== toSecond(utcMs)) problems['publishedUtc'] ??= 'must be the same moment as the publication date'
}

/**
 * The publication time that a write asks for. Given twice, it is the same moment twice: see {@link checkPublication}.
 * @param before the record's own, when it is updated; a text posted back unchanged is no change
 */
export function resolvePublication(
  context: Pick<CalendarContext, 'timeZone'> & { readonly nowMs: number },
  { published, publishedUtc }: Partial<PublicationFields>,
  before: Publication | undefined,
): Publication {
  const { nowMs, timeZone } = context
  if (published === undefined && publishedUtc === undefined && before !== undefined) return publicationOf(before)
  if (publishedUtc)
    return before !== undefined && isEchoInUtc(publishedUtc, before) ? publicationOf(before) : atTime(publishedUtc, 'UTC', timeZone)
  if (published) return before !== undefined && isEcho(published, before) ? publicationOf(before) : atTime(published, timeZone, timeZone)
  return atInstant(nowMs, timeZone)
}

const isEcho = (published: ParsedDateTime, before: Publication): boolean =>
  published.offsetMinutes === undefined && published.local === before.publishedLocal

const isEchoInUtc = (publishedUtc: ParsedDateTime, before: Publication): boolean =>
  toSecond(toInstantMs(publishedUtc, 'UTC')) === toSecond(before.publishedMs)

const atTime = (time: ParsedDateTime, itsZone: string, timeZone: string): Publication => atInstant(toInstantMs(time, itsZone), timeZone)

// Callers pass whole records, and spread what comes back.
const publicationOf = ({ publishedMs, publishedLocal }: Publication): Publication => ({ publishedMs, publishedLocal })

const atInstant = (ms: number, timeZone: string): Publication => ({ publishedMs: ms, publishedLocal: instantToLocal(ms, timeZone) })

const toSecond = (ms: number): number => Math.floor(ms / 1000)
