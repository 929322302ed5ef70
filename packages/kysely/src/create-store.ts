import type { CalendarStore } from '@kalends/core'
import { type Revision, requireKnownOptions, storeContract } from '@kalends/core/store'
import type { Kysely, Transaction } from 'kysely'
import { countEventsBy } from './count/by-facet.ts'
import { countByLink } from './count/by-link.ts'
import { ImmediateSqliteAdapter } from './drivers/immediate-sqlite.ts'
import { poolSizeOf } from './drivers/pooled-adapter.ts'
import { runPrepared } from './engine/prepared.ts'
import type { DialectFinder } from './engine/sqlite-dialect-of.ts'
import {
  contextOf,
  type KyselyReadOptions,
  readingContextOf,
  type StoreContext,
  storeOptionNames,
  withSignal,
} from './engine/store-context.ts'
import { atomically, guarded, guardedRead } from './engine/transaction.ts'
import { findEventIds } from './events/find.ts'
import { eventKind } from './events/kind.ts'
import { recountEvents } from './migrations/recount.ts'
import { organizerKind, venueKind } from './profiles/kind.ts'
import { restoreContent } from './restore.ts'
import { termKind } from './terms/kind.ts'
import { backgroundNumbering, changeLog } from './write/change-log.ts'
import { collection } from './write/collection.ts'
import { lockNames } from './write/lock-names.ts'
import { previewTable, proposalTable } from './write/proposals.ts'
import { requestTable } from './write/requests.ts'
import { readState, sharedRevision } from './write/revision.ts'

/**
 * The store of a context.
 * @param reading the context of reads outside of transactions; the same context unless the host has a replica
 */
function storeOver(context: StoreContext, reading: StoreContext): CalendarStore {
  const numberInBackground = backgroundNumbering(context)
  const readRevision = async (nowMs: number, from = reading): Promise<Revision> => {
    const { revision, unnumbered } = await guarded(from, (inside) => readState(inside, nowMs))
    if (unnumbered > maxUnnumbered) numberInBackground()
    return revision
  }
  const isInside = context.transaction !== undefined
  // A transaction has no other readers to share a revision with.
  const revisionForReads = isInside ? readRevision : sharedRevision(readRevision)
  return {
    contract: storeContract,
    connection: isInside ? undefined : soleConnectionOf(context.db),
    engineTransaction: isInside ? context.db : undefined,
    events: {
      ...collection(context, eventKind, reading),
      findIds: (query) => guardedRead(reading, () => findEventIds(withSignal(reading, query.signal), query)),
      countBy: (query) => guardedRead(reading, () => countEventsBy(withSignal(reading, query.signal), query)),
      recount: (dryRun, atMs) => recountEvents(context, dryRun, atMs),
    },
    venues: collection(context, venueKind, reading),
    organizers: collection(context, organizerKind, reading),
    terms: collection(context, termKind, reading),
    requests: requestTable(context),
    proposals: proposalTable(context, reading),
    previews: previewTable(context, reading),
    log: changeLog(context, reading, numberInBackground),
    countByLink: (linkField, ids, filter, signal) =>
      guardedRead(reading, () => countByLink(withSignal(reading, signal), linkField, ids, filter)),
    lockNames: (kind, nameKeys) => guarded(context, (inside) => lockNames(inside, kind, nameKeys)),
    restore: (content) => atomically(context, (inside) => guarded(inside, (checked) => restoreContent(checked, content))),
    // The revision comes from the database that answers the reads: a replica lags behind, and its old state must not get the new revision.
    revision: (nowMs, database) => (database === 'writes' && reading !== context ? readRevision(nowMs, context) : revisionForReads(nowMs)),
    transaction: (work) =>
      atomically(context, async (inside) => {
        if (!isInside) await guarded(inside, takeWriteLock)
        return work(storeOver(inside, inside))
      }),
  }
}

/** What identifies the connection of a Kysely instance, and of those derived from it, if it has one alone. */
function soleConnectionOf<DB>(db: Kysely<DB>): object | undefined {
  const { adapter } = db.getExecutor()
  const isSole = adapter instanceof ImmediateSqliteAdapter || !adapter.supportsMultipleConnections || poolSizeOf(adapter) === 1
  return isSole ? adapter : undefined
}

/** When a read sees more rows of the log without a number than this they are numbered, so that counting them stays fast. */
const maxUnnumbered = 500

/**
 * Takes the write lock when a transaction begins. With SQLite's plain `begin` a transaction takes it at its first write, which fails if
 * another process has written since the first read.
 */
async function takeWriteLock(context: StoreContext): Promise<void> {
  const { db, dialect, tables } = context
  if (dialect.locksOnFirstWrite)
    await runPrepared(context, 'take the write lock', [0], () => db.deleteFrom(tables.changes).where('id', '<', 0))
}

/**
 * The store over a Kysely.
 * @param rowsOfSlice the size of the slices of sliced reads, for tests of them
 * @throws TypeError an option is not valid, or there is no dialect for the engine
 */
export function createStore<DB>(
  findDialect: DialectFinder,
  db: Kysely<DB> | Transaction<DB>,
  options: KyselyReadOptions<DB>,
  rowsOfSlice?: number,
): CalendarStore {
  requireKnownOptions('kyselyStore', options, optionNames)
  const context = contextOf(findDialect, db, options, rowsOfSlice)
  return storeOver(context, readingContextOf(findDialect, context, options.reader, options))
}

const optionNames: Readonly<Record<keyof KyselyReadOptions<unknown>, true>> = {
  ...storeOptionNames,
  reader: true,
  scans: true,
}
