import { CalendarError } from '@kalends/core'
import type {
  Draft,
  EntityId,
  EventFilter,
  EventRecord,
  LinkField,
  OrganizerRecord,
  ProfileFilter,
  SortKey,
  TermFilter,
  TermRecord,
  VenueRecord,
} from '@kalends/core/store'
import {
  byCodePoint,
  isEvent,
  isShared,
  isTerm,
  matchesPublished,
  mayRead,
  naiveEvents,
} from '../../../packages/testing/src/naive-match.ts'
import { sortedMember } from '../../../packages/testing/src/sorted-member.ts'
import type { CollectionName } from '../../../packages/testing/src/wrap-store.ts'
import { wholeEvents } from './naive-series.ts'

/** A record of any kind. */
export type ModelRecord = EventRecord | VenueRecord | OrganizerRecord | TermRecord

/** A draft of any kind. */
export type ModelDraft = Draft<EventRecord> | Draft<VenueRecord> | Draft<OrganizerRecord> | Draft<TermRecord>

/** All stored data, as arrays. Each change creates a new state, so an old state is enough for a rollback. */
export interface ModelState {
  readonly events: readonly EventRecord[]
  readonly venues: readonly VenueRecord[]
  readonly organizers: readonly OrganizerRecord[]
  readonly terms: readonly TermRecord[]
  /** All ids that were ever assigned, by kind. */
  readonly known: Readonly<Record<CollectionName, readonly EntityId[]>>
  /** The number of writes. */
  readonly writes: number
}

/** The empty state. */
export const emptyState: ModelState = {
  events: [],
  venues: [],
  organizers: [],
  terms: [],
  known: { events: [], venues: [], organizers: [], terms: [] },
  writes: 0,
}

const linkFieldOf = { category: 'categoryIds', tag: 'tagIds' } as const

/** The records of a kind. */
export const recordsOf = (state: ModelState, kind: CollectionName): readonly ModelRecord[] => state[kind]

/** Adds a record under an id. */
export function inserted(state: ModelState, kind: CollectionName, draft: ModelDraft, id: EntityId): ModelState {
  const record: ModelRecord = { ...draft, id, version: 1 }
  assertFree(state, kind, record)
  return changed(state, kind, [...recordsOf(state, kind), record], { ...state.known, [kind]: [...state.known[kind], id] })
}

/** Replaces a record. */
export function updated(state: ModelState, kind: CollectionName, record: ModelRecord): ModelState {
  assertVersion(state, kind, record.id, record.version)
  assertFree(state, kind, record)
  const next = { ...record, version: record.version + 1 }
  return changed(
    state,
    kind,
    recordsOf(state, kind).map((one) => (one.id === record.id ? next : one)),
  )
}

/**
 * Replaces records one by one. Slugs, names and uids that the records had before the call are taken, too. A record may get the key of an
 * occurrence that another record of the call gives up.
 */
export function updatedMany(state: ModelState, kind: CollectionName, records: readonly ModelRecord[]): ModelState {
  let next = state
  const outside = recordsOf(state, kind).filter(({ id }) => records.every((record) => record.id !== id))
  for (const [i, record] of records.entries()) {
    assertVersion(state, kind, record.id, record.version)
    const known = { ...next, [kind]: [...recordsOf(state, kind), ...recordsOf(next, kind)] }
    assertFree(known, kind, record, [...outside, ...records.slice(0, i)])
    const replaced = { ...record, version: record.version + 1 }
    const all = recordsOf(next, kind).map((one) => (one.id === record.id ? replaced : one))
    next = changed(next, kind, all)
  }
  return next
}

/** Removes a record and the links to it. */
export function deleted(state: ModelState, kind: CollectionName, id: EntityId, version: number): ModelState {
  const gone = assertVersion(state, kind, id, version)
  const after = changed(
    state,
    kind,
    recordsOf(state, kind).filter((one) => one.id !== id),
  )
  if (kind === 'events')
    return { ...after, events: after.events.map((event) => (event.parentId === id ? { ...event, parentId: 0 } : event)) }
  const linkField: LinkField =
    kind === 'venues' ? 'venueIds' : kind === 'organizers' ? 'organizerIds' : 'taxonomy' in gone ? linkFieldOf[gone.taxonomy] : 'tagIds'
  return { ...after, events: after.events.map((event) => ({ ...event, [linkField]: event[linkField].filter((linked) => linked !== id) })) }
}

function changed(state: ModelState, kind: CollectionName, records: readonly ModelRecord[], known = state.known): ModelState {
  const next = { ...state, [kind]: records, known, writes: state.writes + 1 }
  return { ...next, events: wholeEvents(next.events) }
}

function assertVersion(state: ModelState, kind: CollectionName, id: EntityId, version: number): ModelRecord {
  const stored = recordsOf(state, kind).find((one) => one.id === id)
  if (stored === undefined) throw new CalendarError('not_found', { id })
  if (stored.version !== version) throw new CalendarError('version_conflict', { id })
  return stored
}

/**
 * Throws if the name, key, uid or slug of a record is taken.
 * @param keyed the records whose keys of occurrences are compared; all by default
 */
