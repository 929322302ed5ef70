import { trusted } from '../access/decision.ts'
import { createChangeLog, type NotifierMaker } from '../changes/change-log.ts'
import { createExtension } from '../kinds/event/series/extension.ts'
import { defaultHorizonMonths } from '../kinds/event/series/horizon.ts'
import type { Change } from '../record/change.ts'
import type { CalendarContext } from '../record/context.ts'
import { createHooks } from '../record/hooks.ts'
import { createListeners, reportSafely } from '../record/listeners.ts'
import { retryLostRaces } from '../record/write.ts'
import type { CalendarStore } from '../store/contract.ts'
import { guardStore, pingStore } from '../store/guard-store.ts'
import { escapeMarkup } from '../text/escape-html.ts'
import type { CompactCalendar } from './api.ts'
import { createSubscriptions } from './changes.ts'
import { addOwn, type Prototypes } from './internals.ts'
import { type CalendarOptions, readCurrency, readFreeText, readHorizonMonths, readOptions, readRetention } from './options.ts'
import { beginReading, contextFor, requireContract, requireFunction, type SharedReads, uncached } from './reading.ts'

/** What makes a calendar of `createCalendar` or `createCompactCalendar`. */
export interface CalendarParts {
  /** The prototypes with its operations. */
  readonly prototypes: Prototypes<WritingRecords>
  /** Makes what callers wait at for changes. */
  readonly createNotifier: NotifierMaker
}

/** The operations of a calendar that writes. */
export type WritingRecords = Pick<CompactCalendar, 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'freeBusy' | 'maintenance'>

/**
 * Creates a calendar that writes, of these parts.
 * @param owner the function that takes the options
 * @throws TypeError an option is invalid
 */
export function createWriting(owner: string, options: CalendarOptions, { prototypes, createNotifier }: CalendarParts): CompactCalendar {
  const { sanitizeHtml = escapeMarkup, onListenerError = () => undefined } = readOptions(owner, options)
  requireFunction('sanitizeHtml', sanitizeHtml)
  requireFunction('onListenerError', onListenerError)
  const reading = beginReading(options)
  const listeners = createListeners(onListenerError)
  const hooks = createHooks<CompactCalendar>()
  const shared = { ...createSubscriptions(listeners, hooks), ...reading.shared, prototypes }
  const { clock } = reading.context
  return toCalendar(
    {
      ...reading.context,
      currency: readCurrency(options.currency),
      freeText: readFreeText(options.freeText),
      horizonMonths: readHorizonMonths(options.horizonMonths ?? defaultHorizonMonths),
      extension: createExtension((error) => void reportSafely(onListenerError, error)),
      sanitizeHtml,
      ...createChangeLog(reading.store, clock, readRetention(options), createNotifier, listeners.notify),
      runHooks: (op, call) =>
        hooks.run(op, call, (inside) => {
          // The changes of a hook are reported together with those of its write.
          const publish = (changes: readonly Change[]): void => void inside.changes.push(...changes)
          const ofHost = { ...inside, viewer: trusted, visibleFields: inside.declaredFields, publish, ...uncached, ownsTransactions: false }
          return toCalendar(ofHost, { ...shared, caches: null, isInside: true })
        }),
      unpublished: [],
      hookDepth: 0,
      ownsTransactions: true,
    },
    { ...shared, isInside: false },
  )
}

/** The state that derived calendars share with the one they come from. */
interface SharedState extends SharedReads, Pick<CompactCalendar, 'on' | 'before'> {
  /** Whether the store is that of an open transaction; nested transactions join it. */
  readonly isInside: boolean
  /** Where the operations are. */
  readonly prototypes: Prototypes<WritingRecords>
}

/** The calendar over another store; its changes are reported on flush. */
function openCollectingCalendar(
  context: CalendarContext,
  shared: SharedState,
  store: CalendarStore,
  isInside: boolean,
): { readonly calendar: CompactCalendar; flush(): void } {
  requireContract(store)
  const waiting: Change[] = []
  const publish = (changes: readonly Change[]): void => void waiting.push(...changes)
  const committed: (() => void)[] = []
  const afterCommit = (work: () => void): void => void committed.push(work)
  const collecting = { ...context, store, publish, unpublished: waiting, ...uncached, ownsTransactions: false, afterCommit }
  const flush = (): void => {
    context.publish(waiting.splice(0))
    for (const work of committed.splice(0)) (context.afterCommit ?? ((now) => now()))(work)
  }
  return { calendar: toCalendar(collecting, { ...shared, caches: null, isInside }), flush }
}

/** Runs the work in a transaction of its own, and publishes its changes after the commit. */
async function runTransaction<T>(context: CalendarContext, shared: SharedState, work: (tx: CompactCalendar) => Promise<T>): Promise<T> {
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

function toCalendar(context: CalendarContext, shared: SharedState): CompactCalendar {
  const { on, before, caches, isInside, prototypes } = shared
  const members: Omit<CompactCalendar, keyof WritingRecords> = {
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
      const collected = openCollectingCalendar(context, shared, guardStore(context.observer?.store(store) ?? store), false)
      return Object.assign(collected.calendar, { flush: collected.flush })
    },
  }
  const calendar: CompactCalendar = addOwn(
    prototypes,
    { context, caches, derive: (other, isFixed) => toCalendar(other, isFixed ? { ...shared, caches: null, isInside: false } : shared) },
    members,
  )
  return calendar
}
