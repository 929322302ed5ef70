import type { Status } from '../access/policy.ts'
import type { Issues } from '../input/read.ts'
import type { EventFilter } from '../store/filters.ts'
import type { PublishedRecord, StoredStatus } from '../store/records.ts'
import {
  addLocalDays,
  instantToLocal,
  isWithinYears,
  localToUtcMs,
  outsideYears,
  type ParsedDateTime,
  resolveLocal,
  resolveLocalLike,
  utcText,
} from '../time/wall-time.ts'
import type { Operation } from './context.ts'

/** The fields that determine a record's publication. */
export interface PublicationFields {
  /** Wall time in the calendar's zone, or an instant; null means now. */
  readonly published: ParsedDateTime | null
  /** The publication date in UTC; null means now. */
  readonly publishedUtc: ParsedDateTime | null
  /** The status; `future` is stored as `publish`. */
  readonly status: Status
}

/** The stored publication time of a record. */
export type Publication = Pick<PublishedRecord, 'publishedMs' | 'publishedLocal'>

/** Converts a stored time to `YYYY-MM-DD HH:MM:SS`, the format of responses. */
export const toWireTime = (local: string): string => local.replace('T', ' ')

/** An instant as UTC text, `YYYY-MM-DD HH:MM:SS`. */
export const toUtcTime = (ms: number): string => utcText(ms, ' ')

/** The stored status for a requested one. */
export const toStoredStatus = (status: Status): StoredStatus => (status === 'future' ? 'publish' : status)

/** The members of a written record that hold the time of its last change: now. */
export function updatedNow(op: Operation): Pick<PublishedRecord, 'updatedMs' | 'updatedLocal'> {
  return { updatedMs: op.nowMs, updatedLocal: op.nowLocal }
}

/** The instant of a parsed text; without an offset it is wall time in the zone. */
export function toInstantMs(time: ParsedDateTime, timeZone: string): number {
  if (time.offsetMinutes !== undefined) return localToUtcMs(time.local) - time.offsetMinutes * 60_000
  return resolveLocal(time.local, timeZone).ms
}

/** The instant at which a parsed text ends: of a day alone, the next midnight. */
export const toEndMs = (time: ParsedDateTime, timeZone: string): number =>
  toInstantMs(time.dateOnly ? { ...time, local: addLocalDays(time.local, 1) } : time, timeZone) + time.fractionMs

/** The filters by change time and author that lists of events, venues and organizers share, as a store filter. */
export function toPublishedFilter(
  {
    afterId,
    authorIds,
    updatedAfter,
  }: { readonly afterId?: number; readonly authorIds?: readonly string[]; readonly updatedAfter?: ParsedDateTime },
  timeZone: string,
): Pick<EventFilter, 'afterId' | 'authorIds' | 'updatedMs'> {
  return {
    ...(afterId !== undefined && { afterId }),
    ...(authorIds !== undefined && { authorIds }),
    // Responses show seconds, but the comparison uses milliseconds. A client that sends the `updated` of the newest record it has seen
    // therefore gets the records of that second again.
    ...(updatedAfter !== undefined && { updatedMs: { gte: toInstantMs(updatedAfter, timeZone) + updatedAfter.fractionMs + 1 } }),
  }
}

/**
 * Rejects publication dates outside of the valid years. Texts that a read returned are accepted: the date in UTC can be one day outside,
 * and so can the wall time of an instant with an offset.
 */
export function checkYears(
  { published, publishedUtc }: Partial<PublicationFields>,
  before: Publication | undefined,
  timeZone: string,
  issues: Issues,
): void {
  if (published && !isWithinYears(published.local) && !(before && isEcho(published, before))) issues['published'] ??= outsideYears
  if (!publishedUtc || isWithinYears(publishedUtc.local) || (before && isEchoInUtc(publishedUtc, before))) return
  if (!isWithinYears(instantToLocal(toInstantMs(publishedUtc, 'UTC'), timeZone))) issues['publishedUtc'] ??= outsideYears
}

/** Rejects a publication date that is given both in the calendar's zone and in UTC, as two different instants. */
export function checkPublication({ published, publishedUtc }: Partial<PublicationFields>, timeZone: string, issues: Issues): void {
  if (!published || !publishedUtc) return
  const utcMs = toInstantMs(publishedUtc, 'UTC')
  // A wall time that occurs twice may mean either occurrence; the time in UTC decides.
  const ms =
    published.offsetMinutes === undefined ? resolveLocalLike(published.local, timeZone, utcMs).ms : toInstantMs(published, timeZone)
  if (toSecond(ms) !== toSecond(utcMs)) issues['publishedUtc'] ??= { code: 'not_publication_date' }
}

/**
 * Resolves the publication time of a write. Two given values are the same instant: see {@link checkPublication}.
 * @param before that of the stored record, for an update; a returned text that is sent back leaves it unchanged
 */
export function resolvePublication(
  { nowMs, nowLocal, timeZone }: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal'>,
  { published, publishedUtc }: Partial<PublicationFields>,
  before: Publication | undefined,
): Publication {
  if (published === undefined && publishedUtc === undefined && before !== undefined) return publicationOf(before)
  if (publishedUtc)
    return before !== undefined && isEchoInUtc(publishedUtc, before) ? publicationOf(before) : atTime(publishedUtc, 'UTC', timeZone)
  if (published) return before !== undefined && isEcho(published, before) ? publicationOf(before) : atTime(published, timeZone, timeZone)
  return { publishedMs: nowMs, publishedLocal: nowLocal }
}

/** An instant as a given time: in UTC, in whole seconds. */
export const toGivenTime = (ms: number): ParsedDateTime => ({
  local: utcText(ms, 'T'),
  fractionMs: 0,
  dateOnly: false,
  offsetMinutes: 0,
})

/** Whether a publication date is the stored one: as wall time, or as an instant to the second. */
const isEcho = (published: ParsedDateTime, before: Publication): boolean =>
  published.offsetMinutes === undefined ? published.local === before.publishedLocal : isEchoInUtc(published, before)

const isEchoInUtc = (publishedUtc: ParsedDateTime, before: Publication): boolean =>
  toSecond(toInstantMs(publishedUtc, 'UTC')) === toSecond(before.publishedMs)

function atTime(time: ParsedDateTime, itsZone: string, timeZone: string): Publication {
  const publishedMs = toInstantMs(time, itsZone)
  return { publishedMs, publishedLocal: instantToLocal(publishedMs, timeZone) }
}

// Selects the two members, because callers pass whole records and spread the result.
const publicationOf = ({ publishedMs, publishedLocal }: Publication): Publication => ({ publishedMs, publishedLocal })

const toSecond = (ms: number): number => Math.floor(ms / 1000)
