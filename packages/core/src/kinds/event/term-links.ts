import { demandNested, type Question } from '../../access/decision.ts'
import { isCalendarError } from '../../errors/calendar-error.ts'
import { type Reason, unknownId } from '../../errors/issues.ts'
import { insertPlanned } from '../../record/apply.ts'
import type { WriteOperation } from '../../record/context.ts'
import type { KindDefinition } from '../../record/definition.ts'
import { findTerms } from '../../record/find-terms.ts'
import type { TermLoaders } from '../../record/loader.ts'
import { existingIds, keepLinks, type LinkPlan, type PlannedLink, planNew, type RecordPlan, toExisting } from '../../record/plan.ts'
import { toCreateQuestion, toPublicSubject } from '../../record/prepare.ts'
import type { EntityId, Taxonomy, TermRecord } from '../../store/records.ts'
import { foldKey } from '../../text/fold.ts'
import type { TermLink } from '../term/schema.ts'
import type { TermTypes } from '../term/view.ts'

/** The id in a text of digits; NaN for other texts. */
const toId = (text: string): EntityId => (/^[0-9]+$/.test(text) ? Number(text) : Number.NaN)

const idsOf = (links: readonly TermLink[]): readonly EntityId[] =>
  links.flatMap((link) => (typeof link === 'string' ? toId(link) : 'id' in link ? link.id : [])).filter(Number.isSafeInteger)

const slugsOf = (links: readonly TermLink[]): readonly string[] =>
  links.flatMap((link) => (typeof link === 'string' ? link : 'slug' in link ? link.slug : []))

/** The name that a link may mean; undefined for an id and for a slug. */
const nameOf = (link: TermLink): string | undefined => (typeof link === 'string' ? link : 'name' in link ? link.name : undefined)

const nameKeysOf = (links: readonly TermLink[]): readonly string[] =>
  links.flatMap((link) => {
    const name = nameOf(link)
    return name === undefined ? [] : foldKey(name)
  })

/** Enqueues the lookups of terms, so that they are batched. */
export function enqueueTermLinks({ byId, known, bySlug, byName }: TermLoaders, links: readonly TermLink[]): void {
  if (links.length === 0) return
  // Both taxonomies share the loader by id, so that one statement reads both.
  byId.enqueue(idsOf(links))
  known.enqueue(idsOf(links))
  // Digits are usually ids.
  const named = links.filter((link) => typeof link !== 'string' || Number.isNaN(toId(link)))
  bySlug.enqueue(slugsOf(named))
  byName.enqueue(nameKeysOf(named))
}

/** The ids of the stored terms that an event will have, ascending. @param links undefined to keep the known ones */
export async function termIdsAfter(
  op: WriteOperation,
  taxonomy: Taxonomy,
  links: readonly TermLink[] | undefined,
  known: readonly EntityId[],
): Promise<readonly EntityId[]> {
  if (links === undefined) return known
  const match = await findCandidates(op.loaders[taxonomy], taxonomy, links)
  return [...new Set(links.flatMap((link) => match(link)?.id ?? []))].sort((a, b) => a - b)
}

/**
 * Plans the terms that an event will have. Returns the questions to the access policy, and asks none of them. A text is looked up as an id if
 * it has only digits, then as a name (the lowest id of several terms), then as a slug. A name that no term has creates a root term.
 * @param links undefined to keep the known ones
 * @param known the ids that the event has already, which need no permission
 * @returns existing terms by id, and then the new ones
 */
