import type { WriteScope } from '../store/log.ts'
import type { StoredRecord } from '../store/records.ts'
import type { WriteOperation } from './context.ts'
import type { AnyCollection } from './lookup.ts'
import { compareAndSet } from './lost-race.ts'

/** Replaces a record. */
export async function replaceRecord<R extends StoredRecord>(op: WriteOperation, collection: AnyCollection<R>, record: R): Promise<R> {
  const after = await compareAndSet(collection.update(record))
  op.replacedIds.push(record.id)
  return after
}

/**
 * Replaces several records, all of them or none.
 * @param scope how much of a series the write is for
 */
export async function replaceRecords<R extends StoredRecord>(
  op: WriteOperation,
  collection: AnyCollection<R>,
  records: readonly R[],
  scope?: WriteScope,
): Promise<readonly R[]> {
  if (records.length === 0) return []
  const after = await compareAndSet(collection.updateMany(records, scope))
  for (const { id } of records) op.replacedIds.push(id)
  return after
}

/**
 * Deletes several records permanently, all of them or none.
 * @param scope how much of a series the write is for
 */
export async function removeRecords<R extends StoredRecord>(
  op: WriteOperation,
  collection: AnyCollection<R>,
  records: readonly R[],
  scope?: WriteScope,
): Promise<void> {
  if (records.length === 0) return
  const versions = records.map(({ id, version }) => ({ id, version }))
  await compareAndSet(collection.deleteMany(versions, op.nowMs, scope))
  for (const { id } of records) op.replacedIds.push(id)
}

/** Deletes a record permanently. */
export async function removeRecord<R extends StoredRecord>(op: WriteOperation, collection: AnyCollection<R>, record: R): Promise<void> {
  await compareAndSet(collection.delete(record.id, record.version, op.nowMs))
  op.replacedIds.push(record.id)
}
