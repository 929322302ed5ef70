import type { SourceStore, StoredSource } from './source-store.ts'

/** Keeps sources in memory: for tests, and for calendars that live as long as their process. */
export function memorySources(): SourceStore {
  const sources = new Map<string, StoredSource>()
  return {
    joinsTransactions: false,
    insert: async (source) => {
      if (sources.has(source.name)) return false
      sources.set(source.name, structuredClone(source))
      return true
    },
    get: async (name) => structuredClone(sources.get(name)),
    list: async () => structuredClone([...sources.values()]),
    update: async (name, patch, leaseUntilMs) => {
      const stored = sources.get(name)
      if (stored === undefined || (leaseUntilMs ?? stored.leaseUntilMs) !== stored.leaseUntilMs) return false
      sources.set(name, { ...stored, ...structuredClone(patch) })
      return true
    },
    delete: async (name) => sources.delete(name),
  }
}
