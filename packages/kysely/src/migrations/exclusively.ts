import { CalendarError } from '@kalends/core'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { atomically, withUncheckedTables } from '../engine/transaction.ts'

/** How long a process waits while another one migrates a MariaDB or MySQL database, in seconds. */
const lockSeconds = 60

/**
 * Runs the work under a named lock that excludes other migrating processes, on engines whose transactions do not include table definitions.
 */
async function withNamedLock<T>(context: StoreContext, work: (context: StoreContext) => Promise<T>): Promise<T> {
  return context.db.connection().execute(async (db) => {
    const { rows } = await sql<{ locked: unknown }>`select get_lock('kalends_migration', ${lockSeconds}) as locked`.execute(db)
    if (Number(rows[0]?.locked) !== 1) throw new CalendarError('unavailable', { retryAfterSeconds: lockSeconds })
    try {
      return await work({ ...context, db })
    } finally {
      await sql`select release_lock('kalends_migration')`.execute(db)
    }
  })
}

/** Makes other migrating processes wait until the end of the transaction, where the engine has such a lock. */
async function lock({ db, dialect }: StoreContext): Promise<void> {
  await dialect.lockMigrations?.execute(db)
}

function refuseTransaction({ dialect, transaction }: StoreContext): void {
  if (transaction !== undefined && !dialect.supportsTransactionalDdl) {
    throw new TypeError('On MariaDB and MySQL this would commit the transaction that it runs in: pass the Kysely instance itself.')
  }
}

/**
 * Runs the work while no other process migrates or counts, in a transaction if the engine's transactions include table definitions.
 * @throws TypeError the context is in a transaction of MariaDB or MySQL
 */
export async function runExclusively<T>(context: StoreContext, work: (inside: StoreContext) => Promise<T>): Promise<T> {
  refuseTransaction(context)
  if (!context.dialect.supportsTransactionalDdl) return withUncheckedTables(context, (inside) => withNamedLock(inside, work))
  return atomically(context, (inside) =>
    withUncheckedTables(inside, async (checked) => {
      await lock(checked)
      return work(checked)
    }),
  )
}
