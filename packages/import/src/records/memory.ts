import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { ImportChanges, ImportRow, ImportStore } from './import-store.ts'

/**
 * Keeps what imports know in memory: for tests, and for calendars that live as long as their process.
 * @example
 * const report = await importRecords(calendar, items, { source: 'club', records: memoryImports() })
 */
export function memoryImports(): ImportStore {
  const rows = new Map<string, ImportRow>()
  return {
    joinsTransactions: false,
    find: async ({ source, ids = [], addresses = [], looks = [], recordIds = [] }) => {
      const byId = ids.flatMap((id) => rows.get(id) ?? []).filter((row) => row.source === source)
      const wanted = { address: new Set(addresses), look: new Set(looks), recordId: new Set(recordIds) }
      const isFound = (row: ImportRow): boolean =>
        wanted.address.has(row.address) || wanted.look.has(row.look) || (row.kind === 'event' && wanted.recordId.has(row.recordId))
      const others = addresses.length + looks.length + recordIds.length === 0 ? [] : [...rows.values()].filter(isFound)
      return structuredClone([...new Set([...byId, ...others])])
    },
    each: async function* (source) {
      const found = [...rows.values()].filter((row) => source === undefined || row.source === source)
      yield* structuredClone(found.sort((a, b) => (a.id < b.id ? -1 : 1)))
    },
    save: async (changes) => {
      for (const id of changes.removedIds) rows.delete(id)
      for (const row of changes.rows) rows.set(row.id, structuredClone(row))
    },
  }
}

/** The rows of a store with changes that it never gets: for dry runs. */
export function overlayImports(base: ImportStore): ImportStore {
  const own = memoryImports()
  const replaced = new Set<string>()
  return {
    joinsTransactions: false,
    find: async (lookup, transaction) => {
      const found = await base.find(lookup, transaction)
      return [...found.filter(({ id }) => !replaced.has(id)), ...(await own.find(lookup))]
    },
    each: async function* (source, transaction) {
      for await (const row of base.each(source, transaction)) if (!replaced.has(row.id)) yield row
      yield* own.each(source)
    },
    save: async (changes) => {
      for (const id of [...changes.removedIds, ...changes.rows.map((row) => row.id)]) replaced.add(id)
      await own.save(changes)
    },
  }
}

/** The stores of the host's open transactions, by the transaction and by the store that gets their rows. */
const openStores = new WeakMap<object, Map<ImportStore, ImportStore>>()

/**
 * The store for the writes of a calendar. In a transaction of the host, rows for a store that does not join transactions are kept apart until the
 * commit: later calls in the transaction find them, and they are gone with it.
 */
export function storeFor(calendar: Calendar, base: ImportStore): ImportStore {
  const { afterCommit } = internals(calendar)
  if (base.joinsTransactions || afterCommit === undefined) return base
  const stores = openStores.get(afterCommit) ?? new Map<ImportStore, ImportStore>()
  openStores.set(afterCommit, stores)
  const known = stores.get(base)
  if (known !== undefined) return known
  const overlay = overlayImports(base)
  const saved: ImportChanges[] = []
  const store: ImportStore = {
    ...overlay,
    save: async (changes) => {
      saved.push(changes)
      await overlay.save(changes)
    },
  }
  afterCommit(() => {
    for (const changes of saved) void base.save(changes)
  })
  stores.set(base, store)
  return store
}
