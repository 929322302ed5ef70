import type { Status } from '../../access/policy.ts'
import { type ListReason, type UnwordedReason, withMessage } from '../../errors/list-reasons.ts'
import { defaultPerPage } from '../../paging/page.ts'
import type { CalendarContext, Operation } from '../../record/context.ts'
import { beginExplaining } from '../../record/explain.ts'
import type { ExplainOptions, Explanation } from '../../record/explain-options.ts'
import { loadById } from '../../record/loader.ts'
import type { RecordRef } from '../../record/lookup.ts'
import { viewOne } from '../../record/reads.ts'
import { otherValue, toFieldReason, toReasonValue } from '../../record/reason-values.ts'
import { listedRoles } from '../../record/scope.ts'
import { statusReasons } from '../../record/visibility-reasons.ts'
import type { EventFilter } from '../../store/filters.ts'
import { type MatchingLookups, matchesEvent } from '../../store/matching.ts'
import type { EventRecord } from '../../store/records.ts'
import { eventReasons } from './list-reasons.ts'
import { type EventListFields, equalFilters } from './list-schema.ts'
import { toEventQuery } from './query.ts'
import { eventReads } from './reads.ts'
import type { Event } from './view.ts'

/** Why a list has an event, or lacks it. See `explain` of the events of a calendar. */
export async function explainEvent(context: CalendarContext, ref: RecordRef, input: object, options: ExplainOptions): Promise<Explanation> {
  const { op, fields, record } = await beginExplaining(context, eventReads, ref, input, options)
  const reasons = await reasonsOf(op, fields, record, input)
  if (reasons.length > 0) return { listed: false, reasons }
  const page = await pageOf(op, fields, record)
  return { listed: true, ...(page !== undefined && { page }), reasons }
}

/** What all reasons of one explanation need. */
interface Explaining {
  readonly op: Operation
  readonly record: EventRecord
  /** The event as the viewer of the list would read it. */
  readonly event: Event
  readonly lookups: MatchingLookups
}

async function reasonsOf(
  op: Operation,
  fields: Partial<EventListFields>,
  record: EventRecord,
  input: object,
): Promise<readonly ListReason[]> {
  const [venues, organizers] = [await loadById(op.store.venues)(record.venueIds), await loadById(op.store.organizers)(record.organizerIds)]
  const lookups: MatchingLookups = { venue: (id) => venues.get(id), organizer: (id) => organizers.get(id) }
  const explaining = { op, record, event: await viewOne(op, eventReads, record), lookups }
  const visibility = [...(await statusReasons(op, 'event', record, fields.status)), ...(await hiddenReasons(explaining, fields.hidden))]
  const refusals = await filterReasons(explaining, fields, input)
  // Ids and uids that name the event replace the dates of a list, and find a series itself.
  const isNamed = (['ids', 'uids'] as const).some((name) => fields[name] !== undefined && !refusals.some(({ filter }) => filter === name))
  const filters = isNamed ? refusals.filter(({ filter }) => !bounds.has(filter)) : refusals
  const series: readonly UnwordedReason[] =
    isNamed || listedRoles.includes(record.role)
      ? []
      : [{ filter: 'ids', code: 'series', value: record.role, wanted: [...listedRoles], suggestion: { seriesIds: record.id } }]
  const found = [...visibility, ...series, ...filters]
  return [...found, ...(await distinctReasons(explaining, fields, found))].map(withMessage)
}

/** The filters for dates. */
const bounds: ReadonlySet<string> = new Set<keyof EventListFields>(
  'from to startsFrom startsUntil startsBefore startsAfter endsBefore endsAfter'.split(' ') as (keyof EventListFields)[],
)

/** Why a list lacks an event that is hidden, or that is not. */
async function hiddenReasons(
  { op, record, lookups }: Explaining,
  asked: EventListFields['hidden'] | undefined,
): Promise<readonly UnwordedReason[]> {
  const accepts = async (hidden: EventListFields['hidden'] | undefined): Promise<boolean> => {
    const { filter } = await toEventQuery(op, { ...(hidden !== undefined && { hidden }) })
    const { hidden: isHidden, hiddenBy } = filter
    return matchesEvent(
      { ...(isHidden !== undefined && { hidden: isHidden }), ...(hiddenBy !== undefined && { hiddenBy }) },
      record,
      lookups,
    )
  }
  if (await accepts(asked)) return []
  const wanted = asked ?? 'exclude'
  if (!record.hidden) return [{ filter: 'hidden', code: 'not_hidden', value: false, wanted, suggestion: { hidden: 'include' } }]
  const isExcluded = wanted === 'exclude'
  return [
    ...(isExcluded ? [{ filter: 'hidden', code: 'hidden', value: true, wanted, suggestion: { hidden: 'include' } } as const] : []),
    ...((await accepts('include')) ? [] : [{ filter: 'access', code: 'hidden_from_viewer', value: true, wanted: false } as const]),
  ]
}

