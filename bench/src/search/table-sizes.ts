import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../data/engine.ts'

type SizeQuery = (prefix: string) => ReturnType<typeof sql<{ bytes: unknown }>>

const inCatalogue: SizeQuery = (prefix) => sql`select sum(data_length + index_length) as bytes from information_schema.tables
    where table_schema = database() and left(table_name, ${prefix.length}) = ${prefix}`

const queries: Readonly<Record<EngineName, SizeQuery>> = {
  sqlite: () =>
    sql`select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size`,
  postgres: (prefix) =>
    sql`select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and starts_with(relname, ${prefix})`,
  mariadb: inCatalogue,
  mysql: inCatalogue,
}

/** The size of all tables with their indexes, in bytes. */
export async function sizeOf(engine: EngineName, db: Kysely<unknown>, prefix: string): Promise<number> {
  const { rows } = await queries[engine](prefix).execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
