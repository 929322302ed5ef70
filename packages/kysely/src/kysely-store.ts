import type { CalendarStore } from '@kalends/core'
import { requireKnownOptions, storeContract } from '@kalends/core/store'
import type { Kysely, Transaction } from 'kysely'
import { soleConnectionOf } from './engine/dialect-of.ts'
import { runPrepared } from './engine/prepared.ts'
import {
  contextOf,
  type KyselyReadOptions,
  readingContextOf,
  type StoreContext,
  storeOptionNames,
  withSignal,
} from './engine/store-context.ts'
import { atomically, guarded, guardedRead } from './engine/transaction.ts'
import { countByLink } from './events/count-by-link.ts'
import { eventKind, findEventIds } from './events/kind.ts'
import { organizerKind } from './organizers/kind.ts'
import { termKind } from './terms/kind.ts'
import { venueKind } from './venues/kind.ts'
import { changeLog } from './write/change-log.ts'
import { collection } from './write/collection.ts'
import { lockNames } from './write/lock-names.ts'
import { requestTable } from './write/requests.ts'
import { revisionReader } from './write/revisions.ts'
import { sharedRevision } from './write/shared-revision.ts'
import { writtenSince } from './write/written-since.ts'

/**
 * The store of a context.
 * @param reading the context of reads outside of transactions; the same context unless the host has a replica
 */
function storeOver(context: StoreContext, reading: StoreContext): CalendarStore {
  const revisionOf = revisionReader()
  const ownRevision = (nowMs: number) => guarded(reading, (inside) => revisionOf(inside, nowMs))
  // A transaction has no other readers to share a revision with.
  const readRevision = context.transaction === undefined ? sharedRevision(ownRevision) : ownRevision
  return {
    contract: storeContract,
    connection: context.transaction === undefined ? soleConnectionOf(context.db) : undefined,
    events: collection(context, eventKind, reading),
    venues: collection(context, venueKind, reading),
    organizers: collection(context, organizerKind, reading),
    terms: collection(context, termKind, reading),
    requests: requestTable(context),
    log: changeLog(context, reading),
    findEventIds: (query) => guardedRead(reading, () => findEventIds(withSignal(reading, query.signal), query)),
    countByLink: (linkField, ids, filter, signal) =>
      guardedRead(reading, () => countByLink(withSignal(reading, signal), linkField, ids, filter)),
    lockNames: (kind, nameKeys) => guarded(context, (inside) => lockNames(inside, kind, nameKeys)),
    // The revision comes from the database that answers the reads: a replica lags behind, and its old state must not get the new revision.
    revision: (nowMs) => readRevision(nowMs),
    writtenSince: (token) => guarded(reading, (inside) => writtenSince(inside, token)),
    ping: async () => {
      // The core's `pingStore` then reads the revision through `reading`. Without a replica that is the same database, and is enough.
      if (reading !== context) await guarded(context, (inside) => revisionOf(inside, 0))
    },
    transaction: (work) =>
      atomically(context, async (inside) => {
        if (context.transaction === undefined) await guarded(inside, takeWriteLock)
        return work(storeOver(inside, inside))
      }),
  }
}

/**
 * Takes the write lock when a transaction begins. With SQLite's plain `begin` a transaction takes it at its first write, which fails if
 * another process has written since the first read.
 */
async function takeWriteLock(context: StoreContext): Promise<void> {
  const { db, dialect, tables } = context
  if (dialect.locksOnFirstWrite)
    await runPrepared(context, 'take the write lock', [0], () => db.deleteFrom(tables.revisions).where('id', '<', 0))
}

/**
 * A calendar's storage in SQL, through the host's own Kysely: SQLite, PostgreSQL (PGlite too), MariaDB and MySQL.
 * The tables come from {@link migrateToLatest} or {@link migrationSql}. The host's plugins do not touch the statements.
 * @param db the host's Kysely, or a transaction of it: then the store joins that transaction and leaves conflicts to the host
 * @param options the names of the tables, a replica to read from, and how much long reads may take
 * @throws TypeError an option is not valid, or the engine is none of these
 * @example
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 *
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function kyselyStore<DB>(db: Kysely<DB> | Transaction<DB>, options: KyselyReadOptions<DB> = {}): CalendarStore {
  return storeInSlices(db, options)
}

/** The same store with slices of other sizes, for tests of sliced reads. */
export function storeInSlices<DB>(db: Kysely<DB> | Transaction<DB>, options: KyselyReadOptions<DB>, rowsOfSlice?: number): CalendarStore {
  requireKnownOptions('kyselyStore', options, optionNames)
  const context = contextOf(db, options, rowsOfSlice)
  return storeOver(context, readingContextOf(context, options.reader, options))
}

const optionNames: Readonly<Record<keyof KyselyReadOptions<unknown>, true>> = {
  ...storeOptionNames,
  reader: true,
  scans: true,
}
