import type { WriteNote, WriteScope } from '../store/log.ts'
import type { EntityId, StoredRecord } from '../store/records.ts'
import type { WriteOperation } from './context.ts'
import type { AnyCollection } from './lookup.ts'
import { compareAndSet } from './lost-race.ts'
import { toOldValuesText } from './old-values.ts'

/**
 * Replaces a record.
 * @param before the stored record
 */
export async function replaceRecord<R extends StoredRecord>(
  op: WriteOperation,
  collection: AnyCollection<R>,
  record: R,
  before: R,
): Promise<R> {
  const changed = op.historyKeptMs === null ? undefined : new Map([[record.id, toOldValuesText(before, record, op.declaredFields)]])
  const after = await compareAndSet(collection.update(record, { actor: actorOf(op), changed }))
  op.replacedIds.push(record.id)
  return after
}

/** The id of the caller, for the log. */
export const actorOf = ({ viewer }: WriteOperation): string => viewer.actor?.id ?? ''

/**
 * Replaces several records, all of them or none.
 * @param before the stored records by id; they need not have occurrences, which have no old values when a write changes many of them
 * @param scope how much of a series the write is for
 */
export async function replaceRecords<R extends StoredRecord>(
  op: WriteOperation,
  collection: AnyCollection<R>,
  records: readonly R[],
  before: ReadonlyMap<EntityId, R>,
  scope?: WriteScope,
): Promise<readonly R[]> {
  if (records.length === 0) return []
  const note = { scope, actor: actorOf(op), changed: op.historyKeptMs === null ? undefined : oldValuesOf(op, records, before) }
  const after = await compareAndSet(collection.updateMany(records, note))
  for (const { id } of records) op.replacedIds.push(id)
  return after
}

function oldValuesOf<R extends StoredRecord>(
  { declaredFields }: WriteOperation,
  records: readonly R[],
  stored: ReadonlyMap<EntityId, R>,
): WriteNote['changed'] {
  const changed = new Map<EntityId, string>()
  for (const record of records) {
    const before = Reflect.get(record, 'role') === 'occurrence' ? undefined : stored.get(record.id)
    if (before !== undefined) changed.set(record.id, toOldValuesText(before, record, declaredFields))
  }
  return changed
}

/** Records by their ids. */
export const byId = <R extends StoredRecord>(records: readonly R[]): ReadonlyMap<EntityId, R> =>
  new Map(records.map((record) => [record.id, record]))

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
  await compareAndSet(collection.deleteMany(versions, { atMs: op.nowMs, scope, actor: actorOf(op) }))
  for (const { id } of records) op.replacedIds.push(id)
}

/** Deletes a record permanently. */
export async function removeRecord<R extends StoredRecord>(op: WriteOperation, collection: AnyCollection<R>, record: R): Promise<void> {
  await compareAndSet(collection.delete(record.id, record.version, { atMs: op.nowMs, actor: actorOf(op) }))
  op.replacedIds.push(record.id)
}
