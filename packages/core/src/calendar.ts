import { type AbortSignalLike, requireSignal } from './abort-signal.ts'
import type { Actor } from './access/actor.ts'
import { demand, trusted, type Viewer } from './access/decision.ts'
import type { AccessPolicy, Action } from './access/policy.ts'
import { type Cacheable, type Caches, createCaches } from './cache/caches.ts'
import { getCachedResult, resolveCachedResult } from './cached-results.ts'
import {
  type CachedOptions,
  type CalendarOptions,
  defaultCacheBytes,
  readAuthorIds,
  readCachedOptions,
  readCurrency,
  readHorizonMonths,
  readMaxCacheBytes,
  readMaxPerPage,
  readOptions,
  readRetention,
  readZone,
  requireActor,
  requireContract,
  requireFunction,
} from './calendar-options.ts'
import { addRecords, type CalendarRecords } from './calendar-records.ts'
import { createFeed } from './changes/feed.ts'
import type { Changes } from './changes/service.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Kind } from './errors/codes.ts'
import { requireKnownName } from './errors/known-names.ts'
import { createExtension } from './event/series/extension.ts'
import { defaultHorizonMonths } from './event/series/horizon.ts'
import type { Events } from './event/service.ts'
import type { Organizers } from './organizer/service.ts'
import { type Change, type ChangeName, type ChangeOf, changeNames } from './record/change.ts'
import { type CalendarContext, countUncached, type WriteOperation } from './record/context.ts'
import { createHooks, type HookName, type Hooks, hookNames, type PlannedWriteOf } from './record/hooks.ts'
import { type ChangeListener, createListeners, type Listeners, reportSafely } from './record/listeners.ts'
import { retryLostRaces } from './record/write.ts'
import type { CalendarStore } from './store/contract.ts'
import { guardStore, pingStore } from './store/guard-store.ts'
import type { Terms } from './term/service.ts'
import { escapeMarkup } from './text/escape-html.ts'
import type { Venues } from './venue/service.ts'

/** Called before a record is written; throws to stop the write. */
export type BeforeHook<N extends HookName> = (write: PlannedWriteOf<N, Calendar>) => void | Promise<void>

