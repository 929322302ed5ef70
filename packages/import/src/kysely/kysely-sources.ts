import type { Kysely } from 'kysely'
import type { SourceStore } from '../source-store/source-store.ts'
import { sourceId } from './import-row.ts'
import { createOnce, explainMissing, type KyselyImportsOptions, openTable, type Tables } from './open-table.ts'
import { type SourceTableRow, toSourceColumns, toStoredSource } from './source-row.ts'

const open = <DB>(
  owner: string,
  host: Kysely<DB>,
  options?: KyselyImportsOptions,
): { readonly db: Kysely<Tables<SourceTableRow>>; readonly table: string } => openTable(owner, host, 'import_sources', options)

/**
 * Keeps sources in SQL: SQLite, PostgreSQL (PGlite too), MariaDB and MySQL. The table comes from {@link migrateSources}.
 * @param host the host's Kysely; not a transaction, because a run claims its source before it reads
 * @throws TypeError an option is not valid
 * @example
 * import { kyselySources, migrateSources } from '@kalends/import/kysely'
 *
 * await migrateSources(db)
 * const store = kyselySources(db)
 */
export function kyselySources<DB>(host: Kysely<DB>, options?: KyselyImportsOptions): SourceStore {
  const { db, table } = open('kyselySources', host, options)
  const explain = explainMissing(table, 'migrateSources')
  const get: SourceStore['get'] = async (name) => {
    const row = await db.selectFrom(table).selectAll().where('id', '=', sourceId(name)).executeTakeFirst().catch(explain)
    return row && toStoredSource(row)
  }
  return {
    joinsTransactions: true,
    get,
    insert: async (source, transaction) => {
      // Only `kyselyStore` gives a transaction, and it is one of Kysely.
      const at = (transaction as typeof db | undefined) ?? db
      try {
        // A whole source has all columns.
        await at
          .insertInto(table)
          .values(toSourceColumns(source) as SourceTableRow)
          .execute()
        return true
      } catch (error) {
        // Each engine reports a unique violation in another way.
        if (transaction !== undefined || (await get(source.name)) === undefined) throw error
        return false
      }
    },
    list: async () => (await db.selectFrom(table).selectAll().orderBy('id').execute().catch(explain)).map(toStoredSource),
    update: async (name, patch, leaseUntilMs) => {
      const changed = db.updateTable(table).set(toSourceColumns(patch)).where('id', '=', sourceId(name))
      const claimed = leaseUntilMs === undefined ? changed : changed.where('lease_until_ms', '=', leaseUntilMs)
      return Number((await claimed.executeTakeFirst().catch(explain)).numUpdatedRows) === 1
    },
    delete: async (name) =>
      Number((await db.deleteFrom(table).where('id', '=', sourceId(name)).executeTakeFirst().catch(explain)).numDeletedRows) === 1,
  }
}

/**
 * Creates the table of sources if it is missing. Call it where you call the migrations of `@kalends/kysely`.
 * @throws TypeError an option is not valid
 */
export async function migrateSources<DB>(host: Kysely<DB>, options?: KyselyImportsOptions): Promise<void> {
  const opened = open('migrateSources', host, options)
  const { db, table } = opened
  await createOnce(opened, () =>
    db.schema
      .createTable(table)
      .ifNotExists()
      .addColumn('id', 'varchar(32)', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('interval_ms', 'bigint', (column) => column.notNull())
      .addColumn('options', 'text', (column) => column.notNull())
      .addColumn('reader_options', 'text', (column) => column.notNull())
      .addColumn('ran_with', 'varchar(32)', (column) => column.notNull())
      .addColumn('etag', 'text', (column) => column.notNull())
      .addColumn('last_modified', 'text', (column) => column.notNull())
      .addColumn('last_run_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_success_ms', 'bigint', (column) => column.notNull())
      // A text of MySQL holds 64 KiB, which three lists of 100 notes can exceed.
      .addColumn('report', 'json', (column) => column.notNull())
      .addColumn('error', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
      .execute(),
  )
}
