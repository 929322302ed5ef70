import type { TermListInput } from '@kalends/core'
import { categoryListShape, categoryShape } from '@kalends/core/internal'
import type { Settings } from '../options/settings.ts'
import { defineParameters, inOrderOf, type Parameter, replaceMembers } from './parameter.ts'
import { ensureNoIssues, ensureShape, type QueryInput, withCoreWords } from './query.ts'
import { afterIdRows, pagingRows } from './shared-parameters.ts'

/** Writable fields of a category. */
export const categoryBody = defineParameters(categoryShape, {
  name: { name: 'name', type: 'string', isRequired: true, text: 'termName' },
  description: { name: 'description', type: 'string', text: 'description' },
  slug: { name: 'slug', type: 'string', text: 'slug' },
  parentId: { name: 'parent', type: 'integer', text: 'termParent' },
})

/** The core's sort keys by the values of `orderby` for terms. Term groups are not stored, so `term_group` sorts by name. */
const termOrders = {
  name: 'name',
  id: 'id',
  slug: 'slug',
  count: 'count',
  description: 'description',
  include: 'ids',
  term_group: 'name',
} as const satisfies Readonly<Record<string, NonNullable<TermListInput['orderBy']>>>

/** Members that only the wire has: an older name of `event`, and `hide_empty`, which leaves out empty terms by default. */
const ofWire = { post: categoryListShape.event, hideEmpty: categoryListShape.hasEvents }

const filterShape = replaceMembers(categoryListShape, {
  hasEvents: { hideEmpty: ofWire.hideEmpty, hasEvents: categoryListShape.hasEvents },
  event: { post: ofWire.post, event: categoryListShape.event },
  // The interface takes one parent.
  parentIds: { parentIds: categoryListShape.afterId },
})

/** Filters of category lists. */
export const categoryFilters = defineParameters(filterShape, {
  ...pagingRows,
  exclude: { name: 'exclude', type: 'array', text: 'filterExclude' },
  ids: { name: 'include', type: 'array', text: 'filterInclude' },
  ...afterIdRows,
  order: { name: 'order', type: 'string', text: 'order' },
  orderBy: { name: 'orderby', words: termOrders, type: 'string', text: 'orderby' },
  hideEmpty: { name: 'hide_empty', type: 'boolean', default: true, text: 'filterHideEmpty' },
  parentIds: { name: 'parent', type: 'integer', isOneId: true, text: 'filterParent' },
  post: { name: 'post', type: 'integer', text: 'filterPost' },
  event: { name: 'event', type: 'integer', text: 'filterEventAlias' },
  slug: { name: 'slug', type: 'string', text: 'filterSlug' },
  hasEvents: { name: 'has_events', text: 'filterHasEvents' },
})

const withoutParent = (args: readonly Parameter[]): readonly Parameter[] => args.filter(({ name }) => name !== 'parent')

/** Writable fields of a tag. */
export const tagBody = withoutParent(categoryBody)

/** Filters of tag lists. */
export const tagFilters = withoutParent(categoryFilters)

const inOrder = inOrderOf(filterShape, categoryFilters)

/** Converts the filters of a list of terms to the core's input. */
export function toTermListInput(query: QueryInput['values'], settings: Pick<Settings, 'authorIds'>): object {
  const { post, hideEmpty, ...filters } = query
  if (areDifferent(post, filters['event']))
    ensureNoIssues({ post: { code: 'not_same_as', name: 'event' }, event: { code: 'not_same_as', name: 'post' } }, inOrder, query)
  if (post !== undefined || hideEmpty !== undefined) ensureShape(inOrder, query)
  const event = filters['event'] ?? post
  // A request with `has_events` replaces the default of `hide_empty`.
  const hidesEmpty = filters['hasEvents'] === undefined && (hideEmpty === undefined || ofWire.hideEmpty.safeParse(hideEmpty).data === true)
  return { ...withCoreWords(filters, inOrder, settings), ...(event !== undefined && { event }), ...(hidesEmpty && { hasEvents: true }) }
}

/** Whether two strings are different ids. */
function areDifferent(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((text) => ofWire.post.safeParse(text).data)
  return first !== undefined && second !== undefined && first !== second
}