/** The reason of each filter that refuses the event by itself. */
async function filterReasons(explaining: Explaining, fields: Partial<EventListFields>, input: object): Promise<readonly UnwordedReason[]> {
  const { op, record, event, lookups } = explaining
  const reasons: UnwordedReason[] = []
  for (const name of Object.keys(fields) as (keyof EventListFields)[]) {
    if (name === 'fields') {
      for (const condition of fields.fields ?? [])
        if (!matchesEvent({ fields: [condition] }, record, lookups)) reasons.push(toFieldReason(event, condition, input))
      continue
    }
    const { readable: _r, hidden: _h, hiddenBy: _b, roles: _o, ...own } = (await toEventQuery(op, { [name]: fields[name] })).filter
    if (!matchesEvent(own, record, lookups)) reasons.push({ filter: name, ...toShown(explaining, name, fields[name]) })
  }
  return reasons
}

function toShown({ event, record }: Explaining, name: string, wanted: unknown): Pick<UnwordedReason, 'code' | 'value' | 'wanted'> {
  if (Object.hasOwn(equalFilters, name)) return otherValue(Reflect.get(event, name), toReasonValue(wanted))
  // The table has an entry for each other filter that can refuse an event, which takes the value that the filter has.
  const explain = Reflect.get(eventReasons, name) as (event: Event, wanted: unknown, record: EventRecord) => ReturnType<typeof toShown>
  return explain(event, wanted, record)
}

/**
 * Why a list of the next dates of series lacks a date: because of an earlier date that meets the filters, without those that refuse this one.
 */
async function distinctReasons(
  { op, record, event, lookups }: Explaining,
  fields: Partial<EventListFields>,
  found: readonly UnwordedReason[],
): Promise<readonly UnwordedReason[]> {
  if (fields.series !== 'next' || record.role !== 'occurrence') return []
  const refusing = new Set(found.map(({ filter }) => filter))
  const others = Object.entries(fields).filter(([name]) => !refusing.has(name) && name !== 'fields' && name !== 'afterId')
  const conditions = fields.fields?.filter(({ name }) => !refusing.has(`fields.${name}`))
  const repaired = Object.assign({ fields: conditions }, Object.fromEntries(others), ...found.map(toRepair))
  const { distinct: _, ...filter }: EventFilter = (await toEventQuery(op, repaired)).filter
  if (!matchesEvent(filter, record, lookups)) return []
  const [first] = await op.store.events.find({
    filter: { ...filter, seriesIds: [record.seriesId] },
    order: [
      { key: 'startLocal', direction: 'asc' },
      { key: 'id', direction: 'asc' },
    ],
    offset: 0,
    limit: 1,
    signal: op.signal,
  })
  if (first === undefined || first.id === record.id) return []
  const shown = eventReasons.series(event, 'next', record)
  return [{ filter: 'series', ...shown, wanted: first.times.startLocal.replace('T', ' '), suggestion: { series: 'all' } }]
}

/** The filter that a reason suggests, as a list takes it once it is read. */
const toRepair = ({ filter, suggestion }: UnwordedReason): Partial<EventListFields> => {
  if (filter === 'status') return { status: [suggestion?.['status'] as Status] }
  return filter === 'hidden' ? { hidden: 'include' } : {}
}

/** How far into a list an explanation looks for the page of the event. */
const maxRecords = 10_000

/**
 * The page of a list that has an event; undefined where that is far into the list. One read, because the list may search all texts or sort
 * all events for each.
 */
async function pageOf(op: Operation, fields: Partial<EventListFields>, { id }: EventRecord): Promise<number | undefined> {
  const { filter, order } = await eventReads.query(op, fields)
  const perPage = Math.min(fields.perPage ?? defaultPerPage, op.maxPerPage)
  const ids = await op.store.events.findIds({ filter, order, offset: 0, limit: maxRecords, signal: op.signal })
  return ids.includes(id) ? Math.floor(ids.indexOf(id) / perPage) + 1 : undefined
}
