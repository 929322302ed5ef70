import type { AccessPolicy, Calendar, EventInput } from '@kalends/core'
import * as fc from 'fast-check'

type Events = Calendar['events']
type ListInput = Parameters<Events['updateMany']>[0]

/** A random event; of a repeating one also what its dates have of their own. */
export interface EventPlan {
  /** The venue, 1 or 2; 0 for none. */
  readonly venue: number
  /** The members of the input that need no ids. */
  readonly input: Pick<EventInput, 'featured' | 'hidden' | 'status' | 'image' | 'authorId'>
  /** The day in May on which it starts. */
  readonly day: number
  /** What is done with the dates of a daily series; none for a single event. */
  readonly dates: readonly ('regular' | 'featured' | 'moved' | 'noVenue' | 'trash')[]
  /** Whether it is put into the trash. */
  readonly isTrashed: boolean
}

/** Random events. */
export const eventPlans: fc.Arbitrary<readonly EventPlan[]> = fc.array(
  fc.record({
    venue: fc.nat(2),
    input: fc.record({
      featured: fc.boolean(),
      hidden: fc.boolean(),
      status: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'private'),
      image: fc.constantFrom(null, 5),
      authorId: fc.constantFrom('1', '1', '2'),
    }),
    day: fc.integer({ min: 1, max: 6 }),
    dates: fc.oneof(
      fc.constant([]),
      fc.array(fc.constantFrom('regular', 'regular', 'regular', 'featured', 'moved', 'noVenue', 'trash'), { minLength: 2, maxLength: 4 }),
    ),
    isTrashed: fc.nat(5).map((at) => at === 0),
  }),
  { minLength: 1, maxLength: 6 },
)

/** What a date of each sort is given. */
const ownValues = {
  featured: { featured: true },
  noVenue: { venues: [] },
  moved: { startDate: '2031-05-20 10:00', endDate: '2031-05-20 11:00' },
} as const

/** Creates the events. Returns the ids of venues and of all rows of events, ascending. */
export async function createWorld(calendar: Calendar, plans: readonly EventPlan[]): Promise<Known> {
  const { events, venues } = calendar
  const venueIds = [(await venues.create({ name: 'Hall' })).id, (await venues.create({ name: 'Barn' })).id]
  for (const { venue, input, day, dates, isTrashed } of plans) {
    const venueId = venueIds[venue - 1]
    const { id } = await events.create({
      ...input,
      ...{ title: `Event ${day}`, startDate: `2031-05-0${day} 19:30`, endDate: `2031-05-0${day} 21:00` },
      ...(venueId !== undefined && { venues: venueId }),
      ...(dates.length > 0 && { recurrence: `FREQ=DAILY;COUNT=${dates.length}` }),
    })
    const rows = dates.length === 0 ? [] : await rowsOf(events, { seriesIds: id, status: 'any', hidden: 'include' })
    for (const [at, own] of dates.entries()) {
      const date = rows[at]?.id
      if (date === undefined || own === 'regular') continue
      await (own === 'trash' ? events.trash(date) : events.update(date, ownValues[own]))
    }
    if (isTrashed) await events.trash(id)
  }
  const some = await rowsOf(events, { status: 'any', hidden: 'include' })
  const trashed = await rowsOf(events, { status: 'trash', hidden: 'include' })
  const all = [...some, ...trashed].flatMap(({ id, recurrence }) => [id, ...(recurrence === null ? [] : [recurrence.seriesId])])
  return { venueIds, eventIds: [...new Set(all)].toSorted((a, b) => a - b) }
}

/** All events of a list by id. */
export async function rowsOf(events: Events, filters: ListInput): Promise<Awaited<ReturnType<Events['get']>>[]> {
  const rows: Awaited<ReturnType<Events['get']>>[] = []
  for await (const row of events.each({ ...filters, orderBy: 'id' })) rows.push(row)
  return rows
}

/** The ids of a world, which differ between stores. */
export interface Known {
  /** Of its venues. */
  readonly venueIds: readonly number[]
  /** Of its events and their dates, ascending. */
  readonly eventIds: readonly number[]
}

/** Filters with ranks instead of ids. */
export interface FilterPlan extends Omit<ListInput, 'ids' | 'afterId' | 'venueIds'> {
  /** Ranks of events. */
  readonly ids?: readonly number[]
  /** The rank of an event. */
  readonly afterId?: number
  /** The rank of a venue. */
  readonly venueIds?: number
}

/** One filter, or none: more of them would leave most lists empty. */
const oneFilter: fc.Arbitrary<FilterPlan> = fc.oneof(
  fc.constantFrom<FilterPlan>({}, { venueIds: 0 }, { venueIds: 1 }, { hasVenue: false }, { hasImage: false }),
  fc.boolean().map((featured) => ({ featured })),
  fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }).map((ids) => ({ ids })),
  fc.nat(8).map((afterId) => ({ afterId })),
  fc.integer({ min: 1, max: 6 }).map((day) => ({ startsFrom: `2031-05-0${day}` })),
  fc.integer({ min: 3, max: 9 }).map((day) => ({ startsUntil: `2031-05-0${day}` })),
)

/** Random filters. */
export const filterPlans: fc.Arbitrary<FilterPlan> = fc
  .tuple(
    fc.record({
      status: fc.constantFrom('any', 'any', 'publish', 'trash', 'draft'),
      hidden: fc.constantFrom('include', 'include', 'include', 'only', 'exclude'),
      series: fc.constantFrom('all', 'all', 'next'),
    }),
    oneFilter,
    fc.oneof(fc.constant({}), oneFilter),
  )
  .map(([base, one, another]) => ({ ...base, ...one, ...another }))

/** The filters of a plan. */
export function toFilters(plan: FilterPlan, { eventIds, venueIds }: Known): ListInput {
  const { ids, afterId, venueIds: venue, ...others } = plan
  return {
    ...others,
    ...(ids !== undefined && { ids: ids.map((rank) => eventIds[rank % eventIds.length] ?? 0) }),
    ...(afterId !== undefined && { afterId: eventIds[afterId] ?? 0 }),
    ...(venue !== undefined && { venueIds: venueIds[venue] ?? 0 }),
  }
}

/** Random changes. */
export const patches = fc.constantFrom<Parameters<Events['updateMany']>[1]>(
  ...[{ featured: true }, { featured: false, venues: [] }, { venues: { name: 'Barn' } }, { venues: { name: 'Tent', city: 'Ulm' } }],
  ...[{ status: 'draft' as const }, { hidden: true }, { image: 5 }, { title: 'Same' }, { authorId: '2' }, { timeZone: 'Asia/Tokyo' }, {}],
)

/**
 * A policy that hides drafts of others, and private events elsewhere. It refuses to change what others have written, and to move an event to the
 * second venue.
 */
export const ownPolicy: AccessPolicy = {
  readable: () => [{ status: 'publish' }, { status: 'private', venueIds: [1] }, { status: 'draft', authorIds: ['1'] }, { status: 'trash' }],
  may: ({ action, kind, record, next }) =>
    kind !== 'event' || action === 'create' || (record?.authorId !== '2' && next?.venueIds?.includes(2) !== true),
}
