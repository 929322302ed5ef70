import { changesShape } from '@kalends/core/internal'
import { eventFilters } from './event.ts'
import { defineParameters, type Parameter } from './parameter.ts'

/** The parameters of changes, besides the filters of events. */
const ownParameters = defineParameters(changesShape, {
  since: { name: 'since', type: 'string', text: 'changesSince' },
  kinds: { name: 'kinds', type: 'array', text: 'changesKinds' },
  limit: { name: 'limit', type: 'integer', default: 500, text: 'changesLimit' },
  wait: { name: 'wait', type: 'integer', default: 0, text: 'changesWait' },
})

/** Filters of lists for pages and their order, and one that the log of changes cannot follow. */
const notFollowed = new Set(['page', 'per_page', 'orderby', 'order', 'recurring'])

/** The parameters of changes. */
export const changesParameters: readonly Parameter[] = [...ownParameters, ...eventFilters.filter(({ name }) => !notFollowed.has(name))]