/** Events, venues, organizers, categories and tags, as one viewer sees them. */
export interface Calendar {
  /** The events. */
  readonly events: Events
  /** The venues. */
  readonly venues: Venues
  /** The organizers. */
  readonly organizers: Organizers
  /** The categories. */
  readonly categories: Terms
  /** The tags. */
  readonly tags: Terms
  /** The changes of all of these records, for copies that follow the calendar. */
  readonly changes: Changes
  /** The time zone of "today", of publication dates, and of events without one. */
  readonly timeZone: string
  /** The type of the ids of authors. */
  readonly authorIds: 'integer' | 'text'
  /** The largest page of a list. */
  readonly maxPerPage: number
  /** The source of "now". */
  readonly clock: Clock
  /**
   * The same calendar, as an actor sees it. Without this call the caller is the host's own, trusted code.
   * @param actor null for anonymous callers
   * @throws TypeError `access` is not a policy, or the actor's id is not of the type that `authorIds` names
   */
  as(actor: Actor | null, access: AccessPolicy): Calendar
  /**
   * Passes if the storage responds: for the readiness check of a server. It reads the store's revision, one cheap statement that is never
   * cached. On a store with a `reader` it queries the database for writes first, and then the reader.
   * @throws unavailable the storage is down or too busy
   */
  ping(): Promise<void>
  /**
   * Passes if the viewer may do this to some record of the kind.
   * @throws unauthenticated, forbidden
   */
  authorize(action: Action, kind: Kind): Promise<void>
  /**
   * Runs the work so that all of its writes happen or none does. Listeners are called after the commit. The work must not call any
   * other calendar than `tx`: this one, and every other one over the same store, throw inside the work. On a database with one connection
   * such a call would wait for the transaction, which waits for the work. `tx` throws once the transaction has ended. The work runs again
   * after a conflict with a concurrent write: one that the database reports, or one that a call notices when it has written already.
   * @throws what the work throws
   * @throws unavailable the storage is down or stays busy
   * @example
   * await calendar.transaction(async (tx) => {
   *   const venue = await tx.venues.create({ name: 'Town hall' })
   *   await tx.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00', venues: venue.id })
   * })
   */
  transaction<T>(work: (tx: Calendar) => Promise<T>): Promise<T>
  /**
   * The same calendar over another store, such as one that joins the host's own transaction. Listeners are called when the host calls
   * `flush()`, after its commit.
   */
  using(store: CalendarStore): Calendar & { flush(): void }
  /**
   * The same calendar for a caller that can abort, such as a request. Long reads end with `signal.reason` soon after the signal is aborted;
   * writes run to completion.
   * @param signal an `AbortSignal`, or an object with the same members
   * @example
   * const events = await calendar.withSignal(request.signal).events.list({ search: 'choir' })
   */
  withSignal(signal: AbortSignalLike): Calendar
  /**
   * Returns the cached result of `make`, or computes and caches it. A result stays valid until a write is committed, a record's publication
   * date comes or a new day begins. Viewers with equal read access share it; a result that depends on other decisions of the policy belongs
   * to its caller alone. Inside transactions, on calendars of `using` and with `cache: false`, each call computes it.
   * @param key everything else that the result depends on; each kind of result needs keys of its own
   * @param make reads through the given calendar, whose "now" is fixed, and depends on nothing else that changes; its result has a
   * `byteLength`, as byte arrays have, and is cached as it is
   * @param options `isOfMinute`: the result also depends on the current minute, as lists with a relative time such as `now` or `+2 hours`
   * do; `terms`: the taxonomy whose terms are read, or `both`, because which terms a viewer sees depends on the permission to create them;
   * `signal`: this caller can abort, and the computation continues while another caller waits for it
   */
  cached<V extends Cacheable>(key: string, make: (calendar: Calendar) => Promise<V>, options?: CachedOptions): Promise<V>
  /**
   * The result that `cached` has stored under the key, without waiting: undefined if there is none that is valid, or if the store or the
   * access policy returns a promise. After the first promise it is always undefined for this calendar: only `cached` can await them.
   * @param options those of `cached`; the signal is not used
   */
  getCached<V extends Cacheable>(key: string, options?: CachedOptions): V | undefined
  /**
   * Calls a listener after each committed change of that name, such as `event.created`. Its errors go to `onListenerError` and have no
   * other effect.
   * @returns a function that removes it
   * @throws TypeError the name is unknown
   */
  on<N extends ChangeName>(name: N, listener: (change: ChangeOf<N>) => void | Promise<void>): () => void
  /**
   * Runs a hook before each write of that name, such as `event.create`. It runs in the write's transaction, after access checks and
   * validation and before any part of the record is written, and again when the transaction is retried. Records that are created with an
   * event have hooks of their own, which also run before any part of the event is written.
   *
   * To stop the write, throw the error that `refuse` returns: `refused`, with that message. Any other error undoes the write and reaches
   * the caller unchanged; over HTTP it is `internal`.
   * @returns a function that removes it
   * @throws TypeError the name is unknown
   * @example
   * calendar.before('venue.delete', async ({ before, tx }) => {
   *   const { total } = await tx.events.list({ venues: before.id })
   *   if (total > 0) throw refuse(`${before.name} has ${total} coming events.`)
   * })
   */
  before<N extends HookName>(name: N, hook: BeforeHook<N>): () => void
}

/**
 * Creates a calendar over a store.
 * @throws TypeError an option is invalid
 * @example
 * const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })
 * const event = await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
 */
export function createCalendar(options: CalendarOptions): Calendar {
  const { store, clock = systemClock, sanitizeHtml = escapeMarkup, onListenerError = () => undefined } = readOptions(options)
  requireFunction('store.transaction', store?.transaction)
  requireFunction('clock.nowMs', clock.nowMs)
  requireFunction('sanitizeHtml', sanitizeHtml)
  requireFunction('onListenerError', onListenerError)
  requireContract(store)
  const listeners = createListeners(onListenerError)
  const hooks = createHooks<Calendar>()
  const subscriptions = toSubscriptions(listeners, hooks)
  const maxCacheBytes = readMaxCacheBytes(options.cache ?? { maxBytes: defaultCacheBytes })
  return toCalendar(
    {
      store: guardStore(store),
      clock,
      timeZone: readZone(options.timeZone ?? 'UTC'),
      currency: readCurrency(options.currency),
      authorIds: readAuthorIds(options.authorIds ?? 'integer'),
      maxPerPage: readMaxPerPage(options.maxPerPage ?? 100),
      horizonMonths: readHorizonMonths(options.horizonMonths ?? defaultHorizonMonths),
      extension: createExtension((error) => void reportSafely(onListenerError, error)),
      sanitizeHtml,
      viewer: trusted,
      ...createFeed(store, clock, readRetention(options.changes), listeners.tell),
      runHooks: (op, call) => hooks.run(op, call, (inside) => openHookCalendar(inside, { ...subscriptions, caches: null, isInside: true })),
      totalOf: countUncached,
      ownsTransactions: true,
    },
    { ...subscriptions, caches: maxCacheBytes === 0 ? null : createCaches(maxCacheBytes), isInside: false },
  )
}

