import type { Kind } from '../errors/codes.ts'
import type { DeletionNote, LoggedChange, LoggedVerb, PreviousAccess, TermsOfEvent, WriteNote } from './log.ts'
import type { EntityId, EventRecord, StoredRecord, StoredStatus, TermRecord } from './records.ts'

/** What a write adds to the log, for stores that have the whole records at hand. */

/** A row of the log before it has a number. */
export type LogEntry = Omit<LoggedChange, 'seq'>

/** The verb of a replaced record, from its status before and after the write. Terms have no status. */
export function replacedVerb(
  before: StoredStatus | undefined,
  after: StoredStatus | undefined,
): Exclude<LoggedVerb, 'created' | 'unlinked' | 'indexed'> {
  if (before === after || before === undefined || after === undefined) return 'updated'
  if (after === 'deleted') return 'deleted'
  return after === 'trash' ? 'trashed' : before === 'trash' ? 'restored' : 'updated'
}

/** The members that the log reads; some kinds of records have only some of them. */
type LoggedRecord = StoredRecord &
  Partial<Omit<PreviousAccess, 'terms'> & TermsOfEvent & Pick<EventRecord, 'role' | 'seriesId'> & Pick<TermRecord, 'known'>>

/** Every stored record has some of these members, which its own type need not name. */
const logged = (record: StoredRecord): LoggedRecord => record as LoggedRecord

/** The members of a record that decide its read access; null for terms. */
function accessOf(record: StoredRecord, terms: TermsOfEvent | null): PreviousAccess | null {
  const { status, statusBeforeTrash = null, authorId = '', publishedMs = 0, hidden = false } = logged(record)
  const { venueIds = [], organizerIds = [], categoryIds = [] } = logged(record)
  if (status === undefined) return null
  return { status, statusBeforeTrash, authorId, publishedMs, hidden, terms, venueIds, organizerIds, categoryIds }
}

/** The terms of an event; null for other records. */
function termsOf(record: StoredRecord): TermsOfEvent | null {
  const { categoryIds, tagIds } = logged(record)
  return categoryIds === undefined || tagIds === undefined ? null : { categoryIds, tagIds }
}

const linksOfEvents = ['venueIds', 'organizerIds', 'categoryIds', 'tagIds'] as const

/** Whether a write has changed neither the terms of an event nor the read access to them. */
function hasSameTerms(one: LoggedRecord, other: LoggedRecord): boolean {
  const isSame = one.status === other.status && one.authorId === other.authorId && one.publishedMs === other.publishedMs
  return isSame && linksOfEvents.every((member) => one[member]?.join() === other[member]?.join())
}

/** How a record is written: what the method was given for the log, and the method. */
export interface HowWritten extends WriteNote {
  /** Whether `insertMany`, `updateMany` or `deleteMany` writes it. */
  readonly isBulk: boolean
}

/** The series that a record is a part of, and otherwise the scope of the write. */
function extentOf(record: StoredRecord, { isBulk, scope }: HowWritten): Pick<LogEntry, 'partOf' | 'scope'> {
  const { role, seriesId = 0 } = logged(record)
  return isBulk && role === 'occurrence' ? { partOf: seriesId, scope: null } : { partOf: 0, scope: scope ?? null }
}

/**
 * What the log says of an inserted or replaced record.
 * @param before the stored record; undefined for a new one
 */
export function writtenEntry(kind: Kind, before: StoredRecord | undefined, after: StoredRecord, how: HowWritten): LogEntry {
  const verb = before === undefined ? 'created' : replacedVerb(logged(before).status, logged(after).status)
  const was = before === undefined ? null : accessOf(before, hasSameTerms(logged(before), logged(after)) ? null : termsOf(before))
  const { actor = '', changed } = how
  const version = before === undefined ? 1 : before.version + 1
  return {
    kind,
    id: after.id,
    verb,
    atMs: after.updatedMs,
    ...extentOf(after, how),
    was,
    version,
    actor,
    changed: verb === 'deleted' ? null : (changed?.get(after.id) ?? null),
  }
}

/** What the log says of a write that replaces keys of records alone. */
export const indexedEntry = (kind: Kind, atMs: number): LogEntry => ({
  kind,
  id: 0,
  verb: 'indexed',
  atMs,
  partOf: 0,
  scope: null,
  was: null,
  version: 0,
  actor: '',
  changed: null,
})

/** How a record is deleted. */
export interface Removal extends DeletionNote {
  /** Whether `deleteMany` deletes it. */
  readonly isBulk: boolean
}

/**
 * What the log says of a deleted record, and before it of the events that linked it.
 * @param linking the events that link the record, as they were before
 */
export function removedEntries(
  kind: Kind,
  before: StoredRecord,
  linking: readonly StoredRecord[],
  { atMs = before.updatedMs, ...how }: Removal,
): readonly LogEntry[] {
  const unlinkedTerm = termsWith(kind, before.id)
  const events = linking.map((event) => ({ event, was: accessOf(event, unlinkedTerm) }))
  const unlinked = events.map(({ event, was }): LogEntry => {
    const unlinkedWas = was && { ...was, statusBeforeTrash: null }
    const row = { kind: 'event', id: event.id, verb: 'unlinked', atMs, partOf: before.id, scope: null, was: unlinkedWas } as const
    return { ...row, version: 0, actor: '', changed: null }
  })
  const { known = false } = logged(before)
  const was =
    accessOf(before, termsOf(before)) ??
    accessOfTerm(
      known,
      events.flatMap((one) => one.was ?? []),
    )
  const { id, version } = before
  const { actor = '' } = how
  return [...unlinked, { kind, id, verb: 'deleted', atMs, ...extentOf(before, how), was, version, actor, changed: null }]
}

/** The terms of an event with this one alone; null for records of other kinds. */
function termsWith(kind: Kind, id: EntityId): TermsOfEvent | null {
  if (kind === 'category') return { categoryIds: [id], tagIds: [] }
  return kind === 'tag' ? { categoryIds: [], tagIds: [id] } : null
}

/** Whether everybody knew a deleted term, or a published event linked it, as the log says it. */
function accessOfTerm(known: boolean, events: readonly PreviousAccess[]): PreviousAccess {
  const shared = { statusBeforeTrash: null, authorId: '', hidden: false, terms: null, venueIds: [], organizerIds: [], categoryIds: [] }
  if (known) return { ...shared, status: 'publish', publishedMs: 0 }
  const published = events.filter(({ status }) => status === 'publish').map(({ publishedMs }) => publishedMs)
  return published.length === 0
    ? { ...shared, status: 'draft', publishedMs: 0 }
    : { ...shared, status: 'publish', publishedMs: published.reduce((first, ms) => Math.min(first, ms)) }
}
