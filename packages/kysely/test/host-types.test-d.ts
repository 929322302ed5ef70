import type { ControlledTransaction, Generated, Kysely, Transaction } from 'kysely'
import { kyselyStore, migrateToLatest, pendingMigrations } from '../src/index.ts'

// Tests of types: a host may pass a Kysely with any tables. This file only has to compile.

/** A single table: the inferred types of a transaction differ between one and several tables. */
interface OneTable {
  ticketOrders: { eventId: number; seats: number }
}

interface SeveralTables extends OneTable {
  users: { id: Generated<number>; name: string | null }
}

/** Passes all kinds of objects that a host may have. */
export async function hosts(
  one: Kysely<OneTable>,
  several: Kysely<SeveralTables>,
  unknown: Kysely<unknown>,
  inOne: Transaction<OneTable>,
  inSeveral: Transaction<SeveralTables>,
  inUnknown: Transaction<unknown>,
  controlled: ControlledTransaction<SeveralTables>,
): Promise<void> {
  for (const store of [kyselyStore(one), kyselyStore(several), kyselyStore(unknown)]) await store.events.count({})
  for (const store of [kyselyStore(inOne), kyselyStore(inSeveral), kyselyStore(inUnknown), kyselyStore(controlled)])
    await store.events.count({})
  await Promise.all([migrateToLatest(one), migrateToLatest(inOne), migrateToLatest(inSeveral), migrateToLatest(controlled)])
  await Promise.all([pendingMigrations(several), pendingMigrations(inOne), pendingMigrations(inSeveral)])
  // @ts-expect-error a connection string is no Kysely
  kyselyStore('postgres://127.0.0.1/app')
}
