import {
  compareCodePoints,
  type Edge,
  type EntityId,
  type EventRecord,
  type PublishedRecord,
  type StoredRecord,
  type StoredStatus,
} from '@kalends/core'
import { firstIndex, type SortedList, sortedList } from './sorted-list.ts'

/** Follows the committed records of a table. */
export interface TableIndex<R> {
  /** Takes a record in, out, or another in its place. */
  change(before: R | undefined, after: R | undefined): void
}

/** Knows when records are published. */
export interface PublicationIndex<R> extends TableIndex<R> {
  /** The records with status `publish` whose `publishedMs` is this or later, by that. */
  publishedFrom(ms: number): readonly R[]
}

/** Knows events by their links, in the order of their starts. */
export interface EventIndex extends PublicationIndex<EventRecord> {
  /** All events of a status, hidden or not, by `startLocal`, then id. */
  group(status: StoredStatus, hidden: boolean): readonly EventRecord[]
  /** Those of them that link a record. */
  linkedGroup(edge: Edge, id: EntityId, status: StoredStatus, hidden: boolean): readonly EventRecord[]
  /** All events by id. */
  byId(): readonly EventRecord[]
}

/** For tables that are searched from end to end. */
export const noIndex: TableIndex<StoredRecord> = { change() {} }

/** An index of nothing yet. */
export function publicationIndex<R extends PublishedRecord>(): PublicationIndex<R> {
  const published = sortedList<R>((a, b) => a.publishedMs - b.publishedMs || a.id - b.id)
  return {
    change(before, after) {
      if (before?.status === 'publish') published.remove(before)
      if (after?.status === 'publish') published.add(after)
    },
    publishedFrom(ms) {
      const records = published.items()
      return records.slice(firstIndex(records, (record) => record.publishedMs >= ms))
    },
  }
}

/** The four links from events. */
export const edges: readonly Edge[] = ['venueIds', 'organizerIds', 'categoryIds', 'tagIds']

/** An index of nothing yet. */
export function eventIndex(): EventIndex {
  const publication = publicationIndex<EventRecord>()
  const ids = sortedList<EventRecord>((a, b) => a.id - b.id)
  const groups = new Map<string, SortedList<EventRecord>>()

  const groupOf = (key: string): SortedList<EventRecord> => {
    const group = groups.get(key) ?? sortedList(byStart)
    groups.set(key, group)
    return group
  }
  const listsOf = (event: EventRecord): SortedList<EventRecord>[] => [ids, ...groupKeys(event).map(groupOf)]

  return {
    ...publication,
    change(before, after) {
      publication.change(before, after)
      if (before) for (const list of listsOf(before)) list.remove(before)
      if (after) for (const list of listsOf(after)) list.add(after)
    },
    group: (status, hidden) => groups.get(groupKey('', 0, status, hidden))?.items() ?? [],
    linkedGroup: (edge, id, status, hidden) => groups.get(groupKey(edge, id, status, hidden))?.items() ?? [],
    byId: () => ids.items(),
  }
}

/** Compares events by start, then id. */
export const byStart = (a: EventRecord, b: EventRecord): number => compareCodePoints(a.startLocal, b.startLocal) || a.id - b.id

const groupKey = (edge: Edge | '', id: EntityId, status: StoredStatus, hidden: boolean): string => `${edge}${id}${status}${hidden}`

function groupKeys(event: EventRecord): string[] {
  const { status, hidden } = event
  return [groupKey('', 0, status, hidden), ...edges.flatMap((edge) => event[edge].map((id) => groupKey(edge, id, status, hidden)))]
}
