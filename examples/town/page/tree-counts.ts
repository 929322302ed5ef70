import type { CalendarClient } from '@kalends/core'
import type { DeclaredFields } from 'example-server/fields.ts'
import type { Filters } from './filters.ts'

/** The id of the root above a category, or of itself; undefined for an unknown one. */
export type RootOf = (id: number) => number | undefined

/** Numbers of events, by the id of a root. */
export type TreeCounts = ReadonlyMap<number, number>

/**
 * The numbers of events in the trees of categories, by the id of the root; a tree without events is left out. This takes one call, and one
 * more for each tree with two categories that have events on the same day, because an event may have both and counts once.
 * @param rootIdOf rows of categories that it does not know are left out
 * @throws CalendarError a call fails
 */
export async function countTrees(
  events: Pick<CalendarClient<DeclaredFields>['events'], 'count' | 'counts'>,
  filters: Filters,
  rootIdOf: RootOf,
): Promise<TreeCounts> {
  const totals = new Map<number, number>()
  const [days, shared] = [new Set<string>(), new Set<number>()]
  for (const { category, day, count } of await events.counts({ ...filters, by: ['category', 'day'] })) {
    const root = rootIdOf(category)
    if (root === undefined) continue
    totals.set(root, (totals.get(root) ?? 0) + count)
    if (days.has(`${root} ${day}`)) shared.add(root)
    days.add(`${root} ${day}`)
  }
  await Promise.all([...shared].map(async (root) => totals.set(root, await events.count({ ...filters, categories: [root] }))))
  return totals
}
