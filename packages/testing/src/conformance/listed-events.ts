import type { EventFilter } from '@kalends/core/store'

/** The roles in the filters of a calendar's lists and counts: a series is listed and counted as its occurrences. */
export const listedRoles = ['single', 'occurrence'] as const satisfies EventFilter['roles']

/** The filter by which a calendar counts the events of a record, for a caller with read access to all published events. */
export const publishedEvents: EventFilter = { readable: [{ status: 'publish' }], hidden: false, roles: listedRoles }
