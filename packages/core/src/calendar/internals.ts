import { demand, type Viewer } from '../access/decision.ts'
import type { Action } from '../access/policy.ts'
import { beginAsking } from '../access/questions.ts'
import type { Caches } from '../cache/caches.ts'
import type { Item } from '../cache/items.ts'
import type { Cacheable } from '../cache/responses.ts'
import type { LogReader } from '../changes/log-reader.ts'
import type { ReadChanges } from '../changes/waiting.ts'
import type { Kind } from '../errors/codes.ts'
import type { FieldsByKind } from '../fields/declared.ts'
import { type EventEncoder, type EventItem, getEventItem, listEventItems } from '../kinds/event/items.ts'
import type { Page } from '../paging/page.ts'
import type { Change } from '../record/change.ts'
import { beginCall, type CalendarContext } from '../record/context.ts'
import { type AbortSignalLike, requireSignal } from '../store/abort-signal.ts'
import type { Calendar } from './api.ts'
import { getCachedResult, resolveCachedResult } from './cached-results.ts'
import type { KeyedCreations } from './keyed-creations.ts'
import { type CachedOptions, readCachedOptions } from './reading.ts'

/** What the other packages of Kalends do with a calendar beyond its public interface, as its viewer. */
export interface Internals {
  /** The actor and the policy of the calendar; without a policy the caller is the host's own code. */
  viewer(): Viewer
  /** Whether the calendar only reads. */
  readonly isReadOnly: boolean
  /** Whether it is one of `createCalendar`: others have less of these. */
  readonly isComplete: boolean
  /**
   * Passes if the viewer may do this to some record of the kind.
   * @throws unauthenticated, forbidden
   */
  authorize(action: Action, kind: Kind): Promise<void>
  /**
   * The same calendar for a caller that can abort, such as a request. Long reads end with `signal.reason` soon after the signal is aborted;
   * writes run to completion.
   * @param signal an `AbortSignal`, or an object with the same members
   */
  withSignal(signal: AbortSignalLike): Calendar
  /**
   * Returns the cached result of `make`, or computes and caches it. A result stays valid until a write is committed, a record's publication
   * date comes or a new day begins. Viewers with equal read access share it; a result that depends on other decisions of the policy belongs
   * to its caller alone. Inside transactions, on calendars of `using` and with `cache: false`, each call computes it.
   * @param key everything else that the result depends on; each kind of result needs keys of its own
   * @param make reads through the given calendar, whose "now" is fixed, and depends on nothing else that changes; its result has a
   * `byteLength`, as byte arrays have, and is cached without a copy
   */
  cached<V extends Cacheable>(key: string, make: (calendar: Calendar) => Promise<V>, options?: CachedOptions): Promise<V>
  /**
   * The result that `cached` has stored under the key, without waiting: undefined if there is none that is valid, or if the store or
   * the access policy returns a promise. After the first promise it is always undefined for this calendar: only `cached` can await them.
   * @param options those of `cached`
   */
  getCached<V extends Cacheable>(key: string, options?: Omit<CachedOptions, 'signal'>): V | undefined
  /** The log of changes. */
  readonly log: LogReader
  /** The engine's transaction that the calendar writes in; undefined outside of transactions, and where the engine has none. */
  readonly engineTransaction: object | undefined
  /** Has work run after the commit of the open transaction, without waiting for it; undefined outside of transactions. */
  readonly afterCommit: ((work: () => void) => void) | undefined
  /** The changes of the open transaction so far, which listeners get after its commit; empty outside of transactions. */
  readonly unpublished: readonly Change[]
  /**
   * Runs the work in a transaction that is rolled back, without hooks and listeners: for a dry run of any writes. As in `transaction`, the
   * work calls no other calendar than `tx`, and runs again after a conflict with a concurrent write.
   * @returns what the work returns
   * @throws TypeError the calendar is inside a transaction, which is not its own to roll back
   */
  rehearse<T>(work: (tx: Calendar) => Promise<T>): Promise<T>
  /** Waits inside a transaction until no other import writes, and holds the others back until its end. */
  lockImports(): Promise<void>
  /** The declared fields that the viewer may read. Asks `readable` of each field once. */
  visibleFields(): FieldsByKind
  /** One page of a list of events as cached items. Null where nothing may be cached, as in transactions. */
  listEventItems(input: object, encoder: EventEncoder): Promise<Page<EventItem> | null>
  /** An event by its id as a cached item. Null where nothing may be cached. */
  getEventItem(id: number, encoder: EventEncoder): Promise<Item | null>
  /**
   * The creations of a kind by requests with keys. Hooks and listeners run as in `create` of the kind, once for each record.
   * @typeParam T the returned records of the kind
   */
  keyedCreations<T>(kind: Kind): KeyedCreations<T>
  /**
   * The changes since a token, at once or after waiting, by a reader that may share what it has read with others.
   * @param read reads the changes since a token, without waiting
   */
  waitForChanges<P extends ReadChanges>(token: string, read: (from: string) => Promise<P>, waitMs: number): Promise<P>
}

/** The members of a calendar that are created on first use. */
export type CalendarRecords = Pick<
  Calendar,
  'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'freeBusy' | 'changes' | 'maintenance'
