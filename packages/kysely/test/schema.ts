import { type Kysely, MysqlAdapter, SqliteAdapter, sql } from 'kysely'
import type { TestDatabase } from './engines.ts'

/** The engine's name in `migrationSql` and in the options of a store. */
export function dialectName(db: Kysely<unknown>): 'sqlite' | 'postgres' | 'mysql' {
  const { adapter } = db.getExecutor()
  return adapter instanceof SqliteAdapter ? 'sqlite' : adapter instanceof MysqlAdapter ? 'mysql' : 'postgres'
}

/** The definitions of a database's tables, indexes and triggers in the engine's catalogue, as lines without prefix, in order. */
export async function describeSchema({ db, options }: Pick<TestDatabase, 'db' | 'options'>, schema?: string): Promise<readonly string[]> {
  const { prefix } = options
  const like = `${prefix.replaceAll('_', '!_')}%`
  const queries = {
    sqlite: sql`select name, sql from sqlite_master where tbl_name like ${like} escape '!'`,
    postgres: sql`
      select 'column' as what, cast(table_name as text), cast(column_name as text), data_type, collation_name, is_nullable, is_identity from information_schema.columns
        where table_name like ${like} escape '!' and table_schema = coalesce(${schema ?? null}, current_schema())
      union all select 'index', tablename, replace(indexdef, schemaname || '.', ''), '', '', '', '' from pg_indexes
        where tablename like ${like} escape '!' and schemaname = coalesce(${schema ?? null}, current_schema())`,
    mysql: sql`
      select 'column' as what, table_name as t, column_name as c, column_type as d, collation_name as l, is_nullable as n, extra as x
        from information_schema.columns where table_name like ${like} escape '!' and table_schema = database()
      union all select 'index', table_name, index_name, seq_in_index, column_name, non_unique, '' from information_schema.statistics
        where table_name like ${like} escape '!' and table_schema = database()
      union all select 'trigger', event_object_table, trigger_name, action_timing, event_manipulation, '', '' from information_schema.triggers
        where event_object_table like ${like} escape '!' and trigger_schema = database()`,
  }
  const { rows } = await queries[dialectName(db)].execute(db)
  return rows.map((row) => JSON.stringify(Object.values(row as object)).replaceAll(prefix, '')).sort()
}
