import type { EntityId, EventRecord, LinkField, PublishedRecord, StoredRecord, StoredStatus } from '@kalends/core/store'
import { addTo, firstIndex, itemsOf, removeFrom, type SortedList, sortedList } from './sorted-list.ts'

/** An index of the committed records of a table. */
export interface TableIndex<R> {
  /** Adds a record, removes one, or replaces one by another. */
  change(before: R | undefined, after: R | undefined): void
}

/** Finds records by their folded names. */
export interface NameIndex<R> extends TableIndex<R> {
  /** The records with that name. */
  named(nameKey: string): Iterable<R>
}

/** Orders records by publication. */
export interface PublicationIndex<R> extends TableIndex<R> {
  /** The records with status `publish`, by `publishedMs`; do not keep the array. */
  published(): readonly R[]
}

/** The index of venues or of organizers. */
export interface ProfileIndex<R> extends NameIndex<R>, PublicationIndex<R> {}

/** A status. Events with status `publish` that are published at or after a boundary, an instant, have the phase `future` instead. */
export type Phase = StoredStatus | 'future'

/** All phases. */
export const allPhases: readonly Phase[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'deleted']

/** The properties by which most lists filter. Each group has a sorted list, so such a filter needs no check of each event. */
export interface EventGroup {
  /** The phase of the events. */
  readonly phase: Phase
  /** Whether they are hidden. */
  readonly hidden: boolean
  /** Whether they are series; otherwise they are occurrences or single events. */
  readonly series: boolean
  /** Only those that last more than a day by wall clock, which are few: an event that overlaps a window is one of these, or starts near it. */
  readonly long?: boolean
}

/** Finds events by their links and by the keys of their fields, in the order of their starts. */
export interface EventIndex extends PublicationIndex<EventRecord> {
  /** Moves the boundary: after the call, events published at that instant or later have the phase `future`. */
  setBoundary(ms: number): void
  /** The events of a group, by `times.startLocal`, then id. */
  group(group: EventGroup): readonly EventRecord[]
  /** The events of a group that link a record. */
  linkedGroup(linkField: LinkField, id: EntityId, group: EventGroup): readonly EventRecord[]
  /** The events of a group with a key of a field. */
  keyedGroup(field: string, key: string, group: EventGroup): readonly EventRecord[]
  /** All events by id. */
  byId(): readonly EventRecord[]
  /** The occurrences of a series. */
  occurrences(seriesId: EntityId): Iterable<EventRecord>
  /** All series. */
  series(): Iterable<EventRecord>
}

/** Makes an empty index. */
export function nameIndex<R extends StoredRecord & { readonly nameKey: string }>(): NameIndex<R> {
  const byName = new Map<string, Map<EntityId, R>>()
  return {
    change(before, after) {
      if (before !== undefined) {
        const namesakes = byName.get(before.nameKey)
        namesakes?.delete(before.id)
        if (namesakes?.size === 0) byName.delete(before.nameKey)
      }
      if (after !== undefined) {
        const namesakes = byName.get(after.nameKey) ?? new Map<EntityId, R>()
        byName.set(after.nameKey, namesakes.set(after.id, after))
      }
    },
    named: (nameKey) => byName.get(nameKey)?.values() ?? [],
  }
}

/** Makes an empty index. */
export function publicationIndex<R extends PublishedRecord>(): PublicationIndex<R> {
  const published = sortedList<R>((a, b) => a.publishedMs - b.publishedMs || a.id - b.id)
  return {
    change(before, after) {
      if (before?.status === 'publish') removeFrom(published, before)
      if (after?.status === 'publish') addTo(published, after)
    },
    published: () => itemsOf(published),
  }
}

/** Makes an empty index. */
export function profileIndex<R extends PublishedRecord & { readonly nameKey: string }>(): ProfileIndex<R> {
  const [names, publication] = [nameIndex<R>(), publicationIndex<R>()]
  return {
    named: names.named,
    published: publication.published,
    change(before, after) {
      names.change(before, after)
      publication.change(before, after)
    },
  }
}

/** The four link fields of events. */
export const linkFields: readonly LinkField[] = ['venueIds', 'organizerIds', 'categoryIds', 'tagIds']

/** Makes an empty index. */
export function eventIndex(): EventIndex {
  const publication = publicationIndex<EventRecord>()
  const ids = sortedList<EventRecord>((a, b) => a.id - b.id)
  const repeating = seriesIndex()
  const lists = groupLists()
  let boundaryMs = Number.POSITIVE_INFINITY
  const phaseOf = ({ status, publishedMs }: EventRecord): Phase => (status === 'publish' && publishedMs >= boundaryMs ? 'future' : status)
  const listsOf = (event: EventRecord): readonly SortedList<EventRecord>[] =>
    lists.of(event, { phase: phaseOf(event), hidden: event.hidden, series: event.role === 'series' })
  const enter = (event: EventRecord): void => {
    for (const list of listsOf(event)) addTo(list, event)
  }
  const leave = (event: EventRecord): void => {
    for (const list of listsOf(event)) removeFrom(list, event)
  }

  return {
    ...publication,
    change(before, after) {
      publication.change(before, after)
      repeating.change(before, after)
      if (before) {
        removeFrom(ids, before)
        leave(before)
      }
      if (after) {
        addTo(ids, after)
        enter(after)
      }
    },
    setBoundary(ms) {
      if (ms === boundaryMs) return
      // Only events published between the old and the new boundary change their phase. The boundary usually follows the clock: few events.
      const crossing = publishedBetween(publication.published(), Math.min(ms, boundaryMs), Math.max(ms, boundaryMs))
      crossing.forEach(leave)
      boundaryMs = ms
      crossing.forEach(enter)
    },
    group: lists.group,
    linkedGroup: lists.linkedGroup,
    keyedGroup: lists.keyedGroup,
    byId: () => itemsOf(ids),
    occurrences: repeating.occurrences,
    series: repeating.series,
  }
}

