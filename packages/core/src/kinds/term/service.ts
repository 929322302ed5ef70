import type { KindShape, UnknownKind } from '../../fields/typed-fields.ts'
import { type Page, readPage } from '../../paging/page.ts'
import type { Records } from '../../record/api.ts'
import { beginOperation, type CalendarContext, type Operation } from '../../record/context.ts'
import type { KindDefinition, KindTypes } from '../../record/definition.ts'
import { knownTerms } from '../../record/known-terms.ts'
import { readingIn } from '../../record/list-options.ts'
import { type ListQuery, listPage } from '../../record/listing.ts'
import { canExist, findByRef, findReadable, type RecordRef, toRefFilter } from '../../record/lookup.ts'
import { visibleScope } from '../../record/scope.ts'
import { createRecords, readList } from '../../record/service.ts'
import type { CalendarStore, Collection } from '../../store/contract.ts'
import type { TermFilter, TermSort } from '../../store/filters.ts'
import type { EventRecord, Taxonomy, TermRecord } from '../../store/records.ts'
import { toTermQuery } from './query.ts'
import { type ComposedTerm, composeTerm, positionBelow, termSearchText } from './record.ts'
import {
  categoryListShape,
  categoryShape,
  type TermFields,
  type TermInput,
  type TermListFields,
  type TermListInput,
  type TermPatch,
  tagListShape,
  tagShape,
} from './schema.ts'
import { findParent, moveSubtree, removeCategory, withTreeLocked } from './tree.ts'
import { countedEvents, type Term, toTerms } from './view.ts'

/** The categories or the tags of a calendar. */
export type Terms<S extends KindShape = UnknownKind> = Records<Term<S>, TermInput<S>, TermPatch<S>, TermListInput<S>>

/** A planned write of a term. */
export interface TermPlan {
  /** The term. */
  readonly composed: ComposedTerm
  /** The parent that the term gets; null if it moves to the root; undefined if its parent stays, or if it is a new root. */
  readonly newParent: TermRecord | null | undefined
}

/** The types of terms. */
export interface TermTypes extends KindTypes {
  /** Its taxonomy. */
  readonly kind: Taxonomy
  /** The fields of both taxonomies; the shape of categories reads a parent as well. */
  readonly parsed: Omit<TermFields, 'parentId'>
  /** All fields. */
  readonly fields: TermFields
  /** The planned term with its new parent. */
  readonly plan: TermPlan
  /** A returned term. */
  readonly view: Term
  /** The filters of both taxonomies; the shape of categories reads a parent as well. */
  readonly listFields: Omit<TermListFields, 'parentIds'>
  /** The store filter. */
  readonly filter: TermFilter
  /** The store order. */
  readonly sort: TermSort
}

/** What categories and tags have in common. */
const termParts = (taxonomy: Taxonomy): Omit<KindDefinition<TermTypes>, 'shape' | 'listShape'> => ({
  kind: taxonomy,
  collection: (store) => termsOf(store, taxonomy),
  required: ['name'],
  prepare: (_context, fields) => fields,
  find: (op, ref) => findTerm(op, taxonomy, ref),
  plan: async (op, fields, before, issues) => {
    if (before !== undefined && (fields.parentId ?? before.parentId) === before.parentId)
      return { composed: composeTerm(taxonomy, fields, before, before, issues), newParent: undefined }
    const parent = await findParent(op, fields.parentId ?? 0, before, issues)
    return { composed: composeTerm(taxonomy, fields, before, positionBelow(parent), issues), newParent: parent ?? (before && null) }
  },
  title: (composed) => composed.name,
  deriveFromSlug: (term) => ({ searchText: termSearchText(term) }),
  afterReplace: moveSubtree,
  query: (op, fields) => toQuery(op, taxonomy, fields),
  view: (op, records) => toTerms(op, taxonomy, records),
})

/** The definition of categories. */
export const categoryKind: KindDefinition<TermTypes> = {
  ...termParts('category'),
  shape: categoryShape,
  listShape: categoryListShape,
  whileLocked: (op, plan, writes) =>
    plan?.newParent === undefined && plan !== null ? writes() : withTreeLocked(op, plan?.newParent, writes),
  remove: removeCategory,
}

