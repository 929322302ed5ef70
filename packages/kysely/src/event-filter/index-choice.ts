import type { EventFilter, EventSort } from '@kalends/core/store'
import type { EventIndexName } from '../schema/table-names.ts'
import { isLookup } from './where.ts'

/**
 * Every statement over events names the index to read. Without `analyze` SQLite guesses, and often takes the publication index, which matches
 * every event that is already published; MariaDB treats all indexes with long ranges as equally good. Only PostgreSQL chooses for itself.
 */

/** The index of events that a statement reads; `lookup` stands for those by id, slug, uid, parent and series. */
export type IndexChoice = Exclude<EventIndexName, 'series'> | 'id' | 'lookup'

/** The index for each order of events. */
export const indexInOrder: Readonly<Record<EventSort['key'], IndexChoice>> = {
  startLocal: 'window',
  startMs: 'instant',
  endLocal: 'end',
  titleKey: 'title',
  updatedMs: 'modified',
  publishedMs: 'publication',
  id: 'id',
}

/**
 * Whether a filter is that of a list: it sets statuses. The indexes for lists begin with the status, `authored` after the author, and most
 * continue with the column for hidden events.
 */
export const isOfList = ({ readable }: EventFilter): boolean => readable !== undefined

/** Whether the filter matches only scheduled events, which are few. */
const areScheduled = ({ readable = [] }: EventFilter): boolean =>
  readable.length > 0 && readable.every(({ publishedMs }) => publishedMs?.gte !== undefined)

/** The most selective index for a page, whatever its order. */
export function narrowIndex(filter: EventFilter): IndexChoice {
  if (isLookup(filter)) return 'lookup'
  if (filter.authorIds !== undefined) return 'authored'
  return areScheduled(filter) ? 'publication' : 'window'
}

/** The index that counts fastest. */
export function countIndex(filter: EventFilter): IndexChoice {
  const narrow = narrowIndex(filter)
  if (narrow !== 'window') return narrow
  if (filter.updatedMs?.gte !== undefined) return 'modified'
  if (filter.startLocal !== undefined) return 'window'
  if (filter.startMs !== undefined || filter.endMs !== undefined) return 'instant'
  return filter.endLocal === undefined ? 'window' : 'end'
}
