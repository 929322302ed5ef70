import { categoryListShape, categoryShape, type TermListInput } from '@kalends/core'
import { ensureNoProblems, ensureShape, withCoreWords } from '../input.ts'
import { defineParameters, inOrderOf, type Parameter, replaceMembers } from '../parameter.ts'
import type { EndpointContext } from '../route.ts'
import { pagingRows } from './shared-parameters.ts'

/** The fields of a category that can be written. */
export const categoryBody = defineParameters(categoryShape, [
  { name: 'name', type: 'string', isRequired: true, text: 'termName' },
  { name: 'description', type: 'string', text: 'description' },
  { name: 'slug', type: 'string', text: 'slug' },
  { name: 'parent', member: 'parentId', type: 'integer', text: 'termParent' },
])

/** The words of `orderby` for terms; groups of terms are not kept, so `term_group` is the name. */
const termOrders = {
  name: 'name',
  id: 'id',
  slug: 'slug',
  count: 'count',
  description: 'description',
  include: 'include',
  term_group: 'name',
} as const satisfies Readonly<Record<string, NonNullable<TermListInput['orderBy']>>>

/** What the wire has beside the members of the core: an older name of `event`, and empty terms left out unless they are asked for. */
const ofWire = { post: categoryListShape.event, hideEmpty: categoryListShape.hasEvents }

const filterShape = replaceMembers(categoryListShape, {
  hasEvents: { hideEmpty: ofWire.hideEmpty },
  event: { post: ofWire.post, event: categoryListShape.event },
})

/** The filters of lists of categories. */
export const categoryFilters = defineParameters(filterShape, [
  ...pagingRows,
  { name: 'exclude', type: 'array', text: 'filterExclude' },
  { name: 'include', type: 'array', text: 'filterInclude' },
  { name: 'order', type: 'string', text: 'order' },
  { name: 'orderby', member: 'orderBy', words: termOrders, type: 'string', text: 'orderby' },
  { name: 'hide_empty', type: 'boolean', default: true, text: 'filterHideEmpty' },
  { name: 'parent', member: 'parentId', type: 'integer', text: 'filterParent' },
  { name: 'post', type: 'integer', text: 'filterPost' },
  { name: 'event', type: 'integer', text: 'filterEventAlias' },
  { name: 'slug', type: 'string', text: 'filterSlug' },
])

const withoutParent = (args: readonly Parameter[]): readonly Parameter[] => args.filter(({ name }) => name !== 'parent')

/** The fields of a tag that can be written. */
export const tagBody = withoutParent(categoryBody)

/** The filters of lists of tags. */
export const tagFilters = withoutParent(categoryFilters)

const inOrder = inOrderOf(filterShape, categoryFilters)

/** What the filters of a list of terms mean in the core. */
export function toTermListInput(query: EndpointContext['query']): object {
  const { post, hideEmpty, ...filters } = query
  if (areDifferent(post, filters['event']))
    ensureNoProblems({ post: 'must be the same as event', event: 'must be the same as post' }, inOrder, query)
  if (post !== undefined || hideEmpty !== undefined) ensureShape(inOrder, query)
  const event = filters['event'] ?? post
  const hidesEmpty = hideEmpty === undefined || ofWire.hideEmpty.safeParse(hideEmpty).data === true
  return { ...withCoreWords(filters, inOrder), ...(event !== undefined && { event }), ...(hidesEmpty && { hasEvents: true }) }
}

/** Whether two texts are ids, and not the same one. */
function areDifferent(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((text) => ofWire.post.safeParse(text).data)
  return first !== undefined && second !== undefined && first !== second
}
