import type { CalendarStore } from '@kalends/core'
import type { Kysely, Transaction } from 'kysely'
import { revisionOf } from './changes.ts'
import { collection } from './collection.ts'
import { eventKind } from './events/kind.ts'
import { organizerKind } from './organizers/kind.ts'
import { contextOf, type KyselyStoreOptions, type StoreContext } from './store-context.ts'
import { tallyOf } from './tally.ts'
import { termKind } from './terms/kind.ts'
import { atomically, guarded } from './transaction.ts'
import { venueKind } from './venues/kind.ts'

function storeOver(context: StoreContext): CalendarStore {
  return {
    events: collection(context, eventKind),
    venues: collection(context, venueKind),
    organizers: collection(context, organizerKind),
    terms: collection(context, termKind),
    tally: (edge, ids, filter) => guarded(context, () => tallyOf(context, edge, ids, filter)),
    revision: (nowMs) => guarded(context, () => revisionOf(context, nowMs)),
    transaction: (work) =>
      atomically(context, async (inside) => {
        if (context.transaction === undefined) await guarded(inside, () => takeWriteLock(inside))
        return work(storeOver(inside))
      }),
  }
}

/** Takes the lock for the writes that will come, where an engine would rather take it when it may be too late. */
async function takeWriteLock({ db, dialect, tables }: StoreContext): Promise<void> {
  if (dialect.writesFirst) await db.deleteFrom(tables.changes).where('id', '<', 0).execute()
}

/**
 * A calendar's storage in SQL, through the host's own Kysely: SQLite, PostgreSQL (PGlite too), MariaDB and MySQL.
 * The tables come from {@link migrateToLatest} or {@link migrationSql}. The host's plugins do not touch the statements.
 * @param db the host's Kysely, or a transaction of it: then the store joins that transaction and leaves conflicts to the host
 * @param options the names of the tables
 * @throws TypeError an option is not valid, or the engine is none of these
 * @example
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 *
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function kyselyStore<DB>(db: Kysely<DB> | Transaction<DB>, options: KyselyStoreOptions = {}): CalendarStore {
  return storeOver(contextOf(db, options))
}
