import type { EntityId, EventFilter } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { searchIndexOf } from '../engine/ledger.ts'
import type { CandidatePart, SearchIndex } from '../engine/search-index.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { isLookup } from '../event-filter/where.ts'
import { isOneOfIntegers } from '../query/conditions.ts'

/**
 * Narrows a search to the events that the index for searches finds (engine/search-index.ts). Their ids become a condition beside that on the
 * texts. An index is worth while for rare words; the events with a frequent word are found faster in the order of the list.
 */

/** A page of up to this many events that may match is sorted; otherwise the index of the order is scanned until the page is full. */
const mostSorted = 5_000

/** The events that may match a search, or a part of them. */
interface FoundEvents {
  /** Their ids: events with a text of their own, and the occurrences that have that of their series. */
  readonly ids: readonly EntityId[]
  /** The highest id of a text; undefined if no more follow. */
  readonly upTo: number | undefined
  /** The number of texts. */
  readonly texts: number
}

/** A search that the index can narrow. */
interface Search {
  readonly index: SearchIndex
  readonly texts: readonly string[]
}

/** The search of a filter; undefined if it searches nothing, looks up a few events anyway, or the calendar has no index. */
function searchOf(context: StoreContext, filter: EventFilter): Search | undefined {
  const { textAll: texts = [] } = filter
  const index = texts.length === 0 || isLookup(filter) ? undefined : searchIndexOf(context)
  return index === undefined ? undefined : { index, texts }
}

const idsOf = async ({ db }: StoreContext, statement: RawBuilder<{ readonly id: unknown }>): Promise<readonly EntityId[]> =>
  (await statement.execute(db)).rows.map(({ id }) => Number(id))

/** Finds a part of the events that may match; undefined if the texts are too short for the index. */
async function findPart(context: StoreContext, { index, texts }: Search, part: CandidatePart): Promise<FoundEvents | undefined> {
  const candidates = index.candidates(context.parts, texts, part)
  if (candidates === undefined) return undefined
  const own = await idsOf(context, candidates)
  const inherited = own.length === 0 ? [] : await idsOf(context, occurrencesOf(context, own))
  return { ids: [...own, ...inherited], upTo: own.length < part.limit ? undefined : own.at(-1), texts: own.length }
}

/** Selects the occurrences without a text of their own. */
const occurrencesOf = ({ dialect, parts }: StoreContext, seriesIds: readonly EntityId[]): RawBuilder<{ readonly id: unknown }> =>
  sql`select e.id from ${parts.events} as e where ${isOneOfIntegers(dialect, sql`e.series_id`, seriesIds)} and e.search_text is null`

/** Adds the ids of the events that may match, if there are few; otherwise the filter stays the same. */
export async function withFoundEvents(context: StoreContext, filter: EventFilter): Promise<EventFilter> {
  const search = searchOf(context, filter)
  if (search === undefined) return filter
  const found = await findPart(context, search, { after: 0, limit: mostSorted + 1 })
  return found === undefined || found.ids.length > mostSorted ? filter : { ...filter, ids: found.ids }
}

/** A part of a count, whose statement reads the text of each event by its id, takes some 10 ms for this many. */
const textsAtOnce = 2_000

/** If more than this part of the first texts may match, a scan of the events in the window takes less time. */
const mostOfTexts = 1 / 3

/**
 * Counts the events that match a search part by part; undefined if the index does not help.
 * @param count counts the events that match a filter
 */
export async function countFoundEvents(
  context: StoreContext,
  filter: EventFilter,
  count: (some: EventFilter) => Promise<number>,
): Promise<number | undefined> {
  const search = searchOf(context, filter)
  if (search === undefined) return undefined
  const { slicing } = context
  let total = 0
  for (let after = 0; ; ) {
    const found = await findPart(context, search, { after, limit: slicing?.rows(textsAtOnce) ?? textsAtOnce })
    if (found === undefined) return undefined
    const { ids, upTo, texts } = found
    if (after === 0 && upTo !== undefined) {
      // `distinct` compares the occurrences of a series with each other, so it needs all of them at once.
      if (filter.distinct !== undefined || texts > mostOfTexts * upTo) return undefined
      await slicing?.begin()
    }
    if (ids.length > 0) total += await count({ ...filter, ids })
    if (upTo === undefined) return total
    after = upTo
    await slicing?.next()
  }
}
