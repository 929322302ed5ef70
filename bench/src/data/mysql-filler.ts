import type { Pool, RowDataPacket } from 'mysql2/promise'
import { say } from '../progress.ts'
import type { Filler } from './filled-server.ts'

/** A column of an index, as MariaDB and MySQL list it. */
interface IndexColumn extends RowDataPacket {
  readonly tableName: string
  readonly indexName: string
  readonly columnName: string
  readonly prefixLength: number | null
  readonly isUnique: number
}

const columnsOfIndexes = `select table_name as tableName, index_name as indexName, column_name as columnName, sub_part as prefixLength,
  1 - non_unique as isUnique from information_schema.statistics
  where table_schema = database() and left(table_name, char_length(?)) = ? and index_name <> 'PRIMARY' order by table_name, index_name, seq_in_index`

const partOf = ({ columnName, prefixLength }: IndexColumn): string =>
  prefixLength === null ? columnName : `${columnName}(${prefixLength})`

/** Fills tables of MariaDB or MySQL. */
export function mysqlFiller(pool: Pool, prefix: string, name: string): Filler {
  return {
    name,
    insert: async (table, columns, rows) => {
      await pool.query(`insert into ${prefix}${table} (${columns.join()}) values ?`, [rows])
    },
    withoutIndexes: async () => {
      const [columns] = await pool.query<IndexColumn[]>(columnsOfIndexes, [prefix, prefix])
      const tables = [...Map.groupBy(columns, ({ tableName }) => tableName)].map(([table, ofTable]) => ({
        table,
        indexes: [...Map.groupBy(ofTable, ({ indexName }) => indexName)],
      }))
      for (const { table, indexes } of tables) {
        await pool.query(`alter table ${table} ${indexes.map(([name]) => `drop index ${name}`).join()}`)
      }
      return async () => {
        for (const { table, indexes } of tables) {
          say(`building the indexes of ${table}`)
          const added = indexes.map(
            ([name, parts]) => `add ${parts[0]?.isUnique === 1 ? 'unique ' : ''}index ${name} (${parts.map(partOf).join()})`,
          )
          await pool.query(`alter table ${table} ${added.join()}`)
          await pool.query(`analyze table ${table}`)
        }
      }
    },
  }
}
