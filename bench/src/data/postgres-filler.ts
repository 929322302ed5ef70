import type { Pool } from 'pg'
import { say } from '../progress.ts'
import type { Filler } from './filled-server.ts'

/** Fills tables of PostgreSQL; rows are sent as JSON, so that one statement takes any number of them. */
export function postgresFiller(pool: Pool, prefix: string): Filler {
  return {
    name: 'PostgreSQL',
    insert: async (table, columns, rows) => {
      const names = columns.join()
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
      const text = `insert into ${prefix}${table} (${names}) select ${names} from json_populate_recordset(null::${prefix}${table}, $1)`
      await pool.query({ text, values: [JSON.stringify(objects)] })
    },
    withoutIndexes: async () => {
      const { rows } = await pool.query<{ table: string; name: string; definition: string }>({
        text: `select i.tablename as table, i.indexname as name, i.indexdef as definition from pg_indexes as i
          where i.schemaname = current_schema() and starts_with(i.tablename, $1)
          and not exists (select 1 from pg_constraint as c where c.conname = i.indexname)`,
        values: [prefix],
      })
      for (const { name } of rows) await pool.query(`drop index ${name}`)
      return async () => {
        for (const { name, definition } of rows) {
          say(`building index ${name}`)
          await pool.query(definition)
        }
        // Autovacuum would do this some minutes later.
        for (const table of new Set(rows.map((row) => row.table))) await pool.query(`vacuum analyze ${table}`)
      }
    },
  }
}
