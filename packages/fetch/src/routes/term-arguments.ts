import { categoryListShape, categoryShape } from '@kalends/core'
import { type Argument, defineArguments } from '../argument.ts'
import { pagingRows } from './shared-arguments.ts'

/** The fields of a category that can be written. */
export const categoryBody = defineArguments(categoryShape, [
  { name: 'name', type: 'string', isRequired: true, text: 'termName' },
  { name: 'description', type: 'string', text: 'description' },
  { name: 'slug', type: 'string', text: 'slug' },
  { name: 'parent', type: 'integer', text: 'termParent' },
])

/** The filters of lists of categories. */
export const categoryFilters = defineArguments(categoryListShape, [
  ...pagingRows,
  { name: 'exclude', type: 'array', text: 'filterExclude' },
  { name: 'include', type: 'array', text: 'filterInclude' },
  { name: 'order', type: 'string', text: 'order' },
  { name: 'orderby', type: 'string', text: 'orderby' },
  { name: 'hide_empty', type: 'boolean', default: true, text: 'filterHideEmpty' },
  { name: 'parent', type: 'integer', text: 'filterParent' },
  { name: 'post', type: 'integer', text: 'filterPost' },
  { name: 'event', type: 'integer', text: 'filterEventAlias' },
  { name: 'slug', type: 'string', text: 'filterSlug' },
])

const withoutParent = (args: readonly Argument[]): readonly Argument[] => args.filter(({ name }) => name !== 'parent')

/** The fields of a tag that can be written. */
export const tagBody = withoutParent(categoryBody)

/** The filters of lists of tags. */
export const tagFilters = withoutParent(categoryFilters)
