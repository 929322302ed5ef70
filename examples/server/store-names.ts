/** The stores that the server can keep its calendar in. */
export const stores = ['sqlite', 'memory', 'pglite', 'postgres', 'mysql'] as const

/** The name of a store. */
export type StoreName = (typeof stores)[number]
