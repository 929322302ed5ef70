import { type RecordKeys, requireDistinctIds, type StoredRecord, type TextKeys } from '@kalends/core/store'
import type { Row } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { emptyFieldsText, toFieldsText, toStoredFields } from '../schema/fields-codec.ts'
import { toColumn } from '../schema/plain-columns.ts'
import { recordIndexed } from './log-rows.ts'
import { fieldsTextOf } from './record-fields.ts'
import type { KeyedRow, StoredRow, WrittenKind } from './record-kind.ts'
import { planRowUpdates } from './row-updates.ts'
import { changedColumns, kindOfRow, lockRows } from './stored-rows.ts'

/** The columns of all folded texts that some records get. */
const textColumns = (records: readonly RecordKeys[]): readonly string[] => [
  ...new Set(records.flatMap(({ texts = {} }) => Object.keys(texts).map(toColumn))),
]

/** The given columns of a stored row with new texts. One that is null stays: an occurrence reads it from its series. */
function withTexts(before: StoredRow, texts: TextKeys, columns: readonly string[]): Row {
  const given = new Map(Object.entries(texts).map(([member, text]) => [toColumn(member), text]))
  return Object.fromEntries(
    columns.map((column) => [column, before[column] === null ? null : (given.get(column) ?? String(before[column]))]),
  )
}

/** Replaces the keys of the records whose stored version is the given one. The columns and the versions of the records stay. */
export async function replaceKeys<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  records: readonly RecordKeys[],
  atMs: number,
): Promise<number> {
  requireDistinctIds(records)
  const { db, dialect, parts } = context
  const columns = textColumns(records)
  const stored = await lockRows(
    context,
    kind,
    ['fields', ...columns],
    records.map(({ id }) => id),
  )
  const current = records.filter(({ id, version }) => Number(stored.get(id)?.['version']) === version)
  const [first] = current
  if (first === undefined) return 0
  const written = current.flatMap(({ id, keys }): readonly KeyedRow[] => {
    const row = stored.get(id) ?? {}
    // An occurrence that reads its fields from its series has the keys of the series.
    if (kind.maintained?.(row, row)['fields'] !== undefined) return []
    return [{ id, record: { fields: { values: toStoredFields(fieldsTextOf(row)).values, keys } }, row }]
  })
  const fieldsOf = new Map(written.map(({ id, record }) => [id, toFieldsText(record.fields)]))
  const changed = current.flatMap(({ id, texts = {} }) => {
    const before = stored.get(id) ?? {}
    const own = fieldsTextOf(before)
    const fields = fieldsOf.has(id) ? (fieldsOf.get(id) ?? (own === null ? null : emptyFieldsText)) : own
    const row = { fields, ...withTexts(before, texts, columns) }
    return changedColumns(row, before).length === 0 ? [] : [{ id, row }]
  })
  for (const update of planRowUpdates(dialect, changed, stored)) {
    await dialect.updateByIds(parts[kind.table], { ...update, keepsVersion: true }).execute(db)
  }
  await kind.writeFieldKeys(context, written, stored)
  await recordIndexed(context, kindOfRow(kind, stored.get(first.id)), atMs)
  return current.length
}
