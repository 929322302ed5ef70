import type { AccessScope, Status } from '../access/policy.ts'
import type { CalendarStore } from '../store/contract.ts'
import { namesLinks, type ReadClause, type ReadScope } from '../store/filters.ts'
import type { EntityId } from '../store/records.ts'
import { toStoredAuthor } from './author-ids.ts'
import { findTerms } from './find-terms.ts'

/**
 * Converts a policy's read scope to one for stores: with stored ids of authors, and with the descendants of its categories, which one read
 * finds. Clauses with links are for events alone. An invalid id makes the scope empty, as every invalid clause does.
 */
export function toStoreScope(
  store: CalendarStore,
  kind: 'event' | 'venue' | 'organizer',
  scope: AccessScope,
): ReadScope<Status> | Promise<ReadScope<Status>> {
  const stored: ReadClause<Status>[] = []
  for (const clause of scope) {
    const read = toStoredClause(clause)
    if (read === undefined) return []
    if (kind === 'event' || !namesLinks(read)) stored.push(read)
  }
  return stored.some(({ categoryIds }) => categoryIds !== undefined) ? withDescendants(store, stored) : stored
}

/** The clause with known members; undefined if an id is invalid. Members are read by name, because a clause may be an instance of a class with getters. */
function toStoredClause(clause: ReadClause<Status>): ReadClause<Status> | undefined {
  const { status, authorIds, publishedMs, statusBeforeTrash, venueIds, organizerIds, categoryIds } = clause
  const authors = authorIds && readIds(authorIds, toStoredAuthor)
  const venues = venueIds && readIds(venueIds, toEntityId)
  const organizers = organizerIds && readIds(organizerIds, toEntityId)
  const categories = categoryIds && readIds(categoryIds, toEntityId)
  if (authors === null || venues === null || organizers === null || categories === null) return undefined
  return {
    status,
    ...(authors !== undefined && { authorIds: authors }),
    ...(publishedMs !== undefined && { publishedMs }),
    ...(statusBeforeTrash !== undefined && { statusBeforeTrash }),
    ...(venues !== undefined && { venueIds: venues }),
    ...(organizers !== undefined && { organizerIds: organizers }),
    ...(categories !== undefined && { categoryIds: categories }),
  }
}

const toEntityId = (id: unknown): EntityId | undefined => (Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined)

/** The ids of a list; null if one of them is invalid. `Array.from` also visits the holes of a list, as undefined, which is no id. */
function readIds<Id>(given: readonly unknown[], read: (id: unknown) => Id | undefined): readonly Id[] | null {
  const ids = Array.from(given, read)
  const valid = ids.filter((id) => id !== undefined)
  return valid.length < ids.length ? null : valid
}

async function withDescendants(store: CalendarStore, scope: ReadScope<Status>): Promise<ReadScope<Status>> {
  const roots = [...new Set(scope.flatMap(({ categoryIds = [] }) => categoryIds))]
  const found = roots.length === 0 ? [] : await findTerms(store, { taxonomy: 'category', withinIds: roots })
  return scope.map((clause) => {
    const { categoryIds } = clause
    if (categoryIds === undefined) return clause
    const isWithin = (id: EntityId): boolean => categoryIds.includes(id)
    return { ...clause, categoryIds: found.filter(({ id, ancestorIds }) => isWithin(id) || ancestorIds.some(isWithin)).map(({ id }) => id) }
  })
}
