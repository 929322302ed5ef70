import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/**
 * The same dialect, which reports how many rows each statement returns. It wraps the connections, because a store ignores the plugins of a
 * host's instance.
 */
export function withRowListener(dialect: Dialect, onRows: (count: number) => void): Dialect {
  const heard = new WeakSet<DatabaseConnection>()
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () =>
      listening(dialect.createDriver(), (connection) => {
        if (heard.has(connection)) return
        heard.add(connection)
        // Changes the connection in place, because drivers identify their connections by object.
        const execute = connection.executeQuery.bind(connection)
        connection.executeQuery = async (query) => {
          const result = await execute<never>(query)
          onRows(result.rows.length)
          return result
        }
      }),
  }
}

function listening(driver: Driver, hear: (connection: DatabaseConnection) => void): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (...given) => {
    const connection = await acquire(...given)
    hear(connection)
    return connection
  }
  return driver
}
