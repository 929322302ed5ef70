import { demand } from '../access/decision.ts'
import type { Action } from '../access/policy.ts'
import { checkHtml, makeSafe, toStoredHtml } from '../input/html.ts'
import { assertNoIssues, checkCustomFields, type Issues, readFields, requireFields, requireObject } from '../input/read.ts'
import { type Page, readPage } from '../paging/page.ts'
import { type ChangeOptions, orNull, type Records, readChangeOptions } from '../record/api.ts'
import { toChange } from '../record/change.ts'
import { beginOperation, type CalendarContext, type Operation, type WriteOperation } from '../record/context.ts'
import { knownTerms } from '../record/known-terms.ts'
import { listPage, walk } from '../record/listing.ts'
import { canExist, findByRef, findReadable, notFound, type RecordRef } from '../record/lookup.ts'
import { updatedNow } from '../record/publication.ts'
import { removeRecord, replaceRecord, slugOfTitle, takenIn, wishSlug } from '../record/published.ts'
import { visibleScope } from '../record/scope.ts'
import { claimSlug } from '../record/slug-claim.ts'
import { write } from '../record/write.ts'
import type { TermFilter } from '../store/filters.ts'
import type { EventRecord, Taxonomy, TermRecord } from '../store/records.ts'
import { foldKey } from '../text/fold.ts'
import { toTermQuery } from './query.ts'
import { composeTerm, lineage, termSearchText } from './record.ts'
import { demandNewTerm, insertTerm, runTermHooks, termsOf } from './relations.ts'
import {
  categoryListShape,
  categoryShape,
  type TermFields,
  type TermInput,
  type TermListFields,
  type TermListInput,
  type TermPatch,
} from './schema.ts'
import { moveSubtree, removeCategory, resolveParent, touchParent } from './tree.ts'
import { countedEvents, type Term, toTerms } from './view.ts'

/** The categories or the tags of a calendar. */
export type Terms = Records<Term, TermInput, TermPatch, TermListInput>

/** The terms of one taxonomy; tags ignore `parentId`. */
export function createTerms(context: CalendarContext, taxonomy: Taxonomy): Terms {
  return {
    list: async (input = {}) => listTerms(beginOperation(context), taxonomy, readList(taxonomy, input)),
    each: (input = {}) => eachTerm(beginOperation(context), taxonomy, input),
    get: (ref) => getTerm(beginOperation(context), taxonomy, ref),
    find: (ref) => orNull(getTerm(beginOperation(context), taxonomy, ref)),
    create: (input) => createTerm(context, taxonomy, input),
    update: async (ref, patch, options) => updateTerm(context, taxonomy, ref, patch, options),
    delete: async (ref, options) => deleteTerm(context, taxonomy, ref, readChangeOptions('delete', options)),
  }
}

const withoutParent = (taxonomy: Taxonomy, input: object): object => (taxonomy === 'category' ? input : { ...input, parentId: undefined })

function readList(taxonomy: Taxonomy, input: object): Partial<TermListFields> {
  requireObject('input', input)
  const { values, issues } = readFields<TermListFields>(categoryListShape, withoutParent(taxonomy, input))
  assertNoIssues(issues)
  return values
}

async function toTerm(op: Operation, record: TermRecord): Promise<Term> {
  const [term] = await toTerms(op, record.taxonomy, [record])
  // One record in, one term out.
  return term as Term
}

async function loadTerm(op: Operation, taxonomy: Taxonomy, ref: RecordRef): Promise<TermRecord> {
  const terms = termsOf(op.store, taxonomy)
  const known = await knownTerms(op, taxonomy)
  const record = known.shownBy === undefined ? await findByRef(terms, ref) : await findKnown(op, taxonomy, ref, known)
  if (record?.taxonomy !== taxonomy) throw notFound(taxonomy, ref)
  return record
}

/** The term with that id or slug, if the viewer may know it: the store leaves out the others, as if they did not exist. */
async function findKnown(
  { store }: Operation,
  taxonomy: Taxonomy,
  ref: RecordRef,
  known: Pick<TermFilter, 'shownBy'>,
): Promise<TermRecord | undefined> {
  if (!canExist(ref)) return undefined
  const named = typeof ref === 'number' ? { ids: [ref] } : { slugs: [ref] }
  const order = [{ key: 'id', direction: 'asc' }] as const
  return (await store.terms.find({ filter: { taxonomy, ...named, ...known }, order, offset: 0, limit: 1 }))[0]
}

const getTerm = async (op: Operation, taxonomy: Taxonomy, ref: RecordRef): Promise<Term> => toTerm(op, await loadTerm(op, taxonomy, ref))

async function toQuery(op: Operation, taxonomy: Taxonomy, fields: Partial<TermListFields>): Promise<ReturnType<typeof toTermQuery>> {
  const event = fields.event === undefined ? undefined : await visibleEvent(op, fields.event)
  // The counted events are readable for the viewer, so terms with such events are known.
  const known = fields.hasEvents === true ? {} : await knownTerms(op, taxonomy)
  return toTermQuery(fields, { taxonomy, counted: await countedEvents(op), event, known })
}

const visibleEvent = async (op: Operation, id: number): Promise<EventRecord | null> =>
  (await findReadable(op.store.events, id, await visibleScope(op, 'event'))) ?? null

