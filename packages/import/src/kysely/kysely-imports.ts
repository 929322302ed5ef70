import type { CompiledQuery, Kysely } from 'kysely'
import type { ImportChanges, ImportLookup, ImportRow, ImportStore } from '../records/import-store.ts'
import { type ImportTableRow, sourceId, toColumns, toImportRow } from './import-row.ts'
import { createOnce, explainMissing, type KyselyImportsOptions, openTable, type Tables } from './open-table.ts'

const open = <DB>(
  owner: string,
  host: Kysely<DB>,
  options?: KyselyImportsOptions,
): { readonly db: Kysely<Tables<ImportTableRow>>; readonly table: string } => openTable(owner, host, 'import_records', options)

/** The number of values of one statement: databases limit its parameters. */
const valuesOfStatement = 500
/** The number of rows of one statement: 20 columns each. */
const rowsOfStatement = 200

function* batches<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size)
}

const columnOf = { ids: 'id', addresses: 'address', looks: 'look', recordIds: 'record_id' } as const satisfies Record<
  Exclude<keyof ImportLookup, 'source'>,
  keyof ImportTableRow
>

/**
 * Keeps what imports know in SQL: SQLite, PostgreSQL (PGlite too), MariaDB and MySQL. The table comes from {@link migrateImports}. Rows are
 * written in the transaction of the records that they are about.
 * @param host the host's Kysely, with the tables of the calendar
 * @throws TypeError an option is not valid
 * @example
 * import { kyselyImports, migrateImports } from '@kalends/import/kysely'
 *
 * await migrateImports(db)
 * const records = kyselyImports(db)
 */
export function kyselyImports<DB>(host: Kysely<DB>, options?: KyselyImportsOptions): ImportStore {
  const { db, table } = open('kyselyImports', host, options)
  const explain = explainMissing(table, 'migrateImports')
  // Only `kyselyStore` gives a transaction, and it is one of Kysely.
  const inside = (transaction: object | undefined): Kysely<Tables<ImportTableRow>> =>
    (transaction as Kysely<Tables<ImportTableRow>> | undefined) ?? db
  // Compiling 4,000 parameters takes as long as the insert itself.
  let fullInsert: CompiledQuery | undefined
  // A row that exists is replaced by two statements: each dialect writes an upsert in another way.
  const replaceRows = async (at: Kysely<Tables<ImportTableRow>>, { source, rows, removedIds }: ImportChanges): Promise<void> => {
    for (const ids of batches(removedIds, valuesOfStatement))
      await at.deleteFrom(table).where('source_id', '=', sourceId(source)).where('id', 'in', ids).execute()
    for (const some of batches(rows.map(toColumns), rowsOfStatement)) {
      const isFull = some.length === rowsOfStatement
      const insert = (isFull ? fullInsert : undefined) ?? at.insertInto(table).values(some).compile()
      if (isFull) fullInsert = insert
      await at.executeQuery({ ...insert, parameters: some.flatMap((row) => Object.values(row)) })
    }
  }
  async function* eachOf(at: Kysely<Tables<ImportTableRow>>, id: string): AsyncGenerator<ImportRow> {
    for (let last = ''; ; ) {
      const query = at.selectFrom(table).selectAll().where('source_id', '=', id).where('id', '>', last)
      const rows = await query.orderBy('id').limit(valuesOfStatement).execute().catch(explain)
      yield* rows.map(toImportRow)
      const end = rows.at(-1)
      if (end === undefined || rows.length < valuesOfStatement) return
      last = end.id
    }
  }
  return {
    joinsTransactions: true,
    find: async (lookup, transaction) => {
      const found = new Map<string, ImportRow>()
      for (const name of ['ids', 'addresses', 'looks', 'recordIds'] as const) {
        for (const values of batches<string | number>(lookup[name] ?? [], valuesOfStatement)) {
          const query = inside(transaction).selectFrom(table).selectAll().where(columnOf[name], 'in', values)
          const narrowed = { ids: query.where('source_id', '=', sourceId(lookup.source)), recordIds: query.where('kind', '=', 'event') }
          for (const row of await (name === 'ids' || name === 'recordIds' ? narrowed[name] : query).execute().catch(explain))
            found.set(row.id, toImportRow(row))
        }
      }
      return [...found.values()]
    },
    each: async function* (source, transaction) {
      const at = inside(transaction)
      if (source === undefined) {
        const ids = await at.selectFrom(table).select('source_id').distinct().orderBy('source_id').execute().catch(explain)
        for (const { source_id } of ids) yield* eachOf(at, source_id)
      } else yield* eachOf(at, sourceId(source))
    },
    save: async (changes, transaction) => {
      const at = inside(transaction)
      // Without a transaction of the calendar, rows are replaced in one of their own.
      const replaced = at.isTransaction ? replaceRows(at, changes) : at.transaction().execute((trx) => replaceRows(trx, changes))
      await replaced.catch(explain)
    },
  }
}

/**
 * Creates the table of imports if it is missing. Call it where you call the migrations of `@kalends/kysely`.
 * @throws TypeError an option is not valid
 */
export async function migrateImports<DB>(host: Kysely<DB>, options?: KyselyImportsOptions): Promise<void> {
  const opened = open('migrateImports', host, options)
  const { db, table } = opened
  await createOnce(opened, () =>
    db.schema
      .createTable(table)
      .ifNotExists()
      .addColumn('source_id', 'varchar(16)', (column) => column.notNull())
      .addColumn('id', 'varchar(16)', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('kind', 'varchar(16)', (column) => column.notNull())
      .addColumn('item_key', 'text', (column) => column.notNull())
      .addColumn('record_id', 'bigint', (column) => column.notNull())
      .addColumn('address', 'varchar(16)', (column) => column.notNull())
      .addColumn('look', 'varchar(16)', (column) => column.notNull())
      .addColumn('start', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('modified_ms', 'bigint', (column) => column.notNull())
      .addColumn('content', 'varchar(16)', (column) => column.notNull())
      // A text of MySQL holds 64 KiB, and a series can have two thousand exceptions.
      .addColumn('members', 'json', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('is_missing', 'smallint', (column) => column.notNull())
      .addColumn('is_linked', 'smallint', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('last_run_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['source_id', 'id'])
      // An index that every dialect creates together with its table: the id makes each entry unique.
      .addUniqueConstraint(`${table}_address`, ['address', 'id'])
      .addUniqueConstraint(`${table}_look`, ['look', 'id'])
      .addUniqueConstraint(`${table}_record`, ['record_id', 'id'])
      .execute(),
  )
}
