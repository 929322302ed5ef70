import type { KindDefinition, ReadDefinition } from '../../record/definition.ts'
import type { Taxonomy } from '../../store/records.ts'
import { categoryReads, tagReads } from './reads.ts'
import { composeTerm, positionBelow, termSearchText } from './record.ts'
import { categoryShape, tagShape } from './schema.ts'
import { findParent, moveSubtree, removeCategory, withTreeLocked } from './tree.ts'
import type { TermTypes } from './view.ts'

/** What categories and tags have in common. */
const termParts = (taxonomy: Taxonomy): Omit<KindDefinition<TermTypes>, 'shape' | keyof ReadDefinition<TermTypes>> => ({
  required: ['name'],
  prepare: (_context, fields) => fields,
  plan: async (op, fields, before, issues) => {
    if (before !== undefined && (fields.parentId ?? before.parentId) === before.parentId)
      return { composed: composeTerm(taxonomy, fields, before, before, issues), newParent: undefined }
    const parent = await findParent(op, fields.parentId ?? 0, before, issues)
    return { composed: composeTerm(taxonomy, fields, before, positionBelow(parent), issues), newParent: parent ?? (before && null) }
  },
  title: (composed) => composed.name,
  deriveFromSlug: (term) => ({ searchText: termSearchText(term) }),
  afterReplace: moveSubtree,
})

/** The definition of categories. */
export const categoryKind: KindDefinition<TermTypes> = {
  ...categoryReads,
  ...termParts('category'),
  shape: categoryShape,
  whileLocked: (op, plan, writes) =>
    plan?.newParent === undefined && plan !== null ? writes() : withTreeLocked(op, plan?.newParent, writes),
  remove: removeCategory,
}

/** The definition of tags, which have no parents. */
export const tagKind: KindDefinition<TermTypes> = { ...tagReads, ...termParts('tag'), shape: tagShape }
