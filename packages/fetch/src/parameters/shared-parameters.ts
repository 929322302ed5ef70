import { categoryShape, defaultPerPage, profileListShape } from '@kalends/core'
import { defineParameters, type Parameter, type ParameterRow } from './parameter.ts'
import type { QueryInput } from './query.ts'

/** Page parameters of a list. */
export const pagingRows: readonly ParameterRow[] = [
  { name: 'page', type: 'integer', default: 1, text: 'page' },
  { name: 'per_page', type: 'integer', default: defaultPerPage, text: 'perPage' },
  { name: 'search', type: 'string', text: 'search' },
]

/** Filters by author and by last change. */
export const changeRows: readonly ParameterRow[] = [
  { name: 'author', member: 'authorId', type: 'array', text: 'filterAuthor' },
  { name: 'modified_after', member: 'updatedAfter', text: 'filterModifiedAfter' },
]

/**
 * Whether a list depends on read permissions alone. A list with hidden events depends on the permission to update events, and write
 * permissions are no part of the cache key.
 */
export const isSameForReaders = ({ query }: { readonly query: QueryInput['values'] }): boolean =>
  query['hidden'] === undefined || query['hidden'] === 'exclude'

/** Fields of all published kinds. */
export const publicationRows: readonly ParameterRow[] = [
  { name: 'author', member: 'authorId', type: 'integer', text: 'author' },
  { name: 'date', member: 'published', type: 'string', text: 'date' },
  { name: 'date_utc', member: 'publishedUtc', type: 'string', text: 'dateUtc' },
  { name: 'description', type: 'string', text: 'description' },
  { name: 'status', type: 'string', text: 'status' },
]

/** The id in a path; the router has checked its digits. */
export const idInPath: readonly Parameter[] = defineParameters({ id: profileListShape.event }, [
  { name: 'id', type: 'integer', isRequired: true, text: 'idInPath' },
])

/** The slug in a path. */
export const slugInPath: readonly Parameter[] = defineParameters({ slug: categoryShape.slug }, [
  { name: 'slug', type: 'string', isRequired: true, text: 'slugInPath' },
])

/** Whether a removal is permanent. */
export const force: readonly Parameter[] = defineParameters({ force: profileListShape.hasEvents }, [
  { name: 'force', type: 'boolean', default: false, text: 'force' },
])
