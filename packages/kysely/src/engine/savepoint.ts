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
