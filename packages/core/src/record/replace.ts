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

/** Deletes a record permanently. */
export async function removeRecord<R extends StoredRecord>(op: WriteOperation, collection: AnyCollection<R>, record: R): Promise<void> {
  await compareAndSet(collection.delete(record.id, record.version))
  op.replacedIds.push(record.id)
}
