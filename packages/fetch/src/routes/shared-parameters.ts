import { categoryShape, defaultPerPage, profileListShape } from '@kalends/core'
import { defineParameters, type Parameter, type ParameterRow } from '../parameter.ts'
import type { EndpointContext } from '../route.ts'

/** Which page of a list. */
export const pagingRows: readonly ParameterRow[] = [
  { name: 'page', type: 'integer', default: 1, text: 'page' },
  { name: 'per_page', type: 'integer', default: defaultPerPage, text: 'perPage' },
  { name: 'search', type: 'string', text: 'search' },
]

/** Who wrote a record, and since when it has changed. */
export const changeRows: readonly ParameterRow[] = [
  { name: 'author', member: 'authorId', type: 'array', text: 'filterAuthor' },
  { name: 'modified_after', member: 'updatedAfter', text: 'filterModifiedAfter' },
]

/**
 * Whether a list is the same for everybody who may read the same. Hidden events are listed for those who may update events, and what
 * may be done is no part of the key of a kept answer.
 */
export const isSameForReaders = ({ query }: Pick<EndpointContext, 'query'>): boolean =>
  query['hidden'] === undefined || query['hidden'] === 'exclude'

/** The fields of everything that is published. */
export const publicationRows: readonly ParameterRow[] = [
  { name: 'author', member: 'authorId', type: 'integer', text: 'author' },
  { name: 'date', member: 'published', type: 'string', text: 'date' },
  { name: 'date_utc', member: 'publishedUtc', type: 'string', text: 'dateUtc' },
  { name: 'description', type: 'string', text: 'description' },
  { name: 'status', type: 'string', text: 'status' },
]

/** The id in a path; its digits are read where routes are matched. */
export const idInPath: readonly Parameter[] = defineParameters({ id: profileListShape.event }, [
  { name: 'id', type: 'integer', isRequired: true, text: 'idInPath' },
])

/** The slug in a path. */
export const slugInPath: readonly Parameter[] = defineParameters({ slug: categoryShape.slug }, [
  { name: 'slug', type: 'string', isRequired: true, text: 'slugInPath' },
])

/** Whether a removal is for good. */
export const force: readonly Parameter[] = defineParameters({ force: profileListShape.hasEvents }, [
  { name: 'force', type: 'boolean', default: false, text: 'force' },
])
