import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/**
 * The same dialect, each connection of which is changed before its first use. It changes the connections, because a store ignores the plugins
 * of a host's instance.
 */
export function withConnections(dialect: Dialect, change: (connection: DatabaseConnection) => void): Dialect {
  const changed = new WeakSet<DatabaseConnection>()
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () =>
      changing(dialect.createDriver(), (connection) => {
        if (changed.has(connection)) return
        changed.add(connection)
        // In place, because drivers identify their connections by object.
        change(connection)
      }),
  }
}

function changing(driver: Driver, change: (connection: DatabaseConnection) => void): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (...given) => {
    const connection = await acquire(...given)
    change(connection)
    return connection
  }
  return driver
}
