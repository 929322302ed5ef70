import type { Alias, EntityId, EventRecord, OrganizerRecord, StoredRecord, TermRecord, VenueRecord } from '@kalends/core/store'
import { addAlias } from './aliases.ts'
import type { TableIndex } from './indexes.ts'
import type { KindOfRecord } from './kinds.ts'
import { storedCopy } from './stored-copy.ts'
import type { Table, Tables } from './tables.ts'

/** The records of one kind in a snapshot. */
export interface MemoryTableSnapshot<R extends StoredRecord> {
  /** The highest id ever committed, so that no id is reused. */
  readonly lastId: EntityId
  /** All records, by ascending id. */
  readonly records: readonly R[]
  /** Their aliases. @default none */
  readonly aliases?: readonly Alias[]
}

/** The content of a memory store, as plain data that survives JSON. */
export interface MemorySnapshot {
  /** Events. */
  readonly events: MemoryTableSnapshot<EventRecord>
  /** Venues. */
  readonly venues: MemoryTableSnapshot<VenueRecord>
  /** Organizers. */
  readonly organizers: MemoryTableSnapshot<OrganizerRecord>
  /** Categories and tags. */
  readonly terms: MemoryTableSnapshot<TermRecord>
}

/** A snapshot of the tables. */
export function snapshotOf(tables: Pick<Tables, 'events' | 'venues' | 'organizers' | 'terms'>): MemorySnapshot {
  const table = <R extends StoredRecord>({ records, aliases, lastId }: Table<R>): MemoryTableSnapshot<R> => ({
    lastId,
    aliases: [...aliases.values()].flat(),
    // A restored series may come before older records.
    records: [...records.values()].sort((a, b) => a.id - b.id),
  })
  return {
    events: table(tables.events),
    venues: table(tables.venues),
    organizers: table(tables.organizers),
    terms: table(tables.terms),
  }
}

/**
 * A table with the records of a snapshot, or an empty one.
 * @param defaults the values of members that a snapshot of an earlier version lacks
 */
export function tableFrom<R extends StoredRecord, F, S, I extends TableIndex<R>>(
  kind: KindOfRecord<R, F, S>,
  index: I,
  snapshot: MemoryTableSnapshot<R> | undefined,
  defaults: Partial<R> = {},
): Table<R, I> {
  const records = (snapshot?.records ?? []).map((record) => storedCopy({ ...defaults, ...record }))
  for (const record of records) index.change(undefined, record)
  const table: Table<R, I> = {
    aliases: new Map(),
    aliasOwners: new Map(),
    records: new Map(records.map((record) => [record.id, record])),
    slugs: new Map(records.map((record) => [kind.slugKey(record), record.id])),
    uids: new Map(
      records.flatMap((record) => {
        const uid = kind.uid?.(record) ?? ''
        return uid === '' ? [] : [[uid, record.id] as const]
      }),
    ),
    keys: new Map(
      records.flatMap((record) => {
        const unique = kind.unique?.(record)
        return unique === undefined ? [] : [[unique.key, record.id] as const]
      }),
    ),
    index,
    lastId: snapshot?.lastId ?? 0,
  }
  for (const alias of snapshot?.aliases ?? []) addAlias(table, alias)
  return table
}
