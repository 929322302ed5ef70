import type { AccessScope } from '../../access/policy.ts'
import { CalendarError, invalidInput } from '../../errors/calendar-error.ts'
import { requireKnownOptions } from '../../errors/known-names.ts'
import { assertNoIssues, readFields, requireFields, requireObject, type Shape } from '../../input/read.ts'
import { listTimeField } from '../../input/scalars.ts'
import { beginOperation, type CalendarContext, type Operation } from '../../record/context.ts'
import { findChangeable } from '../../record/history.ts'
import { resolveListTimes, type WithRelativeTimes } from '../../record/list-times.ts'
import { notFound, type RecordRef } from '../../record/lookup.ts'
import { toEndMs } from '../../record/publication.ts'
import { viewOne } from '../../record/reads.ts'
import { write } from '../../record/write.ts'
import { randomToken, sha256, utf8Length } from '../../text/secret.ts'
import { toStoredSlug } from '../../text/slug.ts'
import { dayMs } from '../../time/clock.ts'
import type { TimeInput } from '../../time/time-value.ts'
import type { ParsedDateTime } from '../../time/wall-time.ts'
import { eventReads } from './reads.ts'
import type { Event } from './view.ts'

/** The options of a preview token. */
export interface PreviewTokenOptions {
  /**
   * When the token ends: at most 366 days ahead, and a relative time such as `+2 weeks`, too. A day alone is that whole day, in the calendar's
   * zone.
   */
  readonly until: TimeInput
}

/** Bearer tokens for events before their publication. */
export interface EventPreviews {
  /**
   * Creates a bearer token for an event: its holder reads the event, also a draft, without an account. It covers that record alone, with those of
   * its draft and pending venues and organizers that the maker of the token may read: drafts of others that an editor links stay hidden. It needs
   * the permission to update the event. The store keeps a hash, so the token is returned once. It ends at its time, with a call of
   * `revokePreviewTokens`, and with the record; in the trash it shows nothing.
   * @returns 22 characters that an address can have: 128 random bits
   * @throws invalid_input `until` is no such time
   * @throws not_found, in_trash, unauthenticated, forbidden as for an update
   * @throws TypeError an option is unknown
   * @example
   * const token = await calendar.events.previewToken('summer-night', { until: '+2 weeks' })
   */
  previewToken(ref: RecordRef, options: PreviewTokenOptions): Promise<string>
  /**
   * Ends all preview tokens of an event, also in the trash. It needs the permission to update the event.
   * @returns how many there were
   * @throws not_found, unauthenticated, forbidden as for an update
   */
  revokePreviewTokens(ref: RecordRef): Promise<number>
}

/** The most days until a token ends. */
const maxDays = 366

/** Makes a preview token. See `previewToken` of the events of a calendar. */
export async function makePreviewToken(context: CalendarContext, ref: RecordRef, options: PreviewTokenOptions): Promise<string> {
  requireObject('options', options)
  requireKnownOptions('previewToken', options, { until: true })
  const token = randomToken()
  const tokenHash = await sha256(token)
  return write(context, async (op) => {
    const untilMs = readUntil(op, options)
    const { id, status } = await findChangeable(op, eventReads, ref)
    if (status === 'trash') throw new CalendarError('in_trash', { kind: 'event', id })
    await op.store.previews.deleteEnded(op.nowMs)
    if (!(await op.store.previews.insert({ tokenHash, eventId: id, untilMs, drafts: await toDrafts(op) }))) throw notFound('event', ref)
    return token
  })
}

/** Ends the preview tokens of an event. @returns how many there were */
export const revokePreviews = (context: CalendarContext, ref: RecordRef): Promise<number> =>
  write(context, async (op) => {
    const { id } = await findChangeable(op, eventReads, ref)
    return op.store.previews.deleteOf(id)
  })

interface UntilFields {
  readonly until: ParsedDateTime
}

const untilShape: Shape<WithRelativeTimes<UntilFields>> = { until: listTimeField }

/** @throws invalid_input it is no time, or not within the days ahead */
function readUntil(op: Operation, options: PreviewTokenOptions): number {
  const { values, issues } = readFields(untilShape, options)
  requireFields(['until'], values, issues)
  const { until } = resolveListTimes<UntilFields>(values, op, issues)
  assertNoIssues(issues)
  const untilMs = until === undefined ? 0 : toEndMs(until, op.timeZone)
  if (untilMs <= op.nowMs || untilMs > op.nowMs + maxDays * dayMs) throw invalidInput({ until: { code: 'not_ahead', max: maxDays } })
  return untilMs
}

/**
 * The event that a preview token is for, if the address names it. A token that is unknown, and one that has ended, take the same work.
 * @returns null if the token shows nothing there
 */
export async function readPreview(context: CalendarContext, ref: RecordRef, token: string): Promise<Event | null> {
  const op = beginOperation(context)
  const preview = await op.store.previews.get(await sha256(token))
  if (preview === undefined || preview.untilMs <= op.nowMs) return null
  const [record] = await op.store.events.getMany([preview.eventId])
  if (record === undefined || record.status === 'trash' || record.status === 'deleted') return null
  if (typeof ref === 'number' ? record.id !== ref : record.slug !== toStoredSlug(ref)) return null
  return viewOne(withDrafts(op, preview.drafts), eventReads, record)
}

/** Which drafts a preview shows, by their kinds. */
interface Drafts {
  readonly venue?: AccessScope
  readonly organizer?: AccessScope
}

/** The most bytes of a text of drafts: a policy can name any number of authors. With more, a preview shows none. */
const maxDraftsBytes = 65_535

/** Which drafts the maker of a token may read, as the store keeps it: the reader of the token is another one. */
async function toDrafts(op: Operation): Promise<string> {
  const draftsOf = async (kind: keyof Drafts): Promise<AccessScope> =>
    (await op.scope(kind)).flatMap(({ status, authorIds, publishedMs }) =>
      (status === 'draft' || status === 'pending') && publishedMs === undefined
        ? [{ status, ...(authorIds !== undefined && { authorIds }) }]
        : [],
    )
  const drafts: Drafts = { venue: await draftsOf('venue'), organizer: await draftsOf('organizer') }
  const text = JSON.stringify(drafts)
  return utf8Length(text) > maxDraftsBytes ? '{}' : text
}

/** The operation with the linked drafts that a preview shows. */
function withDrafts(op: Operation, text: string): Operation {
  const drafts: Drafts = JSON.parse(text)
  return { ...op, scope: async (kind) => (kind === 'event' ? op.scope(kind) : [...(await op.scope(kind)), ...(drafts[kind] ?? [])]) }
}
