import type { EventFilter } from '@kalends/core/store'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { ofLink } from '../event-filter/columns.ts'
import { countIndex, isOfList, narrowIndex } from '../event-filter/index-choice.ts'
import { fromOf, isKeyRange, isOfSource, narrowSource } from '../event-filter/source.ts'
import { withoutFields } from '../event-filter/where.ts'
import { type EventScan, mostRows } from './event-scan.ts'
import { renderLimit } from './render-page.ts'
import { fewRows } from './row-limit.ts'

/** The columns of the index of keys, behind the name of the field. */
const keys = [sql`l.key_text`, ofLink.status, ofLink.hidden, ofLink.startWall, ofLink.id]

/**
 * The scan that counts the events of a range of keys, along the index of the keys. Undefined if the filter names no range, or something
 * narrower: links, keys, authors, changes or a window of few events.
 */
export async function alongKeyRange(context: StoreContext, filter: EventFilter): Promise<EventScan | undefined> {
  if (!isOfList(filter) || narrowIndex(filter) !== 'window' || countIndex(filter) === 'modified') return undefined
  const source = narrowSource(filter, [], 'window')
  if (!isKeyRange(source) || (await isWindowOfFew(context, filter))) return undefined
  const from = fromOf(context, source)
  const ranges = [{ from: sql`${context.parts.event_fields} as l`, conditions: isOfSource(context, source) }]
  return { source, from, indexScan: { keys, direction: 'asc', most: mostRows(filter, source), ranges }, keys, direction: 'asc' }
}

/**
 * To look up the fields of an event takes as long as to read a hundred keys of an index. So a window is read event by event if it has at most
 * this many times the events of a first slice: 2,000.
 */
const fewSlices = 10

/** Whether the window of a filter has so few events that their fields are looked up. */
async function isWindowOfFew(context: StoreContext, filter: EventFilter): Promise<boolean> {
  const others = withoutFields(filter)
  const limit = fewRows(others, fewSlices * context.scans.slices.first)
  if (limit === undefined) return false
  const { rows } = await renderLimit(context, limit, others).execute(context.db)
  return rows.length === 0
}
