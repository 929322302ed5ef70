import { CalendarError } from '../../errors/calendar-error.ts'
import { unknownId } from '../../errors/issues.ts'
import type { Issues } from '../../input/read.ts'
import { toChange } from '../../record/change.ts'
import type { Operation, WriteOperation } from '../../record/context.ts'
import { findTerms } from '../../record/find-terms.ts'
import { lostRace } from '../../record/lost-race.ts'
import { byId, removeRecord, replaceRecords } from '../../record/replace.ts'
import { inTurn } from '../../store/guard-store.ts'
import type { EntityId, TermRecord } from '../../store/records.ts'

/**
 * Finds the new parent of a category; the category is written by {@link withTreeLocked}.
 * @param self the category itself, when it exists already
 * @param issues receives the reason why the term is not a valid parent
 * @returns undefined for a root
 */
export async function findParent(
  op: Operation,
  parentId: EntityId,
  self: TermRecord | undefined,
  issues: Issues,
): Promise<TermRecord | undefined> {
  if (parentId === 0) return undefined
  const [parent] = await op.store.terms.getMany([parentId])
  if (parent?.taxonomy !== 'category') issues['parentId'] = unknownId('category', parentId)
  else if (self !== undefined && (parent.id === self.id || parent.ancestorIds.includes(self.id)))
    issues['parentId'] = { code: 'parent_below' }
  return parent
}

/** The one name that every change of the tree locks. */
const treeLock = ['tree']

/**
 * Runs writes that change the tree under a lock. Otherwise a concurrent call could move or delete a category that gets a child. A
 * compare-and-set on the version of the parent would not detect this, because the parent itself does not change.
 * @param parent the planned parent; if it has been moved or deleted meanwhile, the call throws a lost race
 */
export const withTreeLocked = <T>({ store }: Operation, parent: TermRecord | null | undefined, writes: () => Promise<T>): Promise<T> =>
  inTurn(store, async () => {
    await store.lockNames('category', treeLock)
    if (parent) {
      const [now] = await store.terms.getMany([parent.id])
      if (now?.ancestorIds.join() !== parent.ancestorIds.join()) throw lostRace({ kind: 'category', id: parent.id })
    }
    return writes()
  })

/** Updates the ancestors of all descendants of a category that has moved. */
export async function moveSubtree(op: WriteOperation, before: TermRecord, root: TermRecord): Promise<void> {
  if (before.parentId === root.parentId) return
  const below = await findTerms(op.store, { withinIds: [root.id], excludeIds: [root.id] })
  const moved = below.map((term) => ({
    ...term,
    ancestorIds: [...root.ancestorIds, ...term.ancestorIds.slice(term.ancestorIds.indexOf(root.id))],
  }))
  await replaceRecords(op, op.store.terms, moved, byId(below))
}

/**
 * Deletes a category and moves its children to its parent.
 * @throws name_taken a child has the name of one of its new siblings; nothing is written
 */
export async function removeCategory(op: WriteOperation, removed: TermRecord): Promise<void> {
  const below = await findTerms(op.store, { withinIds: [removed.id], excludeIds: [removed.id] })
  await assertNamesFree(
    op,
    removed,
    below.filter((term) => term.parentId === removed.id),
  )
  // Deleted first, because a child may have the name of its parent.
  await removeRecord(op, op.store.terms, removed)
  const raised = below.map((term) => ({
    ...term,
    parentId: term.parentId === removed.id ? removed.parentId : term.parentId,
    ancestorIds: term.ancestorIds.filter((id) => id !== removed.id),
  }))
  const after = await replaceRecords(op, op.store.terms, raised, byId(below))
  for (const [i, term] of below.entries()) {
    const now = after[i]
    if (now !== undefined && now.parentId !== term.parentId) op.changes.push(toChange(op, 'category', 'updated', term, now))
  }
}

async function assertNamesFree(op: Operation, removed: TermRecord, children: readonly TermRecord[]): Promise<void> {
  if (children.length === 0) return
  const nameKeys = children.map((child) => child.nameKey)
  const [sibling] = await findTerms(op.store, { taxonomy: 'category', parentIds: [removed.parentId], nameKeys, excludeIds: [removed.id] })
  if (sibling !== undefined) throw new CalendarError('name_taken', { kind: 'category', name: sibling.name })
}
