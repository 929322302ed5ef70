import { demand, demandNested, type Question } from '../access/decision.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import { toChange } from '../record/change.ts'
import type { Operation } from '../record/context.ts'
import { createLoader, type Loader } from '../record/loader.ts'
import type { AnyCollection } from '../record/lookup.ts'
import { updatedNow } from '../record/publication.ts'
import { slugOfTitle, takenIn } from '../record/published.ts'
import { claimNewSlug } from '../record/slug-claim.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { TermFilter } from '../store/filters.ts'
import type { Draft, EntityId, Taxonomy, TermRecord } from '../store/records.ts'
import { foldKey } from '../text/fold.ts'
import { knownTerms } from './known.ts'
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

/** All matching terms; for queries whose result is always small. */
export async function findTerms(store: CalendarStore, filter: TermFilter): Promise<readonly TermRecord[]> {
  const found: TermRecord[] = []
  const limit = 1000
  for (let afterId = 0; ; ) {
    const batch = await store.terms.find({ filter: { ...filter, afterId }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit })
    found.push(...batch)
    const last = batch.at(-1)
    if (last === undefined || batch.length < limit) return found
    afterId = last.id
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

/** Lookups of the terms of one taxonomy that events name. */
export interface TermLookup {
  /** By id; of either taxonomy, including terms that the viewer may not know. */
  readonly byId: Loader<EntityId, TermRecord>
  /** By id: only terms that the viewer may know. The lookups by slug and by name are limited in the same way. */
  readonly known: Loader<EntityId, TermRecord>
  /** By slug. */
  readonly bySlug: Loader<string, TermRecord>
  /** By folded name: the term with the lowest id. */
  readonly byName: Loader<string, TermRecord>
}

/** Creates the lookups of a taxonomy for one write. */
export function termLookup(op: Operation, taxonomy: Taxonomy, byId: TermLookup['byId']): TermLookup {
  const { store } = op
  return {
    byId,
    known: createLoader(async (ids: readonly EntityId[]) => {
      const known = await knownTerms(op, taxonomy)
      if (known.shownBy === undefined) return byId.loadMany(ids)
      return new Map((await findTerms(store, { taxonomy, ids, ...known })).map((term) => [term.id, term]))
    }),
    bySlug: createLoader(async (slugs: readonly string[]) => {
      const terms = await findTerms(store, { taxonomy, slugs, ...(await knownTerms(op, taxonomy)) })
      return new Map(terms.map((term) => [term.slug, term]))
    }),
    byName: createLoader(async (nameKeys: readonly string[]) => {
      const terms = await findTerms(store, { taxonomy, nameKeys, ...(await knownTerms(op, taxonomy)) })
      // Ascending by id, and later map entries win: reversed, the term with the lowest id wins.
      return new Map(terms.toReversed().map((term) => [term.nameKey, term]))
    }),
  }
}

function primeTerm({ byId, known, bySlug, byName }: TermLookup, term: TermRecord): void {
  byId.prime(term.id, term)
  known.prime(term.id, term)
  bySlug.prime(term.slug, term)
  byName.prime(term.nameKey, term)
}

/** Runs the hooks of a new term. */
export async function runTermHooks(op: Operation, composed: ComposedTerm, slug: string): Promise<void> {
  await op.runHooks(op, { kind: composed.taxonomy, verb: 'create', before: null, next: toDraft(op, composed, slug) })
}

/** Stores a new term, which the viewer may create, under the requested slug or the next free one. Its hooks have run. */
export async function insertTerm(op: Operation, composed: ComposedTerm, slug: string): Promise<TermRecord> {
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
  op: Operation,
  lookup: TermLookup,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
  known: readonly EntityId[],
): Promise<TermPlan | { readonly issue: string }> {
  const match = await findCandidates(lookup, taxonomy, links)
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
        primeTerm(lookup, term)
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
export function enqueueTermLinks({ byId, known, bySlug, byName }: TermLookup, links: readonly TermLink[]): void {
  // Both taxonomies share the lookup by id, and one statement.
  byId.enqueue(idsOf(links))
  known.enqueue(idsOf(links))
  bySlug.enqueue(textsOf(links))
  byName.enqueue(textsOf(links).map(foldKey))
}

/** Loads all terms that some links may mean; returns a function that resolves one link. */
async function findCandidates(
  lookup: TermLookup,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
): Promise<(link: TermLink) => TermRecord | undefined> {
  const byId = await lookup.known.loadMany(idsOf(links))
  const bySlug = await lookup.bySlug.loadMany(textsOf(links))
  const byName = await lookup.byName.loadMany(textsOf(links).map(foldKey))
  const withId = (id: EntityId): TermRecord | undefined => {
    const term = byId.get(id)
    return term?.taxonomy === taxonomy ? term : undefined
  }
  return (link) => (typeof link === 'string' ? (withId(toId(link)) ?? bySlug.get(link) ?? byName.get(foldKey(link))) : withId(link.id))
}

const namedTerm = (taxonomy: Taxonomy, name: string): ComposedTerm => composeTerm(taxonomy, { name }, undefined)

/** Creates a root term of that name, or finds the one that another writer has just created. */
async function nameTerm(op: Operation, taxonomy: Taxonomy, name: string): Promise<TermRecord> {
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
