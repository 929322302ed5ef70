import type { EventFilter, EventSort, LinkField } from '@kalends/core'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { type Condition, isInteger, isReadable, readClauses } from '../query/conditions.ts'
import { isOfLinkField, linkedId, linkFields, linkTables } from '../query/links.ts'
import type { PageSource } from '../query/page.ts'
import { type Access, columnsBy, indexesOf, isOfList } from './index-choice.ts'
import { type CopiedColumns, hiddenClauses, isHiddenAsWanted, isSplitByHidden, needsEvents, ofEvent, ofLink } from './where.ts'

/** The maximum number of branches in a statement. */
export const maxBranches = 64

/** The source of events: the table itself, or the links of one link field that the filter names. */
export interface EventSource {
  /** The link field; undefined if events are read from their table. */
  readonly linkField: LinkField | undefined
  /** The linked records. */
  readonly linkedIds: readonly number[]
  /** Whether events are read from the index that begins with the author. */
  readonly isByAuthor: boolean
  /** The columns that links and events share. */
  readonly columns: CopiedColumns
  /** The tables. */
  readonly from: PageSource['from']
}

/** Events from their own table, through one of its indexes. */
export function eventTable(context: StoreContext, filter: EventFilter, access: Access): EventSource {
  const { dialect, parts } = context
  const table = { linkField: undefined, linkedIds: [] } as const
  // No index begins with the columns of such a filter.
  if (access !== 'lookup' && !isOfList(filter)) return { ...table, isByAuthor: false, columns: ofEvent, from: sql`${parts.events} as e` }
  const indexHint = dialect.indexHint(indexesOf(context, access))
  return { ...table, isByAuthor: access === 'authored', columns: columnsBy(dialect, access), from: sql`${parts.events} as e${indexHint}` }
}

/** The links that a filter names, or the table of events if it names none. */
export function narrowSource(context: StoreContext, filter: EventFilter, order: readonly EventSort[], access: Access): EventSource {
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  const linkedIds = linkField === undefined ? undefined : filter[linkField]
  if (linkField === undefined || linkedIds === undefined) return eventTable(context, filter, access)
  const { parts } = context
  const links = sql`${parts[linkTables[linkField].table]} as l`
  const needs = needsEvents(filter) || order.some(({ key }) => key === 'titleKey' || key === 'updatedMs')
  const from = needs ? sql`${links} inner join ${parts.events} as e on e.id = l.event_id` : links
  return { linkField, linkedIds: [...new Set(linkedIds)], isByAuthor: false, columns: ofLink, from }
}

/** A branch of a statement. */
export interface Branch {
  /** Its conditions. */
  readonly conditions: readonly Condition[]
  /** Set if its records are few and not in the order of the page: the tables to read them from, whatever the order. */
  readonly sortedFrom?: PageSource['from'] | undefined
}

/**
 * A part of the filter: as a single list of conditions and, if an index serves them in order, as alternatives of which each record meets
 * one.
 */
export interface Way {
  /** The conditions that each record meets. */
  readonly whole: readonly Condition[]
  /** Each record meets one of them. */
  readonly parts: readonly Branch[]
}

function isOnLinkField({ dialect }: StoreContext, { linkField }: EventSource, ids: readonly number[]): readonly Condition[] {
  return linkField === undefined ? [] : [isInteger(dialect, linkedId(linkField), ids), ...isOfLinkField(linkField)]
}

/** By linked record. */
export function byLink(context: StoreContext, source: EventSource): Way {
  return {
    whole: isOnLinkField(context, source, source.linkedIds),
    parts:
      source.linkedIds.length > maxBranches ? [] : source.linkedIds.map((id) => ({ conditions: isOnLinkField(context, source, [id]) })),
  }
}

/** By author, from the index that begins with it. */
export function byAuthor({ dialect }: StoreContext, { authorIds = [] }: EventFilter, { columns, isByAuthor }: EventSource): Way {
  if (!isByAuthor) return { whole: [], parts: [] }
  const ids = [...new Set(authorIds)]
  const isOf = (some: readonly number[]) => isInteger(dialect, columns.authorId, some)
  return { whole: [isOf(ids)], parts: ids.length > maxBranches ? [] : ids.map((id) => ({ conditions: [isOf([id])] })) }
}

/** By clause of the read scope, and by the column for hidden events if a list contains both kinds. */
export function byClause({ dialect }: StoreContext, filter: EventFilter, { columns }: EventSource): Way {
  const { readable } = filter
  if (readable === undefined) return { whole: [], parts: [] }
  const clauses = readClauses(dialect, columns, readable)
  const isSplit = isSplitByHidden(filter)
  const hidden = isSplit ? hiddenClauses(dialect, columns, filter) : [[]]
  return {
    whole: [...isReadable(dialect, columns, readable), ...(isSplit ? isHiddenAsWanted(dialect, columns, filter) : [])],
    parts: clauses.flatMap((clause) => hidden.map((more) => ({ conditions: [clause, ...more] }))),
  }
}

/** The branches of a statement, at least one. Conditions that would make too many branches are not split. */
export function branchesOf(ways: readonly Way[]): readonly Branch[] {
  const none: readonly Branch[] = [{ conditions: [] }]
  return ways.reduce((branches, { whole, parts }) => {
    const alternatives = parts.length === 0 || branches.length * parts.length > maxBranches ? [{ conditions: whole }] : parts
    return branches.flatMap((branch) =>
      alternatives.map((part) => ({
        conditions: [...branch.conditions, ...part.conditions],
        sortedFrom: branch.sortedFrom ?? part.sortedFrom,
      })),
    )
  }, none)
}
