import type { CalendarError } from '@kalends/core'
import type { Draft, EntityId, FindQuery, Kind, StoredRecord } from '@kalends/core/store'
import type { CountKey } from '../counts/count-key.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { RecordTableName, SqlValue } from '../schema/tables.ts'
import type { ChangedKind } from './changes.ts'

/** A record and the id of its row. */
export interface Written<R extends StoredRecord> {
  /** The row's id. */
  readonly id: EntityId
  /** The record that was written. */
  readonly record: Draft<R>
}

/** The parts of a collection that differ between kinds of records. */
export interface RecordKind<R extends StoredRecord, F, S> {
  /** Its table. */
  readonly table: RecordTableName
  /** The name of the kind in `changes`. */
  readonly changedKind: ChangedKind
  /** The unique keys, in the order in which conflicts are reported. A row with null in one of the columns never conflicts. */
  readonly uniqueKeys: readonly (readonly string[])[]
  /**
   * The last column of the unique key that the records of one `updateMany` may exchange; it may be null. A daily series that moves by a day
   * passes the key of each occurrence on.
   */
  readonly exchanged?: string
  /** The name of the record's kind in errors. */
  kindOf(record: Draft<R>): Kind
  /** The name of the kind in errors about stored rows; undefined for terms, whose rows have it in the column `taxonomy`. */
  readonly kind: Kind | undefined
  /** Converts a record to a row. */
  toRow(record: Draft<R>): Readonly<Record<string, SqlValue>>
  /** The record as a later read returns it. */
  stored(record: Draft<R>, id: EntityId, version: number): R
  /** Reads the records with these ids in one statement. */
  getMany(context: StoreContext, ids: readonly EntityId[]): Promise<readonly R[]>
  /** Reads a page; acquires its own connections. */
  find(context: StoreContext, query: FindQuery<F, S>): Promise<readonly R[]>
  /** Counts the matching records; acquires its own connections. */
  count(context: StoreContext, filter: F): Promise<number>
  /** Writes the links and other rows of the records; an update replaces the previous ones. */
  writeLinks(context: StoreContext, written: readonly Written<R>[], areNew: boolean): Promise<void>
  /** Removes the links and other rows of the records, and the links of other records to them. */
  deleteLinks(context: StoreContext, ids: readonly EntityId[]): Promise<void>
  /** The event counts that include a record. */
  counted(record: Draft<R>): readonly CountKey[]
  /** The event counts that include the stored records, before they are written or deleted. */
  storedCountKeys(context: StoreContext, ids: readonly EntityId[]): Promise<readonly CountKey[]>
  /** The error for a record that conflicts in the unique key with these columns. Makes it without a statement. */
  takenIn(record: Draft<R>, columns: readonly string[]): CalendarError
  /**
   * The error for a record that the engine has rejected as a unique violation. Looks up which key is taken; undefined if the other record is gone.
   * @param id the record's own id; undefined for a new one
   */
  taken(context: StoreContext, record: Draft<R>, id: EntityId | undefined): Promise<CalendarError | undefined>
}

/** The columns of all unique keys. */
export const uniqueColumnsOf = ({ uniqueKeys }: { readonly uniqueKeys: readonly (readonly string[])[] }): readonly string[] => [
  ...new Set(uniqueKeys.flat()),
]
