import { requireKnownOptions } from '@kalends/core/store'
import type { Kysely } from 'kysely'

/** Options of the stores in SQL and of their migrations. */
export interface KyselyImportsOptions {
  /** The prefix of the names of the tables, `<prefix>import_records` and `<prefix>import_sources`. @default 'kalends_' */
  readonly prefix?: string | undefined
}

/** The part of the database that a store uses; its table has any prefix. */
export type Tables<Row> = Readonly<Record<string, Row>>

/** The host's Kysely for one table, without the host's plugins, which may rename columns; and the name of the table. */
export function openTable<Row, DB>(
  owner: string,
  db: Kysely<DB>,
  name: string,
  options: KyselyImportsOptions = {},
): { readonly db: Kysely<Tables<Row>>; readonly table: string } {
  requireKnownOptions(owner, options, { prefix: true })
  const { prefix = 'kalends_' } = options
  if (!/^[a-z_][a-z0-9_]{0,29}$/i.test(prefix)) throw new TypeError(`${owner}: prefix must be letters, digits and _, at most 30`)
  // The host's type does not name our table.
  return { db: db.withoutPlugins() as unknown as Kysely<Tables<Row>>, table: `${prefix}${name}` }
}

/**
 * Names the function that makes a table, in place of an error of the engine that it is missing. Each engine says it in other words.
 * @param migration the name of the function
 */
export const explainMissing =
  (table: string, migration: string) =>
  (error: unknown): never => {
    const isMissing = error instanceof Error && error.message.includes(table) && /no such table|does(?:n't| not) exist/.test(error.message)
    if (!isMissing) throw error
    throw new Error(`The table ${table} is missing: call ${migration} where you call the migrations of the calendar.`, { cause: error })
  }

/**
 * Creates a table that does not exist. PostgreSQL fails with a unique violation if two processes create it at once: then it exists by now.
 * @throws what `create` throws if the table is still missing
 */
export async function createOnce<Row>(
  { db, table }: { readonly db: Kysely<Tables<Row>>; readonly table: string },
  create: () => Promise<void>,
): Promise<void> {
  try {
    await create()
  } catch (error) {
    await db
      .selectFrom(table)
      .selectAll()
      .limit(1)
      .execute()
      .catch(() => {
        throw error
      })
  }
}
