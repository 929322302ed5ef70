import type { Dialect } from 'kysely'
import { withConnections } from './with-connections.ts'

/** The same dialect, which reports how many rows each statement returns. */
export const withRowListener = (dialect: Dialect, onRows: (count: number) => void): Dialect =>
  withConnections(dialect, (connection) => {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query) => {
      const result = await execute<never>(query)
      onRows(result.rows.length)
      return result
    }
  })
