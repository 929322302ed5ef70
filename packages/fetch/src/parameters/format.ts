import type { Kind } from '@kalends/core/store'
import { eventFilters } from './event.ts'
import type { Parameter } from './parameter.ts'
import type { QueryInput } from './query.ts'
import { profileFilters } from './venue.ts'

/** Parameters that formats ignore: a document is a whole list in the order of its format. */
const ignored = new Set(['page', 'per_page', 'after_id', 'orderby', 'order'])

const ofEvents = eventFilters.filter(({ name }) => !ignored.has(name))
const ofVenues = profileFilters.filter(({ name }) => !ignored.has(name))

/** The filters of lists in formats beside JSON. */
export const formatFiltersOf = (kind: Kind): readonly Parameter[] => (kind === 'event' ? ofEvents : ofVenues)

/**
 * The filter by which a request ends its window, as an error names it. A document with too many events is refused if there is one, and cut
 * otherwise.
 */
export function endOf(query: QueryInput['values']): 'to' | 'startsUntil' | undefined {
  if (query['to'] !== undefined) return 'to'
  return (query['startsUntil'] ?? query['startsBefore'] ?? query['endsBefore']) === undefined ? undefined : 'startsUntil'
}

/** Whether a request names events by id or uid: then their dates do not matter. */
export const hasNames = ({ ids, uids }: QueryInput['values']): boolean => (ids ?? uids) !== undefined

/** Filters without which the window of a format begins some days back. */
const bounds = ['startsFrom', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter', 'from', 'to', 'window']

/** The first day of the window, relative to today; nothing if the request itself limits the dates. */
export const firstDayOf = (query: QueryInput['values'], daysBack: number): { readonly startsFrom?: string } =>
  daysBack === 0 || bounds.some((member) => query[member] !== undefined) ? {} : { startsFrom: `-${daysBack} days` }
