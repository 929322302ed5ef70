import { invalidInput } from '../../errors/calendar-error.ts'
import { isReason } from '../../errors/issues.ts'
import { requireKnownOptions } from '../../errors/known-names.ts'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { assertNoIssues, type Issues, readFields, requireFields, requireObject } from '../../input/read.ts'
import type { ScopedOptions, TrashableRecords } from '../../record/api.ts'
import type { CalendarContext, WriteOperation } from '../../record/context.ts'
import type { KindDefinition } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import { readLimit } from '../../record/list-options.ts'
import { createTrashableWrites } from '../../record/service.ts'
import type { EventRecord, EventTimes } from '../../store/records.ts'
import { applyLinks, createsLinks, enqueueLinks, existingLinks, planLinks, prepareLinks } from './links.ts'
import type { EventListInput } from './list-schema.ts'
import { planPublications, publishLinked } from './publish-linked.ts'
import { createEventReads, type EventReads, eventReads } from './reads.ts'
import { composeEvent, type PreparedEventFields } from './record.ts'
import { type EventContent, type EventFields, type EventInput, type EventPatch, eventShape } from './schema.ts'
import { insertOccurrences } from './series/insert-occurrences.ts'
import { isSeries, keysOf } from './series/keys.ts'
import { linkRefusal } from './series/link-limit.ts'
import { type SeriesPreview, toPreview } from './series/preview.ts'
import { toSeries } from './series/to-series.ts'
import { toEventTarget } from './series/writes/targets.ts'
import { resolveTimes, toWrittenTimes, withNamedZone } from './times.ts'
import type { Event, EventPlan, EventTypes } from './view.ts'

/** The members of an input that determine the dates of a series. */
export type SeriesPreviewInput = Pick<EventContent, 'startDate' | 'endDate' | 'allDay' | 'timeZone' | 'recurrence'>

/** The events of a calendar. */
export interface Events<F extends FieldsShape = UnknownFields>
  extends EventReads<F>,
    TrashableRecords<Event<F>, EventInput<F>, EventPatch<F>, EventListInput<F>, ScopedOptions<Event<F>>> {
  /** The events of a list, by id or by start and then id, read in batches: also in a calendar that only reads. */
  each: EventReads<F>['each']
  /**
   * The first dates of the series that `create` would make of an input: for a form that shows what a rule means. Nothing is read or stored.
   * Other members of the input are ignored.
   * @param options `limit` is the maximum number of dates @default { limit: 5 }
   * @throws invalid_input naming every invalid field, as `create` does
   * @throws TypeError the limit is not an integer of 1 or more
   */
  previewSeries(input: SeriesPreviewInput, options?: { readonly limit?: number }): Promise<SeriesPreview>
}

/** The definition of events. */
export const eventKind: KindDefinition<EventTypes> = {
  ...eventReads,
  lifecycle: createLifecycle('event'),
  shape: eventShape,
  required: ['title', 'startDate', 'endDate'],
  prepare: (context, read, isNew, issues) => {
    const parsed = withNamedZone(read, issues)
    const fields = prepareLinks(context, parsed, issues)
    // The times of an update may depend on stored values, and an invalid zone or `allDay` makes them impossible to resolve.
    if (!isNew || 'timeZone' in issues || 'allDay' in issues) return fields
    const times = resolveTimes(parsed, undefined, context.timeZone, issues)
    return times === undefined ? fields : { ...fields, ...prepareSeries(context, parsed, times, issues) }
  },
  enqueue: enqueueLinks,
  plan: planEvent,
  title: (composed) => composed.title,
  applyRelated: async (op, { composed, links, publications }) => {
    const linked = createsLinks(links) ? await applyLinks(op, links) : {}
    await publishLinked(op, publications)
    return { ...composed, ...linked }
  },
  writesOthers: ({ links }) => createsLinks(links),
  bringsOthers: ({ role }) => role === 'series',
  afterInsert: (op, events) => insertOccurrences(op, events.filter(isSeries)),
  afterReplace: async (op, before, after) => {
    if (before.role === 'single' && isSeries(after)) await insertOccurrences(op, [after])
  },
  toTarget: (op, one, ref, scope) => toEventTarget(op, eventKind, one, ref, scope),
}

/** Composes the event, and plans its links. */
async function planEvent(
  op: WriteOperation,
  fields: Partial<PreparedEventFields>,
  before: EventRecord | undefined,
  issues: Issues,
): Promise<EventPlan> {
  const links = await planLinks(op, fields, before, issues)
  const event = composeEvent(op, fields, before, issues)
  // Only a new event can lack its dates, and those are required.
  if (event === undefined) throw invalidInput({ startDate: { code: 'required' }, ...issues })
  const { role, recurrence, times, extendedTo } = event
  if (role === 'series' && recurrence !== null && before?.role !== 'series') {
    const { venues, organizers, categories, tags } = links
    const reason = linkRefusal(
      [venues, organizers, categories, tags].reduce((sum, { length }) => sum + length, 0),
      keysOf({ times, recurrence }, { before: extendedTo }).length,
    )
    if (reason !== undefined) issues['recurrence'] ??= reason
  }
  const composed = { ...event, ...existingLinks(links) }
  // A series and its occurrences plan it with their final states.
  const writes = before?.role === 'single' ? [{ before, after: composed }] : []
  return { composed, links, publications: await planPublications(op, writes) }
}

/** The times of a new event, and its series if it repeats; without a series if the dates are invalid. */
function prepareSeries(
  { clock, horizonMonths }: CalendarContext,
  { recurrence, ...fields }: Partial<EventFields>,
  times: EventTimes,
  issues: Issues,
): Partial<Pick<PreparedEventFields, 'times' | 'series'>> {
  if (!recurrence || recurrence.isOfOccurrence || 'startDate' in issues || 'endDate' in issues) return { times }
  const series = toSeries(recurrence, toWrittenTimes(times, fields), { nowMs: clock.nowMs(), horizonMonths })
  if (!isReason(series)) return { times: series.times, series }
  issues['recurrence'] ??= series
  return { times }
}

const { startDate, endDate, allDay, timeZone, recurrence } = eventShape
const previewShape = { startDate, endDate, allDay, timeZone, recurrence }

function previewSeries(context: CalendarContext, input: object, limit: number): SeriesPreview {
  requireObject('input', input)
  const { values: read, issues } = readFields(previewShape, input)
  requireFields(['startDate', 'endDate', 'recurrence'], read, issues)
  const values = withNamedZone(read, issues)
  assertNoIssues(issues)
  const times = resolveTimes(values, undefined, context.timeZone, issues)
  const series = times && prepareSeries(context, values, times, issues).series
  assertNoIssues(issues)
  if (series === undefined) throw invalidInput({ recurrence: { code: 'required' } })
  return toPreview(series, limit)
}

/** The events of a calendar. */
export const createEvents = (context: CalendarContext): Events => ({
  ...createEventReads(context),
  ...createTrashableWrites(context, eventKind),
  previewSeries: async (input, options = {}) => {
    requireObject('options', options)
    requireKnownOptions('previewSeries', options, { limit: true })
    const { limit = 5 } = options
    return previewSeries(context, input, readLimit(limit))
  },
})
