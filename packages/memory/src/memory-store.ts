import type { CalendarStore } from '@kalends/core'
import { collection } from './collection.ts'
import { eventKind, organizerKind, termKind, venueKind } from './kinds.ts'
import { linkCounts } from './matches.ts'
import { type MemorySnapshot, snapshotOf, tableFrom } from './snapshot.ts'
import { type Tables, type View, viewOf } from './tables.ts'
import { type Access, transactionAccess, writerQueue } from './transaction.ts'

/** A store that keeps everything in memory. */
export interface MemoryStore extends CalendarStore {
  /** What is committed, as plain data; another store can start from it. Cheap: the records in it are shared and frozen. */
  snapshot(): MemorySnapshot
}

/**
 * A store that keeps everything in memory: for tests, demos and calendars that are read from elsewhere at start.
 * Transactions run one after the other; reads outside of them see what is committed. Records come back frozen.
 *
 * Work that waits for a write of the store itself instead of `tx` would wait for its own end, for ever.
 * @param options.snapshot what it holds at first; it is copied
 * @example
 * const store = memoryStore()
 * const copy = memoryStore({ snapshot: store.snapshot() })
 */
export function memoryStore(options: { readonly snapshot?: MemorySnapshot } = {}): MemoryStore {
  const { snapshot } = options
  const tables: Tables = {
    events: tableFrom(eventKind, snapshot?.events),
    venues: tableFrom(venueKind, snapshot?.venues),
    organizers: tableFrom(organizerKind, snapshot?.organizers),
    terms: tableFrom(termKind, snapshot?.terms),
  }
  const committed = viewOf(tables)
  const queue = writerQueue()
  let revision = snapshot?.revision ?? 0

  const commit = (view: View): void => {
    if (view.changes() > 0) revision++
    view.commit()
  }

  const outside: Access = {
    view: () => committed,
    write: (work) =>
      queue.run(async () => {
        const view = viewOf(tables)
        const result = work(view)
        commit(view)
        return result
      }),
  }

  const transaction = <T>(work: (tx: CalendarStore) => Promise<T>): Promise<T> =>
    queue.run(async () => {
      const view = viewOf(tables)
      const access = transactionAccess(view)
      const tx: CalendarStore = { ...storeOver(access, () => revision), transaction: (nested) => nested(tx) }
      try {
        const result = await work(tx)
        commit(view)
        return result
      } finally {
        access.end()
      }
    })

  return { ...storeOver(outside, () => revision), transaction, snapshot: () => snapshotOf(tables, revision) }
}

function storeOver(access: Access, committedRevision: () => number): Omit<CalendarStore, 'transaction'> {
  return {
    events: collection(access, eventKind),
    venues: collection(access, venueKind),
    organizers: collection(access, organizerKind),
    terms: collection(access, termKind),
    async tally(edge, ids, filter) {
      const counts = linkCounts(access.view(), edge, filter)
      return new Map(ids.flatMap((id) => (counts.has(id) ? [[id, counts.get(id) ?? 0] as const] : [])))
    },
    async revision(nowMs) {
      const view = access.view()
      const changes = view.changes()
      return {
        token: changes === 0 ? `${committedRevision()}` : `${committedRevision()}+${changes}`,
        staleAtMs: nextPublication(view, nowMs),
      }
    },
  }
}

/** The first moment after now at which a record is published by itself. */
function nextPublication(view: View, nowMs: number): number | null {
  let next: number | null = null
  for (const { records } of [view.events, view.venues, view.organizers]) {
    for (const { status, publishedMs } of records.values()) {
      if (status === 'publish' && publishedMs > nowMs && (next === null || publishedMs < next)) next = publishedMs
    }
  }
  return next
}
