import { CalendarError } from '@kalends/core'
import {
  type Collection,
  type Draft,
  type EntityId,
  type HowWritten,
  indexedEntry,
  type Removal,
  removedEntries,
  requireDistinctIds,
  type SortKey,
  type StoredRecord,
  type WriteNote,
  writtenEntry,
} from '@kalends/core/store'
import { addAlias, aliasesOf, removeAliases } from './aliases.ts'
import { searchEvents } from './event-search.ts'
import type { KindOfRecord } from './kinds.ts'
import { removeOfEvent } from './proposals.ts'
import { storedCopy } from './stored-copy.ts'
import type { TableView, View } from './tables.ts'
import type { Access } from './transaction.ts'

/** Makes the collection over one table. Records are frozen when they are written, and returned without copies. */
export function collection<R extends StoredRecord, F, S extends SortKey<string>>(
  access: Access,
  kind: KindOfRecord<R, F, S>,
): Collection<R, F, S> {
  return {
    async getMany(ids) {
      const { records } = kind.table(access.view())
      return [...new Set(ids)].flatMap((id) => records.get(id) ?? [])
    },
    find: async ({ filter, order, offset, limit }) => kind.search(access.view(), filter).page(order, offset, limit),
    count: async (filter) => kind.search(access.view(), filter).total(),
    insert(draft, note) {
      return access.write((view) => {
        const table = kind.table(view)
        const taken = takenBy(kind, table, draft, undefined)
        if (taken) throw taken
        return add(view, kind, draft, { ...note, isBulk: false })
      })
    },
    insertMany(drafts, note) {
      return access.write((view) => {
        const table = kind.table(view)
        return drafts.map((draft) => (takenBy(kind, table, draft, undefined) ? null : add(view, kind, draft, { ...note, isBulk: true })))
      })
    },
    update(record, note) {
      return access.write((view) => {
        const table = kind.table(view)
        const stored = storedVersion(kind, table, record.id, record.version)
        const taken = takenBy(kind, table, record, record.id)
        if (taken) throw taken
        view.written.push(writtenEntry(kind.loggedKind(record), stored, record, { ...note, isBulk: false }))
        return put(view, kind, stored, { ...record, version: record.version + 1 })
      })
    },
    updateMany: (records, note) => access.write((view) => replaceAll(view, kind, records, note)),
    delete(id, version, note) {
      return access.write((view) => remove(view, kind, storedVersion(kind, kind.table(view), id, version), { ...note, isBulk: false }))
    },
    deleteMany(records, note) {
      return access.write((view) => {
        requireDistinctIds(records)
        const stored = records.map(({ id, version }) => storedVersion(kind, kind.table(view), id, version))
        for (const record of stored) remove(view, kind, record, { ...note, isBulk: true })
      })
    },
    replaceKeys(records, atMs) {
      return access.write((view) => {
        requireDistinctIds(records)
        const table = kind.table(view)
        const current = records.filter(({ id, version }) => table.records.get(id)?.version === version)
        for (const { id, keys, texts } of current) {
          const stored = table.records.get(id)
          if (stored !== undefined) put(view, kind, stored, { ...stored, ...texts, fields: { ...stored.fields, keys } })
        }
        const [first] = current.flatMap(({ id }) => table.records.get(id) ?? [])
        if (first !== undefined) view.written.push(indexedEntry(kind.loggedKind(first), atMs))
        return current.length
      })
    },
    async getAliases(ids) {
      const table = kind.table(access.view())
      return [...new Set(ids)].flatMap((id) => aliasesOf(table, id))
    },
    addAliases(aliases) {
      return access.write((view) => {
        for (const alias of aliases) addAlias(kind.table(view), alias)
      })
    },
  }
}

/** Replaces all records or none. */
function replaceAll<R extends StoredRecord, F, S>(
  view: View,
  kind: KindOfRecord<R, F, S>,
  records: readonly R[],
  note: WriteNote | undefined,
): readonly R[] {
  requireDistinctIds(records)
  const table = kind.table(view)
  const call = { claims: new Set<string>(), ids: new Set(records.map(({ id }) => id)) }
  const stored = records.map((record) => {
    const before = storedVersion(kind, table, record.id, record.version)
    const taken = takenBy(kind, table, record, record.id, call)
    if (taken) throw taken
    return before
  })
  for (const [i, before] of stored.entries()) {
    release(kind, table, before)
    const record = records[i] ?? before
    view.written.push(writtenEntry(kind.loggedKind(record), before, record, { ...note, isBulk: true }))
  }
  const written = records.map((record) => put(view, kind, undefined, { ...record, version: record.version + 1 }))
  // A series passes its texts to its occurrences. If it stands behind one of them in the call, that occurrence has changed again.
  return written.map((record) => table.records.get(record.id) ?? record)
}

