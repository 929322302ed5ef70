import type { Kind } from '../errors/codes.ts'
import type { ReadScope } from '../store/filters.ts'
import type { StoredStatus } from '../store/records.ts'
import type { Actor } from './actor.ts'

/** A status as readers see it: `future` is a published record whose publication date is yet to come. */
export type Status = StoredStatus | 'future'

/** All statuses, the trash last. */
export const statuses: readonly Status[] = Object.freeze(['publish', 'future', 'draft', 'pending', 'private', 'trash'])

/** What can be done to a record. Setting `status` to `trash` is `trash`; an update that takes a record out of it is `restore`. */
export type Action = 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'link'

/** What a policy is told of a record. */
export interface AccessTarget {
  /** Its id; null when it is about to be created. */
  readonly id: number | null
  /** Its author; 0 when nobody is named, and for terms. */
  readonly authorId: number
  /** Its status; `publish` for terms. */
  readonly status: Status
}

/** One question to a policy. */
export interface AccessQuestion {
  /** Who asks; null for anonymous callers. */
  readonly actor: Actor | null
  /** What they want to do. */
  readonly action: Action
  /** To what kind of record. */
  readonly kind: Kind
  /** The record as it is; absent when it is asked whether the action is possible at all, and on `create`. */
  readonly record?: AccessTarget
  /** The record as it would become, where that is known. */
  readonly next?: AccessTarget
}

/**
 * Who may see and do what. Required by the handler, so that nobody opens or closes a calendar by accident.
 * Start from a preset: `{ ...publicReadOnly(), may: ({ actor }) => actor?.roles?.includes('staff') === true }`.
 */
export interface AccessPolicy {
  /**
   * What an actor may read; compiled into every query. No clause, no record.
   * Asked at most once for each kind in a call of the calendar; a policy that answers with a promise is asked about all kinds at once.
   */
  readable(actor: Actor | null, kind: 'event' | 'venue' | 'organizer'): ReadScope<Status> | Promise<ReadScope<Status>>
  /**
   * Whether an actor may do something. Anything but exactly `true`, also a throw, denies.
   *
   * `create` of a category or a tag, without `next`, is asked for reads as well: whoever may make terms knows all of them, and
   * others know only those that they can see in use, or that no event has.
   *
   * One call of the calendar asks each question once, and remembers the answer until it ends. Two questions are the same if they
   * have the same action, the same kind, and the same `record` and `next` by id, author and status. A record that is about to be
   * made has no id, so a hundred new venues of one author and status are one question; stored records are asked about one by one.
   * The questions about all records that one event links are asked at the same time.
   *
   * Answers are awaited outside of the transaction, so that a slow policy locks nobody out: a write that comes upon a question
   * without an answer gives its transaction up and begins again with the answer. Inside a transaction that the host has begun
   * (`calendar.transaction`, `calendar.using`) they are awaited where they come up.
   */
  may(question: AccessQuestion): boolean | Promise<boolean>
}

/** Reads everything, the trash included. */
export const everything: ReadScope<Status> = Object.freeze(statuses.map((status) => Object.freeze({ status })))

/** Reads what is published. */
export const publishedOnly: ReadScope<Status> = Object.freeze([Object.freeze({ status: 'publish' as const })])

/** Anybody reads and does anything. For tools on one's own machine, and for tests. */
export function allowAll(): AccessPolicy {
  return { readable: () => everything, may: () => true }
}

/** Anybody reads what is published; nobody writes. */
export function publicReadOnly(): AccessPolicy {
  return { readable: () => publishedOnly, may: () => false }
}
