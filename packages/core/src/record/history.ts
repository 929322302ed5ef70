import { demand, mayDo, type Question } from '../access/decision.ts'
import type { AccessSubject } from '../access/policy.ts'
import { CalendarError, invalidInput } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import { isSame } from '../store/is-same.ts'
import type { HistoryRow, WriteScope } from '../store/log.ts'
import type { JsonValue, PublishedRecord, StoredRecord } from '../store/records.ts'
import { beginOperation, type CalendarContext, type Operation, type PublishedKindName } from './context.ts'
import type { KindTypes, ReadDefinition, RecordFor } from './definition.ts'
import { readLimit } from './list-options.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { type InputValues, isObject, type OldValues, toInputValues } from './old-values.ts'
import { toPublicSubject } from './prepare.ts'
import { toUtcTime } from './publication.ts'
import { findReadableLinks, type ReadableLinks } from './readable-links.ts'
import { toSubject, toSubjects } from './subject.ts'

/** A write of one record, and what it has changed. */
export interface HistoryEntry {
  /** The number of the write; writes of all records count. */
  readonly seq: number
  /** When, in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  /** The id of the actor who made it; empty for the host's own code. */
  readonly actor: string
  /** What the write did. */
  readonly verb: 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'
  /** How much of a series the write was for, in the history of the series; null for other records, and for dates. */
  readonly scope: WriteScope | null
  /** The version that the record got. */
  readonly version: number
  /**
   * The members that have changed, by the names of the input. Of declared fields the viewer gets those that they may read, of linked records
   * the ids of those that they may see. Empty for a created record, and where no old values are kept.
   */
  readonly changes: { readonly [member: string]: MemberChange }
}

/** The values of a member before and after a write. */
export interface MemberChange {
  /** Before. */
  readonly from: JsonValue
  /** After. */
  readonly to: JsonValue
  /**
   * Whether the values may not be those of the write: one is cut, because the old values of a write may have 16 kB; or `to` is the next value
   * that is known, because a later write has kept no old values.
   */
  readonly cut?: true
}

/** Which part of a history to read. */
export interface HistoryRange {
  /** The maximum number of entries, up to 500. @default 20 */
  readonly limit?: number | undefined
  /** Only writes with a smaller number. @default all */
  readonly before?: number | undefined
}

/** The result of a revert. */
export interface Reverted<T> {
  /** The record after it. */
  readonly record: T
  /** The members that link fewer records than at that version, because some are deleted, or hidden from the viewer: `['venues']`. */
  readonly missing: readonly string[]
}

/** The number of rows in the first read: the old values of each have up to 16 kB. */
const firstRows = 50
/**
 * The number of rows in a later read, at most. The values after a write are those before the next one, so a page of old entries reads all newer
 * rows: of 10,000 versions, these are 24 reads instead of 201.
 */
const mostRows = 500
/** The largest limit. */
const maxLimit = 500

/** The history of a record, newest first. See `history` of the records of a calendar. */
export async function readHistory<D extends KindTypes>(
  context: CalendarContext,
  kind: ReadDefinition<D>,
  ref: RecordRef,
  options: HistoryRange,
): Promise<readonly HistoryEntry[]> {
  requireObject('options', options)
  requireKnownOptions('history', options, { limit: true, before: true })
  const limit = Math.min(readLimit(options.limit ?? 20), maxLimit)
  const before = readLimit(options.before, 'before')
  const op = beginOperation(context)
  const record = await findChangeable(op, kind, ref)
  const entries: (HistoryEntry & { readonly changes: RowChanges })[] = []
  const later = { version: record.version, values: toInputValues(record), cut: new Set<string>(), lost: new Set<string>() }
  for await (const row of rowsOf(op, kind, record)) {
    const changes = changesOf(row, later)
    if (row.seq > 0 && row.seq < before && entries.push(toEntry(row, changes)) === limit) break
  }
  const links = await findReadableLinks(
    op,
    entries.flatMap(({ changes }) => Object.entries(changes).flatMap(([member, { from, to }]) => [{ [member]: from }, { [member]: to }])),
    kind.kind === 'category' ? 'category' : 'event',
  )
  return entries.map((entry) => ({ ...entry, changes: toVisible(op, kind, entry.changes, links) }))
}