>

/** The internals of a calendar that is not one of `createCalendar`. */
export type ReadInternals = Omit<
  Internals,
  'log' | 'engineTransaction' | 'afterCommit' | 'unpublished' | 'rehearse' | 'lockImports' | 'keyedCreations' | 'waitForChanges'
>

/** The internals of a calendar, with their state. */
export interface Own extends Internals {
  /** What the calendar is made from. */
  readonly context: CalendarContext
  /** The caches of the calendar; null where nothing may be cached. */
  readonly caches: Caches | null
  /**
   * The same calendar with another context.
   * @param isFixed whether it reads for a result that is cached, and caches nothing itself
   */
  readonly derive: (context: CalendarContext, isFixed: boolean) => Calendar
  /** The operations that the calendar has made so far. */
  readonly records: { -readonly [Name in keyof CalendarRecords]?: CalendarRecords[Name] }
  /** The log, once it was asked for. */
  logReader?: LogReader
  /** Whether the store or the policy has returned a promise to `getCached`. */
  hasWaited: boolean
}

/** The methods of all internals, for a prototype: each request creates a calendar of its own, and would create a closure for each method. */
export const readMethods: ReadInternals & ThisType<Own> = {
  isReadOnly: true,
  isComplete: false,
  viewer() {
    return this.context.viewer
  },
  withSignal(signal) {
    return this.derive({ ...this.context, signal: requireSignal(signal) }, false)
  },
  async cached(key, make, options = {}) {
    const { context, caches } = this
    const { signal = context.signal } = readCachedOptions(options)
    if (caches === null) return make(this.derive({ ...context, signal }, false))
    return resolveCachedResult({ ...context, signal }, caches, { ...options, key }, (fixed) => make(this.derive(fixed, true)))
  },
  authorize(action, kind) {
    const { viewer, policyTiming } = this.context
    return demand(beginAsking(viewer, policyTiming), { action, kind })
  },
  getCached<V extends Cacheable>(key: string, options?: Omit<CachedOptions, 'signal'>) {
    const { context, caches, hasWaited } = this
    if (caches === null || hasWaited) return undefined
    // Callers use different keys for each kind of result, so the cached value has the type that they expect.
    return getCachedResult(context, caches, { ...options, key }, () => {
      this.hasWaited = true
    }) as V | undefined
  },
  visibleFields() {
    return beginCall(this.context).visibleFields
  },
  listEventItems(input, encoder) {
    return listEventItems(this.context, input, encoder)
  },
  getEventItem(id, encoder) {
    return getEventItem(this.context, id, encoder)
  },
}

const own = Symbol('own')

/**
 * The internals of a calendar.
 * @throws TypeError the object is no calendar
 */
export const internals = (calendar: Calendar): Internals => ownOf(calendar)

/**
 * What a calendar is made from.
 * @throws TypeError the object is no calendar
 */
export const contextOf = (calendar: Calendar): CalendarContext => ownOf(calendar).context

function ownOf(calendar: Calendar): Own {
  const found: unknown = Reflect.get(calendar, own)
  if (typeof found !== 'object' || found === null) throw new TypeError('calendar must be one of createCalendar')
  // Only `addOwn` sets this member.
  return found as Own
}

/** The makers of the operations that a calendar has. */
export type Makers<R> = { readonly [Name in keyof R]: (context: CalendarContext) => R[Name] }

/** The prototypes of the calendars that {@link addOwn} completes. */
export interface Prototypes<R> {
  /** That of their internals. */
  readonly methods: ReadInternals
  /** That of the calendars: getters of their operations. */
  readonly operations: R
}

/**
 * The prototypes of one kind of calendar. Operations are created on first use, because each request creates its own calendar, and most requests
 * use one kind of record. If each calendar had its own getters, V8 would give it its own hidden class: 1.6 kB of the old generation for each
 * request.
 */
export function definePrototypes<R extends Record<keyof R, object>>(methods: ReadInternals, makers: Makers<R>): Prototypes<R> {
  const lazily = <Name extends keyof R>(
    name: Name,
  ): PropertyDescriptor & ThisType<{ readonly [own]: { context: CalendarContext; records: Partial<R> } }> => ({
    enumerable: true,
    get() {
      const { context, records } = this[own]
      records[name] ??= context.observer?.operations(String(name), makers[name](context)) ?? makers[name](context)
      return records[name]
    },
  })
  const getters = Object.fromEntries(Object.keys(makers).map((name) => [name, lazily(name as keyof R)]))
  return { methods, operations: Object.freeze(Object.create(null, getters)) }
}

/** Adds the operations on the records of each kind, and the internals, to the other members of a calendar. */
export function addOwn<T extends object, R extends object>(
  { methods, operations }: Prototypes<R>,
  { context, caches, derive }: Pick<Own, 'context' | 'caches'> & { derive(context: CalendarContext, isFixed: boolean): T & R },
  members: T,
): T & R {
  const state: Own = Object.assign(Object.create(methods), { context, caches, derive, records: {}, hasWaited: false })
  const empty: R = Object.create(operations)
  return Object.assign(empty, members, { [own]: state })
}
