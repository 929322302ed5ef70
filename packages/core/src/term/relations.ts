import { demand } from '../access/decision.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import { toChange } from '../record/change.ts'
import type { Operation } from '../record/context.ts'
import type { AnyCollection } from '../record/lookup.ts'
import { updatedNow } from '../record/publication.ts'
import { slugOfTitle, takenIn } from '../record/published.ts'
import { claimSlug } from '../record/slug-claim.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { TermFilter } from '../store/filters.ts'
import type { Taxonomy, TermRecord } from '../store/records.ts'
import { foldKey } from '../text/fold.ts'
import { type ComposedTerm, composeTerm, termSearchText } from './record.ts'

/** A text that names a term (id in digits, slug or name), or an id alone. */
export type TermLink = string | { readonly id: number }

/** The terms of one taxonomy as a collection of their own: slugs are unique within it. */
export function termsOf(store: CalendarStore, taxonomy: Taxonomy): AnyCollection<TermRecord> {
  return { ...store.terms, find: (query) => store.terms.find({ ...query, filter: { ...query.filter, taxonomy } }) }
}

/** All terms that match; for questions whose answer is small by nature. */
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

/** Stores a new term under the slug it wishes, or the next free one. */
export async function insertTerm(op: Operation, composed: ComposedTerm, slug: string): Promise<TermRecord> {
  await demand(op.viewer, { action: 'create', kind: composed.taxonomy, next: { id: null, authorId: 0, status: 'publish' } })
  const draft = { ...composed, createdMs: op.nowMs, ...updatedNow(op) }
  const record = await claimSlug(slug, takenIn(termsOf(op.store, composed.taxonomy)), (free) =>
    op.store.terms.insert({ ...draft, slug: free, searchText: termSearchText({ ...draft, slug: free }) }),
  )
  op.changes.push(toChange(composed.taxonomy, 'created', null, record))
  return record
}

/** The id that digits stand for; NaN for other texts. */
const toId = (text: string): number => (/^[0-9]+$/.test(text) ? Number(text) : Number.NaN)

/**
 * The ids of the terms that an event is to have; unknown names make terms.
 * Digits are an id when such a term exists, else a name; a text is a slug first, then a name (of the lowest id that bears it).
 * @param known the ids that the event has already, which need no permission
 * @returns the ids ascending, or the reason why they cannot be had
 */
export async function resolveTermLinks(
  op: Operation,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
  known: readonly number[],
): Promise<readonly number[] | { readonly problem: string }> {
  if (links.length === 0) return []
  const candidates = await findCandidates(op.store, taxonomy, links)
  const unknown = links.find((link) => typeof link !== 'string' && !candidates.byId.has(link.id))
  if (unknown !== undefined && typeof unknown !== 'string') return { problem: `names ${unknown.id}, which is no ${taxonomy}` }
  const ids = new Set<number>()
  for (const link of links) {
    const term = candidates.match(link) ?? (await nameTerm(op, taxonomy, String(link), candidates))
    if (!ids.has(term.id) && !known.includes(term.id) && !candidates.made.has(term.id)) {
      await demand(op.viewer, { action: 'link', kind: taxonomy, record: { id: term.id, authorId: 0, status: 'publish' } })
    }
    ids.add(term.id)
  }
  return [...ids].sort((a, b) => a - b)
}

/** The terms that some links may mean. */
interface Candidates {
  /** By id. */
  readonly byId: ReadonlyMap<number, TermRecord>
  /** Ids of terms that were made on the way. */
  readonly made: Set<number>
  /** The term that a link means, if it exists. */
  match(link: TermLink): TermRecord | undefined
  /** Adds a term that was made. */
  add(term: TermRecord): void
}

async function findCandidates(store: CalendarStore, taxonomy: Taxonomy, links: readonly TermLink[]): Promise<Candidates> {
  const texts = links.filter((link) => typeof link === 'string')
  const ids = links.flatMap((link) => (typeof link === 'string' ? [toId(link)] : [link.id])).filter(Number.isSafeInteger)
  const byId = new Map(
    (ids.length === 0 ? [] : await store.terms.getMany(ids)).filter((term) => term.taxonomy === taxonomy).map((term) => [term.id, term]),
  )
  const bySlug = new Map<string, TermRecord>()
  const byName = new Map<string, TermRecord>()
  if (texts.length > 0) {
    for (const term of await findTerms(store, { taxonomy, slugs: texts })) bySlug.set(term.slug, term)
    // Ascending by id, so the first one that bears a name is the lowest.
    for (const term of await findTerms(store, { taxonomy, nameKeys: texts.map(foldKey) }))
      if (!byName.has(term.nameKey)) byName.set(term.nameKey, term)
  }
  const made = new Set<number>()
  return {
    byId,
    made,
    match: (link) =>
      typeof link === 'string' ? (byId.get(toId(link)) ?? bySlug.get(link) ?? byName.get(foldKey(link))) : byId.get(link.id),
    add: (term) => {
      made.add(term.id)
      byName.set(term.nameKey, term)
    },
  }
}

async function nameTerm(op: Operation, taxonomy: Taxonomy, name: string, candidates: Candidates): Promise<TermRecord> {
  try {
    const term = await insertTerm(op, composeTerm(taxonomy, { name }, undefined, op.sanitizeHtml), slugOfTitle(name, taxonomy))
    candidates.add(term)
    return term
  } catch (error) {
    if (!isCalendarError(error, 'name_taken')) throw error
    // Another writer made the same name a moment ago.
    const [term] = await findTerms(op.store, { taxonomy, nameKeys: [foldKey(name)], parentIds: [0] })
    if (term === undefined) throw error
    return term
  }
}