/**
 * The record, if the viewer may update it; in the trash, too.
 * @throws not_found, unauthenticated, forbidden as for an update
 */
export async function findChangeable<D extends KindTypes>(op: Operation, kind: ReadDefinition<D>, ref: RecordRef): Promise<RecordFor<D>> {
  const record = await kind.find(op, ref)
  if (record === undefined) throw notFound(kind.kind, ref)
  if (!('status' in record)) {
    await demand(op.viewer, { action: 'update', kind: kind.kind, record: toPublicSubject(record.id) })
    return record
  }
  // Only the kinds with a lifecycle have a status.
  const question = await toChangeQuestion(op, kind.kind as PublishedKindName, record)
  if (record.status !== 'trash') await demand(op.viewer, question)
  else if (!(await mayDo(op.viewer, question))) throw notFound(kind.kind, ref)
  return record
}

/** The question whether the viewer may update a record; of a series, as a whole. */
export const toChangeQuestion = async (op: Operation, kind: PublishedKindName, record: PublishedRecord): Promise<Question> =>
  changeQuestionOf(kind, record, await toSubject(op, kind, record))

/** The same question about several records, with one read for all of them. */
export async function toChangeQuestions(
  op: Operation,
  kind: PublishedKindName,
  records: readonly PublishedRecord[],
): Promise<readonly Question[]> {
  const subjects = await toSubjects(op, kind, records)
  return records.flatMap((record, i) => (subjects[i] === undefined ? [] : [changeQuestionOf(kind, record, subjects[i])]))
}

function changeQuestionOf(kind: PublishedKindName, record: PublishedRecord, subject: AccessSubject): Question {
  const role = 'role' in record ? record.role : 'single'
  const scope = role === 'occurrence' ? { scope: 'this' as const } : role === 'series' ? { scope: 'all' as const } : {}
  return { action: 'update', kind, record: subject, next: subject, ...scope }
}

/** The rows of a record up to its version, newest first. Rows of later versions were written since the record was read. */
export async function* rowsOf<D extends KindTypes>(
  { store }: Operation,
  { kind }: ReadDefinition<D>,
  { id, version }: StoredRecord,
): AsyncGenerator<HistoryRow, void, undefined> {
  await store.log.number()
  let beforeVersion = version + 1
  for (let limit = firstRows; beforeVersion > 1; limit = Math.min(2 * limit, mostRows)) {
    const rows = await store.log.history({ kind, id, beforeVersion, limit })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    beforeVersion = last.version
  }
}

/** The old values in a row; undefined where none are kept. The core has written the text. */
export const oldValuesOf = ({ changed }: HistoryRow): OldValues | undefined => (changed === null ? undefined : JSON.parse(changed))

/** The values of the record after a write, which become those before it. */
interface Later {
  /** The version that the write has given the record, if no row is missing. */
  version: number
  values: InputValues
  /** The members whose values are not whole, or may be those of a later write. */
  readonly cut: Set<string>
  /** The declared fields whose values are not known. */
  readonly lost: Set<string>
}

/** The values of a member before and after a write. */
interface RowChange extends MemberChange {
  /** The declared fields whose values are not those of the write. */
  readonly lost?: readonly string[]
}

/** The changes of a write, of all members. */
interface RowChanges {
  readonly [member: string]: RowChange
}

/** Marks all values: a write between has kept none, so they may be those that it has given the record. */
function markAll({ values, cut }: Later): void {
  for (const member of Object.keys(values)) cut.add(member)
}

/** The values before a write, from those after it. Of declared fields, the old values name those that the write has changed. */
export function withOldValues(after: InputValues, old: InputValues): InputValues {
  const { fields } = old
  if (!isObject(fields)) return { ...after, ...old }
  const { fields: known } = after
  return { ...after, ...old, fields: { ...(isObject(known) ? known : {}), ...fields } }
}

