import { demandNested, mayDo } from '../../access/decision.ts'
import { unknownId } from '../../errors/issues.ts'
import { htmlLength } from '../../input/html.ts'
import { addNested, type Issues } from '../../input/read.ts'
import { runHooksOf } from '../../record/apply.ts'
import { composeOwnership } from '../../record/composition.ts'
import type { CalendarCall, Operation, WriteOperation } from '../../record/context.ts'
import type { KindDefinition, KindTypes } from '../../record/definition.ts'
import { loadById } from '../../record/loader.ts'
import { existingIds, type PlannedLink } from '../../record/plan.ts'
import { visibleScope } from '../../record/scope.ts'
import type { EventLinkIds } from '../../record/subject.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId, EventRecord } from '../../store/records.ts'
import { organizerKind } from '../organizer/kind.ts'
import type { OrganizerTypes } from '../organizer/view.ts'
import { categoryKind, tagKind } from '../term/kind.ts'
import type { TermTypes } from '../term/view.ts'
import { venueKind } from '../venue/kind.ts'
import type { VenueTypes } from '../venue/view.ts'
import { enqueueProfileLinks, insertProfileLinks, planProfileLinks, prepareProfileLinks, profileIdsAfter } from './profile-links.ts'
import type { EventLinks, PreparedEventFields } from './record.ts'
import type { EventFields, PreparedLink } from './schema.ts'
import { enqueueTermLinks, insertTermLinks, planTermLinks, termIdsAfter } from './term-links.ts'

/** The planned links of an event. */
export interface PlannedEventLinks {
  /** The parent, which exists already; 0 for none. */
  readonly parentId: EntityId
  /** Venues, in order. */
  readonly venues: readonly PlannedLink<VenueTypes>[]
  /** Organizers, in order. */
  readonly organizers: readonly PlannedLink<OrganizerTypes>[]
  /** Categories. */
  readonly categories: readonly PlannedLink<TermTypes>[]
  /** Tags. */
  readonly tags: readonly PlannedLink<TermTypes>[]
}

/** Validates the venues and organizers that are created with an event. @param issues receives the invalid fields */
export function prepareLinks(
  context: CalendarCall,
  { venues, organizers, ...rest }: Partial<EventFields>,
  issues: Issues,
): Partial<PreparedEventFields> {
  const first = prepareProfileLinks(context, venueKind, 'venues', venues ?? [], htmlLength(rest), issues)
  const second = prepareProfileLinks(context, organizerKind, 'organizers', organizers ?? [], first.htmlLength, issues)
  if (Object.keys(issues).length > 0) addMissing({ venues: first.links, organizers: second.links }, issues)
  return {
    ...rest,
    ...(venues !== undefined && { venues: first.links }),
    ...(organizers !== undefined && { organizers: second.links }),
  }
}

/** No record is looked up for an invalid input, so each link counts as a new record. */
function addMissing(links: Readonly<Record<string, readonly PreparedLink<object>[]>>, issues: Issues): void {
  for (const [field, list] of Object.entries(links))
    for (const [i, link] of list.entries()) if ('fields' in link) addNested(issues, `${field}[${i}]`, link.missing)
}

/** Enqueues the lookups of the records that some events link, so that they are batched. */
export function enqueueLinks({ loaders }: WriteOperation, events: readonly Partial<PreparedEventFields>[]): void {
  for (const { parentId = 0, venues = [], organizers = [], categories = [], tags = [] } of events) {
    if (parentId !== 0) loaders.event.enqueue([parentId])
    enqueueProfileLinks(loaders.venue, venues)
    enqueueProfileLinks(loaders.organizer, organizers)
    enqueueTermLinks(loaders.category, categories)
    enqueueTermLinks(loaders.tag, tags)
  }
}

const noLinks: EventLinkIds = { venueIds: [], organizerIds: [], categoryIds: [], tagIds: [] }

/**
 * The stored records that an event will link, which the policy sees before they are planned. Their lookups are those of {@link planLinks}.
 * @param before the event that is updated
 * @returns undefined before the transaction of a write if only reads would tell, and for trusted code
 */
export async function linksAfter(
  op: Operation,
  fields: Partial<PreparedEventFields>,
  before: EventLinkIds | undefined,
): Promise<EventLinkIds | undefined> {
  const { venues, organizers, categories, tags } = fields
  if (op.viewer.policy === null) return undefined
  const { venueIds, organizerIds, categoryIds, tagIds } = before ?? noLinks
  const known = { venueIds, organizerIds, categoryIds, tagIds }
  if ((venues ?? organizers ?? categories ?? tags) === undefined) return known
  if (!isWriting(op)) return undefined
  enqueueLinks(op, [fields])
  const { venue, organizer } = op.loaders
  return {
    venueIds: await profileIdsAfter(op, venueKind, venue, venues, venueIds),
    organizerIds: await profileIdsAfter(op, organizerKind, organizer, organizers, organizerIds),
    categoryIds: await termIdsAfter(op, 'category', categories, categoryIds),
    tagIds: await termIdsAfter(op, 'tag', tags, tagIds),
  }
}

