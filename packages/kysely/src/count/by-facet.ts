import type { Facet, FacetCount, FacetQuery } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { readIds } from '../engine/read-rows.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { unionOf } from '../engine/union.ts'
import type { EventColumns } from '../list/columns.ts'
import { isProfileReadable, withNearVenues } from '../list/conditions.ts'
import { type CountedSlice, slicesByLink, slicesToCount } from '../list/counted-slices.ts'
import { hasEmptyList, isLookup, isSearch } from '../list/filter.ts'
import { sliceConditions } from '../list/scan.ts'
import { columnsOf, countedOnce, totalOf } from '../list/sources.ts'
import { allOf, type Column, type Condition } from '../query/conditions.ts'
import { linkedId, linkTables } from '../query/links.ts'
import { wallText } from '../schema/wall-time.ts'
import { countFoundEvents } from '../search/found-events.ts'
import { countedTerms, maxScheduled } from './by-link.ts'
import {
  type CountedRows,
  countAtOnce,
  ofPeriods,
  type PeriodKind,
  planTotal,
  renderPart,
  type ScannedPart,
  type StoredCounts,
  type TotalPlan,
} from './total.ts'

const linkFields = { category: 'categoryIds', tag: 'tagIds', venue: 'venueIds', organizer: 'organizerIds' } as const

const isLinkFacet = (facet: Facet): facet is keyof typeof linkFields => facet in linkFields

/** The numbers of events found so far, by the text of their keys. */
type Groups = Map<string, { readonly keys: FacetCount['keys']; count: number }>

/** A row of a statement: a number for each facet, and the number of events. */
type GroupRow = Readonly<Record<string, unknown>>

/** Counts the matching events by facets: by stored counts if they suffice, else as a total is counted. */
export async function countEventsBy(context: StoreContext, query: FacetQuery): Promise<readonly FacetCount[]> {
  const { by, filter: given, limit } = query
  const counted = await countsOfTerms(context, query)
  if (counted !== undefined) return counted.slice(0, limit)
  const kind = kindOf(by)
  const plan = planTotal(given, kind)
  const groups = await runRead(context, isLookup(given) || plan.stored?.kind === 'day', async (inside) => {
    const filter = await withNearVenues(inside, given)
    if (hasEmptyList(filter)) return new Map()
    const found = isSearch(filter) ? await groupFound(inside, { ...query, filter }) : undefined
    if (found !== undefined) return found
    const chosen = filter === given ? plan : planTotal(filter, kind)
    return groupPlanned(inside, query, (await subtractsMany(inside, chosen)) ? planTotal(filter, 'none') : chosen)
  })
  return [...groups.values()].filter(({ count }) => count !== 0).slice(0, limit)
}

/** The stored counts by which facets are counted. */
function kindOf(by: readonly Facet[]): PeriodKind | 'none' {
  if (by.every((facet) => facet === 'day' || facet === 'month')) return 'day'
  return by.join() === 'category' ? 'categoryPeriod' : 'none'
}

/** Whether a plan subtracts so many events that a lookup of the links of each takes longer than a scan of all links. */
async function subtractsMany(context: StoreContext, { stored, scanned }: TotalPlan): Promise<boolean> {
  if (stored?.kind !== 'categoryPeriod') return false
  const subtracted = scanned.filter(({ isSubtracted }) => isSubtracted)
  return subtracted.length > 0 && -(await countAtOnce(context, { scanned: subtracted })) > maxScheduled
}

/** The stored counts of all terms of a taxonomy; undefined if they do not suffice. */
async function countsOfTerms(context: StoreContext, { by, filter }: FacetQuery): Promise<readonly FacetCount[] | undefined> {
  const [taxonomy, other] = by
  if (other !== undefined || (taxonomy !== 'category' && taxonomy !== 'tag')) return undefined
  const counted = await runRead(context, true, (inside) => countedTerms(inside, taxonomy, undefined, filter))
  return counted && [...counted].map(([id, count]) => ({ keys: [id], count }))
}

/** Counts the events that the index for searches finds; undefined if it does not help. */
async function groupFound(context: StoreContext, query: FacetQuery): Promise<Groups | undefined> {
  const groups: Groups = new Map()
  const found = await countFoundEvents(context, query.filter, async (some) => {
    await groupAtOnce(context, query, { scanned: [{ filter: some }] }, groups)
    return 0
  })
  return found === undefined ? undefined : groups
}

/**
 * How many times as many rows a slice of links has at most, and for how many records it has once as many: its statement searches the index for
 * each record. In ordinary slices, a million events by venue took ten times as long.
 */
