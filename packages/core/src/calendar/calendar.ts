import { trusted } from '../access/decision.ts'
import { createChangeLog } from '../changes/change-log.ts'
import { createLogReader } from '../changes/log-reader.ts'
import { createChanges } from '../changes/service.ts'
import { readOrWait } from '../changes/waiting.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import type { ShapeOf } from '../fields/typed-fields.ts'
import { createExtension } from '../kinds/event/series/extension.ts'
import { defaultHorizonMonths } from '../kinds/event/series/horizon.ts'
import { createEvents } from '../kinds/event/service.ts'
import { createOrganizers } from '../kinds/organizer/service.ts'
import { createCategories, createTags } from '../kinds/term/service.ts'
import { createVenues } from '../kinds/venue/service.ts'
import type { Change } from '../record/change.ts'
import { beginCall, type CalendarContext } from '../record/context.ts'
import { importLock } from '../record/create-many.ts'
import { createHooks } from '../record/hooks.ts'
import { createListeners, reportSafely } from '../record/listeners.ts'
import { retryLostRaces } from '../record/write.ts'
import type { CalendarStore } from '../store/contract.ts'
import { guardStore, pingStore } from '../store/guard-store.ts'
import { escapeMarkup } from '../text/escape-html.ts'
import type { Calendar } from './api.ts'
import { createSubscriptions } from './changes.ts'
import { addOwn, type CalendarRecords, definePrototypes, type Internals, type Own, readMethods } from './internals.ts'
import { toKeyedCreations } from './keyed-creations.ts'
import { createMaintenance } from './maintenance.ts'
import { type CalendarOptions, readCurrency, readFreeText, readHorizonMonths, readOptions, readRetention } from './options.ts'
import { beginReading, contextFor, requireContract, requireFunction, type SharedReads, uncached } from './reading.ts'

/**
 * Creates a calendar over a store.
 * @throws TypeError an option is invalid
 * @example
 * const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })
 * const event = await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
 */
export function createCalendar<O extends FieldsOption = NoFields>(options: CalendarOptions<O>): Calendar<ShapeOf<O>> {
  const { sanitizeHtml = escapeMarkup, onListenerError = () => undefined } = readOptions(options)
  requireFunction('sanitizeHtml', sanitizeHtml)
  requireFunction('onListenerError', onListenerError)
  const reading = beginReading(options)
  const listeners = createListeners(onListenerError)
  const hooks = createHooks<Calendar>()
  const subscriptions = createSubscriptions(listeners, hooks)
  const { clock } = reading.context
  const calendar = toCalendar(
    {
      ...reading.context,
      currency: readCurrency(options.currency),
      freeText: readFreeText(options.freeText),
      horizonMonths: readHorizonMonths(options.horizonMonths ?? defaultHorizonMonths),
      extension: createExtension((error) => void reportSafely(onListenerError, error)),
      sanitizeHtml,
      ...createChangeLog(options.store, clock, readRetention(options.changes), listeners.notify),
      runHooks: (op, call) =>
        hooks.run(op, call, (inside) => {
          // The changes of a hook are reported together with those of its write.
          const publish = (changes: readonly Change[]): void => void inside.changes.push(...changes)
          const ofHost = { ...inside, viewer: trusted, visibleFields: inside.declaredFields, publish, ...uncached, ownsTransactions: false }
          return toCalendar(ofHost, { ...subscriptions, ...reading.shared, caches: null, isInside: true })
        }),
      unpublished: [],
      hookDepth: 0,
      ownsTransactions: true,
    },
    { ...subscriptions, ...reading.shared, isInside: false },
  )
  // The types of fields exist at compile time alone.
  return calendar as Calendar<ShapeOf<O>>
}

/** The state that derived calendars share with the one they come from. */
interface SharedState extends SharedReads, Pick<Calendar, 'on' | 'before'> {
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
  const collecting = { ...context, store, publish, unpublished: waiting, ...uncached, ownsTransactions: false }
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

const methods: Internals & ThisType<Own> = {
  ...readMethods,
  isReadOnly: false,
  get log() {
    this.logReader ??= createLogReader(this.context)
    return this.logReader
  },
  get engineTransaction() {
    return this.context.store.engineTransaction
  },
  get unpublished() {
    return this.context.unpublished
  },
  lockImports() {
    return this.context.store.lockNames('import', importLock)
  },
  keyedCreations(kind) {
    return toKeyedCreations(beginCall(this.context), kind)
  },
  waitForChanges(token, read, waitMs) {
    return readOrWait(this.context, token, read, waitMs)
  },
}

const prototypes = definePrototypes<CalendarRecords>(methods, {
  events: createEvents,
  venues: createVenues,
  organizers: createOrganizers,
  categories: createCategories,
  tags: createTags,
  changes: createChanges,
  maintenance: createMaintenance,
})

function toCalendar(context: CalendarContext, shared: SharedState): Calendar {
  const { on, before, caches, isInside } = shared
  const members: Omit<Calendar, keyof CalendarRecords> = {
    timeZone: context.timeZone,
    maxPerPage: context.maxPerPage,
    clock: context.clock,
    ping: () => pingStore(context.store, context.clock.nowMs()),
    on,
    before,
    as: (actor, policy) => toCalendar(contextFor(context, shared, actor, policy), shared),
    // Inside of a transaction the work joins it, unless that has ended.
    transaction: async (work) => (isInside ? context.store.transaction(() => work(calendar)) : runTransaction(context, shared, work)),
    using: (store) => {
      requireFunction('store.transaction', store?.transaction)
      const collected = openCollectingCalendar(context, shared, guardStore(store), false)
      return Object.assign(collected.calendar, { flush: collected.flush })
    },
  }
  const calendar: Calendar = addOwn(
    prototypes,
    { context, caches, derive: (other, isFixed) => toCalendar(other, isFixed ? { ...shared, caches: null, isInside: false } : shared) },
    members,
  )
  return calendar
}
