import type { NestedQuestion } from '../../access/decision.ts'
import { type Reason, unknownId } from '../../errors/issues.ts'
import { htmlLength, rawHtmlLength } from '../../input/html.ts'
import { limits } from '../../input/limits.ts'
import { addNested, type Issues } from '../../input/read.ts'
import { insertPlanned } from '../../record/apply.ts'
import type { Ownership } from '../../record/composition.ts'
import type { CalendarCall, WriteOperation } from '../../record/context.ts'
import type { KindDefinition, PublishedTypes, RecordFor } from '../../record/definition.ts'
import type { PublishedFields } from '../../record/fields.ts'
import type { ProfileLoaders } from '../../record/loader.ts'
import { keepLinks, type LinkPlan, type OrDraft, type PlannedLink, planNew, type RecordPlan, toExisting } from '../../record/plan.ts'
import { prepareNew, toCreateQuestion } from '../../record/prepare.ts'
import { toGivenTime } from '../../record/publication.ts'
import { visibleScope } from '../../record/scope.ts'
import { toSubject } from '../../record/subject.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId } from '../../store/records.ts'
import { type ComposedProfile, type GivenProfile, toNamedProfile } from './same-profile.ts'
import type { ParsedLink, PreparedLink } from './schema.ts'

/** The types of venues and of organizers. An event links both in the same way: by id, or with the data of a new record. */
export interface ProfileTypes extends PublishedTypes {
  /** The kind. */
  readonly kind: 'venue' | 'organizer'
  /** The fields of its input. */
  readonly fields: PublishedFields & GivenProfile & { readonly name: string }
  /** The planned record. */
  readonly plan: { readonly composed: ComposedProfile }
}

/** Checked links, and the length of the event's HTML so far. */
export interface PreparedLinks<Fields> {
  /** The links; empty if the HTML is over the limit even before it is sanitized. */
  readonly links: readonly PreparedLink<Fields>[]
  /** The length of the event's HTML up to and including these links, in code points. */
  readonly htmlLength: number
}

const tooMuchHtml: Reason = { code: 'too_much_html', max: limits.htmlTotal }

/**
 * Validates the data of the venues or organizers that are created together with an event.
 * @param field the name of the event's field with the links
 * @param before the length of the event's HTML before these links, in code points
 */
export function prepareProfileLinks<D extends ProfileTypes>(
  context: CalendarCall,
  kind: KindDefinition<D>,
  field: string,
  links: readonly ParsedLink[],
  before: number,
  issues: Issues,
): PreparedLinks<D['fields']> {
  // The length is checked before the HTML is sanitized, which is the slowest part of a write.
  const rawLength = links.reduce((sum, link) => sum + ('data' in link ? rawHtmlLength(link.data) : 0), before)
  const prepared = (rawLength > limits.htmlTotal ? [] : links).map((link) => {
    if ('id' in link) return link
    const missing: Issues = {}
    return { ...prepareNew(context, kind, link.data, missing), missing }
  })
  const sanitizedLength = prepared.reduce((sum, link) => sum + ('fields' in link ? htmlLength(link.fields) : 0), before)
  const length = Math.max(rawLength, sanitizedLength)
  if (length > limits.htmlTotal && links.some((link) => 'data' in link)) issues[field] ??= tooMuchHtml
  else for (const [i, link] of prepared.entries()) if ('fields' in link) addNested(issues, `${field}[${i}]`, link.issues)
  return { links: prepared, htmlLength: length }
}

/** Enqueues the lookups of venues or organizers, so that they are batched. */
export function enqueueProfileLinks<R extends ComposedProfile, Fields extends GivenProfile>(
  { byId, enqueueNamed }: ProfileLoaders<R>,
  links: readonly PreparedLink<Fields>[],
): void {
  if (links.length === 0) return
  byId.enqueue(links.flatMap((link) => ('id' in link ? [link.id] : [])))
  enqueueNamed(links.flatMap((link) => ('fields' in link ? [toNamedProfile(link.fields)] : [])))
}

/** The stored venues or organizers of an event to write. */
interface FoundProfiles<R> {
  /** The record of each link; undefined for a new one, and for an id that the viewer may not see. */
  readonly records: readonly (R | undefined)[]
  /** The ids of the event that the viewer may not see, which stay. */
  readonly unseen: readonly EntityId[]
}

async function findLinked<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  loaders: ProfileLoaders<RecordFor<D>>,
  links: readonly PreparedLink<D['fields']>[],
  known: readonly EntityId[],
): Promise<FoundProfiles<RecordFor<D>>> {
  enqueueProfileLinks(loaders, links)
  const scope = await visibleScope(op, kind.kind)
  const mentioned = new Set([...links.flatMap((link) => ('id' in link ? [link.id] : [])), ...known])
  const stored = await loaders.byId.loadMany([...mentioned])
  const visible = new Map([...stored].filter(([, record]) => isReadable(scope, record)))
  const records: (RecordFor<D> | undefined)[] = []
  for (const link of links) records.push('id' in link ? visible.get(link.id) : await loaders.findNamed(toNamedProfile(link.fields)))
  return { records, unseen: known.filter((id) => stored.has(id) && !visible.has(id)) }
}

