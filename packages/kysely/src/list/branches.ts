import { clauseLinks, type EventFilter, type Range, type ReadClause, type ReadScope } from '@kalends/core/store'
import { mergeClauses } from '../query/conditions.ts'
import { isHiddenColumn } from '../schema/event-role.ts'
import { hiddenValues, isSplitByHidden } from './filter.ts'
import { type EventSource, isByAuthor } from './sources.ts'

/** A link field that clauses of read scopes name. */
export type ClauseLink = (typeof clauseLinks)[number]

/** The maximum number of branches in a statement. */
export const maxBranches = 64

/**
 * A branch of a union over events, as plain data: conditions on columns of an index, so that the branch comes in the order of that index. Each
 * matching event is in at least one branch; an event that links several records may be in several, and the union removes the duplicates.
 */
export interface UnionBranch {
  /** The linked records. */
  readonly linkedIds?: readonly number[]
  /** The links that the branch reads in place of events: those that its clause names. */
  readonly linkField?: ClauseLink
  /** The keys of the field that the source reads. */
  readonly keys?: readonly string[]
  /** The authors. */
  readonly authorIds?: readonly string[]
  /** The length class (schema/span-class.ts). */
  readonly spanClass?: number
  /** The quarter of 91 days in which the event starts (list/times.ts). */
  readonly startQuarter?: number
  /** The start by wall clock lies in all of these ranges. Of several bounds of a column, SQLite starts its scan at the first. */
  readonly startWall?: readonly Range<number>[]
  /** The same for the start as an instant. */
  readonly startMs?: readonly Range<number>[]
  /** The same for the end by wall clock. */
  readonly endWall?: readonly Range<number>[]
  /** The read scope, or one clause of it. */
  readonly readable?: ReadScope
  /** The values of the column `hidden` (schema/event-role.ts). Hidden events also meet `hiddenBy` of the filter. */
  readonly hidden?: readonly number[]
  /** Whether these are long events, or events with irregular times. They are few: they come from the index by length class, and are sorted. */
  readonly hasLongEvents?: true
}

/** The columns of times that branches bound. */
export type BoundedTime = 'startWall' | 'startMs' | 'endWall'

/** The branch with further ranges of a time; an open range adds nothing. */
export function within(branch: UnionBranch, time: BoundedTime, ...ranges: readonly Range<number>[]): UnionBranch {
  const bounded = ranges.filter(({ gte, lt }) => gte !== undefined || lt !== undefined)
  return bounded.length === 0 ? branch : { ...branch, [time]: [...(branch[time] ?? []), ...bounded] }
}

/** A part of a filter that a statement can split into branches. */
export interface Split {
  /** The conditions as one branch. */
  readonly unsplit: UnionBranch
  /** The branches; none if an index would not give them in order, or if there are too many. */
  readonly parts: readonly UnionBranch[]
}

/** A split without conditions. */
export const noSplit: Split = { unsplit: {}, parts: [] }

/** Splits by linked record, for a source that reads links, and by key, for one that reads keys of a field. */
export function splitByLink(source: EventSource): Split {
  if (source.table === 'events') return noSplit
  if (source.table === 'links') {
    const { linkedIds } = source
    return { unsplit: { linkedIds }, parts: linkedIds.length > maxBranches ? [] : linkedIds.map((id) => ({ linkedIds: [id] })) }
  }
  const { keys } = source.condition
  if (keys === undefined) return noSplit
  return { unsplit: { keys }, parts: keys.length > maxBranches ? [] : keys.map((key) => ({ keys: [key] })) }
}

/** Splits by author, for a source that reads the index that begins with the author. */
export function splitByAuthor({ authorIds = [] }: EventFilter, source: EventSource): Split {
  if (!isByAuthor(source)) return noSplit
  const ids = [...new Set(authorIds)]
  return { unsplit: { authorIds: ids }, parts: ids.length > maxBranches ? [] : ids.map((id) => ({ authorIds: [id] })) }
}

/**
 * Splits by clause of the read scope, and by the column `hidden` if a list has several values. The hidden events of some authors come from the
 * index that begins with the author. Nothing is split for a list of what overlaps some times.
 * @param isByStart whether the branches come by start from the table of events; then a clause that names links reads these
 */
export function splitByClause(filter: EventFilter, isByStart = false): Split {
  const { readable, authorIds, hiddenBy, overlaps } = filter
  if (readable === undefined) return noSplit
  // What overlaps some times is little, and may come in any order: on MariaDB, a statement of 48 branches took 10 ms, one of 6 takes 2 ms.
  if (overlaps !== undefined) return { unsplit: { readable, ...(isSplitByHidden(filter) && { hidden: hiddenValues(filter) }) }, parts: [] }
  const clauses = mergeClauses(readable).flatMap((clause) => (isByStart ? branchesOfLinks(clause) : [{ readable: [clause] }]))
  if (!isSplitByHidden(filter)) return { unsplit: { readable }, parts: clauses }
  return {
    unsplit: { readable, hidden: hiddenValues(filter) },
    parts: clauses.flatMap((clause) =>
      hiddenValues(filter).map((value): UnionBranch => {
        const isOfAuthors = hiddenBy !== undefined && authorIds === undefined && isHiddenColumn(value)
        return { ...clause, hidden: [value], ...(isOfAuthors && { authorIds: hiddenBy }) }
      }),
    ),
  }
}

/** The branches of a clause: one for each record of the links that it names, if there are not too many. */
function branchesOfLinks(clause: ReadClause): readonly UnionBranch[] {
  const linkField = clauseLinks.find((member) => clause[member] !== undefined)
  const ids = linkField && clause[linkField]
  if (linkField === undefined || ids === undefined || ids.length > maxLinksOfClause) return [{ readable: [clause] }]
  return [...new Set(ids)].map((id) => ({ readable: [clause], linkField, linkedIds: [id] }))
}

/** The maximum number of records that a clause is split by. */
const maxLinksOfClause = 8

/**
 * A branch whose class of length links do not copy comes from events, once for all records of its clause. Those of the shortest class, nearly all
 * events, stay a branch for each record.
 */
function onceForLong(branch: UnionBranch): readonly UnionBranch[] {
  const { linkField, linkedIds, ...whole } = branch
  if (linkField === undefined || (branch.spanClass ?? 0) === 0) return [branch]
  return branch.readable?.[0]?.[linkField]?.[0] === linkedIds?.[0] ? [whole] : []
}

/**
 * The branches of a statement, at least one: each combination of the parts. A split that would exceed {@link maxBranches} is left out.
 * @param isSplit whether to split at all
 */
export function branchesOf(splits: readonly Split[], isSplit = true): readonly UnionBranch[] {
  const none: readonly UnionBranch[] = [{}]
  const combined = splits.reduce((branches, { unsplit, parts }) => {
    const isMade = isSplit && parts.length > 0 && branches.length * parts.length <= maxBranches
    return branches.flatMap((branch) => (isMade ? parts : [unsplit]).map((part) => ({ ...branch, ...part })))
  }, none)
  return combined.flatMap(onceForLong)
}
