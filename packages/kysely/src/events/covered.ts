import type { EventFilter } from '@kalends/core/store'
import type { IndexChoice } from '../event-filter/index-choice.ts'
import type { EventSource } from '../event-filter/source.ts'
import { isByRole } from '../event-filter/where.ts'
import { hasOnly } from '../query/bounded.ts'
import { mergeClauses } from '../query/conditions.ts'

/** Which filters an index answers alone, without a lookup of each row. The members follow its columns (migrations/0001-initial.ts, 0001-links.ts). */

type Members = ReadonlySet<keyof EventFilter>

/** The members that every index for lists covers. */
const everywhere = ['readable', 'hidden', 'roles', 'excludeIds', 'afterId'] as const satisfies readonly (keyof EventFilter)[]

const covers = (...members: readonly (keyof EventFilter)[]): Members => new Set<keyof EventFilter>([...everywhere, ...members])

/** The members that each index of events covers; none for indexes along which no events are read in slices. */
const coveredByIndex: Readonly<Partial<Record<IndexChoice, Members>>> = {
  window: covers('startLocal', 'endLocal', 'startMs', 'endMs', 'featured', 'parentIds'),
  instant: covers('startMs', 'endMs'),
  end: covers('startLocal', 'endLocal'),
  title: covers('startLocal'),
  modified: covers('updatedMs', 'startLocal', 'endLocal', 'startMs', 'endMs', 'featured', 'parentIds'),
  publication: covers('startLocal'),
  authored: covers('authorIds', 'hiddenBy', 'startLocal', 'endLocal', 'startMs'),
}

/** The members that the indexes of links cover, besides the link field. */
const coveredByLinks = covers('startLocal', 'endLocal', 'startMs')

/**
 * Whether the columns for some members answer a filter: it has no others, and its read scope compares the status, the time of publication
 * and, if the members include `authorIds`, the author.
 */
export const isCoveredBy = (filter: EventFilter, members: Members): boolean =>
  hasOnly(filter, members) &&
  mergeClauses(filter.readable ?? []).every(
    ({ authorIds, statusBeforeTrash }) => (authorIds === undefined || members.has('authorIds')) && statusBeforeTrash === undefined,
  )

/**
 * Whether an index has the columns for the roles of a filter. Of all indexes for lists, that of the window alone has the series of an
 * occurrence, and none has the role, by which series and occurrences are distinguished from single events.
 */
const areRolesCovered = (filter: EventFilter, index: IndexChoice | undefined): boolean =>
  !isByRole(filter) || (index === 'window' && !(filter.roles?.includes('series') === true && filter.roles.includes('occurrence')))

/** The filter without one of its conditions on fields. */
function withoutField({ fields = [], ...filter }: EventFilter, position: number): EventFilter {
  const others = fields.filter((_, at) => at !== position)
  return others.length === 0 ? filter : { ...filter, fields: others }
}

/** Whether the index that a source reads answers the filter alone. */
export function isAnsweredByIndex(filter: EventFilter, source: EventSource): boolean {
  if (source.table !== 'events') {
    const others = source.table === 'links' ? { ...filter, [source.linkField]: undefined } : withoutField(filter, source.position)
    return isCoveredBy(others, coveredByLinks) && areRolesCovered(filter, undefined)
  }
  const { index } = source
  const members = index === undefined ? undefined : coveredByIndex[index]
  return members !== undefined && isCoveredBy(filter, members) && areRolesCovered(filter, index)
}
