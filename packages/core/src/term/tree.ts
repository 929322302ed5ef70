import type { Problems } from '../input/read.ts'
import { toChange } from '../record/change.ts'
import type { Operation } from '../record/context.ts'
import { removeRecord, replaceRecord } from '../record/published.ts'
import type { TermRecord } from '../store/records.ts'
import { findTerms } from './relations.ts'

/** The parent that a category is to have; a problem when it cannot be one. */
export async function resolveParent(
  op: Operation,
  parentId: number,
  self: TermRecord | undefined,
  problems: Problems,
): Promise<TermRecord | undefined> {
  if (parentId === 0) return undefined
  const [parent] = await op.store.terms.getMany([parentId])
  if (parent?.taxonomy !== 'category') problems['parent'] = `names ${parentId}, which is no category`
  else if (self !== undefined && (parent.id === self.id || parent.ancestorIds.includes(self.id))) {
    problems['parent'] = 'must not be the category itself or one below it'
  }
  return parent
}

/** Brings the ancestors of everything below a category up to date, after it moved. */
export async function moveSubtree(op: Operation, root: TermRecord): Promise<void> {
  for (const term of await findTerms(op.store, { withinIds: [root.id], excludeIds: [root.id] })) {
    const below = term.ancestorIds.slice(term.ancestorIds.indexOf(root.id))
    await replaceRecord(op, op.store.terms, { ...term, ancestorIds: [...root.ancestorIds, ...below] })
  }
}

/**
 * Removes a category and gives its children to its parent.
 * @throws name_taken a child bears the name of one of its new siblings
 */
export async function removeCategory(op: Operation, removed: TermRecord): Promise<void> {
  const below = await findTerms(op.store, { withinIds: [removed.id], excludeIds: [removed.id] })
  // First, so that a child may bear its parent's name.
  await removeRecord(op, op.store.terms, removed)
  for (const term of below) {
    const isChild = term.parentId === removed.id
    const parentId = isChild ? removed.parentId : term.parentId
    const after = await replaceRecord(op, op.store.terms, {
      ...term,
      parentId,
      ancestorIds: term.ancestorIds.filter((id) => id !== removed.id),
    })
    if (isChild) op.changes.push(toChange('category', 'updated', term, after))
  }
}