function changesOf(row: HistoryRow, later: Later): RowChanges {
  const old = oldValuesOf(row)
  const { values = {}, cut = [], lost = [] } = old ?? {}
  const changes: Record<string, RowChange> = {}
  if (row.version !== later.version) markAll(later)
  for (const [member, from] of Object.entries(values)) {
    const isCut = cut.includes(member) || later.cut.has(member)
    const unknown =
      member === 'fields' && isObject(from) ? Object.keys(from).filter((name) => lost.includes(name) || later.lost.has(name)) : []
    changes[member] = {
      from,
      to: valueLike(from, later.values[member]),
      ...(isCut && { cut: true as const }),
      ...(unknown.length > 0 && { lost: unknown }),
    }
    for (const name of unknown) if (!lost.includes(name)) later.lost.delete(name)
    if (cut.includes(member)) later.cut.add(member)
    // Of declared fields, the old values are those of some.
    else if (member !== 'fields') later.cut.delete(member)
  }
  for (const name of lost) later.lost.add(name)
  later.version = row.version - 1
  later.values = withOldValues(later.values, values)
  if (old === undefined) markAll(later)
  return changes
}

/** The value after a write; of declared fields those that the write has changed. */
function valueLike(from: JsonValue, to: JsonValue | undefined): JsonValue {
  if (!isObject(from) || !isObject(to) || 'currencyCode' in from || 'rule' in from) return to ?? null
  return Object.fromEntries(Object.keys(from).map((name) => [name, to[name] ?? null]))
}

const toEntry = (
  { seq, atMs, actor, verb, scope, version }: HistoryRow,
  changes: RowChanges,
): HistoryEntry & { readonly changes: RowChanges } => ({
  seq,
  at: toUtcTime(atMs),
  actor,
  // Rows with a version have none of the other verbs.
  verb: verb as HistoryEntry['verb'],
  scope,
  version,
  changes,
})

/** The changes that the viewer may know. A member whose values are equal without the rest is left out. */
function toVisible<D extends KindTypes>(
  op: Operation,
  { kind }: ReadDefinition<D>,
  changes: RowChanges,
  links: ReadableLinks,
): HistoryEntry['changes'] {
  const { byName } = op.visibleFields[kind]
  const seesAllFields = byName.size === op.declaredFields[kind].byName.size
  const visible = (member: string, value: JsonValue): JsonValue => {
    if (member === 'fields' && isObject(value)) return Object.fromEntries(Object.entries(value).filter(([name]) => byName.has(name)))
    return links.only(member, value)
  }
  return Object.fromEntries(
    Object.entries(changes).flatMap(([member, { from, to, cut, lost }]) => {
      const isCut = cut ?? lost?.some((name) => byName.has(name))
      // Values that are cut do not say which fields have changed.
      if (member === 'fields' && cut && !seesAllFields) return []
      const change: MemberChange = { from: visible(member, from), to: visible(member, to), ...(isCut && { cut: true }) }
      return isSame(change.from, change.to) && change.cut === undefined ? [] : [[member, change] as const]
    }),
  )
}

/**
 * The values that a record had at a version.
 * @throws history_gone the old values of a version since then are not kept, or not whole
 * @throws invalid_input the record has no such version yet
 */
export async function valuesAt<D extends KindTypes>(
  op: Operation,
  kind: ReadDefinition<D>,
  record: RecordFor<D>,
  version: number,
): Promise<InputValues> {
  if (version > record.version) throw invalidInput({ to: { code: 'integer_out_of_range', min: 1, max: record.version } })
  // The values of other fields are no part of what the viewer writes back.
  const { byName } = op.visibleFields[kind.kind]
  let values: InputValues = {}
  let next = record.version
  if (next > version) {
    for await (const row of rowsOf(op, kind, record)) {
      const old = row.version === next ? oldValuesOf(row) : undefined
      if (old === undefined || old.cut !== undefined || old.lost?.some((name) => byName.has(name))) break
      values = withOldValues(values, old.values)
      next--
      if (next === version) break
    }
  }
  if (next > version) throw new CalendarError('history_gone', { kind: kind.kind, id: record.id })
  return values
}
