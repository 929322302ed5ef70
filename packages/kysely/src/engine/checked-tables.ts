import { CalendarError } from '@kalends/core'
import type { DatabaseConnection } from 'kysely'
import type { Settings } from '../drivers/mysql-session.ts'
import { checkMigrations } from './migration-table.ts'
import type { StoreContext } from './store-context.ts'

/** The connections whose settings are known to be safe, so that each is checked only once. */
const checked = new WeakSet<DatabaseConnection>()

/**
 * Runs an operation after checking the version of the tables, once, and the session settings of its connection, if the engine has settings
 * that make statements unsafe. Pools open connections at any time and sessions may differ, so each connection is checked, once.
 * @param context inside a transaction, its connection is checked; otherwise the operation gets one connection for all its statements
 * @param isOfAnyVersion whether the version of the tables is not checked
 * @throws Error the tables are of another version
 * @throws unavailable a setting of the session is unsafe; the message says which and what to do
 */
export async function onCheckedTables<T>(
  context: StoreContext,
  operation: (inside: StoreContext) => Promise<T>,
  isOfAnyVersion = false,
): Promise<T> {
  const { db, dialect, transaction } = context
  const isChecked = dialect.sessionCheck === undefined || transaction?.isChecked === true
  if (!isChecked && transaction === undefined)
    return db.connection().execute(async (held) => {
      const inside = { ...context, db: held }
      await checkConnection(inside)
      if (!isOfAnyVersion) await checkMigrations(inside)
      return operation(inside)
    })
  if (!isChecked && transaction !== undefined) {
    await checkConnection(context)
    transaction.isChecked = true
  }
  if (!isOfAnyVersion) await checkMigrations(context)
  return operation(context)
}

/** @param context whose `db` is bound to one connection */
async function checkConnection({ db, dialect }: StoreContext): Promise<void> {
  const { sessionCheck } = dialect
  if (sessionCheck === undefined) return
  await db.getExecutor().provideConnection(async (connection) => {
    if (checked.has(connection)) return
    const { rows } = await connection.executeQuery<Settings>(sessionCheck.statement.compile(db))
    const [settings] = rows
    if (settings === undefined) throw new TypeError('A query without a table gave no row.')
    const problem = sessionCheck.problemOf(settings)
    if (problem !== undefined) throw new CalendarError('unavailable', {}, { message: problem })
    checked.add(connection)
  })
}
