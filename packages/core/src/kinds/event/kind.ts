import { invalidInput } from '../../errors/calendar-error.ts'
import type { Issues } from '../../input/read.ts'
import { noteBooking } from '../../record/bookings.ts'
import type { WriteOperation } from '../../record/context.ts'
import type { KindDefinition } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import type { EventRecord } from '../../store/records.ts'
import { prepareSeries } from './dates.ts'
import { applyLinks, createsLinks, enqueueLinks, existingLinks, linksAfter, planLinks, prepareLinks } from './links.ts'
import { planPublications, publishLinked } from './publish-linked.ts'
import { eventReads } from './reads.ts'
import { composeEvent, type PreparedEventFields } from './record.ts'
import { eventShape } from './schema.ts'
import { insertOccurrences } from './series/insert-occurrences.ts'
import { isSeries, keysOf } from './series/keys.ts'
import { linkRefusal } from './series/link-limit.ts'
import { toEventTarget } from './series/writes/targets.ts'
import { resolveTimes, withNamedZone } from './times.ts'
import type { EventPlan, EventTypes } from './view.ts'

/** The definition of events. */
export const eventKind: KindDefinition<EventTypes> = {
  ...eventReads,
  lifecycle: createLifecycle('event', linksAfter),
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
  afterInsert: (op, events) => {
    for (const event of events) noteBooking(op, null, event)
    return insertOccurrences(op, events.filter(isSeries))
  },
  afterReplace: async (op, before, after) => {
    noteBooking(op, before, after)
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
