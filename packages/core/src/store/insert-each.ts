import { isCalendarError } from '../errors/calendar-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Draft, StoredRecord } from './records.ts'

/**
 * An `insertMany` for stores without bulk inserts: consecutive `insert` calls. Call it inside a transaction of the store, so that all
 * drafts are inserted or none.
 * @param insert inserts one record, as `insert` of a collection does
 * @example
 * insertMany: (drafts) => store.transaction((tx) => insertEach(drafts, tx.events.insert))
 */
export async function insertEach<R extends StoredRecord>(
  drafts: readonly Draft<R>[],
  insert: (draft: Draft<R>) => R | Promise<R>,
): Promise<readonly (R | null)[]> {
  const records: (R | null)[] = []
  for (const draft of drafts) records.push(await insertFree(draft, insert))
  return records
}

/**
 * The errors of a draft that conflicts with a stored record. `version_conflict` means a taken key of an occurrence: drafts have no version.
 */
const takenCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['slug_taken', 'name_taken', 'uid_taken', 'version_conflict'])

async function insertFree<R extends StoredRecord>(draft: Draft<R>, insert: (draft: Draft<R>) => R | Promise<R>): Promise<R | null> {
  try {
    return await insert(draft)
  } catch (error) {
    if (isCalendarError(error) && takenCodes.has(error.code)) return null
    throw error
  }
}
