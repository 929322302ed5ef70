import {
  compareCodePoints,
  type EntityId,
  type EventFilter,
  type EventRecord,
  type FieldCondition,
  type LinkField,
  namesLinks,
  type ReadScope,
} from '@kalends/core/store'
import { allPhases, dayBefore, type EventGroup, type EventIndex, linkFields, type Phase } from './indexes.ts'
import { firstIndex } from './sorted-list.ts'

/** A range of an index list, in which events are sorted by start, then id. */
export interface IndexRange {
  /** The list. */
  readonly records: readonly EventRecord[]
  /** The inclusive start. */
  readonly from: number
  /** The exclusive end. */
  readonly to: number
}

/** The committed events to check for a filter. */
export interface EventPlan {
  /** Ranges that together contain all events that may match. */
  readonly ranges: readonly IndexRange[]
  /** Whether several ranges may contain the same event. */
  readonly overlaps: boolean
  /** The upper bound of the events' ids, where ranges overlap; otherwise 0. */
  readonly highestId: EntityId
  /** The rest of the filter, to be checked on each event; null if all of them match. */
  readonly rest: EventFilter | null
}

/** A link field and ids: events must link at least one of these records. */
export interface LinkCondition {
  /** The link field. */
  readonly linkField: LinkField
  /** The ids of the records. */
  readonly ids: readonly EntityId[]
}

/** A condition of the filter that requires one of some keys of a field. */
interface KeyCondition {
  /** The condition. */
  readonly condition: FieldCondition
  /** The keys, each once. */
  readonly keys: readonly string[]
}

/** A part of a filter that the index answers. */
type IndexedCondition = LinkCondition | KeyCondition

const falseAndTrue = [false, true]

/** Returns a function that makes plans for a filter: for all matching events, or only for those that link some records. */
export function planner(index: EventIndex, filter: EventFilter): (link?: LinkCondition) => EventPlan {
  const { readable, hidden, roles, startLocal, fromLocal, ...unindexed } = filter
  const asked = readable === undefined ? { phases: allPhases } : phasesOf(readable)
  const hiddenValues = hidden === undefined ? falseAndTrue : [hidden]
  const { seriesValues, isExact } = rolesOf(roles)
  const others: EventFilter = isExact || roles === undefined ? unindexed : { ...unindexed, roles }
  const tested: EventFilter = asked === undefined && readable !== undefined ? { ...others, readable } : others

  const rangesOf = (link: IndexedCondition | undefined): IndexRange[] => {
    const ranges: IndexRange[] = []
    for (const phase of asked?.phases ?? allPhases) {
      for (const isHidden of hiddenValues) {
        for (const series of seriesValues) {
          const group = { phase, hidden: isHidden, series }
          const lists = listsOf(index, link, group)
          const long = fromLocal === undefined ? [] : listsOf(index, link, { ...group, long: true })
          for (const [at, records] of lists.entries()) {
            const found =
              fromLocal === undefined ? [toRange(records, startLocal)] : overlapping(records, long[at] ?? [], startLocal, fromLocal)
            ranges.push(...found.filter(({ from, to }) => from < to))
          }
        }
      }
    }
    return ranges
  }

  return (wanted) => {
    // The boundary is set for each plan, because another filter may have moved it since the last one.
    if (asked?.boundaryMs !== undefined) index.setBoundary(asked.boundaryMs)
    const { link, ranges } = wanted === undefined ? narrowest(filter, rangesOf) : { link: wanted, ranges: rangesOf(wanted) }
    const rest = link === undefined || wanted !== undefined ? tested : without(tested, link)
    const overlaps = link !== undefined && ('ids' in link ? link.ids : link.keys).length > 1
    return {
      ranges,
      overlaps,
      highestId: overlaps ? (index.byId().at(-1)?.id ?? 0) : 0,
      rest: Object.keys(rest).length === 0 ? null : rest,
    }
  }
}

/** The phases of a read scope, and the boundary of the phase `future` if it matters; undefined if the scope has other conditions. */
function phasesOf(scope: ReadScope): { readonly phases: readonly Phase[]; readonly boundaryMs?: number } | undefined {
  const phases = new Set<Phase>()
  let boundaryMs: number | undefined
  for (const clause of scope) {
    const { status, authorIds, statusBeforeTrash, publishedMs: { gte, lt } = {} } = clause
    if (authorIds !== undefined || statusBeforeTrash !== undefined || namesLinks(clause)) return undefined
    if (gte === undefined && lt === undefined) {
      phases.add(status)
      if (status === 'publish') phases.add('future')
      continue
    }
    const boundMs = gte ?? lt
    if (status !== 'publish' || (gte !== undefined && lt !== undefined) || (boundaryMs ?? boundMs) !== boundMs) return undefined
    boundaryMs = boundMs
    phases.add(gte === undefined ? 'publish' : 'future')
  }
  return boundaryMs === undefined ? { phases: [...phases] } : { phases: [...phases], boundaryMs }
}

