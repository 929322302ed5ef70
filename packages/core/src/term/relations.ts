import { demand, demandNested, type Question } from '../access/decision.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import { toChange } from '../record/change.ts'
import type { Operation, WriteOperation } from '../record/context.ts'
import { findTerms } from '../record/known-terms.ts'
import type { TermLoaders } from '../record/loader.ts'
import type { AnyCollection } from '../record/lookup.ts'
import { updatedNow } from '../record/publication.ts'
import { slugOfTitle, takenIn } from '../record/published.ts'
import { claimNewSlug } from '../record/slug-claim.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Draft, EntityId, Taxonomy, TermRecord } from '../store/records.ts'
import { foldKey } from '../text/fold.ts'
import { type ComposedTerm, composeTerm, termSearchText } from './record.ts'

/** A text that identifies a term (id in digits, slug or name), or an id. */
export type TermLink = string | { readonly id: number }

/** The terms of one taxonomy as a separate collection: slugs are unique within it. */
export function termsOf(store: CalendarStore, taxonomy: Taxonomy): AnyCollection<TermRecord> {
  const { terms } = store
  return {
    getMany: (ids) => terms.getMany(ids),
    find: (query) => terms.find({ ...query, filter: { ...query.filter, taxonomy } }),
    count: (filter, signal) => terms.count({ ...filter, taxonomy }, signal),
    insert: (draft) => terms.insert(draft),
    insertMany: (drafts) => terms.insertMany(drafts),
    update: (record) => terms.update(record),
    delete: (id, version) => terms.delete(id, version),
  }
}

/** The question whether the viewer may create a term. */
const toCreateQuestion = (taxonomy: Taxonomy): Question => ({
  action: 'create',
  kind: taxonomy,
  next: { id: null, authorId: 0, status: 'publish' },
})

/**
 * Passes if the viewer may create a term.
 * @throws unauthenticated, forbidden
 */
export const demandNewTerm = (op: Operation, taxonomy: Taxonomy): Promise<void> => demand(op.viewer, toCreateQuestion(taxonomy))

/** Runs the hooks of a new term. */
export async function runTermHooks(op: WriteOperation, composed: ComposedTerm, slug: string): Promise<void> {
  await op.runHooks(op, { kind: composed.taxonomy, verb: 'create', before: null, next: toDraft(op, composed, slug) })
}

/** Stores a new term, which the viewer may create, under the requested slug or the next free one. Its hooks have run. */
export async function insertTerm(op: WriteOperation, composed: ComposedTerm, slug: string): Promise<TermRecord> {
  const record = await claimNewSlug(slug, takenIn(termsOf(op.store, composed.taxonomy)), (free) =>
    op.store.terms.insert(toDraft(op, composed, free)),
  )
  op.changes.push(toChange(composed.taxonomy, 'created', null, record))
  return record
}

function toDraft(op: Operation, composed: ComposedTerm, slug: string): Draft<TermRecord> {
  const draft = { ...composed, createdMs: op.nowMs, ...updatedNow(op), slug }
  return { ...draft, searchText: termSearchText(draft) }
}

/** The id in a text of digits; NaN for other texts. */
const toId = (text: string): EntityId => (/^[0-9]+$/.test(text) ? Number(text) : Number.NaN)

/** The terms that an event will have. */
export interface TermPlan {
  /** The access questions: whether the viewer may link or create the terms. */
  readonly questions: readonly Question[]
  /** The ids of the existing terms, ascending. */
  readonly ids: readonly EntityId[]
  /** Runs the hooks of the terms that do not exist yet. */
  prepare(): Promise<void>
  /** Creates the missing terms and returns the ids of all, ascending. */
  make(): Promise<readonly EntityId[]>
}

/**
 * Finds the terms that an event will have; writes nothing and asks nothing. Digits are an id when such a term exists, else a name. A text
 * is a slug first, then a name (of the term with the lowest id).
 * @param known the ids that the event has already, which need no permission
 * @returns the plan, or the reason why the links are invalid
 */