const [mostTimes, recordsOfSlice] = [40, 50]

/**
 * Counts in slices of the links of all records of a facet, whose index has the start of their events. Of a million events, SQLite counted
 * those of two years by category in 0.2 s; the lookup of the links of each event took over 2 s.
 * @returns false if the filter names few events or searches, or for two facets of links
 */
async function groupLinks(context: StoreContext, query: FacetQuery, groups: Groups): Promise<boolean> {
  const { by, filter, limit, readable } = query
  const { slicing } = context
  const [facet, other] = by.filter(isLinkFacet)
  if (slicing === undefined || facet === undefined || other !== undefined) return false
  if (filter.distinct !== undefined || isSearch(filter)) return false
  const linkField = linkFields[facet]
  const { taxonomy } = linkTables[linkField]
  const scope = facet === 'venue' || facet === 'organizer' ? readable?.[facet] : undefined
  const readableOf = scope === undefined ? [] : isProfileReadable(context, scope)
  const conditions = taxonomy === undefined ? readableOf : [sql<boolean>`v.taxonomy = ${taxonomy}`]
  const { venues, organizers, terms } = context.parts
  const records = facet === 'venue' ? venues : facet === 'organizer' ? organizers : terms
  const ids = await readIds(context.db, sql`select v.id as id from ${records} as v where ${allOf(conditions)}`)
  if (ids.length === 0) return true
  const rows = slicing.rows * Math.min(mostTimes, Math.ceil(ids.length / recordsOfSlice))
  const slices = slicesByLink({ ...context, slicing: { ...slicing, rows } }, linkField, ids, filter)
  if (slices === undefined) return false
  for await (const slice of slices) {
    const { columns, from, conditions: ofSlice } = rowsOfSlice(context, slice)
    const keys = sql.join(by.map((one, at) => sql`${one === facet ? linkedId(linkField) : startOfDay(columns)} as ${places[at]?.key}`))
    const names = sql.join(places.slice(0, by.length).map(({ key }) => key))
    const statement = sql<GroupRow>`select ${keys}, count(*) as total from ${from} where ${allOf(ofSlice)} group by ${names}`
    await addGroups(context, query, statement, groups)
    if (groups.size > limit) break
  }
  return true
}

/** Counts in slices if the read has some, else in one statement. */
async function groupPlanned(context: StoreContext, query: FacetQuery, { scanned, ...plan }: TotalPlan): Promise<Groups> {
  const groups: Groups = new Map()
  if (scanned.length > 1 || plan.stored !== undefined) await context.slicing?.begin()
  const rest: ScannedPart[] = []
  for (const part of scanned) {
    const { filter, branch, isSubtracted } = part
    const isSliced = (branch ?? isSubtracted) === undefined && (await groupSlices(context, { ...query, filter }, groups))
    if (!isSliced) rest.push(part)
  }
  return rest.length === 0 && plan.stored === undefined ? groups : groupAtOnce(context, query, { ...plan, scanned: rest }, groups)
}

/** Counts in slices. @returns false if one statement has to count the events */
async function groupSlices(context: StoreContext, query: FacetQuery, groups: Groups): Promise<boolean> {
  if (await groupLinks(context, query, groups)) return true
  const slices = slicesToCount(context, query.filter)
  if (slices === undefined) return false
  for await (const slice of slices) {
    await addGroups(context, query, selectGroups(context, query, rowsOfSlice(context, slice)), groups)
    if (groups.size > query.limit) break
  }
  return true
}

function rowsOfSlice(context: StoreContext, { scan, some, range, others }: CountedSlice): CountedRows {
  const { from, source } = scan
  const conditions = [...sliceConditions(context, some, scan, range), ...countedOnce(context, source), ...others]
  return { columns: columnsOf(context, source), from, conditions, total: totalOf(source) }
}

/** Counts the parts of a plan in one statement. */
async function groupAtOnce(context: StoreContext, query: FacetQuery, { stored, scanned }: TotalPlan, groups: Groups): Promise<Groups> {
  // A month has up to 31 days. Stored counts are few, and some of the others are subtracted from them.
  const limit = stored === undefined ? sql` limit ${query.limit * (isFolded(query.by) ? 31 : 1)}` : sql``
  const parts = scanned.map(
    (part) => sql`select * from (${selectGroups(context, query, renderPart(context, part), part.isSubtracted)}${limit}) as p`,
  )
  const sums = stored === undefined ? [] : [sumsOfCounts(context, query.by, stored)]
  const all = unionOf(context.dialect, [...sums, ...parts], 'union all')
  return addGroups(context, query, sql<GroupRow>`${selecting(context)} * from (${all}) as u`, groups)
}