/** The state that derived calendars share with the one they come from. */
interface Lineage extends Pick<Calendar, 'on' | 'before'> {
  /** The caches; null where nothing may be cached. */
  readonly caches: Caches | null
  /** Whether the store is that of an open transaction; nested transactions join it. */
  readonly isInside: boolean
}

function toSubscriptions(listeners: Listeners, hooks: Hooks<Calendar>): Pick<Calendar, 'on' | 'before'> {
  return {
    on: (name, listener) => {
      requireKnownName('calendar.on', name, changeNames)
      requireFunction('listener', listener)
      // The listener is only called with changes of that name, which the type of the map does not express.
      return listeners.add(name, listener as ChangeListener)
    },
    before: (name, hook) => {
      requireKnownName('calendar.before', name, hookNames)
      requireFunction('hook', hook)
      // The hook is only called with writes of that name, which the type of the map does not express.
      return hooks.add(name, hook as Parameters<typeof hooks.add>[1])
    },
  }
}

/** The calendar for writes by a hook: it runs in the transaction of the write, and its changes are reported together with the write's. */
function openHookCalendar(op: WriteOperation, lineage: Lineage): Calendar {
  const publish = (changes: readonly Change[]): void => void op.changes.push(...changes)
  return toCalendar({ ...op, viewer: trusted, publish, totalOf: countUncached, ownsTransactions: false }, lineage)
}

/** The calendar over another store; its changes are reported on flush. */
function openCollectingCalendar(
  context: CalendarContext,
  lineage: Lineage,
  store: CalendarStore,
  isInside: boolean,
): { readonly calendar: Calendar; flush(): void } {
  requireContract(store)
  const waiting: Change[] = []
  const publish = (changes: readonly Change[]): void => void waiting.push(...changes)
  const collecting = { ...context, store, publish, totalOf: countUncached, ownsTransactions: false }
  return { calendar: toCalendar(collecting, { ...lineage, caches: null, isInside }), flush: () => context.publish(waiting.splice(0)) }
}

function toCalendar(context: CalendarContext, lineage: Lineage): Calendar {
  const { on, before, caches, isInside } = lineage
  let hasWaited = false
  const members: Omit<Calendar, keyof CalendarRecords> = {
    on,
    before,
    timeZone: context.timeZone,
    authorIds: context.authorIds.type,
    maxPerPage: context.maxPerPage,
    clock: context.clock,
    as: (actor, policy) => {
      // A viewer without a policy is trusted code: an actor whose policy was forgotten must not become trusted.
      requireFunction('access.readable', policy?.readable)
      requireFunction('access.may', policy?.may)
      if (actor !== null) requireActor(actor, context.authorIds)
      const viewer: Viewer = Object.freeze({ actor, policy })
      return toCalendar({ ...context, viewer, totalOf: countUncached }, lineage)
    },
    ping: () => pingStore(context.store, context.clock.nowMs()),
    authorize: (action, kind) => demand(context.viewer, { action, kind }),
    transaction: async (work) => {
      // Joins the open transaction, unless that has ended.
      if (isInside) return context.store.transaction(() => work(calendar))
      const { result, flush } = await retryLostRaces(() =>
        context.store.transaction(async (tx) => {
          const inside = openCollectingCalendar(context, lineage, tx, true)
          return { result: await work(inside.calendar), flush: inside.flush }
        }),
      )
      flush()
      await context.extension.afterWrite(context, context.clock.nowMs())
      return result
    },
    using: (store) => {
      requireFunction('store.transaction', store?.transaction)
      const collected = openCollectingCalendar(context, lineage, guardStore(store), false)
      return Object.assign(collected.calendar, { flush: collected.flush })
    },
    withSignal: (signal) => toCalendar({ ...context, signal: requireSignal(signal) }, lineage),
    cached: async (key, make, options = {}) => {
      const { signal = context.signal } = readCachedOptions(options)
      if (caches === null) return make(signal === undefined || signal === context.signal ? calendar : calendar.withSignal(signal))
      return resolveCachedResult({ ...context, signal }, caches, { ...options, key }, (fixed) =>
        make(toCalendar(fixed, { ...lineage, caches: null, isInside: false })),
      )
    },
    getCached: <V extends Cacheable>(key: string, options: CachedOptions = {}) => {
      readCachedOptions(options)
      if (caches === null || hasWaited) return undefined
      // Callers use different keys for each kind of result, so the cached value has the type that they expect.
      return getCachedResult(context, caches, { ...options, key }, () => {
        hasWaited = true
      }) as V | undefined
    },
  }
  const calendar: Calendar = addRecords(context, members)
  return calendar
}
