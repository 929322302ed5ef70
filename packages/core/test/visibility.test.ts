import { type MemorySnapshot, type MemoryTableSnapshot, memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessPolicy, type Calendar, createCalendar, isCalendarError, publicReadOnly, roles, type Status } from '../src/index.ts'
import { statusOf } from '../src/record/status.ts'
import { isReadable } from '../src/store/matching.ts'
import type { EntityId, EventRecord, PublishedRecord, ReadScope, TermRecord } from '../src/store-entry.ts'
import { anEvent, collect } from './open-calendar.ts'

/** Texts that engines and languages easily confuse. */
const ids = ['anna', 'Anna'] as const

/** Actors with their policies. */
const viewers = [
  { actor: null, policy: publicReadOnly() },
  { actor: { id: ids[0], roles: ['author'] }, policy: roles() },
  { actor: { id: ids[1], roles: ['reader'] }, policy: roles() },
]

const now = '2026-06-01T12:00:00Z'
const status: fc.Arbitrary<Status> = fc.constantFrom('publish', 'publish', 'draft', 'private', 'pending', 'trash')
const authorId = fc.constantFrom(...ids)
const published = fc.constantFrom('2026-05-01', '2026-05-02', '2026-07-01')
const profiles = fc.array(fc.record({ status, authorId, published, located: fc.boolean() }), { minLength: 3, maxLength: 3 })
const events = fc.array(
  fc.record({
    title: fc.constantFrom('Alpha', 'Beta'),
    status,
    authorId,
    published,
    hidden: fc.constantFrom(false, false, true),
    venues: fc.subarray([1, 2, 3]),
    organizers: fc.subarray([1, 2, 3]),
    categories: fc.subarray([1, 2, 3]),
    tags: fc.subarray([4, 5]),
    parentId: fc.constantFrom(0, 0, 1, 2),
    startDate: fc.constantFrom('2026-05-10', '2026-06-10', '2026-06-11 10:00'),
  }),
  { maxLength: 9 },
)

async function fill(
  calendar: Calendar,
  world: { venues: readonly Profile[]; organizers: readonly Profile[]; events: readonly object[] },
): Promise<void> {
  for (const [i, { located, ...venue }] of world.venues.entries()) {
    await calendar.venues.create({ name: `Venue ${i}`, ...venue, ...(located && { geoLat: i, geoLng: i }) })
  }
  for (const [i, { located: _, ...organizer }] of world.organizers.entries())
    await calendar.organizers.create({ name: `Organizer ${i}`, ...organizer })
  await calendar.categories.create({ name: 'Music' })
  await calendar.categories.create({ name: 'Jazz', parentId: 1 })
  await calendar.categories.create({ name: 'Sport' })
  for (const name of ['free', 'new']) await calendar.tags.create({ name })
  // A record in the trash cannot be linked: these are restored here, and put back into the trash below.
  for (const kind of ['venues', 'organizers'] as const)
    for (const { id } of (await calendar[kind].list({ status: 'trash' })).items) await calendar[kind].restore(id)
  for (const event of world.events) {
    const { parentId, ...rest } = { parentId: 0, ...event }
    const made = await calendar.events.create(anEvent({ endDate: '2026-06-20', ...rest }))
    if (parentId < made.id && made.status !== 'trash') await calendar.events.update(made.id, { parentId }).catch(() => undefined)
  }
  for (const kind of ['venues', 'organizers'] as const) {
    for (const [i, profile] of world[kind].entries()) if (profile.status === 'trash') await calendar[kind].trash(i + 1)
  }
}

interface Profile {
  readonly status: Status
  readonly authorId: string
  readonly published: string
  readonly located: boolean
}

/** The same data without the records that a viewer may not see. */
async function without(
  snapshot: MemorySnapshot,
  policy: AccessPolicy,
  actor: Parameters<AccessPolicy['readable']>[0],
): Promise<MemorySnapshot> {
  const nowMs = Date.parse(now)
  const seen = async <R extends PublishedRecord>(
    kind: 'event' | 'venue' | 'organizer',
    table: MemoryTableSnapshot<R>,
  ): Promise<MemoryTableSnapshot<R>> => {
    const scope = await policy.readable(actor, kind)
    const isSeen = (record: PublishedRecord): boolean => {
      // Replaces the status that views show by the stored one, because `isReadable` compares stored statuses.
      const clauses = scope
        .filter((clause) => clause.status === statusOf(record, nowMs))
        .map((clause) => ({ ...clause, status: record.status }))
      return isReadable(clauses as ReadScope, record)
    }
    return { lastId: table.lastId, records: table.records.filter(isSeen) }
  }
  const [events, venues, organizers] = [
    await seen('event', snapshot.events),
    await seen('venue', snapshot.venues),
    await seen('organizer', snapshot.organizers),
  ]
  const kept = (ids: readonly EntityId[], records: readonly { id: EntityId }[]): EntityId[] =>
    ids.filter((id) => records.some((record) => record.id === id))
  const linking = (all: readonly EventRecord[], { id }: TermRecord): boolean =>
    all.some(({ categoryIds, tagIds }) => categoryIds.includes(id) || tagIds.includes(id))
  const isKnown = (term: TermRecord): boolean => term.known || linking(events.records, term)
  const terms = snapshot.terms.records.filter(({ id }) =>
    snapshot.terms.records.some((term) => (term.id === id || term.ancestorIds.includes(id)) && isKnown(term)),
  )
  return {
    ...snapshot,
    venues,
    organizers,
    terms: { lastId: snapshot.terms.lastId, records: terms },
    events: {
      lastId: events.lastId,
      records: events.records.map((event) => ({
        ...event,
        venueIds: kept(event.venueIds, venues.records),
        organizerIds: kept(event.organizerIds, organizers.records),
        parentId: events.records.some(({ id }) => id === event.parentId) ? event.parentId : 0,
      })),
    },
  }
}

