import type { CalendarStore } from '@kalends/core'
import { countFacets, defaultsOf, eventFields, requireKnownOptions, storeContract } from '@kalends/core/store'
import { collection, restoreAll } from './collection.ts'
import { searchEvents } from './event-search.ts'
import { eventIndex, nameIndex, profileIndex } from './indexes.ts'
import { eventKind, organizerKind, termKind, venueKind } from './kinds.ts'
import { changeLog } from './log.ts'
import { previewTable, proposalTable } from './proposals.ts'
import { requestTable } from './requests.ts'
import { revisionOf, revisionReader } from './revision.ts'
import { type MemorySnapshot, snapshotOf, tableFrom } from './snapshot.ts'
import { type Tables, viewOf } from './tables.ts'
import { type Access, transactionAccess, writerQueue } from './transaction.ts'

/** A store that keeps everything in memory. */
export interface MemoryStore extends CalendarStore {
  /**
   * The committed records as plain data, from which another store can start. Cheap, because it shares the frozen records of the store.
   * Requests with keys, proposals, preview tokens and the log of writes are not part of it.
   */
  snapshot(): MemorySnapshot
}

/**
 * A store that keeps everything in memory: for tests, demos and calendars that load their data at start. Transactions run one after the
 * other; reads outside of them see the committed state. Records are returned frozen.
 *
 * A deadlock results if the work of a transaction waits for a write of the store itself instead of using `tx`.
 * @param options.snapshot its initial records, which are copied
 * @example
 * const store = memoryStore()
 * const copy = memoryStore({ snapshot: store.snapshot() })
 */
export function memoryStore(options: { readonly snapshot?: MemorySnapshot | undefined } = {}): MemoryStore {
  requireKnownOptions('memoryStore', options, { snapshot: true })
  const { snapshot } = options
  const tables: Tables = {
    events: tableFrom(eventKind, eventIndex(), snapshot?.events, defaultsOf(eventFields)),
    venues: tableFrom(venueKind, profileIndex(), snapshot?.venues),
    organizers: tableFrom(organizerKind, profileIndex(), snapshot?.organizers),
    terms: tableFrom(termKind, nameIndex(), snapshot?.terms),
    requests: new Map(),
    proposals: new Map(),
    lastProposalId: 0,
    previews: new Map(),
    log: { rows: [], past: [], last: 0, writes: 0, holds: new Map() },
  }
  const committed = viewOf(tables)
  const queue = writerQueue()

  const outside: Access = {
    view: () => committed,
    write: (work) =>
      queue.run(async () => {
        const view = viewOf(tables)
        const result = work(view)
        view.commit()
        return result
      }),
  }

  const transaction = <T>(work: (tx: CalendarStore) => Promise<T>): Promise<T> =>
    queue.run(async () => {
      const view = viewOf(tables)
      const access = transactionAccess(view)
      const join = async <U>(nested: (tx: CalendarStore) => Promise<U>): Promise<U> => {
        access.view()
        return nested(tx)
      }
      const revision: CalendarStore['revision'] = async (nowMs) => revisionOf(access.view(), nowMs)
      const tx: CalendarStore = { ...storeOver(access), revision, transaction: join }
      try {
        const result = await work(tx)
        view.commit()
        return result
      } finally {
        access.end()
      }
    })

  return {
    ...storeOver(outside),
    connection: queue,
    revision: revisionReader(committed),
    transaction,
    snapshot: () => snapshotOf(tables),
  }
}

function storeOver(access: Access): Omit<CalendarStore, 'revision' | 'transaction'> {
  return {
    contract: storeContract,
    events: {
      ...collection(access, eventKind),
      findIds: async ({ filter, order, offset, limit }) =>
        searchEvents(access.view(), filter)
          .page(order, offset, limit)
          .map(({ id }) => id),
      countBy: async (query) => {
        const { organizers, venues } = access.view()
        const lookups = { venue: (id: number) => venues.records.get(id), organizer: (id: number) => organizers.records.get(id) }
        return countFacets(searchEvents(access.view(), query.filter).all(), query, lookups)
      },
      // Totals are counted when they are asked for.
      recount: async () => ({ events: searchEvents(access.view(), {}).total(), wrong: 0 }),
    },
    venues: collection(access, venueKind),
    organizers: collection(access, organizerKind),
    terms: collection(access, termKind),
    requests: requestTable(access),
    proposals: proposalTable(access),
    previews: previewTable(access),
    log: changeLog(access),
    async countByLink(linkField, ids, filter) {
      const events = searchEvents(access.view(), filter)
      const counts = [...new Set(ids)].map((id) => [id, events.linking(linkField, id)] as const)
      return new Map(counts.filter(([, count]) => count > 0))
    },
    // Transactions run one after the other, so no other transaction can create a name meanwhile.
    lockNames: async () => {},
    restore: ({ terms, venues, organizers, events, changes = [] }) =>
      access.write((view) => {
        restoreAll(view, termKind, terms)
        restoreAll(view, venueKind, venues)
        restoreAll(view, organizerKind, organizers)
        restoreAll(view, eventKind, events)
        view.written.push(...changes)
      }),
  }
}
