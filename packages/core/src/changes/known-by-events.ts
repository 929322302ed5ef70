import type { Kind } from '../errors/codes.ts'
import type { Operation } from '../record/context.ts'
import { knownTerms } from '../record/known-terms.ts'
import type { EventFilter } from '../store/filters.ts'
import type { LoggedChange, TermsOfEvent } from '../store/log.ts'
import type { EntityId, EventRecord } from '../store/records.ts'
import type { FollowedList } from './followed-list.ts'
import { wasReadable } from './readable-before.ts'

/** The lists of terms of a viewer without permission to create terms, which sees only the terms of events that it can read. */
export interface KnownByEvents {
  /** The kinds of these lists. */
  readonly kinds: ReadonlySet<Kind>
  /** The events by which the viewer knows terms. */
  readonly events: EventFilter
}

/** The lists whose terms the viewer knows by events; null if there are none. */
export async function listsKnownByEvents(op: Operation, lists: readonly FollowedList[]): Promise<KnownByEvents | null> {
  const kinds = new Set<Kind>()
  let events: EventFilter | undefined
  for (const { kind } of lists) {
    const { shownBy } = kind === 'category' || kind === 'tag' ? await knownTerms(op, kind) : {}
    if (shownBy === undefined) continue
    kinds.add(kind)
    events = shownBy
  }
  return events === undefined ? null : { kinds, events }
}

/** The ids of terms by their kind. */
export interface TermIds {
  /** Categories. */
  readonly category: Set<EntityId>
  /** Tags. */
  readonly tag: Set<EntityId>
}

/** No terms. */
export const noTerms = (): TermIds => ({ category: new Set(), tag: new Set() })

/** The ids of one kind; none for kinds other than terms. */
export const idsOfKind = (terms: TermIds, kind: Kind): readonly EntityId[] =>
  kind === 'category' || kind === 'tag' ? [...terms[kind]] : []

function addAll({ category, tag }: TermIds, { categoryIds, tagIds }: TermsOfEvent): void {
  for (const id of categoryIds) category.add(id)
  for (const id of tagIds) tag.add(id)
}

/** The terms of events, and some categories, with their ancestors. */
async function termsOf({ store }: Operation, events: readonly TermsOfEvent[], categoryIds: readonly EntityId[] = []): Promise<TermIds> {
  const ids: TermIds = { category: new Set(categoryIds), tag: new Set() }
  for (const event of events) addAll(ids, event)
  const categories = ids.category.size === 0 ? [] : await store.terms.getMany([...ids.category])
  for (const { ancestorIds } of categories) for (const id of ancestorIds) ids.category.add(id)
  return ids
}

const byId = [{ key: 'id', direction: 'asc' }] as const

const findEvents = async ({ store, signal }: Operation, filter: EventFilter, limit: number): Promise<readonly EventRecord[]> =>
  limit === 0 ? [] : store.events.find({ filter, order: byId, offset: 0, limit, signal, withoutInherited: true })

/** Which events of a publication to read. */
export interface PublishedSince {
  /** Only those that were published after this moment. */
  readonly fromMs: number
  /** Only those with greater ids. */
  readonly afterId: EntityId
  /** The maximum number. */
  readonly limit: number
}

/** The first events that were published after a moment, by id, and their terms. */
export async function publishedTerms(
  op: Operation,
  { events }: KnownByEvents,
  { fromMs, afterId, limit }: PublishedSince,
): Promise<{ readonly ids: readonly EntityId[]; readonly terms: TermIds }> {
  const readable = (events.readable ?? []).flatMap((clause) => {
    const { status, publishedMs } = clause
    const gte = Math.max(fromMs + 1, publishedMs?.gte ?? fromMs)
    const isDue = status === 'publish' && publishedMs?.lt !== undefined && gte < publishedMs.lt
    return isDue ? [{ ...clause, publishedMs: { ...publishedMs, gte } }] : []
  })
  const found = readable.length === 0 ? [] : await findEvents(op, { ...events, readable, afterId }, limit)
  return { ids: found.map(({ id }) => id), terms: await termsOf(op, found) }
}

/** Terms that writes may have brought into the copy of a viewer that sees terms by events, or taken out of it. */
export interface TouchedTerms {
  /** Terms that the viewer may know now. */
  readonly now: TermIds
  /** Terms that the viewer knew by an event before its write. */
  readonly before: TermIds
}

/** The terms that the writes of these rows touch. A write that leaves an event its terms and its readers touches none. */
export async function touchedTerms(op: Operation, { events }: KnownByEvents, rows: readonly LoggedChange[]): Promise<TouchedTerms> {
  const writes = rows.filter(({ kind, verb, was }) => kind === 'event' && (verb === 'created' || (was !== null && was.terms !== null)))
  // A category that has moved shows its new ancestors.
  const categories = rows.filter(({ kind }) => kind === 'category')
  const gaining = writes.filter(({ verb }) => verb !== 'unlinked')
  const gainingIds = idsOf(gaining)
  const now = await termsOf(op, await findEvents(op, { ...events, ids: gainingIds }, gainingIds.length), idsOf(categories))
  const before = noTerms()
  for (const row of writes) {
    const terms = row.was?.terms
    if (terms && (await wasReadable(op, row))) addAll(before, terms)
  }
  return { now, before }
}

const idsOf = (rows: readonly LoggedChange[]): readonly EntityId[] => [...new Set(rows.map(({ id }) => id))]
