import type { EntityId, EventFilter } from '@kalends/core/store'
import { sql } from 'kysely'
import { isUnmigrated } from '../drivers/driver-errors.ts'
import { searchIndexOf } from '../engine/migration-table.ts'
import { readIds } from '../engine/read-rows.ts'
import type { CandidatePart, SearchIndex } from '../engine/search-index.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { isLookup } from '../list/filter.ts'

/**
 * Narrows a search to the events that the index for searches finds (engine/search-index.ts). Their ids become a condition beside that on the
 * texts. An index is worth while for rare words; the events with a frequent word are found faster in the order of the list.
 */

/** A page of up to this many events that may match is sorted; otherwise the index of the order is scanned until the page is full. */
const mostSorted = 5_000

/** The maximum number of candidates in one statement. SQLite reads the index from its beginning for each, but ids take memory. */
const mostCandidates = 20_000

/** Up to this many candidates are counted by their ids. */
const fewCandidates = 2_000

/** If more than this part of the first events may match, a scan of the events in the window takes less time. */
const mostOfEvents = 1 / 4

/** A search that the index can narrow. */
interface Search {
  readonly index: SearchIndex
  readonly texts: readonly string[]
}

/** The search of a filter; undefined if it looks up a few events anyway, or the calendar has no index. */
async function searchOf(context: StoreContext, filter: EventFilter): Promise<Search | undefined> {
  const { textAll: texts = [] } = filter
  const index = isLookup(filter) ? undefined : await searchIndexOf(context)
  return index === undefined ? undefined : { index, texts }
}

/** The ids of events with a text of their own that may match; undefined if the index does not help, or another process has removed it. */
async function findCandidates(
  { db, parts }: StoreContext,
  { index, texts }: Search,
  part: CandidatePart,
): Promise<readonly EntityId[] | undefined> {
  try {
    return await index.find(db, parts, texts, part)
  } catch (error) {
    if (isUnmigrated(error)) return undefined
    throw error
  }
}

/** The ids of events that may match: those of candidates, and those of the occurrences that have the text of one. */
async function withOccurrences(context: StoreContext, ids: readonly EntityId[]): Promise<readonly EntityId[]> {
  if (ids.length === 0) return ids
  const { db, dialect, parts, indexes } = context
  const rows = dialect.rowsOf(sql`${parts.events} as e${dialect.indexHint(indexes.series)}`, sql`e.series_id`, ids)
  return [...ids, ...(await readIds(db, sql`select e.id ${rows} and e.search_text is null`))]
}

/** Adds the ids of the events that may match a search, if there are few; otherwise the filter stays the same. */
export async function withFoundEvents(context: StoreContext, filter: EventFilter): Promise<EventFilter> {
  const search = await searchOf(context, filter)
  if (search === undefined) return filter
  const candidates = await findCandidates(context, search, { after: 0, limit: mostSorted + 1 })
  if (candidates === undefined || candidates.length > mostSorted) return filter
  const ids = await withOccurrences(context, candidates)
  return ids.length > mostSorted ? filter : { ...filter, ids }
}

/**
 * Counts the events that match a search, part by part; undefined if the index does not help.
 * @param count counts the events that match a filter
 */
export async function countFoundEvents(
  context: StoreContext,
  filter: EventFilter,
  count: (some: EventFilter) => Promise<number>,
): Promise<number | undefined> {
  const search = await searchOf(context, filter)
  if (search === undefined) return undefined
  const { slicing } = context
  let total = 0
  for (let after: EntityId | undefined = 0; after !== undefined; ) {
    const candidates = await findCandidates(context, search, { after, limit: mostCandidates })
    if (candidates === undefined || (after === 0 && !isWorthCounting(search, filter, candidates))) return undefined
    if (after === 0) await slicing?.begin()
    for (let from = 0; from < candidates.length; ) {
      if (after + from > 0) await slicing?.next()
      const size = filter.distinct === undefined && slicing !== undefined ? slicing.rows : candidates.length
      const some = candidates.slice(from, from + size)
      total += await count({ ...filter, ids: await withOccurrences(context, some) })
      from += some.length
    }
    after = candidates.length < mostCandidates ? undefined : candidates.at(-1)
  }
  return total
}

/**
 * Whether to count the first candidates by their ids.
 * @param candidates ascending, unless the index gives all at once
 */
function isWorthCounting({ index }: Search, { distinct }: EventFilter, candidates: readonly EntityId[]): boolean {
  // `distinct` compares the occurrences of a series with each other, so it needs all of them in one part.
  if (distinct !== undefined) return candidates.length <= mostSorted
  if (index.givesAllAtOnce) return candidates.length < mostCandidates
  return candidates.length <= fewCandidates || candidates.length < mostOfEvents * (candidates.at(-1) ?? 0)
}
