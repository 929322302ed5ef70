import type { Term } from '@kalends/core'

/** The members of a category that its color needs. */
type Category = Pick<Term, 'id' | 'name' | 'parentId'>

/** Colors of the root categories in their order; white is readable on each. */
export const palette = ['#6b2fa0', '#0b5c7a', '#1f6b2e', '#a3400a', '#1c4fa3', '#8c1d4f', '#5b5300'] as const

/** The color of events without a category. */
export const plainColor = '#4a5261'

/** The color of text on any of these colors. */
export const inkOnColor = '#ffffff'

/** The root categories, and what those below them have from them. */
export interface CategoryColors {
  /** The categories without a parent, by name. */
  readonly roots: readonly Category[]
  /** The id of the root above a category, or of itself; undefined for an unknown one. */
  rootIdOf(id: number): number | undefined
  /** The color of an event with these categories: that of the first one's root. */
  colorOf(categories: readonly { readonly id: number }[]): string
}

/** Gives every root category a color, which those below it share. */
export function paintCategories(categories: readonly Category[]): CategoryColors {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const roots = categories.filter(({ parentId }) => !byId.has(parentId))
  const rootOf = (category: Category): Category => {
    const parent = byId.get(category.parentId)
    return parent === undefined ? category : rootOf(parent)
  }
  const rootIdOf = (id: number): number | undefined => {
    const known = byId.get(id)
    return known && rootOf(known).id
  }
  const colors = new Map(roots.map(({ id }, index) => [id, palette[index % palette.length] ?? plainColor]))
  return {
    roots,
    rootIdOf,
    colorOf: ([first]) => colors.get(rootIdOf(first?.id ?? 0) ?? 0) ?? plainColor,
  }
}
