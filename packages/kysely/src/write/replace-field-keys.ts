import { type FieldKeys, requireDistinctIds, type StoredRecord } from '@kalends/core/store'
import type { StoreContext } from '../engine/store-context.ts'
import { emptyFieldsText, toFieldsText, toStoredFields } from '../schema/fields-codec.ts'
import { fieldsTextOf } from './record-fields.ts'
import type { KeyedRow, RecordKind } from './record-kind.ts'
import { recordRevisions } from './revisions.ts'
import { planRowUpdates } from './row-updates.ts'
import { lockRows } from './stored-rows.ts'

/** Replaces the keys of the records whose stored version is the given one. The columns and the versions of the records stay. */
export async function replaceFieldKeys<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  records: readonly FieldKeys[],
): Promise<number> {
  requireDistinctIds(records)
  const { db, dialect, parts } = context
  const stored = await lockRows(
    context,
    kind,
    ['fields'],
    records.map(({ id }) => id),
  )
  const current = records.filter(({ id, version }) => Number(stored.get(id)?.['version']) === version)
  if (current.length === 0) return 0
  const written = current.flatMap(({ id, keys }): readonly KeyedRow[] => {
    const row = stored.get(id) ?? {}
    // An occurrence that reads its fields from its series has the keys of the series.
    if (kind.maintained?.(row, row)['fields'] !== undefined) return []
    return [{ id, fields: { values: toStoredFields(fieldsTextOf(row) ?? null).values, keys }, row }]
  })
  const rows = written.map(({ id, fields }) => ({ id, row: { fields: toFieldsText(fields) ?? emptyFieldsText } }))
  const changed = rows.filter(({ id, row }) => fieldsTextOf(stored.get(id)) !== row.fields)
  for (const update of planRowUpdates(changed, stored)) {
    await dialect.updateByIds(parts[kind.table], { ...update, keepsVersion: true }).execute(db)
  }
  await kind.writeFieldKeys(context, written, stored)
  await recordRevisions(
    context,
    kind.changedKind,
    current.map(({ id }) => id),
  )
  return current.length
}
