import type { EntityId, StoredFields } from '@kalends/core/store'
import { forChunks } from '../engine/chunks.ts'
import { insertAll } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { FieldTableName } from '../query/fields.ts'
import { hasKeys, toKeysText, toStoredFields } from '../schema/fields-codec.ts'
import type { KeyedRow, StoredRow, StoredRows } from './record-kind.ts'

/** A key of a field, as a row. */
export interface KeyRow {
  /** The name of the field. */
  readonly name: string
  /** The key. */
  readonly key_text: string
}

/** All keys of fields, as rows. */
const keyRowsOf = ({ keys }: StoredFields): readonly KeyRow[] =>
  Object.keys(keys).flatMap((name) => (keys[name] ?? []).map((key_text) => ({ name, key_text })))

/** All keys of fields, as rows with their positions: the keys of a field are sorted. */
export const positionedKeyRowsOf = ({ keys }: StoredFields): readonly (KeyRow & { readonly position: number })[] =>
  Object.keys(keys).flatMap((name) => (keys[name] ?? []).map((key_text, position) => ({ name, key_text, position })))

/** The column `fields` of a stored row. */
export function fieldsTextOf(row: StoredRow | undefined): string | null {
  const text = row?.['fields']
  return text === undefined || text === null ? null : String(text)
}

/** The keys of a record's own fields as a text to compare, from the column `fields`; empty without keys. */
export const storedKeysText = (text: string | null): string => toKeysText(toStoredFields(text))

/**
 * Writes the keys of venues, organizers or terms whose keys differ from the stored ones. All keys of such a record are replaced: another
 * writer may have replaced them since they were read, and those that were not read would stay.
 * @param stored the rows of the records before the write; undefined for new records
 */
export async function writeRecordFields(
  context: StoreContext,
  table: Exclude<FieldTableName, 'event_fields'>,
  written: readonly KeyedRow[],
  stored: StoredRows | undefined,
): Promise<void> {
  if (stored === undefined && !written.some(({ record }) => hasKeys(record.fields))) return
  const changes = written.map((one) => ({
    one,
    before: storedKeysText(fieldsTextOf(stored?.get(one.id))),
    after: toKeysText(one.record.fields),
  }))
  const changed = changes.filter(({ before, after }) => before !== after)
  await deleteKeys(
    context,
    table,
    changed.flatMap(({ one, before }) => (before === '' ? [] : [one.id])),
  )
  const rows = changed.flatMap(({ one: { id, record } }) => keyRowsOf(record.fields).map((key) => ({ record_id: id, ...key })))
  await insertAll(context, `insert ${table}`, rows, (values) => context.db.insertInto(context.tables[table]).values(values))
}

/**
 * Removes the keys of deleted records.
 * @param stored the rows of the records before the deletion
 */
export async function deleteRecordFields(
  context: StoreContext,
  table: Exclude<FieldTableName, 'event_fields'>,
  ids: readonly EntityId[],
  stored: StoredRows,
): Promise<void> {
  await deleteKeys(
    context,
    table,
    ids.filter((id) => fieldsTextOf(stored.get(id)) !== null),
  )
}

async function deleteKeys({ db, tables }: StoreContext, table: Exclude<FieldTableName, 'event_fields'>, ids: readonly EntityId[]) {
  await forChunks(ids, (chunk) => db.deleteFrom(tables[table]).where('record_id', 'in', chunk).execute())
}
