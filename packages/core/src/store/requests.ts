import type { Kind } from '../errors/codes.ts'
import type { EntityId } from './records.ts'

/** A request with a key that has created a record. It is stored in the transaction of the creation. The store does not interpret the texts. */
export interface StoredRequest {
  /** Identifies caller and key; unique. 1 to 255 visible ASCII characters. */
  readonly keyHash: string
  /** Identifies the content of the request. 1 to 255 visible ASCII characters. */
  readonly fingerprint: string
  /** The kind of the record. */
  readonly kind: Kind
  /** The id of the record; 0 until {@link RequestTable.complete} gives it. */
  readonly id: EntityId
  /** When it was stored, in milliseconds since 1970. */
  readonly atMs: number
}

/** The limits of {@link RequestTable.insert}. */
export interface InsertLimits {
  /** A stored row with a smaller `atMs` has expired, and is replaced. */
  readonly firstKeptMs: number
  /** How long the call waits for another transaction, in milliseconds. A store may round it up to seconds. */
  readonly maxWaitMs: number
}

/** The requests with keys that a store knows. They change no result of other reads, so they do not change the revision. */
export interface RequestTable {
  /**
   * Inserts a row if no row has its `keyHash`, or replaces an expired one. If another transaction has inserted one and is still open, it
   * waits until that transaction ends: of concurrent transactions with the same key, only one commits its row. A rollback frees the key. A
   * transaction stays usable after false.
   * @returns whether the row was written; false if another row has the key, or an earlier one of the same transaction
   * @throws request_in_progress the other transaction is still open after `maxWaitMs`; then this one cannot commit any more
   */
  insert(row: StoredRequest, limits: InsertLimits): Promise<boolean>
  /** Gives the row with that key the id of its record, in the transaction that has inserted the row. */
  complete(keyHash: string, id: EntityId): Promise<void>
  /**
   * The row with that key, or undefined. Outside of transactions it sees every row for which `insert` has returned false, so it must not
   * read from a replica that lags behind.
   */
  get(keyHash: string): Promise<StoredRequest | undefined>
  /**
   * Deletes rows with a smaller `atMs`, those with the smallest first, at most 500 in one call. It need not wait for open transactions.
   * @returns how many it has deleted; fewer than 500 if no other row can be deleted now
   */
  deleteBefore(atMs: number): Promise<number>
}
