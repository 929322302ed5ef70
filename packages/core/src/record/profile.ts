import type { Status } from '../access/policy.ts'
import type { FieldsShape, KindShape, UnknownFields, UnknownKind } from '../fields/typed-fields.ts'
import type { Shape } from '../input/read.ts'
import { booleanField, filterIdField, wordField } from '../input/scalars.ts'
import { totalOrder } from '../paging/order.ts'
import type { EventFilter, LinkedEvents, ProfileFilter, ProfileSort } from '../store/filters.ts'
import type { OrganizerRecord, VenueRecord } from '../store/records.ts'
import { searchWords } from '../text/fold.ts'
import type { TimeInput } from '../time/time-value.ts'
import type { Operation } from './context.ts'
import { type PublishedListFields, publishedListShape } from './fields.ts'
import type { WithRelativeTimes } from './list-times.ts'
import type { ListQuery } from './listing.ts'
import { findReadable, type PublishedCollection } from './lookup.ts'
import { toPublishedFilter } from './publication.ts'
import { listedRoles, listScope, visibleScope } from './scope.ts'
import { namedIds } from './uid-filter.ts'

/** Lists of venues and organizers (profiles): both kinds have the same filters and orders. */

/** The sort keys of venues and organizers. */
export const profileOrders = ['published', 'name', 'updated', 'id'] as const

/** Filters of a venue or organizer list; all of them must match. */
export interface ProfileListInput<S extends KindShape = UnknownKind> {
  /** The number of the page, from 1. @default 1 */
  readonly page?: number | undefined
  /** How many records a page holds, from 1; more than the calendar's `maxPerPage` are clamped to it. @default 35 */
  readonly perPage?: number | undefined
  /** Words that must occur in the name or one of the texts. */
  readonly search?: string | undefined
  /** Only these ids. */
  readonly ids?: number | readonly number[] | undefined
  /** Only records with one of these uids; a number stands for the record with that id if it has no uid. */
  readonly uids?: string | number | readonly (string | number)[] | undefined
  /** Only records with a greater id: for reading a long list in parts, each after the last id of the part before. @default 0 */
  readonly afterId?: number | undefined
  /** Only records that this event links. */
  readonly event?: number | undefined
  /** Only records with (true) or without (false) a published event, past ones included. */
  readonly hasEvents?: boolean | undefined
  /** Only records with a published event that has not started yet. */
  readonly onlyWithUpcoming?: boolean | undefined
  /** One or several; `any` means all except the trash. @default 'publish' */
  readonly status?: Status | 'any' | readonly (Status | 'any')[] | undefined
  /** Only records of these authors, by the host's ids; the empty text finds records without an author. */
  readonly authorIds?: string | readonly string[] | undefined
  /** Only records changed after this time, written as in lists of events. */
  readonly updatedAfter?: TimeInput | undefined
  /** The sort key. Ties are sorted by id. @default 'published' */
  readonly orderBy?: (typeof profileOrders)[number] | undefined
  /** Ascending or descending. @default 'desc' by publication, else 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** Conditions on declared fields with a filter; all of them must hold. */
  readonly fields?: S['filters'] | undefined
}

/** Filters of a venue list; all of them must match. */
export type VenueListInput<F extends FieldsShape = UnknownFields> = ProfileListInput<F['venue']>

/** Filters of an organizer list: the same as for venues. */
export type OrganizerListInput<F extends FieldsShape = UnknownFields> = ProfileListInput<F['organizer']>

/** A parsed {@link ProfileListInput}. */
export interface ProfileListFields extends PublishedListFields {
  /** The id of an event that links the records. */
  readonly event: number
  /** With or without events. */
  readonly hasEvents: boolean
  /** With upcoming events. */
  readonly onlyWithUpcoming: boolean
  /** The sort key. */
  readonly orderBy: (typeof profileOrders)[number]
}

/** The filters of lists of venues and organizers. */
export const profileListShape: Shape<WithRelativeTimes<ProfileListFields>> = {
  ...publishedListShape,
  event: filterIdField,
  hasEvents: booleanField,
  onlyWithUpcoming: booleanField,
  orderBy: wordField(profileOrders),
}

const sortKeys = { published: 'publishedMs', name: 'nameKey', updated: 'updatedMs', id: 'id' } as const

/** Translates a list of venues or organizers into a store query. */
export async function toProfileQuery(
  op: Operation,
  kind: 'venue' | 'organizer',
  fields: Partial<ProfileListFields>,
): Promise<ListQuery<ProfileFilter, ProfileSort>> {
  const ids = await allowedIds(op, kind, fields)
  const events = await linkedEvents(op, fields)
  const filter: ProfileFilter = {
    readable: await listScope(op, kind, fields.status),
    ...(ids !== undefined && { ids }),
    ...toPublishedFilter(fields, op.timeZone),
    ...(fields.search !== undefined && { textAll: searchWords(fields.search) }),
    ...(events !== undefined && { events }),
    ...(fields.fields !== undefined && { fields: fields.fields }),
  }
  const orderBy = fields.orderBy ?? 'published'
  const direction = fields.order ?? (orderBy === 'published' ? 'desc' : 'asc')
  const order = totalOrder<ProfileSort>({ key: sortKeys[orderBy], direction })
  return { filter, order, isOfMoment: fields.onlyWithUpcoming ?? false }
}

async function allowedIds(
  op: Operation,
  kind: 'venue' | 'organizer',
  fields: Partial<ProfileListFields>,
): Promise<readonly number[] | undefined> {
  const { uids, ids } = fields
  const collection: PublishedCollection<VenueRecord | OrganizerRecord> = kind === 'venue' ? op.store.venues : op.store.organizers
  const named = uids === undefined ? ids : await namedIds(collection, uids, ids)
  if (fields.event === undefined) return named
  const event = await findReadable(op.store.events, fields.event, await visibleScope(op, 'event'))
  const linked = event === undefined ? [] : kind === 'venue' ? event.venueIds : event.organizerIds
  return named === undefined ? linked : linked.filter((id) => named.includes(id))
}

async function linkedEvents(op: Operation, fields: Partial<ProfileListFields>): Promise<LinkedEvents | undefined> {
  const { hasEvents, onlyWithUpcoming = false } = fields
  if (hasEvents === undefined && !onlyWithUpcoming) return undefined
  // Without events there are no upcoming ones: both filters together match nothing.
  const none: EventFilter = { ids: [] }
  if (hasEvents === false && onlyWithUpcoming) return { some: true, filter: none }
  const filter: EventFilter = { readable: await listScope(op, 'event'), hidden: false, roles: listedRoles }
  return { some: hasEvents !== false, filter: onlyWithUpcoming ? { ...filter, startMs: { gte: op.nowMs + 1 } } : filter }
}