export async function planTermLinks(
  op: WriteOperation,
  kind: KindDefinition<TermTypes>,
  links: readonly TermLink[] | undefined,
  known: readonly EntityId[],
): Promise<LinkPlan<TermTypes>> {
  if (links === undefined) return keepLinks(known)
  const match = await findCandidates(op.loaders[kind.kind], kind.kind, links)
  const ids = new Set<EntityId>()
  const names = new Map<string, string>()
  for (const link of links) {
    const term = match(link)
    const name = nameOf(link)
    if (term !== undefined) ids.add(term.id)
    else if (name === undefined && typeof link !== 'string') return { ...keepLinks(known), issue: unknownReason(link, kind.kind) }
    else if (name !== undefined && !names.has(foldKey(name))) names.set(foldKey(name), name)
  }
  const planned: PlannedLink<TermTypes>[] = [...ids].sort((a, b) => a - b).map(toExisting)
  for (const name of names.values()) planned.push({ type: 'new', draft: withoutOwnCall(await planNew(op, kind, { name })) })
  const added = [...ids].filter((id) => !known.includes(id))
  const created = names.size > 0 ? [await toCreateQuestion(op, kind, {})] : []
  return { links: planned, questions: [...added.map((id) => toLinkQuestion(kind.kind, id)), ...created] }
}

/** A term that is known with the events that have it alone: otherwise a hidden event would show the names that it brings. */
const withoutOwnCall = ({ content, ...draft }: RecordPlan<TermTypes>): RecordPlan<TermTypes> => ({
  ...draft,
  content: { ...content, composed: { ...content.composed, known: false } },
})

const unknownReason = (link: Exclude<TermLink, string>, taxonomy: Taxonomy): Reason =>
  'id' in link ? unknownId(taxonomy, link.id) : { code: 'unknown_names', values: slugsOf([link]) }

const toLinkQuestion = (taxonomy: Taxonomy, id: EntityId): Question => ({
  action: 'link',
  kind: taxonomy,
  record: toPublicSubject(id),
})

/** Loads all terms that some links may mean; returns a function that resolves one link. */
async function findCandidates(
  loaders: TermLoaders,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
): Promise<(link: TermLink) => TermRecord | undefined> {
  const byId = await loaders.known.loadMany(idsOf(links))
  const withId = (id: EntityId): TermRecord | undefined => {
    const term = byId.get(id)
    return term?.taxonomy === taxonomy ? term : undefined
  }
  const others = links.filter((link) => typeof link !== 'string' || withId(toId(link)) === undefined)
  const byName = await loaders.byName.loadMany(nameKeysOf(others))
  const unnamed = others.filter((link) => !byName.has(foldKey(nameOf(link) ?? '')))
  const bySlug = await loaders.bySlug.loadMany(slugsOf(unnamed))
  return (link) => {
    if (typeof link === 'string') return withId(toId(link)) ?? byName.get(foldKey(link)) ?? bySlug.get(link)
    if ('id' in link) return withId(link.id)
    return 'slug' in link ? bySlug.get(link.slug) : byName.get(foldKey(link.name))
  }
}

/** Creates the new terms of planned links; their hooks have run before. @returns the ids of all linked terms, ascending */
export async function insertTermLinks(
  op: WriteOperation,
  kind: KindDefinition<TermTypes>,
  links: readonly PlannedLink<TermTypes>[],
): Promise<readonly EntityId[]> {
  const ids = new Set(existingIds(links))
  for (const link of links) {
    if (link.type === 'existing') continue
    const term = await insertTerm(op, kind, link.draft)
    op.loaders[kind.kind].prime(term)
    ids.add(term.id)
  }
  return [...ids].sort((a, b) => a - b)
}

/** Creates a root term, or finds the term with this name if another writer has just created it. */
async function insertTerm(op: WriteOperation, kind: KindDefinition<TermTypes>, draft: RecordPlan<TermTypes>): Promise<TermRecord> {
  try {
    return await insertPlanned(op, kind, draft)
  } catch (error) {
    if (!isCalendarError(error, 'name_taken')) throw error
    const { nameKey } = draft.content.composed
    const [term] = await findTerms(op.store, { taxonomy: kind.kind, nameKeys: [nameKey], parentIds: [0] })
    if (term === undefined) throw error
    await demandNested(op.viewer, [toLinkQuestion(kind.kind, term.id)])
    return term
  }
}
