/** The response to a request that had a key, stored in the transaction of its effect. The store interprets none of its members. */
export interface StoredRequest {
  /** Identifies caller and key; unique. 1 to 255 visible ASCII characters. */
  readonly keyHash: string
  /** Identifies the content of the request. 1 to 255 visible ASCII characters. */
  readonly fingerprint: string
  /** When it was stored, in milliseconds since 1970. */
  readonly atMs: number
  /** The status of the response: an integer from 100 to 999. */
  readonly status: number
  /** The headers of the response: well-formed text without NUL, of at most 65,535 bytes in UTF-8. */
  readonly headers: string
  /** The body of the response: well-formed text without NUL, of at most 8,388,608 bytes in UTF-8. */
  readonly body: string
}

/** The most rows that one call of {@link RequestTable.deleteBefore} deletes. */
export const deletedRequests = 500

/** The stored responses of a store. They change no result of other reads, so they do not change the revision. */
export interface RequestTable {
  /**
   * Inserts a row if no row has its `keyHash`. If another transaction has inserted one and is still open, it waits until that transaction
   * ends: of concurrent transactions with the same key, only one commits its row. A rollback frees the key. A transaction stays usable
   * after false.
   * @returns whether the row was inserted; false if another row has the key, or an earlier one of the same transaction
   */
  insert(row: StoredRequest): Promise<boolean>
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
