import { invalidInput } from '../../errors/calendar-error.ts'
import { wordsField } from '../../input/lists.ts'
import { assertNoIssues, readFields, requireFields, requireObject, type Shape } from '../../input/read.ts'
import type { Operation } from '../../record/context.ts'
import { visibleScope } from '../../record/scope.ts'
import type { Facet, FacetQuery } from '../../store/facets.ts'
import type { EventFilter } from '../../store/filters.ts'

/** The number of events with some keys, by the names of the facets. @typeParam By the facets, as a union */
export type EventCount<By extends Facet = Facet> = {
  /** The key of each facet: a day `YYYY-MM-DD`, a month `YYYY-MM`, or an id. */
  readonly [Name in By]: Name extends 'day' | 'month' ? string : number
} & {
  /** The number of events; 1 or more. */
  readonly count: number
}

/** What events are counted by. */
export interface CountsFields {
  /** One or two facets. */
  readonly by: readonly Facet[]
}

/** The schema of what events are counted by. */
export const countsShape: Shape<CountsFields> = { by: wordsField<Facet>(['day', 'month', 'category', 'tag', 'venue', 'organizer']) }

/** The maximum number of rows of counts. */
export const maxCounts = 10_000

/**
 * The facets and the filters of an input.
 * @throws invalid_input naming `by`
 */
export function readFacets(input: object): { readonly by: readonly Facet[]; readonly filters: object } {
  requireObject('input', input)
  const { by: _by, ...filters }: { readonly by?: unknown } = input
  const { values, issues } = readFields(countsShape, input)
  requireFields(['by'], values, issues)
  const { by = [] } = values
  if (by.length > 2) issues['by'] = { code: 'too_many_items', max: 2 }
  assertNoIssues(issues)
  return { by, filters }
}

/**
 * The numbers of events, ascending by key. Venues and organizers that the viewer may not see are left out, as in the events themselves. A term
 * of an event that the viewer may read is known to them.
 * @throws invalid_input there are more than {@link maxCounts}
 */
export async function countByFacets(op: Operation, by: readonly Facet[], filter: EventFilter): Promise<readonly EventCount[]> {
  const readable: FacetQuery['readable'] = {
    ...(by.includes('venue') && { venue: await visibleScope(op, 'venue') }),
    ...(by.includes('organizer') && { organizer: await visibleScope(op, 'organizer') }),
  }
  const found = await op.store.events.countBy({ by, filter, readable, limit: maxCounts + 1, signal: op.signal })
  if (found.length > maxCounts) throw invalidInput({ by: { code: 'too_many_counts', max: maxCounts } })
  const rows = found.toSorted((a, b) => compare(a.keys[0], b.keys[0]) || compare(a.keys[1], b.keys[1]))
  // A row has the names of the facets of the query.
  return rows.map(({ keys, count }) => ({
    ...Object.fromEntries(by.map((name, at) => [name, keys[at]])),
    count,
  })) as unknown as EventCount[]
}

/** Compares two keys of one facet: days and months as texts, ids as numbers. */
function compare(a: number | string | undefined, b: number | string | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0
  return a < b ? -1 : 1
}
