import { sql } from 'kysely'
import type { StoreContext } from './store-context.ts'

/** Runs a statement that may fail without ending the transaction; only PostgreSQL needs a savepoint for that. */
export async function withSavepoint<T>({ db, dialect }: StoreContext, statement: () => Promise<T>): Promise<T> {
  if (!dialect.errorEndsTransaction) return statement()
  await sql`savepoint kalends_statement`.execute(db)
  try {
    const result = await statement()
    await sql`release savepoint kalends_statement`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint kalends_statement`.execute(db)
    await sql`release savepoint kalends_statement`.execute(db)
    throw error
  }
}

/** Runs several statements of which none may stay if one of them fails, also where the caller continues in the same transaction. */
export async function undoOnError<T>({ db }: StoreContext, statements: () => Promise<T>): Promise<T> {
  await sql`savepoint kalends_statements`.execute(db)
  try {
    const result = await statements()
    await sql`release savepoint kalends_statements`.execute(db)
    return result
  } catch (error) {
    // After a deadlock, MariaDB has rolled back the whole transaction, and the savepoint with it: the first error says more.
    await sql`rollback to savepoint kalends_statements`.execute(db).catch(() => undefined)
    throw error
  }
}
