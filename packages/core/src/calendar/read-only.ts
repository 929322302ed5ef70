import { requireKnownOptions } from '../errors/known-names.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import type { ShapeOf } from '../fields/typed-fields.ts'
import { createFreeBusy } from '../kinds/event/free-busy.ts'
import { createEventReads } from '../kinds/event/reads.ts'
import { organizerReads } from '../kinds/organizer/view.ts'
import { createCategoryReads, createTagReads } from '../kinds/term/reads.ts'
import { venueReads } from '../kinds/venue/view.ts'
import { defaultCurrency } from '../money/currency.ts'
import { type CalendarContext, noExtension, noNotifier } from '../record/context.ts'
import { createReads } from '../record/reads.ts'
import { pingStore } from '../store/guard-store.ts'
import { escapeMarkup } from '../text/escape-html.ts'
import type { ReadOnlyCalendar } from './api.ts'
import { addOwn, definePrototypes, readMethods } from './internals.ts'
import { beginReading, contextFor, type ReadOnlyOptions, readOnlyOptionNames, type SharedReads } from './reading.ts'

/**
 * Creates a calendar that only reads: for a worker or a page that shows a calendar which another process writes. Without the code of writes a
 * bundle is a third smaller. Lists have the dates of endless series that are stored: the calendar that writes stores further ones in time.
 * @throws TypeError an option is invalid
 * @example
 * const calendar = createReadOnlyCalendar({ store, timeZone: 'Europe/Berlin' })
 * const { items } = await calendar.events.list({ from: 'today' })
 */
export function createReadOnlyCalendar<O extends FieldsOption = NoFields>(options: ReadOnlyOptions<O>): ReadOnlyCalendar<ShapeOf<O>> {
  requireKnownOptions('createReadOnlyCalendar', options, readOnlyOptionNames)
  const { context, shared } = beginReading(options)
  const calendar = toReadOnlyCalendar({ ...context, ...withoutWrites }, shared)
  // The types of fields exist at compile time alone.
  return calendar as ReadOnlyCalendar<ShapeOf<O>>
}

/** The parts of a context that only writes use. */
const withoutWrites: Omit<CalendarContext, keyof ReturnType<typeof beginReading>['context']> = {
  currency: defaultCurrency,
  freeText: '',
  horizonMonths: 0,
  extension: noExtension,
  sanitizeHtml: escapeMarkup,
  publish: () => undefined,
  unpublished: [],
  notifier: noNotifier,
  logKeptMs: 0,
  historyKeptMs: null,
  runHooks: () => undefined,
  hookDepth: 0,
  ownsTransactions: false,
}

type ReadOnlyRecords = Pick<ReadOnlyCalendar, 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'freeBusy'>

const prototypes = definePrototypes<ReadOnlyRecords>(readMethods, {
  events: createEventReads,
  venues: (context) => createReads(context, venueReads),
  organizers: (context) => createReads(context, organizerReads),
  categories: createCategoryReads,
  freeBusy: createFreeBusy,
  tags: createTagReads,
})

function toReadOnlyCalendar(context: CalendarContext, shared: SharedReads): ReadOnlyCalendar {
  const members: Omit<ReadOnlyCalendar, keyof ReadOnlyRecords> = {
    timeZone: context.timeZone,
    maxPerPage: context.maxPerPage,
    clock: context.clock,
    ping: () => pingStore(context.store, context.clock.nowMs()),
    as: (actor, policy) => toReadOnlyCalendar(contextFor(context, shared, actor, policy), shared),
  }
  const derive = (other: CalendarContext, isFixed: boolean): ReadOnlyCalendar =>
    toReadOnlyCalendar(other, isFixed ? { ...shared, caches: null } : shared)
  return addOwn(prototypes, { context, caches: shared.caches, derive }, members)
}
