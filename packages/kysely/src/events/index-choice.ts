import type { EventFilter, EventSort } from '@kalends/core'
import type { RawBuilder } from 'kysely'
import type { SqlDialect } from '../dialect.ts'
import type { StoreContext } from '../store-context.ts'
import type { EventIndexName } from '../table-names.ts'
import { type CopiedColumns, isLookup, ofEvent } from './where.ts'

/**
 * Which index a statement over events reads is said by the statement. SQLite guesses as long as nobody has run `analyze`, and
 * every event has been published before some time; MariaDB takes all indexes whose ranges are long for equally good. Only
 * PostgreSQL is left to judge.
 */

/** The index of events that a statement reads; `lookup`: those by id, slug and parent. */
export type Access = Exclude<EventIndexName, 'span'> | 'id' | 'lookup'

type Indexed = Exclude<keyof CopiedColumns, 'id' | 'authorId' | 'statusBeforeTrash'>

/** The columns that are found by each index, in their order. */
const found: Readonly<Record<Access, readonly Indexed[]>> = {
  window: ['status', 'hidden', 'startWall'],
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

/** The index that gives events in an order. */
export const accessInOrder: Readonly<Record<EventSort['key'], Access>> = {
  startLocal: 'window',
  startMs: 'instant',
  endLocal: 'end',
  titleKey: 'title',
  updatedMs: 'modified',
  publishedMs: 'publication',
  id: 'id',
}

/** Whether a filter is that of a list: it says which statuses. All indexes begin with these, most go on with whether an event is hidden. */
export const isOfList = ({ readable }: EventFilter): boolean => readable !== undefined

/** The indexes by their names; running events are found by the class of their length. */
export function indexesOf({ indexes }: StoreContext, access: Access): readonly RawBuilder<unknown>[] {
  if (access === 'id' || access === 'lookup') return []
  return access === 'window' ? [indexes.window, indexes.span] : [indexes[access]]
}

/** The columns of events as a statement that reads this index names them. */
export function columnsBy({ unindexed }: SqlDialect, access: Access): CopiedColumns {
  const named = (column: Indexed) => (found[access].includes(column) ? ofEvent[column] : unindexed(ofEvent[column]))
  return {
    ...ofEvent,
    status: named('status'),
    hidden: named('hidden'),
    startWall: named('startWall'),
    endWall: named('endWall'),
    startMs: named('startMs'),
    publishedMs: named('publishedMs'),
    updatedMs: named('updatedMs'),
  }
}

/** Whether only planned events are asked for, which are few among all. */
const isPlanned = ({ readable = [] }: EventFilter): boolean =>
  readable.length > 0 && readable.every(({ publishedMs }) => publishedMs?.gte !== undefined)

/** The index that narrows a page most, whatever its order. */
export function narrowAccess(filter: EventFilter): Access {
  if (isLookup(filter)) return 'lookup'
  if (filter.authorIds !== undefined) return 'authored'
  return isPlanned(filter) ? 'publication' : 'window'
}

/** The index that counts fastest. */
export function countAccess(filter: EventFilter): Access {
  const access = narrowAccess(filter)
  if (access !== 'window') return access
  if (filter.updatedMs?.gte !== undefined) return 'modified'
  if (filter.startLocal !== undefined) return 'window'
  if (filter.startMs !== undefined || filter.endMs !== undefined) return 'instant'
  return filter.endLocal === undefined ? 'window' : 'end'
}
