import { mayDo } from '../../access/decision.ts'
import type { Status } from '../../access/policy.ts'
import { totalOrder } from '../../paging/order.ts'
import type { Operation } from '../../record/context.ts'
import { findTerms } from '../../record/find-terms.ts'
import { toCircle } from '../../record/geo.ts'
import { knownTerms } from '../../record/known-terms.ts'
import type { ListQuery } from '../../record/listing.ts'
import type { PublishedCollection } from '../../record/lookup.ts'
import { toPublishedFilter } from '../../record/publication.ts'
import { listedRoles, listScope, visibleScope } from '../../record/scope.ts'
import { namedIds } from '../../record/uid-filter.ts'
import { type EventFilter, type EventSort, type GeoFilter, namesLinks, type ReadScope } from '../../store/filters.ts'
import type { EventRecord, PublishedRecord, Taxonomy } from '../../store/records.ts'
import { searchWords } from '../../text/fold.ts'
import { toStoredSlug } from '../../text/slug.ts'
import { type EventListFields, equalFilters } from './list-schema.ts'
import { toWindow } from './window.ts'

/** The default radius around a centre. */
export const defaultRadiusKm = 25

const sortKeys = {
  start: 'startLocal',
  startInstant: 'startMs',
  end: 'endLocal',
  title: 'titleKey',
  published: 'publishedMs',
  updated: 'updatedMs',
  id: 'id',
} as const

/** Translates a list of events into a store query: resolves names, zones, "now" and permissions. */
export async function toEventQuery(op: Operation, fields: Partial<EventListFields>): Promise<ListQuery<EventFilter, EventSort>> {
  const asksPolicy = asksForHidden(fields.hidden)
  const ids = fields.uids === undefined ? fields.ids : await namedIds(op.store.events, fields.uids, fields.ids, hasOwnUid)
  const filter: EventFilter = {
    readable: await listScope(op, 'event', fields.status),
    ...(asksPolicy ? await toHidden(op, fields.hidden) : { hidden: false }),
    ...toPublishedFilter(fields, op.timeZone),
    // A series itself is listed only if its id is asked for.
    ...(ids === undefined ? { ...toWindow(fields), roles: listedRoles } : { ids }),
    ...(fields.search !== undefined && { textAll: searchWords(fields.search) }),
    ...toEqualities(fields),
    ...(fields.fields !== undefined && { fields: fields.fields }),
    ...(fields.categories !== undefined && { categoryIds: await subtreeIds(op, fields.categories) }),
    ...(fields.tags !== undefined && { tagIds: [...(await namedTerms(op, 'tag', fields.tags))] }),
    ...(fields.venueIds !== undefined && { venueIds: await visibleIds(op, 'venue', fields.venueIds) }),
    ...(fields.organizerIds !== undefined && { organizerIds: await visibleIds(op, 'organizer', fields.organizerIds) }),
    ...(fields.seriesIds !== undefined && { seriesIds: fields.seriesIds }),
    ...(fields.series === 'next' && { distinct: 'series' }),
    ...(fields.parentIds !== undefined && { parentIds: await toParentIds(op, fields.parentIds) }),
    ...((fields.hasLocation !== undefined || fields.near !== undefined) && { geo: await toGeo(op, fields) }),
    ...(fields.hasImage !== undefined && { hasImage: fields.hasImage }),
    ...(fields.hasDescription !== undefined && { hasDescription: fields.hasDescription }),
    ...(fields.hasCategory !== undefined && { hasCategory: fields.hasCategory }),
    ...(fields.hasVenue !== undefined && { hasVenue: { some: fields.hasVenue, readable: await visibleScope(op, 'venue') } }),
    ...(fields.hasOrganizer !== undefined && {
      hasOrganizer: { some: fields.hasOrganizer, readable: await visibleScope(op, 'organizer') },
    }),
  }
  const order = totalOrder<EventSort>({ key: sortKeys[fields.orderBy ?? 'start'], direction: fields.order ?? 'asc' })
  return { filter, order, asksPolicy }
}

/** An occurrence has the uid of its series. */
const hasOwnUid = ({ role }: EventRecord): boolean => role !== 'occurrence'

const toEqualities = (fields: Partial<EventListFields>): Pick<EventFilter, keyof typeof equalFilters> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== undefined && Object.hasOwn(equalFilters, name)))

