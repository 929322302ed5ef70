/** The stores that the server can keep its calendar in. */
export const stores = ['sqlite', 'memory', 'pglite', 'postgres', 'mysql'] as const

/** Where the calendar can be kept. */
export type StoreName = (typeof stores)[number]
