import { categoryShape, countField, defaultPerPage, profileListShape } from '@kalends/core/internal'
import { authorFilterRow, authorRow } from './author.ts'
import { isGeneratedUid } from './generated-uid.ts'
import { defineParameters, type Parameter, type ParameterRow } from './parameter.ts'

/** Page parameters of a list. */
export const pagingRows = {
  page: { name: 'page', type: 'integer', default: 1, text: 'page' },
  perPage: { name: 'per_page', type: 'integer', default: defaultPerPage, text: 'perPage' },
  search: { name: 'search', type: 'string', text: 'search' },
} as const satisfies Readonly<Record<string, ParameterRow>>

/** The filter by uid. */
export const uidFilterRow = { name: 'uid', type: 'array', hasCommas: true, text: 'filterUid' } as const satisfies ParameterRow

/** The uid in the body of an event, a venue or an organizer. */
export const uidRow = {
  name: 'uid',
  type: 'string',
  text: 'uid',
  isIgnored: (value, { uidDomain }) => isGeneratedUid(value, uidDomain),
} as const satisfies ParameterRow

/** The filter with which clients read a whole list by ascending ids. */
export const afterIdRows = {
  afterId: { name: 'after_id', type: 'integer', text: 'filterAfterId' },
} as const satisfies Readonly<Record<string, ParameterRow>>

/** Filters by author and by last change. */
export const changeRows = {
  authorIds: authorFilterRow,
  updatedAfter: { name: 'modified_after', text: 'filterModifiedAfter' },
} as const satisfies Readonly<Record<string, ParameterRow>>

/** Fields that events, venues and organizers share. */
export const publicationRows = {
  authorId: authorRow,
  published: { name: 'date', type: 'string', text: 'date' },
  publishedUtc: { name: 'date_utc', type: 'string', text: 'dateUtc' },
  description: { name: 'description', type: 'string', text: 'description' },
  status: { name: 'status', type: 'string', text: 'status' },
} as const satisfies Readonly<Record<string, ParameterRow>>

/** The id in a path; the router has checked its digits. */
export const idInPath: readonly Parameter[] = defineParameters(
  { id: profileListShape.event },
  {
    id: { name: 'id', type: 'integer', isRequired: true, text: 'idInPath' },
  },
)

/** The slug in a path. */
export const slugInPath: readonly Parameter[] = defineParameters(
  { slug: categoryShape.slug },
  {
    slug: { name: 'slug', type: 'string', isRequired: true, text: 'slugInPath' },
  },
)

/** Whether a removal is permanent. */
export const force: readonly Parameter[] = defineParameters(
  { force: profileListShape.hasEvents },
  {
    force: { name: 'force', type: 'boolean', default: false, text: 'force' },
  },
)

/** Whether an update takes a record out of the trash, back to the status that it had before. */
export const restore: readonly Parameter[] = defineParameters(
  { restore: profileListShape.hasEvents },
  {
    restore: { name: 'restore', type: 'boolean', default: false, text: 'restore' },
  },
)

/** The version that a change replaces. */
export const replacedVersion: readonly Parameter[] = defineParameters(
  { version: countField },
  {
    version: { name: 'version', type: 'integer', text: 'replacedVersion' },
  },
)
