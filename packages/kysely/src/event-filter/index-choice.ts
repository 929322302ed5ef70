import type { EventFilter, EventSort } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { EventIndexName } from '../schema/table-names.ts'
import { type EventColumns, ofEvent } from './columns.ts'
import { isLookup } from './where.ts'

/**
 * Every statement over events names the index to read. Without `analyze` SQLite guesses, and often takes the publication index, which matches
 * every event that is already published; MariaDB treats all indexes with long ranges as equally good. Only PostgreSQL chooses for itself.
 */

/** The index of events that a statement reads; `lookup` stands for those by id, slug, uid, parent and series. */
export type IndexChoice = Exclude<EventIndexName, 'series'> | 'id' | 'lookup'

type Indexed = Exclude<keyof EventColumns, 'id' | 'textId' | 'own' | 'authorId' | 'statusBeforeTrash'>

/** The columns by which each index is searched, in its order. */
const searched: Readonly<Record<IndexChoice, readonly Indexed[]>> = {
  window: ['status', 'hidden', 'startWall'],
  span: ['status', 'hidden', 'startWall'],
  instant: ['status', 'hidden', 'startMs'],
  end: ['status', 'hidden', 'endWall'],
  title: ['status', 'hidden'],
  modified: ['status', 'hidden', 'updatedMs'],
  publication: ['status', 'publishedMs'],
  quarterModified: ['status', 'hidden', 'updatedMs'],
  quarterPublication: ['status', 'hidden', 'publishedMs'],
  authored: ['status', 'hidden', 'startWall'],
  id: [],
  lookup: [],
}

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

/** The name of the index; undefined for the primary key and for lookups, where the engine chooses. */
export const indexName = ({ indexes }: StoreContext, choice: IndexChoice): RawBuilder<unknown> | undefined =>
  choice === 'id' || choice === 'lookup' ? undefined : indexes[choice]

const textId = sql`coalesce(e.text_series_id, ${ofEvent.id})`

/** The columns of events in a statement that reads this index: written so that SQLite does not search another index by the other columns. */
export function columnsBy({ withoutIndex }: SqlDialect, choice: IndexChoice): EventColumns {
  const named = (column: Indexed) => (searched[choice].includes(column) ? ofEvent[column] : withoutIndex(ofEvent[column]))
  return {
    ...ofEvent,
    status: named('status'),
    hidden: named('hidden'),
    startWall: named('startWall'),
    endWall: named('endWall'),
    startMs: named('startMs'),
    publishedMs: named('publishedMs'),
    updatedMs: named('updatedMs'),
    ...(choice === 'window' && { textId }),
  }
}

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
