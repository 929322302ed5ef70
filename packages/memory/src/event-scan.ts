import type { Direction, EntityId, EventFilter, EventRecord } from '@kalends/core/store'
import type { EventPlan, IndexRange } from './event-plan.ts'
import { byStart } from './indexes.ts'
import { firstIndex } from './sorted-list.ts'

/** Whether an event matches a filter. */
export type Matches = (filter: EventFilter, event: EventRecord) => boolean

/** Checks whether an event in the ranges of a plan matches. */
function accepts({ rest }: EventPlan, matches: Matches): (event: EventRecord) => boolean {
  return rest === null ? () => true : (event) => matches(rest, event)
}

/** All matching events, each once, in no order. */
export function foundEvents(plan: EventPlan, matches: Matches): EventRecord[] {
  const all = plan.ranges.flatMap(({ records, from, to }) => records.slice(from, to))
  const once = plan.overlaps ? [...new Set(all)] : all
  return plan.rest === null ? once : once.filter(accepts(plan, matches))
}

/** Counts the matching events; without a check of each event if the plan needs none. */
export function countEvents(plan: EventPlan, matches: Matches): number {
  if (plan.rest !== null) return foundEvents(plan, matches).length
  const { ranges, overlaps, highestId } = plan
  return overlaps ? countOnce(ranges, highestId) : ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The number of events in some ranges; a mark per id is much cheaper than a set of events. */
function countOnce(ranges: readonly IndexRange[], highestId: EntityId): number {
  const seen = new Uint8Array(highestId + 1)
  let count = 0
  for (const { records, from, to } of ranges) {
    for (let i = from; i < to; i++) {
      const id = records[i]?.id ?? 0
      count += 1 - (seen[id] ?? 0)
      seen[id] = 1
    }
  }
  return count
}

/** A page of the matching events, by start, then id, both in one direction. */
export function pageByStart(plan: EventPlan, matches: Matches, direction: Direction, offset: number, limit: number): EventRecord[] {
  const [only, ...others] = plan.ranges
  if (only && others.length === 0 && plan.rest === null) return cut(only, direction, offset, limit)
  const page: EventRecord[] = []
  let passed = 0
  visitByStart(plan, matches, direction, (event) => {
    if (++passed > offset) page.push(event)
    return page.length < limit
  })
  return page
}

/** Visits the matching events by start, then id, both in one direction, until the visitor returns false. */
export function visitByStart(plan: EventPlan, matches: Matches, direction: Direction, visit: (event: EventRecord) => boolean): void {
  const isFound = accepts(plan, matches)
  visitMerged(plan.ranges, direction, (event) => !isFound(event) || visit(event))
}

/** A page of the matching events with ids above `afterId`, by id. A binary search finds the first one, so a walk through all pages passes each
 * event once. */
export function pageById(
  events: readonly EventRecord[],
  isFound: (event: EventRecord) => boolean,
  afterId: EntityId,
  offset: number,
  limit: number,
): EventRecord[] {
  const page: EventRecord[] = []
  let passed = 0
  for (let i = firstIndex(events, ({ id }) => id > afterId); i < events.length && page.length < limit; i++) {
    const event = events[i]
    if (event && isFound(event) && ++passed > offset) page.push(event)
  }
  return page
}

function cut({ records, from, to }: IndexRange, direction: Direction, offset: number, limit: number): EventRecord[] {
  if (direction === 'asc') return records.slice(from + offset, Math.min(from + offset + limit, to))
  return records.slice(Math.max(to - offset - limit, from), Math.max(to - offset, from)).reverse()
}

/** Visits the events of several ranges in their common order, each once, until the visitor returns false. */
function visitMerged(ranges: readonly IndexRange[], direction: Direction, visit: (event: EventRecord) => boolean): void {
  const step = direction === 'asc' ? 1 : -1
  const cursors = ranges.map(({ records, from, to }) =>
    step === 1 ? { records, at: from, end: to } : { records, at: to - 1, end: from - 1 },
  )
  let last: EventRecord | undefined
  for (;;) {
    let first: EventRecord | undefined
    let owner: (typeof cursors)[number] | undefined
    for (const cursor of cursors) {
      const event = cursor.at === cursor.end ? undefined : cursor.records[cursor.at]
      if (event && (first === undefined || step * byStart(event, first) < 0)) [first, owner] = [event, cursor]
    }
    if (first === undefined || owner === undefined) return
    owner.at += step
    if (first !== last && !visit(first)) return
    last = first
  }
}
