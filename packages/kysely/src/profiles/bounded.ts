import type { FindQuery, ProfileFilter, ProfileSort } from '@kalends/core/store'
import { hasAuthorClause, hasOnly, isNearPage, isSearch } from '../query/bounded.ts'

/** Which reads of venues and organizers are bounded (query/bounded.ts). */

/** Whether a filter limits the venues or organizers to a few by id, slug, uid or name. */
const isNamed = ({ ids, slugs, uids, nameKeys }: ProfileFilter): boolean =>
  ids !== undefined || slugs !== undefined || uids !== undefined || nameKeys !== undefined

const simpleProfile: ReadonlySet<keyof ProfileFilter> = new Set<keyof ProfileFilter>(['readable', 'textAll', 'afterId'])

/** Whether a page of venues or organizers is bounded. */
export function isBoundedProfilePage({ filter, order, offset, limit }: FindQuery<ProfileFilter, ProfileSort>): boolean {
  if (filter.events === undefined && isNamed(filter)) return true
  const isInOrder = order[0]?.key !== 'updatedMs' && isNearPage({ offset, limit })
  return isInOrder && hasOnly(filter, simpleProfile) && !isSearch(filter) && !hasAuthorClause(filter)
}

/** Whether a total of venues or organizers is bounded. */
export const isBoundedProfileTotal = (filter: ProfileFilter): boolean => filter.events === undefined && isNamed(filter)