/** Deletes a record, and its id from the events that link it. */
function remove<R extends StoredRecord, F, S>(view: View, kind: KindOfRecord<R, F, S>, stored: R, removal: Removal): void {
  const table = kind.table(view)
  table.records.set(stored.id, undefined)
  release(kind, table, stored)
  removeAliases(table, stored.id)
  if (kind.loggedKind(stored) === 'event') removeOfEvent(view, stored.id)
  const { filter, without } = kind.links(stored)
  const linking = searchEvents(view, filter)
  const events = linking.page([{ key: 'id', direction: 'asc' }], 0, linking.total())
  view.written.push(...removedEntries(kind.loggedKind(stored), stored, events, removal))
  for (const event of events) view.events.records.set(event.id, storedCopy(without(event)))
}

function storedVersion<R extends StoredRecord, F, S>(kind: KindOfRecord<R, F, S>, table: TableView<R>, id: EntityId, version: number): R {
  const stored = table.records.get(id)
  const name = kind.kind(stored)
  if (stored === undefined) throw new CalendarError('not_found', { ...(name && { kind: name }), id })
  if (stored.version !== version) throw new CalendarError('version_conflict', { ...(name && { kind: name }), id })
  return stored
}

function add<R extends StoredRecord, F, S>(view: View, kind: KindOfRecord<R, F, S>, draft: Draft<R>, how: HowWritten): R {
  // A draft with an id and a version is a record, which the compiler cannot infer through Omit.
  const record = put(view, kind, undefined, { ...draft, id: kind.table(view).nextId(), version: 1 } as unknown as R)
  view.written.push(writtenEntry(kind.loggedKind(record), undefined, record, how))
  return record
}

/** The state of a call with several records. */
interface BulkCall {
  /** The unique keys of the records that were checked before; receives those of each checked record. */
  readonly claims: Set<string>
  /** The ids of all records of the call. */
  readonly ids: ReadonlySet<EntityId>
}

/** The error for a record with the name, uid, slug or occurrence key of another record; undefined if all are free. */
function takenBy<R extends StoredRecord, F, S>(
  kind: KindOfRecord<R, F, S>,
  table: TableView<R>,
  record: Draft<R>,
  id: EntityId | undefined,
  { claims, ids }: BulkCall = { claims: new Set(), ids: new Set() },
): CalendarError | undefined {
  const isTaken = (key: string, owner: EntityId | undefined, isExchangeable = false): boolean => {
    const isClaimed = claims.has(key)
    claims.add(key)
    return isClaimed || (owner !== undefined && owner !== id && !(isExchangeable && ids.has(owner)))
  }
  const name = kind.kind(record)
  const unique = kind.unique?.(record)
  if (unique && isTaken(`key ${unique.key}`, table.keys.get(unique.key), unique.isExchangeable)) return unique.taken()
  const uid = kind.uid?.(record) ?? ''
  if (uid !== '' && isTaken(`uid ${uid}`, table.uids.get(uid))) return new CalendarError('uid_taken', { ...(name && { kind: name }), uid })
  const slug = kind.slugKey(record)
  if (isTaken(`slug ${slug}`, table.slugs.get(slug)))
    return new CalendarError('slug_taken', { ...(name && { kind: name }), slug: record.slug })
  return undefined
}

/**
 * Puts records of an archive into the table. A series comes before its occurrences, so it has nothing to pass on.
 * @throws refused an id or a unique key is there already
 */
export function restoreAll<R extends StoredRecord, F, S>(view: View, kind: KindOfRecord<R, F, S>, records: readonly R[] = []): void {
  const table = kind.table(view)
  for (const record of records) {
    if (table.records.get(record.id) !== undefined || takenBy(kind, table, record, undefined) !== undefined)
      throw new CalendarError('refused', {}, { message: 'The archive has an id, a slug, a name or a uid twice.' })
    table.passId(record.id)
    place(view, kind, record)
  }
}

function put<R extends StoredRecord, F, S>(view: View, kind: KindOfRecord<R, F, S>, before: R | undefined, written: R): R {
  if (before !== undefined) release(kind, kind.table(view), before)
  const record = place(view, kind, written)
  kind.passOn?.(view, record)
  return record
}

function place<R extends StoredRecord, F, S>(view: View, kind: KindOfRecord<R, F, S>, written: R): R {
  const table = kind.table(view)
  const copy = storedCopy(written)
  const record = kind.withInherited?.(view, copy) ?? copy
  table.records.set(record.id, record)
  table.slugs.set(kind.slugKey(record), record.id)
  const uid = kind.uid?.(record) ?? ''
  if (uid !== '') table.uids.set(uid, record.id)
  const unique = kind.unique?.(record)
  if (unique) table.keys.set(unique.key, record.id)
  return record
}

function release<R extends StoredRecord, F, S>(kind: KindOfRecord<R, F, S>, table: TableView<R>, record: R): void {
  table.slugs.set(kind.slugKey(record), undefined)
  const uid = kind.uid?.(record) ?? ''
  if (uid !== '') table.uids.set(uid, undefined)
  const unique = kind.unique?.(record)
  if (unique) table.keys.set(unique.key, undefined)
}
