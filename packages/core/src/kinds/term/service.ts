import type { KindShape, UnknownKind } from '../../fields/typed-fields.ts'
import { createAllWrites } from '../../record/all-writes.ts'
import type { Records } from '../../record/api.ts'
import type { CalendarContext, WriteOperation } from '../../record/context.ts'
import { createDuplicates, type DuplicateRecords } from '../../record/duplicates.ts'
import { createExplain, type ExplainedRecords } from '../../record/explain.ts'
import { findTerms } from '../../record/find-terms.ts'
import { createMerge, type MergeableRecords } from '../../record/merge.ts'
import { targetOf } from '../../record/write-target.ts'
import type { EntityId, TermRecord } from '../../store/records.ts'
import { categoryKind, tagKind } from './kind.ts'
import { explainedTerms } from './list-reasons.ts'
import { categoryReads, createCategoryReads, createTagReads, tagReads } from './reads.ts'
import type { TermInput, TermListInput, TermPatch } from './schema.ts'
import type { Term } from './view.ts'

/** The categories or the tags of a calendar. */
export type Terms<S extends KindShape = UnknownKind> = Records<Term<S>, TermInput<S>, TermPatch<S>, TermListInput<S>> &
  MergeableRecords &
  DuplicateRecords<Term<S>, TermListInput<S>> &
  ExplainedRecords<TermListInput<S>>

/** Moves the children of merged categories to the remaining one. */
async function moveChildren(op: WriteOperation, from: readonly TermRecord[], into: TermRecord): Promise<void> {
  const merged = new Map(from.map((term) => [term.id, term]))
  const move = async (term: TermRecord, parentId: EntityId): Promise<void> => {
    const target = await targetOf(op, categoryKind, term.id, term)
    await target.change({ parentId })
  }
  // Below its own children the remaining one would be in a circle. Where nothing is between them, the deletion raises it.
  const highest = into.ancestorIds.findIndex((id) => merged.has(id))
  const between = highest === -1 ? [] : into.ancestorIds.slice(highest).filter((id) => !merged.has(id))
  if (between.length > 0) await move(into, merged.get(into.ancestorIds[highest] ?? 0)?.parentId ?? 0)
  const ids = [...merged.keys()]
  const children = await findTerms(op.store, { taxonomy: 'category', parentIds: ids, excludeIds: [...ids, into.id] })
  // A child that is moved changes the ancestors of those below it.
  for (const { id } of children) {
    const [child] = await op.store.terms.getMany([id])
    if (child !== undefined) await move(child, into.id)
  }
}

/** The categories of a calendar. */
export const createCategories = (context: CalendarContext): Terms => ({
  ...createCategoryReads(context),
  ...createAllWrites(context, categoryKind),
  ...createMerge(context, categoryKind, moveChildren),
  ...createDuplicates(context, categoryReads),
  explain: createExplain(context, categoryReads, explainedTerms('category')),
})

/** The tags of a calendar; they ignore `parentId`, and have no filter `parentIds`. */
export const createTags = (context: CalendarContext): Terms => ({
  ...createTagReads(context),
  ...createAllWrites(context, tagKind),
  ...createMerge(context, tagKind),
  ...createDuplicates(context, tagReads),
  explain: createExplain(context, tagReads, explainedTerms('tag')),
})