const asksForHidden = (asked: EventListFields['hidden'] | undefined): boolean => asked !== undefined && asked !== 'exclude'

/** The filter of a list with hidden events. A viewer without permission to update events gets the list without them. */
async function toHidden(op: Operation, asked: EventListFields['hidden'] | undefined): Promise<Pick<EventFilter, 'hidden' | 'hiddenBy'>> {
  if (!(await mayDo(op.viewer, { action: 'update', kind: 'event' }))) return { hidden: false }
  const authors = draftAuthors(await op.scope('event'))
  return { ...(asked === 'only' && { hidden: true }), ...(authors !== undefined && { hiddenBy: authors }) }
}

/**
 * The authors whose drafts a scope includes, whatever they link; undefined if it includes the drafts of all authors, or none at all. Drafts that
 * a scope includes by their links show no hidden events: a filter of hidden events has authors alone.
 */
function draftAuthors(scope: ReadScope<Status>): readonly string[] | undefined {
  const drafts = scope.filter(({ status }) => status === 'draft')
  const isWhole = drafts.length === 0 || drafts.some((clause) => clause.authorIds === undefined && !namesLinks(clause))
  return isWhole ? undefined : [...new Set(drafts.flatMap((clause) => (namesLinks(clause) ? [] : (clause.authorIds ?? []))))]
}

async function toGeo(op: Operation, { hasLocation, near }: Partial<EventListFields>): Promise<GeoFilter> {
  return {
    readable: await visibleScope(op, 'venue'),
    ...(hasLocation !== undefined && { located: hasLocation }),
    ...(near !== undefined && { within: toCircle(near.lat, near.lng, near.radiusKm ?? defaultRadiusKm) }),
  }
}

/** Those of the ids whose records the viewer may see: a filter by an invisible record behaves like one by a missing record. */
export async function visibleIds(op: Operation, kind: 'event' | 'venue' | 'organizer', ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const { events, venues, organizers } = op.store
  const collection: PublishedCollection<PublishedRecord> = { event: events, venue: venues, organizer: organizers }[kind]
  const filter = { ids, readable: await visibleScope(op, kind) }
  return (await collection.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: ids.length })).map(({ id }) => id)
}

/** The visible ones of some parents; 0, which stands for none, stays. */
async function toParentIds(op: Operation, ids: readonly number[]): Promise<readonly number[]> {
  const visible = await visibleIds(
    op,
    'event',
    ids.filter((id) => id !== 0),
  )
  return ids.includes(0) ? [0, ...visible] : visible
}

const digits = /^[0-9]+$/

/** The ids of terms by id or slug: digits are an id when such a term exists, else a slug. */
async function namedTerms(op: Operation, taxonomy: Taxonomy, refs: readonly string[]): Promise<ReadonlySet<number>> {
  const ids = refs
    .filter((ref) => digits.test(ref))
    .map(Number)
    .filter(Number.isSafeInteger)
  // A term that the viewer may not know does not exist for them; its digits can still be the slug of another term.
  const byId = ids.length === 0 ? [] : await findTerms(op.store, { taxonomy, ids, ...(await knownTerms(op, taxonomy)) })
  const found = new Set(byId.map((term) => term.id))
  const slugs = refs.filter((ref) => !(digits.test(ref) && found.has(Number(ref))))
  const bySlug = slugs.length === 0 ? [] : await findTerms(op.store, { taxonomy, slugs: slugs.map(toStoredSlug) })
  return new Set([...found, ...bySlug.map((term) => term.id)])
}

/** The ids of categories and of all their descendants. */
async function subtreeIds(op: Operation, refs: readonly string[]): Promise<readonly number[]> {
  const roots = [...(await namedTerms(op, 'category', refs))]
  if (roots.length === 0) return []
  return (await findTerms(op.store, { taxonomy: 'category', withinIds: roots })).map((term) => term.id)
}

/** The events that take venues for a viewer: all of them for a viewer who may create events, else those that the viewer may read. */
export const countedScope = async (op: Operation, readable: ReadScope): Promise<ReadScope | undefined> =>
  (await mayDo(op.viewer, { action: 'create', kind: 'event' })) ? undefined : readable