/** The definition of tags, which have no parents. */
export const tagKind: KindDefinition<TermTypes> = { ...termParts('tag'), shape: tagShape, listShape: tagListShape }

/** The categories of a calendar. */
export const createCategories = (context: CalendarContext): Terms => createTerms(context, categoryKind)

/** The tags of a calendar; they ignore `parentId`, and have no filter `parentIds`. */
export const createTags = (context: CalendarContext): Terms => createTerms(context, tagKind)

const createTerms = (context: CalendarContext, kind: KindDefinition<TermTypes>): Terms => {
  const records = createRecords(context, kind)
  return {
    ...records,
    list: async (input = {}, options = {}) => {
      const op = beginOperation(readingIn(context, 'list', options))
      return listTerms(op, kind, readList<TermTypes['listFields']>(op, kind, input))
    },
  }
}

/** The terms of one taxonomy as a separate collection: slugs are unique within it. */
function termsOf({ terms }: CalendarStore, taxonomy: Taxonomy): Collection<TermRecord, TermFilter, TermSort> {
  return {
    getMany: (ids) => terms.getMany(ids),
    find: (query) => terms.find({ ...query, filter: { ...query.filter, taxonomy } }),
    count: (filter, signal) => terms.count({ ...filter, taxonomy }, signal),
    insert: (draft) => terms.insert(draft),
    insertMany: (drafts) => terms.insertMany(drafts),
    update: (record) => terms.update(record),
    updateMany: (records) => terms.updateMany(records),
    delete: (id, version, atMs) => terms.delete(id, version, atMs),
    deleteMany: (records, atMs) => terms.deleteMany(records, atMs),
    replaceKeys: (records, atMs) => terms.replaceKeys(records, atMs),
  }
}

/** The term with that id or slug, if the viewer may know it: the store leaves out the others, as if they did not exist. */
async function findTerm(op: Operation, taxonomy: Taxonomy, ref: RecordRef): Promise<TermRecord | undefined> {
  const known = await knownTerms(op, taxonomy)
  const terms = termsOf(op.store, taxonomy)
  const find = async (): Promise<TermRecord | undefined> => {
    if (!canExist(ref)) return undefined
    return (
      await terms.find({ filter: { ...toRefFilter(ref), ...known }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 })
    )[0]
  }
  const record = await (known.shownBy === undefined ? findByRef(terms, ref) : find())
  return record?.taxonomy === taxonomy ? record : undefined
}

async function toQuery(op: Operation, taxonomy: Taxonomy, fields: Partial<TermListFields>): Promise<ListQuery<TermFilter, TermSort>> {
  const event = fields.event === undefined ? undefined : await visibleEvent(op, fields.event)
  // The viewer may read the counted events, and so may know all terms that have one of them.
  const known = fields.hasEvents === true ? {} : await knownTerms(op, taxonomy)
  return toTermQuery(fields, { taxonomy, counted: await countedEvents(op), event, known })
}

const visibleEvent = async (op: Operation, id: number): Promise<EventRecord | null> =>
  (await findReadable(op.store.events, id, await visibleScope(op, 'event'))) ?? null

async function listTerms(
  op: Operation,
  { kind, query: toKindQuery, view, collection }: KindDefinition<TermTypes>,
  fields: Partial<TermTypes['listFields']>,
): Promise<Page<Term>> {
  const query = await toKindQuery(op, fields)
  const { ids } = fields
  if (fields.orderBy !== 'ids' || ids === undefined) {
    const terms = collection(op.store)
    return listPage(op, { kind, collection: terms, query, fields }, async (page) => view(op, await terms.find(page)))
  }
  // Sorts by position in `ids`, which has at most 100 ids: reads all of these terms, and cuts the page out of them here.
  const found = await op.store.terms.find({ ...query, offset: 0, limit: ids.length, signal: op.signal })
  const sign = fields.order === 'desc' ? -1 : 1
  const ordered = [...found].sort((a, b) => sign * (ids.indexOf(a.id) - ids.indexOf(b.id)))
  return readPage(fields, op.maxPerPage, {
    count: async () => ordered.length,
    read: (offset, limit) => view(op, ordered.slice(offset, offset + limit)),
  })
}
