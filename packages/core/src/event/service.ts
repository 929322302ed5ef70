import type { Problems } from '../input/read.ts'
import { assertNoProblems } from '../input/read.ts'
import type { TrashableRecords } from '../record/api.ts'
import { type CalendarContext, type Operation, write } from '../record/context.ts'
import type { Composed } from '../record/published.ts'
import { replaceRecord } from '../record/published.ts'
import { createPublishedRecords, type PublishedDefinition } from '../record/service.ts'
import type { EventFilter, EventSort } from '../store/filters.ts'
import type { EventRecord } from '../store/records.ts'
import { checkLinkData, resolveLinks } from './links.ts'
import { toEventQuery } from './query.ts'
import { composeEvent } from './record.ts'
import { loadRelations } from './relations.ts'
import {
  type EventFields,
  type EventInput,
  type EventListFields,
  type EventListInput,
  type EventPatch,
  eventListShape,
  eventShape,
} from './schema.ts'
import { recomputeTimes, resolveTimes } from './times.ts'
import { type Event, toEvent } from './view.ts'

/** What a recomputation of instants found or did. */
export interface RezoneReport {
  /** How many events were looked at. */
  readonly checked: number
  /** The events whose instants differ under the rules that hold now. */
  readonly changed: readonly number[]
}

/** The events of a calendar. */
export interface Events extends TrashableRecords<Event, EventInput, EventPatch, EventListInput> {
  /**
   * Recomputes the instants of all events from their wall times, after the rules of a zone have changed. Wall times stand.
   * @param options `dryRun` only reports @default { dryRun: true }
   */
  rezone(options?: { readonly dryRun?: boolean }): Promise<RezoneReport>
}

/** What makes events events. */
const eventKind: PublishedDefinition<'event', EventFields, Event, EventListFields, EventFilter, EventSort> = {
  kind: 'event',
  collection: (store) => store.events,
  shape: eventShape,
  required: ['title', 'startDate', 'endDate'],
  listShape: eventListShape,
  check: (context, fields, isNew, problems) => {
    checkLinkData(fields, problems)
    if (isNew && problems['timezone'] === undefined) resolveTimes(fields, undefined, context.timeZone, problems)
  },
  compose: composeLinked,
  title: (record) => record.title,
  query: toEventQuery,
  view: async (op, records) => {
    const relations = await loadRelations(op, records)
    return records.map((record) => toEvent(record, relations, op.nowMs))
  },
}

async function composeLinked(
  op: Operation,
  fields: Partial<EventFields>,
  before: EventRecord | undefined,
  problems: Problems,
): Promise<Composed<EventRecord>> {
  const event = composeEvent(op, fields, before, await resolveLinks(op, fields, before, problems), problems)
  if (event !== undefined) return event
  // Only a new event can lack its dates, and those were required.
  problems['startDate'] ??= 'is required'
  assertNoProblems(problems)
  throw new TypeError('unreachable')
}

/** The events of a calendar. */
export function createEvents(context: CalendarContext): Events {
  return { ...createPublishedRecords(context, eventKind), rezone: ({ dryRun = true } = {}) => rezone(context, dryRun) }
}

/** One transaction a batch, so that a long run holds up nobody. */
async function rezone(context: CalendarContext, dryRun: boolean): Promise<RezoneReport> {
  const changed: number[] = []
  let checked = 0
  for (let afterId = 0; ; ) {
    const batch = await context.store.events.find({ filter: { afterId }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 })
    const last = batch.at(-1)
    if (last === undefined) return { checked, changed }
    checked += batch.length
    afterId = last.id
    const stale = batch.filter((event) => isStale(event)).map((event) => event.id)
    changed.push(...stale)
    if (!dryRun && stale.length > 0) await write(context, (op) => rezoneBatch(op, stale))
  }
}

function isStale(event: EventRecord): boolean {
  const now = recomputeTimes(event)
  return now.startMs !== event.startMs || now.endMs !== event.endMs || now.zoneAbbreviation !== event.zoneAbbreviation
}

async function rezoneBatch(op: Operation, ids: readonly number[]): Promise<void> {
  for (const event of await op.store.events.getMany(ids)) await replaceRecord(op, op.store.events, { ...event, ...recomputeTimes(event) })
}