export async function planTermLinks(
  op: WriteOperation,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
  known: readonly EntityId[],
): Promise<TermPlan | { readonly issue: string }> {
  const loaders = op.loaders[taxonomy]
  const match = await findCandidates(loaders, taxonomy, links)
  const ids = new Set<EntityId>()
  const names = new Map<string, string>()
  for (const link of links) {
    const term = match(link)
    if (term !== undefined) ids.add(term.id)
    else if (typeof link !== 'string') return { issue: `names ${link.id}, which is no ${taxonomy}` }
    else if (!names.has(foldKey(link))) names.set(foldKey(link), link)
  }
  const added = [...ids].filter((id) => !known.includes(id))
  return {
    questions: [...added.map((id) => toLinkQuestion(taxonomy, id)), ...(names.size > 0 ? [toCreateQuestion(taxonomy)] : [])],
    ids: [...ids].sort((a, b) => a - b),
    async prepare() {
      for (const name of names.values()) await runTermHooks(op, namedTerm(taxonomy, name), slugOfTitle(name, taxonomy))
    },
    make: async () => {
      for (const name of names.values()) {
        const term = await nameTerm(op, taxonomy, name)
        loaders.prime(term)
        ids.add(term.id)
      }
      return [...ids].sort((a, b) => a - b)
    },
  }
}

const toLinkQuestion = (taxonomy: Taxonomy, id: EntityId): Question => ({
  action: 'link',
  kind: taxonomy,
  record: { id, authorId: 0, status: 'publish' },
})

const textsOf = (links: readonly TermLink[]): readonly string[] => links.filter((link) => typeof link === 'string')

const idsOf = (links: readonly TermLink[]): readonly EntityId[] =>
  links.map((link) => (typeof link === 'string' ? toId(link) : link.id)).filter(Number.isSafeInteger)

/** Enqueues the lookups of terms, so that they are batched. */
export function enqueueTermLinks({ byId, known, bySlug, byName }: TermLoaders, links: readonly TermLink[]): void {
  // Both taxonomies share the lookup by id, and one statement.
  byId.enqueue(idsOf(links))
  known.enqueue(idsOf(links))
  bySlug.enqueue(textsOf(links))
  byName.enqueue(textsOf(links).map(foldKey))
}

/** Loads all terms that some links may mean; returns a function that resolves one link. */
async function findCandidates(
  loaders: TermLoaders,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
): Promise<(link: TermLink) => TermRecord | undefined> {
  const byId = await loaders.known.loadMany(idsOf(links))
  const bySlug = await loaders.bySlug.loadMany(textsOf(links))
  const byName = await loaders.byName.loadMany(textsOf(links).map(foldKey))
  const withId = (id: EntityId): TermRecord | undefined => {
    const term = byId.get(id)
    return term?.taxonomy === taxonomy ? term : undefined
  }
  return (link) => (typeof link === 'string' ? (withId(toId(link)) ?? bySlug.get(link) ?? byName.get(foldKey(link))) : withId(link.id))
}

const namedTerm = (taxonomy: Taxonomy, name: string): ComposedTerm => composeTerm(taxonomy, { name }, undefined)

/** Creates a root term of that name, or finds the one that another writer has just created. */
async function nameTerm(op: WriteOperation, taxonomy: Taxonomy, name: string): Promise<TermRecord> {
  try {
    return await insertTerm(op, namedTerm(taxonomy, name), slugOfTitle(name, taxonomy))
  } catch (error) {
    if (!isCalendarError(error, 'name_taken')) throw error
    const [term] = await findTerms(op.store, { taxonomy, nameKeys: [foldKey(name)], parentIds: [0] })
    if (term === undefined) throw error
    await demandNested(op.viewer, [toLinkQuestion(taxonomy, term.id)])
    return term
  }
}
