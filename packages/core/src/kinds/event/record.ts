import { isReason } from '../../errors/issues.ts'
import type { Issues } from '../../input/read.ts'
import { parseCost } from '../../money/cost.ts'
import { type GivenCost, hasSameAmounts, isSameCost, originsOf } from '../../money/returned-cost.ts'
import { type Composed, composeCommon } from '../../record/composition.ts'
import type { CalendarContext, Operation } from '../../record/context.ts'
import { plainComposer } from '../../record/field-table.ts'
import { seriesMembersOf, singleEvent } from '../../store/inherit.ts'
import type { EventRecord, EventTimes, SeriesMembers, StoredCost } from '../../store/records.ts'
import { foldKey, searchText } from '../../text/fold.ts'
import type { OrganizerFields } from '../organizer/schema.ts'
import type { VenueFields } from '../venue/schema.ts'
import { previousStartAfter } from './previous-start.ts'
import { type EventFields, eventFields, type PlainEvent, type PreparedLink } from './schema.ts'
import { type NewSeries, toSeries } from './series/to-series.ts'
import { resolveTimes, toWrittenTimes } from './times.ts'

const compose = plainComposer<PlainEvent>(eventFields)

/** Validated event fields: nested inputs are parsed, and the times of a new event are resolved. */
export interface PreparedEventFields extends Omit<EventFields, 'venues' | 'organizers'> {
  /** The times of a new event; the times of an update depend on stored values. */
  readonly times: EventTimes
  /** The series, if a new event repeats. */
  readonly series: NewSeries
  /** Venues by id or with data, not looked up yet. */
  readonly venues: readonly PreparedLink<VenueFields>[]
  /** Organizers by id or with data, not looked up yet. */
  readonly organizers: readonly PreparedLink<OrganizerFields>[]
}

/** The linked records of an event, and its parent. */
export type EventLinks = Pick<EventRecord, 'venueIds' | 'organizerIds' | 'categoryIds' | 'tagIds' | 'parentId'>

/**
 * Composes an event without its links: the given value, else the stored one, else the default.
 * @returns undefined for a new event without times
 */
export function composeEvent(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal' | 'viewer' | 'currency' | 'freeText' | 'horizonMonths'>,
  fields: Partial<PreparedEventFields>,
  before: EventRecord | undefined,
  issues: Issues,
): Omit<Composed<EventRecord>, keyof EventLinks> | undefined {
  const common = composeCommon(op, fields, before, issues)
  const given = before === undefined ? fields.times : resolveTimes(fields, before.times, op.timeZone, issues)
  if (given === undefined) return undefined
  const { times, ...members } = composeSeries(op, fields, before, given, issues)
  const plain = compose(fields, before)
  return {
    ...common,
    ...previousStartAfter(before, times, op.nowMs),
    ...plain,
    titleKey: foldKey(plain.title),
    ...members,
    times,
    cost: composeCost(fields.cost, before?.cost, op),
    searchText: eventSearchText({ ...common, title: plain.title }),
  }
}

/** The text in which a list's `search` finds words. */
export const eventSearchText = ({ title, excerpt, description }: Pick<EventRecord, 'title' | 'excerpt' | 'description'>): string =>
  searchText([{ text: title }, { text: excerpt, html: true }, { text: description, html: true }])

/** The times of an event, and its members for series. A single event that is given a recurrence becomes the series. */
function composeSeries(
  op: Pick<Operation, 'nowMs' | 'horizonMonths'>,
  fields: Partial<PreparedEventFields>,
  before: EventRecord | undefined,
  times: EventTimes,
  issues: Issues,
): SeriesMembers & Pick<EventRecord, 'times'> {
  if (before === undefined && fields.series !== undefined) return { ...singleEvent, ...fields.series, role: 'series' }
  const { recurrence } = fields
  if (before?.role !== 'single' || !recurrence || recurrence.isOfOccurrence) return { ...seriesMembersOf(before ?? singleEvent), times }
  const series = toSeries(recurrence, toWrittenTimes(times, fields, before.times), op)
  if (!isReason(series)) return { ...singleEvent, ...series, role: 'series' }
  issues['recurrence'] ??= series
  return { ...singleEvent, times }
}

/**
 * The cost to store. A cost that is sent back as it was returned changes nothing, although its text shows only the lowest and the highest of
 * its amounts.
 */
function composeCost(
  given: GivenCost | undefined,
  before: StoredCost | undefined,
  op: Pick<CalendarContext, 'currency' | 'freeText'>,
): StoredCost {
  if (given === undefined) return before ?? toStoredCost('', op)
  if (before !== undefined && hasSameAmounts(before, given)) return before
  const candidates = originsOf(given, op.freeText).map((text) => toStoredCost(text, op))
  const same = candidates.find((cost) => isSameCost(cost, given)) ?? candidates.find((cost) => hasSameAmounts(cost, given))
  return same ?? (given.text === before?.text ? before : toStoredCost(given.text, op))
}

/** A cache of parsed costs: parsing is slow, and many events have equal costs. */
const knownCosts = new Map<string, StoredCost>()
/** The maximum number of cached costs; a full cache is cleared. */
const maxKnownCosts = 1_000

function toStoredCost(text: string, { currency, freeText }: Pick<CalendarContext, 'currency' | 'freeText'>): StoredCost {
  const key = [currency.symbol, currency.code, currency.position, freeText, text].join('\n')
  const known = knownCosts.get(key)
  if (known !== undefined) return known
  const { cost, details } = parseCost(text, currency, freeText)
  const stored: StoredCost = Object.freeze({ text: cost, ...details, values: Object.freeze([...details.values]) })
  if (knownCosts.size >= maxKnownCosts) knownCosts.clear()
  knownCosts.set(key, stored)
  return stored
}