/** Only writes load records that events link. */
const isWriting = (op: Operation): op is WriteOperation => op.loaders !== null

/**
 * Finds the records that an event will link, and asks whether the viewer may link or create them; writes nothing. Links to records that the
 * viewer may not see stay, whatever the input says.
 * @param issues receives the invalid fields; with any of them the plan must not be carried out
 * @throws unauthenticated, forbidden
 */
export async function planLinks(
  op: WriteOperation,
  fields: Partial<PreparedEventFields>,
  before: EventRecord | undefined,
  issues: Issues,
): Promise<PlannedEventLinks> {
  const { venueIds = [], organizerIds = [], categoryIds = [], tagIds = [] } = before ?? {}
  const parentId = await planParent(op, fields.parentId, before, issues)
  const event = composeOwnership(op, fields, before)
  const venues = await planProfileLinks(op, venueKind, op.loaders.venue, fields.venues, venueIds, event)
  const organizers = await planProfileLinks(op, organizerKind, op.loaders.organizer, fields.organizers, organizerIds, event)
  const categories = await planTermLinks(op, categoryKind, fields.categories, categoryIds)
  const tags = await planTermLinks(op, tagKind, fields.tags, tagIds)
  for (const [field, { issue, nested = {} }] of Object.entries({ venues, organizers, categories, tags })) {
    if (issue !== undefined) issues[field] ??= issue
    for (const [path, reason] of Object.entries(nested)) issues[field + path] ??= reason
  }
  await demandNested(
    op.viewer,
    [venues, organizers, categories, tags].flatMap(({ questions }) => questions),
  )
  return {
    parentId,
    venues: await withDrafts(op, venues.links),
    organizers: await withDrafts(op, organizers.links),
    categories: categories.links,
    tags: tags.links,
  }
}

/** The links with new records as drafts where the viewer may not create them otherwise. The policy has answered before. */
async function withDrafts<D extends KindTypes>(op: WriteOperation, links: readonly PlannedLink<D>[]): Promise<readonly PlannedLink<D>[]> {
  const result: PlannedLink<D>[] = []
  for (const link of links) {
    if (link.type === 'existing') result.push(link)
    else {
      const { draft, orDraft } = link
      const isAllowed = orDraft === undefined || (await mayDo(op.viewer, orDraft.question))
      result.push({ type: 'new', draft: isAllowed ? draft : await orDraft.plan() })
    }
  }
  return result
}

/** Resolves the parent. A parent that the viewer may not see is returned as 0, so it is kept when the viewer sends 0 back. */
async function planParent(
  op: WriteOperation,
  given: EntityId | undefined,
  before: EventRecord | undefined,
  issues: Issues,
): Promise<EntityId> {
  const kept = before?.parentId ?? 0
  if (given === undefined || (given === 0 && kept === 0)) return kept
  const scope = await visibleScope(op, 'event')
  const id = given === 0 ? kept : given
  // An earlier input of the same write may have changed the parent, for example moved it to the trash. The loader has the old record.
  const load = op.replacedIds.includes(id) ? loadById(op.store.events) : op.loaders.event.loadMany
  const parent = (await load([id])).get(id)
  const isVisible = parent !== undefined && isReadable(scope, parent)
  if (given === 0) return parent === undefined || isVisible ? 0 : kept
  if (!isVisible) issues['parentId'] = unknownId('event', given)
  else if (given === before?.id) issues['parentId'] = { code: 'own_parent' }
  return given
}

/** The links to records that exist already. */
export const existingLinks = ({ parentId, venues, organizers, categories, tags }: PlannedEventLinks): EventLinks => ({
  parentId,
  venueIds: existingIds(venues),
  organizerIds: existingIds(organizers),
  categoryIds: existingIds(categories),
  tagIds: existingIds(tags),
})

/** Whether some of the linked records are new ones. */
export const createsLinks = ({ venues, organizers, categories, tags }: PlannedEventLinks): boolean =>
  venues.some(isNew) || organizers.some(isNew) || categories.some(isNew) || tags.some(isNew)

const isNew = ({ type }: PlannedLink<KindTypes>): boolean => type === 'new'

/** Runs the hooks of all new records, and then creates them. @returns the links to all records */
export async function applyLinks(op: WriteOperation, links: PlannedEventLinks): Promise<EventLinks> {
  const { parentId, venues, organizers, categories, tags } = links
  await runLinkHooks(op, venueKind, venues)
  await runLinkHooks(op, organizerKind, organizers)
  await runLinkHooks(op, categoryKind, categories)
  await runLinkHooks(op, tagKind, tags)
  return {
    parentId,
    venueIds: await insertProfileLinks(op, venueKind, op.loaders.venue, venues),
    organizerIds: await insertProfileLinks(op, organizerKind, op.loaders.organizer, organizers),
    categoryIds: await insertTermLinks(op, categoryKind, categories),
    tagIds: await insertTermLinks(op, tagKind, tags),
  }
}

async function runLinkHooks<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  links: readonly PlannedLink<D>[],
): Promise<void> {
  for (const link of links) if (link.type === 'new') await runHooksOf(op, kind, link.draft)
}
