import type { EntityId, LinkField, ReadScope, Taxonomy } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { rememberTexts } from '../schema/remember-texts.ts'
import type { TableParts } from '../schema/table-names.ts'
import { type Column, type Condition, isOneOf, isReadable, type ReadColumns } from './conditions.ts'

/** The link tables: the records that each links, the column with their ids, and the columns that a link copies from them. */
export const linkTargets = {
  event_venues: { records: 'venues', column: 'venue_id', fromLinked: [] },
  event_organizers: { records: 'organizers', column: 'organizer_id', fromLinked: [] },
  event_terms: { records: 'terms', column: 'term_id', fromLinked: ['taxonomy'] },
} as const

/** The name of a link table. */
export type LinkTableName = keyof typeof linkTargets

/** Where the links of a link field are stored. */
export interface LinkTable {
  /** The link table. */
  readonly table: LinkTableName
  /** The column with the linked record's id. */
  readonly column: (typeof linkTargets)[LinkTableName]['column']
  /** Categories and tags share a table. */
  readonly taxonomy?: Taxonomy
}

const linkTable = (table: LinkTableName): LinkTable => ({ table, column: linkTargets[table].column })

/** The link fields; those that usually have the fewest events per record come first. */
export const linkTables: Readonly<Record<LinkField, LinkTable>> = {
  venueIds: linkTable('event_venues'),
  organizerIds: linkTable('event_organizers'),
  tagIds: { ...linkTable('event_terms'), taxonomy: 'tag' },
  categoryIds: { ...linkTable('event_terms'), taxonomy: 'category' },
}

/** The names of the link fields, in the order of {@link linkTables}. */
export const linkFields = ['venueIds', 'organizerIds', 'tagIds', 'categoryIds'] as const satisfies readonly LinkField[]

/** The first link field by which a filter names records. */
export const linkFieldOf = (filter: Readonly<Partial<Record<LinkField, unknown>>>): LinkField | undefined =>
  linkFields.find((linkField) => filter[linkField] !== undefined)

const linked = {
  venue_id: { own: sql`l.venue_id`, member: sql`m.venue_id` },
  organizer_id: { own: sql`l.organizer_id`, member: sql`m.organizer_id` },
  term_id: { own: sql`l.term_id`, member: sql`m.term_id` },
} as const

/** The linked record's id, where the link table is called `l`. */
export const linkedId = (linkField: LinkField): Column => linked[linkTables[linkField].column].own

/** A link, in a table called `l`, has the taxonomy of the link field. */
export function isOfLinkField(linkField: LinkField): readonly Condition[] {
  const { taxonomy } = linkTables[linkField]
  return taxonomy === undefined ? [] : [sql`l.taxonomy = ${taxonomy}`]
}

/** The conditions on a taxonomy as literals, so that a statement that selects links has no parameters for them. */
const ofTaxonomy = { category: sql` and m.taxonomy = 'category'`, tag: sql` and m.taxonomy = 'tag'` } as const

/** The end of a condition on links in a table called `m`: they have the taxonomy of the link field. */
const membersOf = ({ taxonomy }: LinkTable): RawBuilder<unknown> => (taxonomy === undefined ? sql`` : ofTaxonomy[taxonomy])

/** The event links one of the records. */
export function isLinked({ dialect, parts }: StoreContext, linkField: LinkField, eventId: Column, ids: readonly EntityId[]): Condition {
  const ofField = linkTables[linkField]
  const { member } = linked[ofField.column]
  const isOne = isOneOf(dialect, ids.length > 1 ? dialect.withoutListIndex(member) : member, ids)
  return dialect.hasRow(sql`select 1 from ${parts[ofField.table]} as m where m.event_id = ${eventId}${membersOf(ofField)} and ${isOne}`)
}

/** The caller may read the event. The links that a clause names are looked up, because other clauses need other events. */
export function isEventReadable(
  context: StoreContext,
  columns: ReadColumns & { readonly id: Column },
  scope: ReadScope | undefined,
): readonly Condition[] {
  const { dialect, parts } = context
  return isReadable(dialect, columns, scope, (linkField, ids) => {
    const ofField = linkTables[linkField]
    const isOne = isOneOf(dialect, dialect.lookedUp(linked[ofField.column].member), ids)
    return dialect.hasLookedUpRow(
      sql`select 1 from ${parts[ofField.table]} as m where m.event_id = ${columns.id}${membersOf(ofField)} and ${isOne}`,
    )
  })
}

/**
 * An event links a record, called `v`, that meets a condition. The records of each event are looked up: SQLite keeps the order of a cross
 * join, links first.
 */
export function hasLinked(
  { dialect, parts }: StoreContext,
  linkField: 'venueIds' | 'organizerIds',
  eventId: Column,
  condition: Condition,
): Condition {
  const { table, column } = linkTables[linkField]
  return dialect.hasRow(sql`select 1 from ${parts[table]} as m cross join ${parts[linkTargets[table].records]} as v
    where m.event_id = ${eventId} and v.id = ${linked[column].member} and ${condition}`)
}

/** The event links some record. */
export function hasLink({ dialect, parts }: StoreContext, linkField: LinkField, eventId: Column): Condition {
  const ofField = linkTables[linkField]
  return dialect.hasRow(sql`select 1 from ${parts[ofField.table]} as m where m.event_id = ${eventId}${membersOf(ofField)}`)
}

/** The links of an event in the result of its row: for each link field a JSON object of ids by position. */
export type LinkRow = Readonly<Record<LinkField, unknown>>

const linkPosition = sql`m.position`

/** A subquery for the ids of a link field by position as JSON, which {@link idsOf} reads; null without links. */
export function linkedIdsOf({ dialect, parts }: StoreContext, linkField: LinkField, eventId: Column): RawBuilder<unknown> {
  const ofField = linkTables[linkField]
  const ids = dialect.idsByPosition(linkPosition, linked[ofField.column].member)
  return sql`(select ${ids} from ${parts[ofField.table]} as m where m.event_id = ${eventId}${membersOf(ofField)})`
}

const columnsOf = new WeakMap<TableParts, RawBuilder<unknown>>()

/**
 * The columns of a {@link LinkRow} for the event called `e`, made once for each store. One statement reads them with the row: a separate read
 * could return links that are newer than the event.
 */
export function linkColumns(context: StoreContext): RawBuilder<unknown> {
  const { parts } = context
  const known = columnsOf.get(parts)
  if (known !== undefined) return known
  const columns = sql.join(linkFields.map((linkField) => linkedIdsOf(context, linkField, sql`e.id`).as(linkField)))
  columnsOf.set(parts, columns)
  return columns
}

/** The ids of one column of a {@link LinkRow}, in their order. */
export function idsOf(idsByPosition: unknown): readonly EntityId[] {
  if (idsByPosition === null) return noIds
  // Some drivers of MariaDB and MySQL parse JSON by themselves.
  return typeof idsByPosition === 'string' ? idsOfText(idsByPosition) : toIds(idsByPosition)
}

const noIds: readonly EntityId[] = Object.freeze([])

const idsOfText = rememberTexts((json) => Object.freeze(toIds(JSON.parse(json))))

/** Converts ids by position to a list: JavaScript iterates the integer keys of an object in ascending order. */
function toIds(parsed: unknown): readonly EntityId[] {
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('The links of an event are not as they were written.')
  return Object.values(parsed).map(Number)
}