/** The values of `series` of the groups that contain events of these roles; `isExact` if those groups contain no events of other roles. */
function rolesOf(roles: EventFilter['roles']): { readonly seriesValues: readonly boolean[]; readonly isExact: boolean } {
  if (roles === undefined) return { seriesValues: falseAndTrue, isExact: true }
  const isSingle = roles.includes('single')
  const isOccurrence = roles.includes('occurrence')
  const seriesValues: boolean[] = []
  if (isSingle || isOccurrence) seriesValues.push(false)
  if (roles.includes('series')) seriesValues.push(true)
  return { seriesValues, isExact: isSingle === isOccurrence }
}

function listsOf(index: EventIndex, link: IndexedCondition | undefined, group: EventGroup): (readonly EventRecord[])[] {
  if (link === undefined) return [index.group(group)]
  if ('keys' in link) return link.keys.map((key) => index.keyedGroup(link.condition.name, key, group))
  return [...new Set(link.ids)].map((id) => index.linkedGroup(link.linkField, id, group))
}

function toRange(records: readonly EventRecord[], { gte, lt }: NonNullable<EventFilter['startLocal']> = {}): IndexRange {
  const from = gte === undefined ? 0 : firstIndex(records, (event) => event.times.startLocal >= gte)
  return { records, from, to: lt === undefined ? records.length : firstIndex(records, (event) => event.times.startLocal >= lt, from) }
}

/**
 * The events that overlap a window: those that run when it begins, which are copied, and those that start later.
 * @param long the long ones of the records: others that started more than a day before the window do not reach it
 */
function overlapping(
  records: readonly EventRecord[],
  long: readonly EventRecord[],
  startLocal: EventFilter['startLocal'],
  { start, end }: NonNullable<EventFilter['fromLocal']>,
): readonly IndexRange[] {
  const near = dayBefore(start < end ? start : end)
  const indexAt = (time: string): number => firstIndex(records, (event) => event.times.startLocal >= time)
  const isRunning = ({ times: { startLocal, endLocal } }: EventRecord): boolean => startLocal < start && endLocal >= end
  const begun = (list: readonly EventRecord[], range: IndexRange): readonly EventRecord[] =>
    list.slice(range.from, range.to).filter(isRunning)
  const all = toRange(records, startLocal)
  const startAt = indexAt(start)
  const running = [
    ...begun(long, toRange(long, { ...startLocal, lt: startLocal?.lt !== undefined && startLocal.lt < near ? startLocal.lt : near })),
    ...begun(records, { records, from: Math.max(all.from, indexAt(near)), to: Math.min(all.to, startAt) }),
  ]
  return [
    { records: running, from: 0, to: running.length },
    { ...all, from: Math.max(all.from, startAt) },
  ]
}

/** The link or field of the filter that leaves the fewest events to check, with their ranges; all events if the filter has none. */
function narrowest(
  filter: EventFilter,
  rangesOf: (link: IndexedCondition | undefined) => readonly IndexRange[],
): { readonly link: IndexedCondition | undefined; readonly ranges: readonly IndexRange[] } {
  const conditions: IndexedCondition[] = keyConditions(filter)
  for (const linkField of linkFields) {
    const ids = filter[linkField]
    if (ids !== undefined) conditions.push({ linkField, ids })
  }
  const [first, ...others] = conditions.map((link) => ({ link, ranges: rangesOf(link) }))
  const sizeOf = ({ ranges }: { readonly ranges: readonly IndexRange[] }): number =>
    ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  if (first === undefined) return { link: undefined, ranges: rangesOf(undefined) }
  return others.reduce((best, one) => (sizeOf(one) < sizeOf(best) ? one : best), first)
}

/** The conditions of the filter that require one of some keys; ranges of keys are checked on each event. */
function keyConditions({ fields = [] }: EventFilter): KeyCondition[] {
  return fields.flatMap((condition) => {
    const { keys, range: { gte, lt } = {} } = condition
    if (keys === undefined) return []
    const isInRange = (key: string): boolean =>
      (gte === undefined || compareCodePoints(key, gte) >= 0) && (lt === undefined || compareCodePoints(key, lt) < 0)
    return [{ condition, keys: [...new Set(keys)].filter(isInRange) }]
  })
}

/** Whether the filter has a condition that the lists by link or by field answer. */
export const isIndexed = (filter: EventFilter): boolean =>
  linkFields.some((linkField) => filter[linkField]) || filter.fields?.some(({ keys }) => keys !== undefined) === true

/** The filter without a condition. */
function without(filter: EventFilter, indexed: IndexedCondition): EventFilter {
  if ('linkField' in indexed) return Object.fromEntries(Object.entries(filter).filter(([member]) => member !== indexed.linkField))
  const { fields = [], ...others } = filter
  const left = fields.filter((condition) => condition !== indexed.condition)
  return left.length === 0 ? others : { ...others, fields: left }
}
