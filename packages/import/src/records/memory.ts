import type { ImportRow, ImportStore } from './import-store.ts'

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
      const found = [...rows.values()].filter((row) => row.source === source)
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
