import type { CalendarError } from '@kalends/core'
import type { Draft, EntityId, FindQuery, Kind, LinkField, StoredRecord } from '@kalends/core/store'
import type { RawBuilder } from 'kysely'
import type { Row } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { RecordTableName, SqlValue } from '../schema/tables.ts'

/** A record and the id of its row. */
export interface Written<R extends StoredRecord> {
  /** The row's id. */
  readonly id: EntityId
  /** The record that was written. */
  readonly record: Draft<R>
  /** The same as a row. */
  readonly row: Row
}

/** Columns of a stored row, by name, as the driver returns them; and the links of an event, by link field. */
export type StoredRow = Readonly<Record<string, unknown>>

/** Stored rows by id. */
export type StoredRows = ReadonlyMap<EntityId, StoredRow>

/** The fields of a record that was written, with its row. */
export interface KeyedRow {
  /** The row's id. */
  readonly id: EntityId
  /** The record; only its fields are read. */
  readonly record: Pick<StoredRecord, 'fields'>
  /** The currently stored row; at least its columns in {@link WrittenKind.linked}. */
  readonly row: StoredRow
}

/** What the writes of a collection need to know of a kind of record. */
export interface WrittenKind<R extends StoredRecord> {
  /** Its table. */
  readonly table: RecordTableName
  /** The columns of a stored row that the log reads, besides {@link linked}. */
  readonly loggedColumns: readonly string[]
  /** The unique keys, in the order in which conflicts are reported. A row with null in one of the columns never conflicts. */
  readonly uniqueKeys: readonly (readonly string[])[]
  /**
   * The last column of the unique key that the records of one `updateMany` may exchange; it may be null. When a daily series moves by a day,
   * each occurrence gets the key that the next one had.
   */
  readonly exchanged?: string
  /** The name of the record's kind in errors. */
  kindOf(record: Draft<R>): Kind
  /** The name of the kind in errors about stored rows; undefined for terms, whose rows have it in the column `taxonomy`. */
  readonly kind: Kind | undefined
  /** Converts a record to a row. */
  toRow(record: Draft<R>): Readonly<Record<string, SqlValue>>
  /** The record that a write returns: the draft with its id and version, its values in the form in which reads return them. */
  stored(record: Draft<R>, id: EntityId, version: number): R
  /**
   * The columns of a stored row that {@link writeLinks} and {@link deleteLinks} need; undefined for kinds whose records have no links of their
   * own.
   */
  readonly linked?: {
    /** The names of the columns that links copy, and of those that the writes of fields read. */
    readonly copied: readonly string[]
    /** The links of a row called `e`. */
    columns(context: StoreContext): RawBuilder<unknown>
  }
  /** The links of a record, whose changes the log records; absent for kinds other than events. */
  linksOf?(record: Draft<R>): Readonly<Record<LinkField, readonly EntityId[]>>
  /**
   * Returns the columns of a row to update that keep their stored values, because the writes of other records maintain them. If another writer
   * has changed them since the row was read, the update is a version conflict. The method is absent for kinds without such columns.
   */
  maintained?(row: StoredRow, stored: StoredRow | undefined): Row
  /**
   * Writes the keys of the fields of stored records.
   * @param stored the rows of the records before the write
   */
  writeFieldKeys(context: StoreContext, written: readonly KeyedRow[], stored: StoredRows): Promise<void>
  /**
   * Writes the links, event counts, keys of fields and other rows of the records.
   * @param stored the rows of the records before the write; undefined for new records
   */
  writeLinks(context: StoreContext, written: readonly Written<R>[], stored: StoredRows | undefined): Promise<void>
  /**
   * Adds a row to the log for each event that links one of the records, before {@link deleteLinks}.
   * @param stored the rows of the records before the deletion
   * @returns for terms, the smallest publication of the published events that link each of them, or 0 if no event links it
   */
  logUnlinked(
    context: StoreContext,
    ids: readonly EntityId[],
    stored: StoredRows,
    atMs: number,
  ): Promise<ReadonlyMap<EntityId, number> | undefined>
  /**
   * Removes the links, event counts, keys of fields and other rows of the records, and the links of other records to them.
   * @param stored the rows of the records before the deletion
   */
  deleteLinks(context: StoreContext, ids: readonly EntityId[], stored: StoredRows): Promise<void>
  /** The error for a record that conflicts in the unique key with these columns. Runs no statement. */
  takenIn(record: Draft<R>, columns: readonly string[]): CalendarError
  /**
   * The error for a record that the engine has rejected as a unique violation. Looks up which key is taken; undefined if the other record
   * is gone.
   * @param id the record's own id; undefined for a new one
   */
  taken(context: StoreContext, record: Draft<R>, id: EntityId | undefined): Promise<CalendarError | undefined>
}

/** The parts of a collection that differ between kinds of records. */
export interface RecordKind<R extends StoredRecord, F, S> extends WrittenKind<R> {
  /** Reads the records with these ids in one statement. */
  getMany(context: StoreContext, ids: readonly EntityId[]): Promise<readonly R[]>
  /** Reads a page; acquires its own connections. */
  find(context: StoreContext, query: FindQuery<F, S>): Promise<readonly R[]>
  /** Counts the matching records; acquires its own connections. */
  count(context: StoreContext, filter: F): Promise<number>
}

/** The columns of all unique keys. */
export const uniqueColumnsOf = ({ uniqueKeys }: { readonly uniqueKeys: readonly (readonly string[])[] }): readonly string[] => [
  ...new Set(uniqueKeys.flat()),
]
