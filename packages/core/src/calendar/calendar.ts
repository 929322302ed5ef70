import { trusted, type Viewer } from '../access/decision.ts'
import { type Caches, createCaches } from '../cache/caches.ts'
import { createChangeLog } from '../changes/change-log.ts'
import { type FieldsByKind, readDeclaredFields } from '../fields/declared.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import type { ShapeOf } from '../fields/typed-fields.ts'
import { fieldsForAll } from '../fields/visible.ts'
import { createExtension } from '../kinds/event/series/extension.ts'
import { defaultHorizonMonths } from '../kinds/event/series/horizon.ts'
import type { Change } from '../record/change.ts'
import { type CalendarContext, countUncached } from '../record/context.ts'
import { createHooks } from '../record/hooks.ts'
import { createListeners, reportSafely } from '../record/listeners.ts'
import { retryLostRaces } from '../record/write.ts'
import type { CalendarStore } from '../store/contract.ts'
import { guardStore, pingStore } from '../store/guard-store.ts'
import { escapeMarkup } from '../text/escape-html.ts'
import { systemClock } from '../time/clock.ts'
import type { Calendar } from './api.ts'
import { createSubscriptions } from './changes.ts'
import { addOwn, type CalendarRecords } from './internals.ts'
import {
  type CalendarOptions,
  defaultCacheBytes,
  readAccessTimeout,
  readCurrency,
  readFreeText,
  readHorizonMonths,
  readMaxCacheBytes,
  readMaxPerPage,
  readOptions,
  readRetention,
  readZone,
  requireActor,
  requireContract,
  requireFunction,
} from './options.ts'

/**
 * Creates a calendar over a store.
 * @throws TypeError an option is invalid
 * @example
 * const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })
 * const event = await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
 */
export function createCalendar<O extends FieldsOption = NoFields>(options: CalendarOptions<O>): Calendar<ShapeOf<O>> {
  const { store, clock = systemClock, sanitizeHtml = escapeMarkup, onListenerError = () => undefined } = readOptions(options)
  requireFunction('store.transaction', store?.transaction)
  requireFunction('clock.nowMs', clock.nowMs)
  requireFunction('sanitizeHtml', sanitizeHtml)
  requireFunction('onListenerError', onListenerError)
  requireContract(store)
  const listeners = createListeners(onListenerError)
  const hooks = createHooks<Calendar>()
  const subscriptions = createSubscriptions(listeners, hooks)
  const declaredFields = readDeclaredFields(options.fields)
  const commonFields = fieldsForAll(declaredFields)
  const maxCacheBytes = readMaxCacheBytes(options.cache ?? { maxBytes: defaultCacheBytes })
  const guarded = guardStore(store)
  const calendar = toCalendar(
    {
      store: guarded,
      clock,
      timeZone: readZone(options.timeZone ?? 'UTC'),
      currency: readCurrency(options.currency),
      freeText: readFreeText(options.freeText),
      declaredFields,
      visibleFields: commonFields,
      maxPerPage: readMaxPerPage(options.maxPerPage ?? 100),
      horizonMonths: readHorizonMonths(options.horizonMonths ?? defaultHorizonMonths),
      extension: createExtension((error) => void reportSafely(onListenerError, error)),
      sanitizeHtml,
      viewer: trusted,
      policyTiming: { timeoutMs: readAccessTimeout(options.accessTimeoutMs), hasWaited: false },
      ...createChangeLog(store, clock, readRetention(options.changes), listeners.notify),
      runHooks: (op, call) =>
        hooks.run(op, call, (inside) => {
          // The changes of a hook are reported together with those of its write.
          const publish = (changes: readonly Change[]): void => void inside.changes.push(...changes)
          const ofHost = { ...inside, viewer: trusted, visibleFields: inside.declaredFields, publish, ...uncached, ownsTransactions: false }
          return toCalendar(ofHost, { ...subscriptions, commonFields, caches: null, isInside: true })
        }),
      hookDepth: 0,
      ...uncached,
      ownsTransactions: true,
    },
    { ...subscriptions, commonFields, caches: maxCacheBytes === 0 ? null : createCaches(maxCacheBytes, guarded.log), isInside: false },
  )
  // The types of fields exist at compile time alone.
  return calendar as Calendar<ShapeOf<O>>
}

/** The members of a context that caches nothing. */
const uncached = { totalOf: countUncached, openItems: null }

/** The state that derived calendars share with the one they come from. */
interface SharedState extends Pick<Calendar, 'on' | 'before'> {
  /** The declared fields if every viewer may read them; null if a viewer has to be asked for. */
  readonly commonFields: FieldsByKind | null
  /** The caches; null where nothing may be cached. */
  readonly caches: Caches | null
  /** Whether the store is that of an open transaction; nested transactions join it. */
  readonly isInside: boolean
}

/** The calendar over another store; its changes are reported on flush. */
function openCollectingCalendar(
  context: CalendarContext,
  shared: SharedState,
  store: CalendarStore,
  isInside: boolean,
): { readonly calendar: Calendar; flush(): void } {
  requireContract(store)
  const waiting: Change[] = []
  const publish = (changes: readonly Change[]): void => void waiting.push(...changes)
  const collecting = { ...context, store, publish, ...uncached, ownsTransactions: false }
  return { calendar: toCalendar(collecting, { ...shared, caches: null, isInside }), flush: () => context.publish(waiting.splice(0)) }
}

/** Runs the work in a transaction of its own, and publishes its changes after the commit. */
async function runTransaction<T>(context: CalendarContext, shared: SharedState, work: (tx: Calendar) => Promise<T>): Promise<T> {
  const { result, flush } = await retryLostRaces(() =>
    context.store.transaction(async (tx) => {
      const inside = openCollectingCalendar(context, shared, tx, true)
      return { result: await work(inside.calendar), flush: inside.flush }
    }),
  )
  flush()
  await context.extension.afterWrite(context, context.clock.nowMs())
  return result
}

function toCalendar(context: CalendarContext, shared: SharedState): Calendar {
  const { on, before, caches, isInside } = shared
  const members: Omit<Calendar, keyof CalendarRecords> = {
    on,
    before,
    timeZone: context.timeZone,
    maxPerPage: context.maxPerPage,
    clock: context.clock,
    as: (actor, policy) => {
      // A viewer without a policy is trusted code: an actor whose policy was forgotten must not become trusted.
      requireFunction('access.readable', policy?.readable)
      requireFunction('access.may', policy?.may)
      if (actor !== null) requireActor(actor)
      const viewer: Viewer = Object.freeze({ actor, policy })
      return toCalendar({ ...context, viewer, visibleFields: shared.commonFields, ...uncached }, shared)
    },
    ping: () => pingStore(context.store, context.clock.nowMs()),
    // Inside of a transaction the work joins it, unless that has ended.
    transaction: async (work) => (isInside ? context.store.transaction(() => work(calendar)) : runTransaction(context, shared, work)),
    using: (store) => {
      requireFunction('store.transaction', store?.transaction)
      const collected = openCollectingCalendar(context, shared, guardStore(store), false)
      return Object.assign(collected.calendar, { flush: collected.flush })
    },
  }
  const calendar: Calendar = addOwn(
    { context, caches, derive: (other, isFixed) => toCalendar(other, isFixed ? { ...shared, caches: null, isInside: false } : shared) },
    members,
  )
  return calendar
}