const statuses = fc.constantFrom('publish', 'any', 'draft', 'trash', 'future', 'private')
const page = { page: fc.integer({ min: 1, max: 3 }), perPage: fc.integer({ min: 1, max: 4 }) }
const eventList = fc.record(
  {
    ...page,
    status: statuses,
    venueIds: fc.constantFrom(1, 2, 3),
    organizerIds: fc.constantFrom(1, 2, 3),
    categories: fc.constantFrom('music', 'jazz', '3'),
    tags: fc.constantFrom('free', '5'),
    search: fc.constantFrom('alpha', 'b'),
    hasLocation: fc.boolean(),
    hasVenue: fc.boolean(),
    hasOrganizer: fc.boolean(),
    hasCategory: fc.boolean(),
    endsAfter: fc.constant('2026-01-01'),
    ids: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
    parentIds: fc.constantFrom(1, 2, 3),
    orderBy: fc.constantFrom('start', 'title', 'published', 'id'),
  },
  { requiredKeys: [] },
)
const profileList = fc.record(
  {
    ...page,
    status: statuses,
    hasEvents: fc.boolean(),
    onlyWithUpcoming: fc.boolean(),
    event: fc.integer({ min: 1, max: 9 }),
    search: fc.constantFrom('1', 'venue'),
  },
  { requiredKeys: [] },
)
const termList = fc.record(
  {
    ...page,
    hasEvents: fc.boolean(),
    event: fc.integer({ min: 1, max: 9 }),
    orderBy: fc.constantFrom('name', 'count', 'id'),
    ids: fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }),
  },
  { requiredKeys: [] },
)
const ref = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.constantFrom('alpha', 'beta', 'alpha-2', 'alpha__trashed', 'venue-1', 'organizer-1', 'venue-2__trashed'),
)
const request: fc.Arbitrary<(calendar: Calendar) => Promise<unknown>> = fc.oneof(
  eventList.map((input) => (calendar: Calendar) => calendar.events.list(input)),
  eventList.map((input) => (calendar: Calendar) => collect(calendar.events.each(input))),
  profileList.map((input) => (calendar: Calendar) => calendar.venues.list(input)),
  profileList.map((input) => (calendar: Calendar) => calendar.organizers.list(input)),
  termList.map((input) => (calendar: Calendar) => calendar.categories.list(input)),
  termList.map((input) => (calendar: Calendar) => calendar.tags.list(input)),
  fc.tuple(fc.constantFrom('events' as const, 'venues' as const, 'organizers' as const, 'categories' as const), ref).map(
    ([kind, one]) =>
      (calendar: Calendar) =>
        calendar[kind].get(one),
  ),
)

async function resultOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => (isCalendarError(error) ? { code: error.code, details: error.details } : Promise.reject(error)))
}

test('records that a viewer may not see affect no result of the viewer', async () => {
  await fc.assert(
    fc.asyncProperty(
      profiles,
      profiles,
      events,
      fc.constantFrom(...viewers),
      fc.array(request, { minLength: 20, maxLength: 20 }),
      async (venues, organizers, events, viewer, requests) => {
        const store = memoryStore()
        const clock = fixedClock(now)
        await fill(createCalendar({ store, clock }), { venues, organizers, events })
        const { actor, policy } = viewer
        const poorer = memoryStore({ snapshot: await without(store.snapshot(), policy, actor) })
        const [rich, poor] = [store, poorer].map((one) => createCalendar({ store: one, clock }).as(actor, policy))
        if (!rich || !poor) return
        for (const ask of requests) expect(await resultOf(ask(rich))).toEqual(await resultOf(ask(poor)))
      },
    ),
    { numRuns: 80 },
  )
})
