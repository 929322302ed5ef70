import { type Page, readPage } from '../../paging/page.ts'
import type { ReadRecords } from '../../record/api.ts'
import { beginOperation, type CalendarContext, type Operation } from '../../record/context.ts'
import type { ReadDefinition } from '../../record/definition.ts'
import { knownTerms } from '../../record/known-terms.ts'
import { readingIn } from '../../record/list-options.ts'
import { type ListQuery, listPage } from '../../record/listing.ts'
import { canExist, findByRef, findReadable, type RecordRef, toRefFilter } from '../../record/lookup.ts'
import { createReads, readList } from '../../record/reads.ts'
import { visibleScope } from '../../record/scope.ts'
import type { CalendarStore, Collection } from '../../store/contract.ts'
import type { TermFilter, TermSort } from '../../store/filters.ts'
import type { EventRecord, Taxonomy, TermRecord } from '../../store/records.ts'
import { toTermQuery } from './query.ts'
import { categoryListShape, type TermListFields, tagListShape } from './schema.ts'
import { countedEvents, type Term, type TermTypes, toTerms } from './view.ts'

/** What the reads of categories and of tags have in common. */
const readParts = (taxonomy: Taxonomy): Omit<ReadDefinition<TermTypes>, 'listShape'> => ({
  kind: taxonomy,
  collection: (store) => termsOf(store, taxonomy),
  find: (op, ref) => findTerm(op, taxonomy, ref),
  readable: (op) => knownTerms(op, taxonomy),
  query: (op, fields) => toQuery(op, taxonomy, fields),
  view: (op, records) => toTerms(op, taxonomy, records),
})

/** The reads of categories. */
export const categoryReads: ReadDefinition<TermTypes> = { ...readParts('category'), listShape: categoryListShape }

/** The reads of tags. */
export const tagReads: ReadDefinition<TermTypes> = { ...readParts('tag'), listShape: tagListShape }

/** The reads of the categories of a calendar. */
export const createCategoryReads = (context: CalendarContext): ReadRecords<Term, object> => createTermReads(context, categoryReads)

/** The reads of the tags of a calendar. */
export const createTagReads = (context: CalendarContext): ReadRecords<Term, object> => createTermReads(context, tagReads)

const createTermReads = (context: CalendarContext, kind: ReadDefinition<TermTypes>): ReadRecords<Term, object> => ({
  ...createReads(context, kind),
  list: async (input = {}, options = {}) => {
    const op = beginOperation(readingIn(context, 'list', options))
    return listTerms(op, kind, readList<TermTypes['listFields']>(op, kind, input))
  },
})

/** The terms of one taxonomy as a separate collection: slugs are unique within it. */
function termsOf({ terms }: CalendarStore, taxonomy: Taxonomy): Collection<TermRecord, TermFilter, TermSort> {
  return {
    getMany: (ids) => terms.getMany(ids),
    find: (query) => terms.find({ ...query, filter: { ...query.filter, taxonomy } }),
    count: (filter, signal) => terms.count({ ...filter, taxonomy }, signal),
    insert: (draft, note) => terms.insert(draft, note),
    insertMany: (drafts, note) => terms.insertMany(drafts, note),
    update: (record, note) => terms.update(record, note),
    updateMany: (records, note) => terms.updateMany(records, note),
    delete: (id, version, note) => terms.delete(id, version, note),
    deleteMany: (records, note) => terms.deleteMany(records, note),
    replaceKeys: (records, atMs) => terms.replaceKeys(records, atMs),
    getAliases: (ids) => terms.getAliases(ids),
    addAliases: (aliases) => terms.addAliases(aliases),
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
  { kind, query: toKindQuery, view, collection }: ReadDefinition<TermTypes>,
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