async function listTerms(op: Operation, taxonomy: Taxonomy, fields: Partial<TermListFields>): Promise<Page<Term>> {
  const query = await toQuery(op, taxonomy, fields)
  const { include } = fields
  if (fields.orderBy !== 'include' || include === undefined) {
    const request = { kind: taxonomy, collection: op.store.terms, query, fields }
    return listPage(op, request, (records) => toTerms(op, taxonomy, records))
  }
  // The order of an explicit list, which is short: finds the whole list and cuts the page out of it here.
  const found = await op.store.terms.find({ ...query, offset: 0, limit: include.length, signal: op.signal })
  const sign = fields.order === 'desc' ? -1 : 1
  const ordered = [...found].sort((a, b) => sign * (include.indexOf(a.id) - include.indexOf(b.id)))
  return readPage(fields, op.maxPerPage, {
    count: async () => ordered.length,
    read: (offset, limit) => toTerms(op, taxonomy, ordered.slice(offset, offset + limit)),
  })
}

async function* eachTerm(op: Operation, taxonomy: Taxonomy, input: object): AsyncGenerator<Term, void, undefined> {
  const { filter } = await toQuery(op, taxonomy, readList(taxonomy, input))
  yield* walk(op.store.terms, filter, (records) => toTerms(op, taxonomy, records), op.signal)
}

function readTerm(context: CalendarContext, taxonomy: Taxonomy, input: object): { values: Partial<TermFields>; issues: Issues } {
  const { values, issues } = readFields<TermFields>(categoryShape, withoutParent(taxonomy, input))
  checkCustomFields(input, issues)
  makeSafe(values, context.sanitizeHtml)
  return { values, issues }
}

async function createTerm(context: CalendarContext, taxonomy: Taxonomy, input: TermInput): Promise<Term> {
  requireObject('input', input)
  const { values, issues } = readTerm(context, taxonomy, input)
  requireFields<TermFields>(['name'], values, issues)
  checkHtml(values, {}, issues)
  const { name = '' } = values
  const wish = wishSlug(values.slug, name, taxonomy, issues)
  assertNoIssues(issues)
  return write(
    context,
    async (op) => {
      const parent = await resolveParent(op, values.parentId ?? 0, undefined)
      const composed = composeTerm(taxonomy, { ...values, name }, parent)
      const slug = wish ?? slugOfTitle(name, taxonomy)
      await runTermHooks(op, composed, slug)
      await touchParent(op, parent)
      return toTerm(op, await insertTerm(op, composed, slug))
    },
    (op) => demandNewTerm(op, taxonomy),
  )
}

async function loadForChange(
  op: WriteOperation,
  taxonomy: Taxonomy,
  ref: RecordRef,
  action: Action,
  check?: ChangeOptions<Term>['check'],
): Promise<TermRecord> {
  const record = await loadTerm(op, taxonomy, ref)
  await demand(op.viewer, { action, kind: taxonomy, record: { id: record.id, authorId: 0, status: 'publish' } })
  await check?.(await toTerm(op, record))
  return record
}

async function updateTerm(
  context: CalendarContext,
  taxonomy: Taxonomy,
  ref: RecordRef,
  patch: TermPatch,
  given: ChangeOptions<Term> | undefined,
): Promise<Term> {
  requireObject('patch', patch)
  const options = readChangeOptions('update', given)
  const { values, issues } = readTerm(context, taxonomy, patch)
  wishSlug(values.slug, '', taxonomy, issues)
  assertNoIssues(issues)
  return write(context, async (op) => {
    const before = await loadForChange(op, taxonomy, ref, 'update', options.check)
    checkHtml(values, before, issues)
    assertNoIssues(issues)
    const name = values.name ?? before.name
    const isMoved = values.parentId !== undefined && values.parentId !== before.parentId
    const parent = isMoved ? await resolveParent(op, values.parentId, before) : undefined
    const next = {
      ...before,
      ...updatedNow(op),
      name,
      nameKey: foldKey(name),
      description: toStoredHtml(values.description, before.description),
      ...(isMoved && lineage(parent)),
    }
    const base = wishSlug(values.slug, name, taxonomy, issues, before.slug) ?? before.slug
    const collection = termsOf(op.store, taxonomy)
    const withSlug = (slug: string): TermRecord => ({ ...next, slug, searchText: termSearchText({ ...next, slug }) })
    await op.runHooks(op, { kind: taxonomy, verb: 'update', before, next: withSlug(base) })
    await touchParent(op, parent)
    const after = await claimSlug(base, takenIn(collection, before.id), (slug) => replaceRecord(op, collection, withSlug(slug)))
    if (isMoved) await moveSubtree(op, after)
    op.changes.push(toChange(taxonomy, 'updated', before, after))
    return toTerm(op, after)
  })
}

function deleteTerm(context: CalendarContext, taxonomy: Taxonomy, ref: RecordRef, options: ChangeOptions<Term>): Promise<Term> {
  return write(context, async (op) => {
    const record = await loadForChange(op, taxonomy, ref, 'delete', options.check)
    await op.runHooks(op, { kind: taxonomy, verb: 'delete', before: record, next: null })
    const last = await toTerm(op, record)
    if (taxonomy === 'category') await removeCategory(op, record)
    else await removeRecord(op, op.store.terms, record)
    op.changes.push(toChange(taxonomy, 'deleted', record, null))
    return last
  })
}
