import { type Edge, type EntityId, type EventFilter, type EventRecord, isInRange, type ReadScope, type StoredStatus } from '@kalends/core'
import { type EventIndex, edges } from './indexes.ts'
import { firstIndex } from './sorted-list.ts'

/** A part of a list of events in the order of their starts. */
export interface Stretch {
  /** The list. */
  readonly records: readonly EventRecord[]
  /** Where the part begins. */
  readonly from: number
  /** Where it has ended. */
  readonly to: number
}

/** Where to look for what a filter finds among the committed events. */
export interface EventPlan {
  /** Together they hold all that may match. */
  readonly stretches: readonly Stretch[]
  /** Whether an event may be in several of them. */
  readonly overlaps: boolean
  /** No event has a higher id. */
  readonly highestId: EntityId
  /** What is left to be tested of each event; null when all of them match, those that are late excepted. */
  readonly rest: EventFilter | null
  /** Events in the stretches that are published too late; empty when there is something to test. */
  readonly late: readonly EventRecord[]
}

/** A link that events have to have: to one of these. */
export interface Via {
  /** By which link. */
  readonly edge: Edge
  /** To which records. */
  readonly ids: readonly EntityId[]
}

/** More scheduled events than that are tested one by one like everything else. */
const fewLate = 500

const allStatuses: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private', 'trash']

/** Makes plans for a filter: for all that it finds, or for what of it links some records. */
export function planner(index: EventIndex, filter: EventFilter): (via?: Via) => EventPlan {
  const { readable, hidden, startLocal: _, ...others } = filter
  const statuses = readable ? [...new Set(readable.map(({ status }) => status))] : allStatuses
  const hiddens = hidden === undefined ? [false, true] : [hidden]
  const scheduled = lateEvents(index, readable)

  const stretchesOf = (via: Via | undefined): Stretch[] =>
    statuses
      .flatMap((status) => hiddens.flatMap((isHidden) => listsOf(index, via, status, isHidden)))
      .map((records) => stretchOf(records, filter))
      .filter(({ from, to }) => from < to)

  return (wanted) => {
    const via = wanted ?? narrowest(filter, stretchesOf)
    const rest = without(others, wanted ? undefined : via?.edge)
    const where = {
      stretches: stretchesOf(via),
      highestId: index.byId().at(-1)?.id ?? 0,
      overlaps: via !== undefined && via.ids.length > 1,
    }
    if (scheduled === undefined || Object.keys(rest).length > 0)
      return { ...where, rest: { ...rest, ...(readable && { readable }) }, late: [] }
    const isInPlan = (event: EventRecord): boolean =>
      hiddens.includes(event.hidden) &&
      isInRange(filter.startLocal, event.startLocal) &&
      (via === undefined || event[via.edge].some((id) => via.ids.includes(id)))
    return { ...where, rest: null, late: scheduled.filter(isInPlan) }
  }
}

function listsOf(index: EventIndex, via: Via | undefined, status: StoredStatus, hidden: boolean): (readonly EventRecord[])[] {
  if (via === undefined) return [index.group(status, hidden)]
  return [...new Set(via.ids)].map((id) => index.linkedGroup(via.edge, id, status, hidden))
}

function stretchOf(records: readonly EventRecord[], { startLocal: { gte, lt } = {} }: EventFilter): Stretch {
  return {
    records,
    from: gte === undefined ? 0 : firstIndex(records, (event) => event.startLocal >= gte),
    to: lt === undefined ? records.length : firstIndex(records, (event) => event.startLocal >= lt),
  }
}

/** The link of the filter that leaves the fewest events to look at. */
function narrowest(filter: EventFilter, stretchesOf: (via: Via) => readonly Stretch[]): Via | undefined {
  const vias = edges.flatMap((edge) => (filter[edge] ? [{ edge, ids: filter[edge] }] : []))
  if (vias.length < 2) return vias[0]
  const sized = vias.map((via) => ({ via, size: stretchesOf(via).reduce((sum, { from, to }) => sum + to - from, 0) }))
  return sized.sort((a, b) => a.size - b.size)[0]?.via
}

/**
 * The published events that the scope leaves out because they are published too late.
 * Undefined when the scope asks for more than a status and a publication before some time, or when they are many.
 */
function lateEvents(index: EventIndex, scope: ReadScope | undefined): readonly EventRecord[] | undefined {
  if (scope === undefined || scope.every(({ authorIds, publishedMs }) => authorIds === undefined && publishedMs === undefined)) return []
  const [clause, ...more] = scope
  const { gte, lt } = clause?.publishedMs ?? {}
  if (clause?.status !== 'publish' || clause.authorIds !== undefined || more.length > 0) return undefined
  if (gte !== undefined || lt === undefined) return undefined
  const late = index.publishedFrom(lt)
  return late.length > fewLate ? undefined : late
}

function without(filter: EventFilter, edge: Edge | undefined): EventFilter {
  return edge === undefined ? filter : Object.fromEntries(Object.entries(filter).filter(([member]) => member !== edge))
}
