import type { Alias, EntityId } from '@kalends/core/store'
import { sql } from 'kysely'
import { forChunks, inChunks } from '../engine/chunks.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { RecordTableName } from '../schema/tables.ts'

/** The aliases of some records. */
export const readAliases = ({ db, tables }: StoreContext, kind: RecordTableName, ids: readonly EntityId[]): Promise<readonly Alias[]> =>
  inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom(tables.aliases)
      .select(['record_id', 'of_member', 'alias', 'at_ms'])
      .where('kind', '=', kind)
      .where('record_id', 'in', chunk)
      .execute()
    return rows.map((row) => ({ id: Number(row.record_id), of: row.of_member, text: row.alias, atMs: Number(row.at_ms) }))
  })

/** Adds aliases, or gives those that are there their new time. */
export async function addAliases({ db, dialect, tables }: StoreContext, kind: RecordTableName, aliases: readonly Alias[]): Promise<void> {
  const rows = aliases.map(({ id, of, text, atMs }) => ({ kind, record_id: id, of_member: of, alias: text, at_ms: atMs }))
  await forChunks(rows, (chunk) => {
    const insert = db.insertInto(tables.aliases).values([...chunk])
    return (
      dialect.supportsOnConflict
        ? insert.onConflict((conflict) =>
            conflict.columns(['kind', 'record_id', 'of_member', 'alias']).doUpdateSet(({ ref }) => ({ at_ms: ref('excluded.at_ms') })),
          )
        : insert.onDuplicateKeyUpdate({ at_ms: sql<number>`values(at_ms)` })
    ).execute()
  })
}
