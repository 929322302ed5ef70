import { CalendarError } from '@kalends/core'
import type { LoggedChange, RestoredContent, StoredRecord } from '@kalends/core/store'
import { sql } from 'kysely'
import { compactCounts } from './count/compact.ts'
import { isUniqueViolation } from './drivers/driver-errors.ts'
import { forChunks } from './engine/chunks.ts'
import { columnList } from './engine/dialects/row-statements.ts'
import { insertAll, type Row } from './engine/prepared.ts'
import type { StoreContext } from './engine/store-context.ts'
import { eventKind } from './events/kind.ts'
import { organizerKind, venueKind } from './profiles/kind.ts'
import { termKind } from './terms/kind.ts'
import { headOf } from './write/change-log.ts'
import { isWrite, restoredRow } from './write/log-rows.ts'
import type { WrittenKind } from './write/record-kind.ts'

/** Inserts the content of an archive, in the transaction of the context. */
export async function restoreContent(context: StoreContext, content: RestoredContent): Promise<void> {
  await restoreRecords(context, termKind, content.terms)
  await restoreRecords(context, venueKind, content.venues)
  await restoreRecords(context, organizerKind, content.organizers)
  await restoreRecords(context, eventKind, content.events)
  if (content.changes !== undefined) await restoreChanges(context, content.changes)
}

async function restoreRecords<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  records: readonly R[] = [],
): Promise<void> {
  if (records.length === 0) return
  const { db, dialect, parts, tables } = context
  await forChunks(records, async (chunk) => {
    const written = chunk.map((record) => ({ id: record.id, record, row: kind.toRow(record) }))
    const rows = written.map(({ record: { id, version }, row }): Row => ({ id, version, ...row }))
    const insert = (some: readonly Row[]) => {
      const values = sql.join(some.map((row) => sql`(${sql.join(Object.values(row))})`))
      const columns = columnList(Object.keys(some[0] ?? {}))
      return sql`insert into ${parts[kind.table]} (${columns}) ${dialect.withGivenIds ?? sql``} values ${values}`
    }
    await insertAll(context, `restore ${kind.table}`, rows, (some) => ({ compile: () => insert(some).compile(db) })).catch(refuseTaken)
    await kind.writeLinks(context, written, undefined)
  })
  await dialect.assignAfter?.(tables[kind.table], parts[kind.table]).execute(db)
  if (kind.table === 'events') await compactCounts(context)
}

/** The store was empty, so the archive has an id, a slug or a number twice, or another program has taken it meanwhile. */
function refuseTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new CalendarError(
    'refused',
    {},
    { message: 'The archive has an id, a slug, a name or a uid twice, or another program has written to the store.', cause: error },
  )
}

/** Inserts rows of the log with their numbers, and counts the writes up to each. */
async function restoreChanges(context: StoreContext, changes: readonly LoggedChange[]): Promise<void> {
  const { db, dialect, tables } = context
  let { writes } = await headOf(context)
  const rows = changes.map((change) => {
    const row = restoredRow(change)
    if (isWrite(row)) writes++
    return { ...row, [dialect.hasOneWriter ? 'id' : 'seq']: change.seq, writes }
  })
  await insertAll(context, 'restore changes', rows, (values) => db.insertInto(tables.changes).values(values)).catch(refuseTaken)
}