/** Makes an empty index of series and their occurrences. */
function seriesIndex(): TableIndex<EventRecord> & Pick<EventIndex, 'occurrences' | 'series'> {
  const series = new Map<EntityId, EventRecord>()
  const occurrencesOf = new Map<EntityId, Map<EntityId, EventRecord>>()
  return {
    change(before, after) {
      if (before?.role === 'series') series.delete(before.id)
      if (before?.role === 'occurrence') {
        const known = occurrencesOf.get(before.seriesId)
        known?.delete(before.id)
        if (known?.size === 0) occurrencesOf.delete(before.seriesId)
      }
      if (after?.role === 'series') series.set(after.id, after)
      if (after?.role === 'occurrence') {
        const known = occurrencesOf.get(after.seriesId) ?? new Map<EntityId, EventRecord>()
        occurrencesOf.set(after.seriesId, known.set(after.id, after))
      }
    },
    occurrences: (seriesId) => occurrencesOf.get(seriesId)?.values() ?? [],
    series: () => series.values(),
  }
}

function publishedBetween(published: readonly EventRecord[], fromMs: number, toMs: number): readonly EventRecord[] {
  const first = firstIndex(published, ({ publishedMs }) => publishedMs >= fromMs)
  return published.slice(
    first,
    firstIndex(published, ({ publishedMs }) => publishedMs >= toMs, first),
  )
}

/** Compares events by start, then id. Wall times are ASCII of equal length, so `<` orders them by code point. */
export function byStart(a: EventRecord, b: EventRecord): number {
  const [start, other] = [a.times.startLocal, b.times.startLocal]
  if (start === other) return a.id - b.id
  return start < other ? -1 : 1
}

/** The lists of events by group, by link and by key of a field. */
interface GroupLists extends Pick<EventIndex, 'group' | 'linkedGroup' | 'keyedGroup'> {
  /** The lists that contain an event of a group. */
  of(event: EventRecord, group: EventGroup): readonly SortedList<EventRecord>[]
}

type Lists<Key> = Map<Key, SortedList<EventRecord>>

/** Each map holds the lists of all groups: a map for each linked record would take more memory than its lists. */
function groupLists(): GroupLists {
  const all: Lists<number> = new Map()
  const linked: Readonly<Record<LinkField, Lists<number>>> = {
    venueIds: new Map(),
    organizerIds: new Map(),
    categoryIds: new Map(),
    tagIds: new Map(),
  }
  const keyed: Lists<string> = new Map()
  return {
    of(event, group) {
      const { keys } = event.fields
      const numbers = [groupNumber(group), ...(isLong(event) ? [groupNumber({ ...group, long: true })] : [])]
      return numbers.flatMap((number) => [
        listAt(all, number),
        ...linkFields.flatMap((linkField) => event[linkField].map((id) => listAt(linked[linkField], linkKey(id, number)))),
        ...Object.keys(keys).flatMap((field) => (keys[field] ?? []).map((key) => listAt(keyed, fieldKey(field, key, number)))),
      ])
    },
    group: (group) => itemsAt(all, groupNumber(group)),
    linkedGroup: (linkField, id, group) => itemsAt(linked[linkField], linkKey(id, groupNumber(group))),
    keyedGroup: (field, key, group) => itemsAt(keyed, fieldKey(field, key, groupNumber(group))),
  }
}

function listAt<Key>(lists: Lists<Key>, key: Key): SortedList<EventRecord> {
  const list = lists.get(key) ?? sortedList(byStart)
  lists.set(key, list)
  return list
}

function itemsAt<Key>(lists: Lists<Key>, key: Key): readonly EventRecord[] {
  const list = lists.get(key)
  return list === undefined ? [] : itemsOf(list)
}

const linkKey = (id: EntityId, groupNumber: number): number => id * groupNumbers + groupNumber

/** No name of a field contains a space. */
const fieldKey = (field: string, key: string, groupNumber: number): string => `${groupNumber} ${field} ${key}`

/** How many group numbers there are. */
const groupNumbers = allPhases.length * 8

/** A number for each group, as part of the key of a map: a string would have to be built for each list. */
const groupNumber = ({ phase, hidden, series, long = false }: EventGroup): number =>
  allPhases.indexOf(phase) * 8 + Number(hidden) * 4 + Number(series) * 2 + Number(long)

/** A wall time a day earlier. */
export const dayBefore = (local: string): string => new Date(Date.parse(`${local}Z`) - dayMs).toISOString().slice(0, 19)

const dayMs = 86_400_000

const isLong = ({ times: { startLocal, endLocal } }: EventRecord): boolean =>
  endLocal.slice(0, 10) > startLocal.slice(0, 10) && dayBefore(endLocal) > startLocal
