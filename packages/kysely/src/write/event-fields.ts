import type { EntityId } from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import { forChunks, inChunks } from '../engine/chunks.ts'
import { columnList } from '../engine/dialects/row-statements.ts'
import { insertAll, type Row } from '../engine/prepared.ts'
import { readIds } from '../engine/read-rows.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { Condition } from '../query/conditions.ts'
import { roleNumbers } from '../schema/event-role.ts'
import { hasKeys, inheritedFieldsText, toKeysText } from '../schema/fields-codec.ts'
import { copiedColumns, copyAgain, toLinkCopies } from './event-links.ts'
import { fieldsTextOf, positionedKeyRowsOf, storedKeysText } from './record-fields.ts'
import type { KeyedRow, StoredRow, StoredRows } from './record-kind.ts'

/**
 * Writes the keys of the fields of events, with copies of the columns that lists compare, as links have them.
 *
 * An occurrence that reads its fields from its series has rows of its own, because its times and its status are its own. The writes of the
 * series maintain these rows, and an empty text in the column `fields` marks the occurrences that have them. So writes without fields know
 * from the row that there is nothing to do.
 */

/** The columns of a stored row that {@link writeEventFields} reads, besides those that links copy. */
export const fieldColumns = ['fields', 'role', 'series_id'] as const

/** Whether the column `fields` is that of an event which reads its fields from a series. */
const isInherited = (row: StoredRow): boolean =>
  Number(row['role']) === roleNumbers.occurrence && (fieldsTextOf(row) ?? inheritedFieldsText) === inheritedFieldsText

/** Whether an event read its fields from a series, and still reads them from the same one. */
const staysInherited = (row: StoredRow, before: StoredRow | undefined): boolean =>
  before !== undefined && isInherited(row) && isInherited(before) && Number(row['series_id']) === Number(before['series_id'])

/** The columns of a row to update that the writes of its series maintain. */
export const maintainedFields = (row: StoredRow, stored: StoredRow | undefined): Row =>
  staysInherited(row, stored) ? { fields: fieldsTextOf(stored) } : {}

/** The keys of an event's rows, as a text to compare; undefined for an occurrence whose rows are those of its series. */
function rowsTextOf(before: StoredRow | undefined): string | undefined {
  const text = fieldsTextOf(before)
  return text === inheritedFieldsText ? undefined : storedKeysText(text)
}

const isKeyed = ({ record }: KeyedRow): boolean => hasKeys(record.fields)

/**
 * Writes the keys of events whose keys differ from the stored ones, and those of the occurrences that read them from such a series. All
 * rows of such an event are replaced: another writer may have replaced them since they were read, and those that were not read would stay.
 * @param stored the rows of the events before the write; undefined for new events
 */
export async function writeEventFields(context: StoreContext, written: readonly KeyedRow[], stored: StoredRows | undefined): Promise<void> {
  if (stored === undefined && !written.some(isKeyed)) return
  const replaced = written.filter(({ id, record, row }) => {
    const before = stored?.get(id)
    return !staysInherited(row, before) && rowsTextOf(before) !== toKeysText(record.fields)
  })
  await deleteRows(
    context,
    replaced.flatMap(({ id }) => (rowsTextOf(stored?.get(id)) === '' ? [] : [id])),
  )
  const { db, tables } = context
  const rows = replaced.flatMap(({ id, record, row }) =>
    positionedKeyRowsOf(record.fields).map((key) => ({ event_id: id, ...key, ...toLinkCopies(row) })),
  )
  await insertAll(context, 'insert event_fields', rows, (values) => db.insertInto(tables.event_fields).values(values))
  if (stored === undefined) return
  await passOn(
    context,
    replaced.filter(({ row }) => Number(row['role']) === roleNumbers.series),
  )
  const isReplaced = new Set(replaced.map(({ id }) => id))
  const kept = written.filter(({ id }) => !isReplaced.has(id) && rowsTextOf(stored.get(id)) !== '')
  await copyAgain(
    context,
    'event_fields',
    kept.map(({ id, row }) => ({ id, copies: toLinkCopies(row) })),
    new Map(kept.map(({ id }) => [id, { copies: toLinkCopies(stored.get(id) ?? {}) }])),
  )
}

/** Gives the occurrences that read their fields from some series the rows of that series. */
async function passOn(context: StoreContext, series: readonly KeyedRow[]): Promise<void> {
  const { db, parts } = context
  const idsOf = (some: readonly KeyedRow[]): readonly EntityId[] => some.map(({ id }) => id)
  const marks = [
    { ids: idsOf(series.filter(isKeyed)), text: inheritedFieldsText },
    { ids: idsOf(series.filter((one) => !isKeyed(one))), text: null },
  ]
  for (const { ids, text } of marks) {
    // The update also locks the occurrences: a writer that lets one override its fields has ended before the rows are read, or waits.
    if (ids.length > 0) await sql`update ${parts.events} set fields = ${text} where ${readsFrom(context, ids)}`.execute(db)
  }
  const occurrences = await inChunks(idsOf(series), (ids) =>
    readIds(db, sql`select id from ${parts.events} where ${readsFrom(context, ids)}`),
  )
  await deleteRows(context, occurrences)
  if (series.some(isKeyed)) await forChunks(occurrences, (ids) => copyRows(context, ids))
}

/** The event is an occurrence that reads its fields from one of the series. */
const readsFrom = ({ dialect }: StoreContext, seriesIds: readonly EntityId[]): Condition =>
  sql<SqlBool>`series_id in (${sql.join(seriesIds)})
    and (overridden is null or not (${dialect.contains(sql`overridden`, '"fields"')}))`

/** Copies the rows of series to occurrences without rows. */
async function copyRows({ db, parts }: StoreContext, ids: readonly EntityId[]): Promise<void> {
  const columns = columnList([...copiedColumns, 'event_id', 'name', 'key_text', 'position'])
  // SQLite keeps the order of a cross join: occurrences first.
  const rows = sql`select ${columnList(copiedColumns, 'e')}, e.id, k.name, k.key_text, k.position
    from ${parts.events} as e cross join ${parts.event_fields} as k where k.event_id = e.series_id and e.id in (${sql.join(ids)})`
  await sql`insert into ${parts.event_fields} (${columns}) ${rows}`.execute(db)
}

/**
 * Removes the keys of deleted events.
 * @param stored the rows of the events before the deletion
 */
export const deleteEventFields = (context: StoreContext, ids: readonly EntityId[], stored: StoredRows): Promise<void> =>
  deleteRows(
    context,
    ids.filter((id) => fieldsTextOf(stored.get(id)) !== null),
  )

async function deleteRows({ db, tables }: StoreContext, ids: readonly EntityId[]): Promise<void> {
  await forChunks(ids, (chunk) => db.deleteFrom(tables.event_fields).where('event_id', 'in', chunk).execute())
}
