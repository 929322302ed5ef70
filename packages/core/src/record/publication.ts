import type { Status } from '../access/policy.ts'
import type { Problems } from '../input/read.ts'
import type { PublishedRecord, StoredStatus } from '../store/records.ts'
import { instantToLocal, localToUtcMs, type ParsedDateTime, resolveLocal, utcMsToLocal } from '../time/wall-time.ts'
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
export const toUtcTime = (ms: number): string => toWireTime(utcMsToLocal(ms))

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

/**
 * The publication time that a write asks for.
 * @param before the record's own, when it is updated; a text posted back unchanged is no change
 * @param problems takes the fields at fault
 */
export function resolvePublication(
  context: Pick<CalendarContext, 'timeZone'> & { readonly nowMs: number },
  fields: Partial<PublicationFields>,
  before: Publication | undefined,
  problems: Problems,
): Publication {
  const { date, dateUtc } = fields
  const kept = before === undefined ? atInstant(context.nowMs, context.timeZone) : publicationOf(before)
  if (date === undefined && dateUtc === undefined) return kept
  if (!date && !dateUtc) return atInstant(context.nowMs, context.timeZone)
  const local = date && resolveDate(date, context.timeZone, before)
  const utcMs = dateUtc ? toInstantMs(dateUtc, 'UTC') : undefined
  if (local && utcMs !== undefined && toSecond(utcMs) !== toSecond(local.publishedMs)) {
    problems['dateUtc'] = 'must be the same moment as the publication date'
  }
  if (local) return local
  if (utcMs === undefined || toSecond(utcMs) === toSecond(kept.publishedMs)) return kept
  return atInstant(utcMs, context.timeZone)
}

function resolveDate(date: ParsedDateTime, timeZone: string, before: Publication | undefined): Publication {
  if (before !== undefined && date.offsetMinutes === undefined && date.local === before.publishedLocal) return publicationOf(before)
  return atInstant(toInstantMs(date, timeZone), timeZone)
}

// Callers pass whole records, and spread what comes back.
const publicationOf = ({ publishedMs, publishedLocal }: Publication): Publication => ({ publishedMs, publishedLocal })

const atInstant = (ms: number, timeZone: string): Publication => ({ publishedMs: ms, publishedLocal: instantToLocal(ms, timeZone) })

const toSecond = (ms: number): number => Math.floor(ms / 1000)