/** Whether rows of several days are counted together. */
const isFolded = (by: readonly Facet[]): boolean => by.includes('month') && !by.includes('day')

/** The keys in a result, and the aliases of tables of links, by the place of the facet in a query. */
const places = [
  { key: sql`k0`, links: sql`f0` },
  { key: sql`k1`, links: sql`f1` },
] as const
const keyNames = ['k0', 'k1'] as const

/** The columns of link tables. */
const idColumns = { venue_id: sql`venue_id`, organizer_id: sql`organizer_id`, term_id: sql`term_id` } as const

function sumsOfCounts({ dialect, parts }: StoreContext, by: readonly Facet[], stored: StoredCounts): RawBuilder<unknown> {
  const keys = places.slice(0, by.length).map(({ key }) => sql`t.counted_id as ${key}`)
  return sql`select ${sql.join(keys)}, sum(t.events) as total from ${parts.event_counts} as t
    where ${allOf(ofPeriods(dialect, stored))} group by t.counted_id`
}

/** How a statement counts by one facet. */
interface FacetParts {
  /** Its key. */
  readonly key: Column
  /** The table of the links, behind the others. */
  readonly join: RawBuilder<unknown>
  /** The conditions on the links. */
  readonly conditions: readonly Condition[]
}

/** The start of the day on which an event starts. The expression takes two remainders, because one has the sign of the dividend. */
const startOfDay = ({ startWall }: EventColumns): Column => sql`${startWall} - ((${startWall} % 86400000) + 86400000) % 86400000`

function facetParts(
  context: StoreContext,
  { readable }: FacetQuery,
  columns: EventColumns,
  facet: Facet,
  links: RawBuilder<unknown>,
): FacetParts {
  if (facet === 'day' || facet === 'month') return { key: startOfDay(columns), join: sql``, conditions: [] }
  const { dialect, parts } = context
  const { table, column, taxonomy } = linkTables[linkFields[facet]]
  const key = sql`${links}.${idColumns[column]}`
  const scope = facet === 'venue' || facet === 'organizer' ? readable?.[facet] : undefined
  const isRead = allOf([sql`v.id = ${key}`, ...(scope === undefined ? [] : isProfileReadable(context, scope))])
  const records = facet === 'venue' ? parts.venues : parts.organizers
  return {
    key,
    // SQLite keeps the order of a cross join: it looks up the links of each event.
    join: sql` cross join ${parts[table]} as ${links}`,
    conditions: [
      sql`${links}.event_id = ${columns.id}`,
      ...(taxonomy === undefined ? [] : [sql<boolean>`${links}.taxonomy = ${taxonomy}`]),
      ...(scope === undefined ? [] : [dialect.hasRow(sql`select 1 from ${records} as v where ${isRead}`)]),
    ],
  }
}

/** Selects the numbers of some events by their keys. */
function selectGroups(
  context: StoreContext,
  query: FacetQuery,
  { columns, from, conditions, total }: CountedRows,
  isSubtracted = false,
): RawBuilder<GroupRow> {
  const facets = places.flatMap(({ key, links }, index) => {
    const facet = query.by[index]
    return facet === undefined ? [] : [{ name: key, ...facetParts(context, query, columns, facet, links) }]
  })
  const keys = sql.join(facets.map(({ key, name }) => sql`${key} as ${name}`))
  const joins = sql.join(
    facets.map(({ join }) => join),
    sql``,
  )
  const where = allOf([...conditions, ...facets.flatMap((facet) => facet.conditions)])
  const names = sql.join(facets.map(({ name }) => name))
  return sql`select ${keys}, ${isSubtracted ? sql`- ${total}` : total} as total from ${from}${joins} where ${where} group by ${names}`
}

/** Adds the rows of a statement to the groups. */
async function addGroups({ db }: StoreContext, { by }: FacetQuery, statement: RawBuilder<GroupRow>, groups: Groups): Promise<Groups> {
  for (const row of (await statement.execute(db)).rows) {
    const keys = by.map((facet, index) => toKey(facet, Number(row[keyNames[index] ?? ''])))
    const text = keys.join(' ')
    const known = groups.get(text)
    if (known === undefined) groups.set(text, { keys, count: Number(row['total']) })
    else known.count += Number(row['total'])
  }
  return groups
}

/** The key of a facet: the text of a day or a month, or an id. */
function toKey(facet: Facet, value: number): number | string {
  if (facet === 'day') return wallText(value).slice(0, 10)
  return facet === 'month' ? wallText(value).slice(0, 7) : value
}
