import { demand, mayDo, type Question } from '../access/decision.ts'
import type { WriteScope } from '../access/policy.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { Issues } from '../input/read.ts'
import type { PublishedRecord, StoredRecord, StoredStatus } from '../store/records.ts'
import { trashedSlug, untrashedSlug } from '../text/slug.ts'
import type { RecordOf } from './change.ts'
import { composeDeciding } from './composition.ts'
import type { CalendarContext, Operation, PublishedKindName } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { checkPublication, checkYears } from './publication.ts'
import type { RequestedSlug } from './slug-claim.ts'
import { type EventLinkIds, toSubject } from './subject.ts'

/** The verbs of a write, for its hooks and for its listeners. */
export type WriteVerbs =
  | readonly ['create', 'created']
  | readonly ['update', 'updated']
  | readonly ['trash', 'trashed']
  | readonly ['restore', 'restored']

/** The effect of a write on the state of a record. */
export interface Transition {
  /** The verbs of the write. */
  readonly verbs: WriteVerbs
  /** The requested slug; the record gets this one or the next free one. */
  readonly slug: string
  /** The members that only records with a lifecycle have. */
  readonly state: Partial<Pick<PublishedRecord, 'statusBeforeTrash'>>
}

/**
 * The rules for the author, the status, the publication date and the trash of a kind; categories and tags have none of these.
 * @typeParam R the stored record
 * @typeParam C the record that is composed from its fields
 * @typeParam F the fields
 */
export interface Lifecycle<R extends StoredRecord, C, F> {
  /** Validates the publication date of an input without stored data. */
  check(context: CalendarContext, fields: F, issues: Issues): void
  /** Rejects publication dates outside of the valid years, unless the record has them already. */
  checkYears(context: CalendarContext, fields: F, before: R | undefined, issues: Issues): void
  /** The question whether the viewer may create a record with these fields. @param links those that an event will have */
  toCreateQuestion(op: Operation, fields: F, links?: EventLinkIds): Promise<Question>
  /**
   * The links that a record will have; absent for kinds without links.
   * @param before the record that is updated
   * @returns undefined before the transaction of a write, if only reads would tell
   */
  linksAfter?(op: Operation, fields: F, before: EventLinkIds | undefined): Promise<EventLinkIds | undefined>
  /**
   * Passes if the viewer may set these fields of a record that it may know, or delete it. Asks the policy once, and after a denial whether a draft is allowed.
   * @param fields null to delete it permanently
   * @throws not_found, unauthenticated, forbidden
   * @throws in_trash it is in the trash and would stay there
   */
  demandWrite(op: Operation, record: R, ref: RecordRef, fields: F | null): Promise<void>
  /** The state of a new record. */
  createState(composed: C, slug: string): Transition
  /** The state of a changed record. In the trash a slug has a suffix, so that the original one is free. */
  changeState(before: R, composed: C, slug: RequestedSlug): Transition
}

/** The lifecycle of events, of venues or of organizers. @param linksAfter for events: see {@link Lifecycle.linksAfter} */
export function createLifecycle<K extends PublishedKindName, F extends Partial<PublishedFields>>(
  kind: K,
  linksAfter?: Lifecycle<RecordOf[K], Pick<PublishedRecord, 'status'>, F>['linksAfter'],
): Lifecycle<RecordOf[K], Pick<PublishedRecord, 'status'>, F> {
  return {
    ...(linksAfter !== undefined && { linksAfter }),
    check: ({ timeZone }, fields, issues) => checkPublication(fields, timeZone, issues),
    checkYears: ({ timeZone }, fields, before, issues) => checkYears(fields, before, timeZone, issues),
    toCreateQuestion: async (op, fields, links) => {
      const next = { id: null, ...composeDeciding(op, fields, undefined), ...links }
      return { action: 'create', kind, next: await toSubject(op, kind, next) }
    },
    demandWrite: async (op, record, ref, fields) => {
      if (fields === null) return demandWriteOf(op, kind, ref, { record, next: null })
      const links = 'venueIds' in record ? await linksAfter?.(op, fields, record) : undefined
      return demandWriteOf(op, kind, ref, { record, next: { ...record, ...composeDeciding(op, fields, record), ...links } })
    },
    createState: ({ status }, slug) =>
      status === 'trash'
        ? { verbs: ['create', 'created'], slug: trashedSlug(slug), state: { statusBeforeTrash: 'draft' } }
        : { verbs: ['create', 'created'], slug, state: { statusBeforeTrash: null } },
    changeState: (before, { status }, slug) => ({
      verbs: toVerbs(before.status, status),
      slug: slugAfter(before, status, slug),
      state: { statusBeforeTrash: status === 'trash' ? (before.statusBeforeTrash ?? before.status) : null },
    }),
  }
}

/** A write that needs the permission of the policy. */
export interface WriteQuestion {
  /** The stored record. */
  readonly record: PublishedRecord
  /** The record that the caller names, if the write is for the series of that occurrence. @default the stored record */
  readonly named?: PublishedRecord
  /** The record as the write would leave it; null to delete it permanently. */
  readonly next: PublishedRecord | null
  /** How much of a series the write changes. */
  readonly scope?: WriteScope
}

/**
 * Passes if the viewer may make a write. Asks the policy once, and after a denial whether a draft is allowed. Viewers without this permission
 * must not learn of a record in the trash.
 * @param ref the record that the caller names
 * @throws not_found, unauthenticated, forbidden
 * @throws in_trash the record is in the trash and would stay there
 */
export async function demandWriteOf(
  op: Operation,
  kind: PublishedKindName,
  ref: RecordRef,
  { record, named = record, next, scope }: WriteQuestion,
): Promise<void> {
  const question = {
    action: next === null ? ('delete' as const) : toVerbs(record.status, next.status)[0],
    kind,
    record: await toSubject(op, kind, record),
    ...(next && { next: await toSubject(op, kind, next) }),
    ...(scope && { scope }),
  }
  if (record.status !== 'trash' && named.status !== 'trash') return demand(op.viewer, question)
  if (!(await mayDo(op.viewer, question))) throw notFound(kind, ref)
  if (next?.status === 'trash') throw new CalendarError('in_trash', { kind, id: record.id })
}

/** The verbs of a change of the status. */
export function toVerbs(before: StoredStatus, after: StoredStatus): Exclude<WriteVerbs, readonly ['create', 'created']> {
  if (before !== 'trash' && after === 'trash') return ['trash', 'trashed']
  return before === 'trash' && after !== 'trash' ? ['restore', 'restored'] : ['update', 'updated']
}

/** The slug that a changed record requests: with the trash suffix when it is moved to the trash, without it when it is restored. */
function slugAfter(before: PublishedRecord, status: StoredStatus, requested: RequestedSlug): string {
  if (before.status === 'trash') return status === 'trash' ? before.slug : (requested ?? untrashedSlug(before.slug))
  return status === 'trash' ? trashedSlug(requested ?? before.slug) : (requested ?? before.slug)
}
