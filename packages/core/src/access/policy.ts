import type { Kind } from '../errors/codes.ts'
import type { ReadScope } from '../store/filters.ts'
import type { WriteScope } from '../store/log.ts'
import type { JsonValue, StoredStatus } from '../store/records.ts'

export type { WriteScope } from '../store/log.ts'

/** A status as readers see it: `future` is a published record whose publication date has not come yet. */
export type Status = Exclude<StoredStatus, 'deleted'> | 'future'

/** All statuses, the trash last. */
export const statuses: readonly Status[] = Object.freeze(['publish', 'future', 'draft', 'pending', 'private', 'trash'])

/** What can be done to a record. Setting `status` to `trash` is `trash`; an update that takes a record out of it is `restore`. */
export type Action = 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'link'

/** The part of a record that a policy sees. */
export interface AccessSubject {
  /** Its id; null while the record is being created. */
  readonly id: number | null
  /** The host's id of its author; empty for terms and for records without an author. */
  readonly authorId: string
  /** Its status; `publish` for terms. */
  readonly status: Status
  /** The ids of the venues of an event; absent for other kinds. Records that the write makes have no id yet. */
  readonly venueIds?: readonly number[]
  /** The ids of the organizers of an event. */
  readonly organizerIds?: readonly number[]
  /** The ids of the categories of an event, and of all categories above them. */
  readonly categoryIds?: readonly number[]
  /** The ids of the tags of an event. */
  readonly tagIds?: readonly number[]
  /** The values of the declared fields with the option `access`; absent for kinds without such a field. */
  readonly fields?: { readonly [name: string]: JsonValue }
}

/** The read scope of an actor. Author ids are those of the host; a category stands for its descendants too. */
export type AccessScope = ReadScope<Status>

/** One question to a policy. */
export interface AccessQuestion {
  /** The user who makes the call; null for anonymous callers. */
  readonly actor: Actor | null
  /** The intended action. */
  readonly action: Action
  /** The kind of record. */
  readonly kind: Kind
  /** The current record; absent on `create`, and when the question is whether the action is possible at all. */
  readonly record?: AccessSubject
  /** The record as the write would leave it, where that is known. */
  readonly next?: AccessSubject
  /**
   * For occurrences and series: how much the write changes. With `this` the question is about the occurrence; with `following` and `all` it
   * is asked once, about the series, and not about each occurrence.
   */
  readonly scope?: WriteScope
}

/**
 * The access rules of a calendar. The handler requires one, so that a calendar is never opened or closed by accident. Start from a preset:
 * `{ ...publicReadOnly(), may: ({ actor }) => actor?.roles?.includes('staff') === true }`.
 */
export interface AccessPolicy {
  /**
   * The read scope of an actor; compiled into every query. A scope without clauses matches no record. Neither does a scope with an
   * author id that is not a text, or a link that is not the id of a record. Clauses with links match events alone. Each call of the calendar asks at most once per kind; a policy that returns a
   * promise is asked about all kinds concurrently.
   */
  readable(actor: Actor | null, kind: 'event' | 'venue' | 'organizer'): AccessScope | Promise<AccessScope>
  /**
   * Whether an actor may do something. Anything but exactly `true` denies, and so does a throw.
   *
   * Reads of categories and tags also ask whether the actor may `create` a term, without `next`. An actor with this permission sees all of
   * them. Other actors see the terms that a call of their own has made or changed, those of events that they can read, and the ancestors of
   * both. A term that was made inside an event's write is seen with such events alone.
   *
   * One call of the calendar asks each question once and remembers the answer until it ends. Two questions are equal if they have the same
   * action, kind and scope, and equal members of `record` and `next`. A new record has no id yet, so a hundred new venues
   * of one author and status are one question, and so are a hundred new events with the same links; the policy is asked about stored records one by one. The questions about all records that
   * one event links are asked concurrently.
   *
   * A policy may wait for data, but `accessTimeoutMs` of the calendar limits the time of all answers in one call; past it the call is
   * `unavailable`. A policy that answers with promises (`may` is an `async` function, or a call has met a promise before) is asked before the
   * transaction of a write about what is known by then: the action, the record, and the records that the input links. The other answers are
   * awaited inside the transaction. There a call of the policy to the calendar throws: load what it needs in `authenticate`, or before
   * `calendar.as`.
   */
  may(question: AccessQuestion): boolean | Promise<boolean>
}

/** The scopes that most policies need. */
export const readScopes: {
  /** Reads everything, the trash included. */
  readonly all: ReadScope<Status>
  /** Reads published records. */
  readonly published: ReadScope<Status>
} = Object.freeze({
  all: Object.freeze(statuses.map((status) => Object.freeze({ status }))),
  published: Object.freeze([Object.freeze({ status: 'publish' as const })]),
})

/** Allows every read and every write, for anonymous callers too. For local tools and for tests. */
export function allowAll(): AccessPolicy {
  return { readable: () => readScopes.all, may: () => true }
}

/** Everyone reads published records; all writes are denied. */
export function publicReadOnly(): AccessPolicy {
  return { readable: () => readScopes.published, may: () => false }
}

/**
 * The user who makes the call. Ids belong to the host application; the calendar checks their form alone.
 * @example calendar.as({ id: '7', roles: ['member'] }, roles({ authors: ['member'] }))
 */
export interface Actor {
  /**
   * The host's id of this user; the records they create carry it as their author. A text of 1 to 255 visible characters without a comma, other
   * than `0`; an id that is an integer is given as its digits. Ids are compared by code point.
   */
  readonly id: string
  /** The user's roles, for role-based policies. */
  readonly roles?: readonly string[]
}
