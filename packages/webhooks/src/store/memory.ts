import type { StoredEndpoint, WebhookStore } from './endpoint.ts'

/** Keeps endpoints in memory: for tests, and for calendars that live as long as their process. */
export function memoryWebhooks(): WebhookStore {
  const endpoints = new Map<string, StoredEndpoint>()
  return {
    insert: async (endpoint) => {
      if (endpoints.has(endpoint.id)) throw new Error(`there is an endpoint ${endpoint.id} already`)
      endpoints.set(endpoint.id, structuredClone(endpoint))
    },
    get: async (id) => structuredClone(endpoints.get(id)),
    list: async () => structuredClone([...endpoints.values()].sort((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1))),
    update: async (id, patch, leaseUntilMs) => {
      const stored = endpoints.get(id)
      if (stored?.leaseUntilMs !== leaseUntilMs) return false
      endpoints.set(id, { ...stored, ...structuredClone(patch) })
      return true
    },
    delete: async (id) => endpoints.delete(id),
  }
}