/** The ids of the stored venues or organizers that an event will have, in any order. @param links undefined to keep the known ones */
export async function profileIdsAfter<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  loaders: ProfileLoaders<RecordFor<D>>,
  links: readonly PreparedLink<D['fields']>[] | undefined,
  known: readonly EntityId[],
): Promise<readonly EntityId[]> {
  if (links === undefined) return known
  const { records, unseen } = await findLinked(op, kind, loaders, links, known)
  return [...new Set([...records.flatMap((record) => record?.id ?? []), ...unseen])]
}

/**
 * Plans the links of an event to venues or organizers. Returns the questions to the access policy, and asks none of them. Data that may
 * describe a visible record link that record, and data that may describe one another create one record. Links to records that the viewer may
 * not see are kept.
 * @param links undefined to keep the known ones
 * @param known the ids that the event has already, which need no permission
 * @param event the status and the publication date of the event, which new records take
 */
export async function planProfileLinks<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  loaders: ProfileLoaders<RecordFor<D>>,
  links: readonly PreparedLink<D['fields']>[] | undefined,
  known: readonly EntityId[],
  event: Ownership,
): Promise<LinkPlan<D>> {
  if (links === undefined) return keepLinks(known)
  const { records, unseen } = await findLinked(op, kind, loaders, links, known)
  const planned: PlannedLink<D>[] = []
  const linked = new Set<EntityId>()
  const news: ComposedProfile[] = []
  const questions: NestedQuestion[] = []
  let issue: Reason | undefined
  const nested: Issues = {}
  for (const [i, link] of links.entries()) {
    const record = records[i]
    if (record !== undefined) {
      if (linked.has(record.id)) continue
      linked.add(record.id)
      planned.push(toExisting(record.id))
      if (!known.includes(record.id)) questions.push({ action: 'link', kind: kind.kind, record: await toSubject(op, kind.kind, record) })
    } else if ('id' in link) {
      issue ??= unknownId(kind.kind, link.id)
    } else if (!news.some(toNamedProfile(link.fields).fits)) {
      addNested(nested, `[${i}]`, link.missing)
      const { draft, question, orDraft } = await planLike(op, kind, link.fields, event)
      news.push(draft.content.composed)
      planned.push({ type: 'new', draft, ...orDraft })
      questions.push(question)
    }
  }
  return { links: withUnseen(planned, known, unseen), questions, nested, ...(issue !== undefined && { issue }) }
}

/** A new record of a link, and the question whether the viewer may create it. */
interface PlannedLike<D extends ProfileTypes> {
  readonly draft: RecordPlan<D>
  readonly question: NestedQuestion
  readonly orDraft: { readonly orDraft?: OrDraft<D> }
}

/**
 * Plans a new record with the status of its event, and with its publication date if that is later: a venue must not be public before its
 * event. A status or a date of the caller is kept. Without a given status, a viewer without permission for that status creates a draft.
 */
async function planLike<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  given: Partial<D['fields']>,
  event: Ownership,
): Promise<PlannedLike<D>> {
  // A new record in the trash would be in no list.
  const status = given.status ?? (event.status === 'trash' ? 'draft' : event.status)
  const isDated = (given.published ?? given.publishedUtc ?? null) !== null
  const dated = isDated || event.publishedMs <= op.nowMs ? given : { ...given, publishedUtc: toGivenTime(event.publishedMs) }
  const fields = { ...dated, status }
  const question = await toCreateQuestion(op, kind, fields)
  const draft = await planNew(op, kind, fields)
  if (given.status !== undefined || status === 'draft') return { draft, question, orDraft: {} }
  const asDraft = { ...dated, status: 'draft' as const }
  const orDraft = { question, plan: () => planNew(op, kind, asDraft) }
  return { draft, question: { ...question, otherwise: await toCreateQuestion(op, kind, asDraft) }, orDraft: { orDraft } }
}

/** Adds the links that the viewer may not see: at the end, or in their old places if the viewer has changed nothing. */
function withUnseen<D extends ProfileTypes>(
  given: readonly PlannedLink<D>[],
  known: readonly EntityId[],
  unseen: readonly EntityId[],
): readonly PlannedLink<D>[] {
  const seen = known.filter((id) => !unseen.includes(id))
  const isSame = seen.length === given.length && given.every((link, i) => link.type === 'existing' && link.id === seen[i])
  return isSame ? keepLinks(known).links : [...given, ...unseen.map(toExisting)]
}

/** Creates the new venues or organizers of planned links; their hooks have run before. @returns the ids of all linked records, in order */
export async function insertProfileLinks<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  loaders: ProfileLoaders<RecordFor<D>>,
  links: readonly PlannedLink<D>[],
): Promise<readonly EntityId[]> {
  const ids: EntityId[] = []
  for (const link of links) {
    if (link.type === 'existing') {
      ids.push(link.id)
      continue
    }
    const record = await insertPlanned(op, kind, link.draft)
    await loaders.prime(record)
    ids.push(record.id)
  }
  return ids
}