function assertFree(
  state: ModelState,
  kind: CollectionName,
  record: ModelRecord,
  keyed: readonly ModelRecord[] = recordsOf(state, kind),
): void {
  const others = recordsOf(state, kind).filter(({ id }) => id !== record.id)
  const siblings = others.filter((other) => !('taxonomy' in other && 'taxonomy' in record) || other.taxonomy === record.taxonomy)
  for (const other of siblings) {
    if ('taxonomy' in record && 'taxonomy' in other && other.parentId === record.parentId && other.nameKey === record.nameKey) {
      throw new CalendarError('name_taken', { name: record.name })
    }
  }
  const key = keyOf(record)
  if (key !== '' && keyed.some((other) => other.id !== record.id && keyOf(other) === key)) throw new CalendarError('version_conflict', {})
  const uid = uidOf(record)
  if (uid !== '' && siblings.some((other) => uidOf(other) === uid)) throw new CalendarError('uid_taken', { uid })
  if (siblings.some(({ slug }) => slug === record.slug)) throw new CalendarError('slug_taken', { slug: record.slug })
}

const isOccurrence = (record: ModelRecord): record is EventRecord => 'role' in record && record.role === 'occurrence'

/** The uid that a record has of its own; empty without one. */
const uidOf = (record: ModelRecord): string => ('uid' in record && !isOccurrence(record) ? record.uid : '')

/** The key of an occurrence together with its series; empty for other records. */
const keyOf = (record: ModelRecord): string => (isOccurrence(record) ? `${record.seriesId} ${record.occurrenceKey}` : '')

const eventsMatching = (state: ModelState, filter: EventFilter): EventRecord[] =>
  state.events.filter((event) => isEvent(filter, event, state.venues, state.organizers))

function hasEvents(state: ModelState, wanted: ProfileFilter['events'], linkField: LinkField, id: EntityId): boolean {
  if (wanted === undefined) return true
  return wanted.some === eventsMatching(state, wanted.filter).some((event) => event[linkField].includes(id))
}

function isShown(state: ModelState, filter: EventFilter | undefined, { id }: { readonly id: EntityId }): boolean {
  if (filter === undefined) return true
  const branch = state.terms.filter((term) => term.id === id || term.ancestorIds.includes(id))
  return branch.some((term) => term.known || hasEvents(state, { some: true, filter }, linkFieldOf[term.taxonomy], term.id))
}

/** The matching records, by id. */
export function matching(state: ModelState, kind: CollectionName, filter: EventFilter & ProfileFilter & TermFilter): ModelRecord[] {
  if (kind === 'events') return naiveEvents(filter, state.events, state.venues, state.organizers)
  if (kind === 'terms') {
    return state.terms.filter(
      (term) =>
        isTerm(filter, term) &&
        hasEvents(state, filter.events, linkFieldOf[term.taxonomy], term.id) &&
        isShown(state, filter.shownBy, term),
    )
  }
  const linkField = kind === 'venues' ? 'venueIds' : 'organizerIds'
  return state[kind].filter(
    (profile) =>
      isShared(filter, profile) &&
      mayRead(filter.readable, profile) &&
      matchesPublished(filter, profile) &&
      (filter.nameKeys === undefined || filter.nameKeys.includes(profile.nameKey)) &&
      hasEvents(state, filter.events, linkField, profile.id),
  )
}

/** A sort key; `eventCount` has a filter of events. */
export type ModelSort = SortKey<string> & { readonly filter?: EventFilter }

/** Sorts the records. */
export function ordered(state: ModelState, records: readonly ModelRecord[], order: readonly ModelSort[]): ModelRecord[] {
  const rows = records.map((record) => ({ record, values: order.map((sort) => sortValue(state, record, sort)) }))
  rows.sort((a, b) => {
    for (const [i, { direction }] of order.entries()) {
      const difference = compare(a.values[i], b.values[i])
      if (difference !== 0) return direction === 'desc' ? -difference : difference
    }
    return 0
  })
  return rows.map(({ record }) => record)
}

function sortValue(state: ModelState, record: ModelRecord, { key, filter }: ModelSort): unknown {
  if (key !== 'eventCount') return sortedMember(record, key)
  const linkField = 'taxonomy' in record ? linkFieldOf[record.taxonomy] : 'tagIds'
  return eventsMatching(state, filter ?? {}).filter((event) => event[linkField].includes(record.id)).length
}

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string' ? byCodePoint(a, b) : Number(a) - Number(b)

/** How many matching events link each record. */
export function countedByLink(
  state: ModelState,
  linkField: LinkField,
  ids: readonly EntityId[],
  filter: EventFilter,
): Map<EntityId, number> {
  const events = eventsMatching(state, filter)
  const counts = ids.map((id) => [id, events.filter((event) => event[linkField].includes(id)).length] as const)
  return new Map(counts.filter(([, count]) => count > 0))
}

/** The time of the next scheduled publication; null without one. */
export function nextPublication(state: ModelState, nowMs: number): number | null {
  const records = [...state.events, ...state.venues, ...state.organizers].filter(({ status }) => status === 'publish')
  const coming = records.map(({ publishedMs }) => publishedMs).filter((ms) => ms > nowMs)
  return coming.length === 0 ? null : Math.min(...coming)
}
