import type { Calendar, CalendarOptions, Change, Event, EventInput, Organizer, Page, Term, Venue } from '../src/index.ts'
import { allowAll, createCalendar, isCalendarError } from '../src/index.ts'
import type { EventPatch } from '../src/kinds/event/schema.ts'
import type { Shown } from '../src/record/change.ts'
import type { EventRecord } from '../src/store-entry.ts'

/** Tests of the public types: this file only has to compile. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <_Holds extends true>(): void => undefined

declare const calendar: Calendar
declare const store: CalendarOptions['store']

export async function results(): Promise<void> {
  const created = await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
  same<Equal<typeof created, Event>>()
  const page = await calendar.events.list({ startsFrom: '2026-05-01', categories: ['music', 3], orderBy: 'start' })
  same<Equal<typeof page, Page<Event>>>()
  same<Equal<(typeof created)['venues'], readonly Venue[]>>()
  same<Equal<(typeof created)['image'], number | string | null>>()
  same<Equal<(typeof created)['status'], 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'>>()
  const found = await calendar.venues.find('town-hall')
  same<Equal<typeof found, Venue | null>>()
  const organizer = await calendar.organizers.update(1, { email: null })
  same<Equal<typeof organizer, Organizer>>()
  for await (const term of calendar.tags.each()) same<Equal<typeof term, Term>>()
  const inside = await calendar.transaction(async (tx) => (await tx.categories.create({ name: 'Music' })).id)
  same<Equal<typeof inside, number>>()
  calendar.using(store).flush()
}

export function inputs(): void {
  const least: EventInput = { title: 'Choir', startDate: '2026-05-31', endDate: '2026-05-31' }
  const rich: EventInput = {
    ...least,
    venues: [1, { id: 2 }, { name: 'New', geoLat: 48.4, geoLng: 10 }],
    organizers: { name: 'Club', email: 'a@b.example' },
    categories: 'Music, Jazz',
    tags: [1, 'free', { id: 3 }],
    cost: ['$10', 20],
    image: { url: 'https://example.org/a.png' },
    parentId: null,
  }
  const nothing: EventPatch = {}
  void [rich, nothing]

  // @ts-expect-error the dates are required
  const lacking: EventInput = { title: 'Choir' }
  // @ts-expect-error a title cannot be cleared
  const untitled: EventPatch = { title: null }
  // @ts-expect-error no such status
  const wrongStatus: EventPatch = { status: 'published' }
  // @ts-expect-error no such field
  const wrongField: EventPatch = { startdate: '2026-05-31' }
  // @ts-expect-error a venue needs an id or a name
  const namelessVenue: EventPatch = { venues: { city: 'Ulm' } }
  void [lacking, untitled, wrongStatus, wrongField, namelessVenue]
}

export function mistakes(): void {
  // @ts-expect-error a store is required
  createCalendar({})
  // @ts-expect-error an actor needs a policy
  calendar.as({ id: '1' })
  // @ts-expect-error the policy is required, also for anonymous callers
  calendar.as(null, null)
  // @ts-expect-error no such order
  void calendar.events.list({ orderBy: 'price' })
  // @ts-expect-error terms have no trash
  void calendar.tags.trash(1)
  // @ts-expect-error no such change
  calendar.on('event.exploded', () => undefined)
  // @ts-expect-error a scope is made of clauses
  calendar.as({ id: '1' }, { ...allowAll(), readable: () => ['publish'] })
}

export function listeners(): () => void {
  return calendar.on('event.created', (change) => {
    same<Equal<typeof change, Change<'event', 'created'>>>()
    same<Equal<typeof change.before, null>>()
    same<Equal<typeof change.after, Shown<EventRecord>>>()
    same<Equal<typeof change.after.status, Event['status']>>()
  })
}

export function listenersByName(): void {
  calendar.on('event.deleted', ({ before, after }) => {
    same<Equal<typeof before, Shown<EventRecord>>>()
    same<Equal<typeof after, null>>()
  })
  calendar.on('tag.updated', ({ before, after }) => void [before.name, after.name])
  const either: 'event.created' | 'venue.deleted' = Math.random() > 2 ? 'event.created' : 'venue.deleted'
  calendar.on(either, (change) => {
    if (change.name === 'event.created') void change.after.title
    else void change.before.city
  })
  // @ts-expect-error terms have no trash
  calendar.on('tag.trashed', () => undefined)
}

export function hooks(): () => void {
  calendar.before('event.delete', ({ before, next }) => {
    same<Equal<typeof next, null>>()
    same<Equal<typeof before, Shown<EventRecord>>>()
  })
  calendar.before('venue.update', async ({ before, next, tx, actor }) => {
    await tx.venues.get(before.id)
    void [next.name, next.id, actor?.id]
    // @ts-expect-error the version is not known yet
    void next.version
    // @ts-expect-error what will be written cannot be changed
    next.name = 'x'
  })
  // @ts-expect-error terms have no trash
  calendar.before('category.restore', () => undefined)
  return calendar.before('event.create', ({ before, next }) => {
    same<Equal<typeof before, null>>()
    void next.title
    // @ts-expect-error a new record has no id yet
    void next.id
  })
}

/** Inputs made from forms and files have members whose value is undefined. */
export function undefinedMembers(text: string | undefined, number: number | undefined): void {
  const times = { startDate: '2026-05-31', endDate: '2026-05-31' }
  void calendar.events.create({
    ...times,
    title: 'Choir',
    description: text,
    cost: text,
    featured: undefined,
    venues: undefined,
    authorId: text,
  })
  void calendar.events.update(1, { title: text, startDate: text, categories: text })
  void calendar.events.list({ page: number, search: text, startsFrom: text, status: undefined })
  void calendar.venues.create({ name: 'Hall', city: text, geoLat: number, geoLng: undefined })
  void calendar.venues.list({ search: text, hasEvents: undefined })
  void calendar.organizers.update(1, { email: text })
  void calendar.categories.create({ name: 'Music', parentId: number, slug: text })
  void calendar.tags.list({ hasEvents: undefined, search: text })
  void calendar.events.createMany([], { chunkSize: number, onProgress: undefined, signal: undefined })
  void createCalendar({ store, timeZone: text, maxPerPage: number, clock: undefined, cache: undefined })
}

/** Returned records are accepted as inputs and patches. */
export async function sentBack(): Promise<void> {
  const event = await calendar.events.get(1)
  await calendar.events.create(event)
  await calendar.events.create({ ...event, title: 'Again' })
  await calendar.events.update(1, event)
  await calendar.events.createMany([event])
  const venue = await calendar.venues.get('hall')
  await calendar.venues.create(venue)
  await calendar.venues.update(venue.id, venue)
  const organizer = await calendar.organizers.get(1)
  await calendar.organizers.create(organizer)
  await calendar.organizers.update(1, organizer)
  const category = await calendar.categories.get(1)
  await calendar.categories.create(category)
  await calendar.categories.update(1, category)
  const tag = await calendar.tags.get(1)
  await calendar.tags.create(tag)
  await calendar.tags.update(1, tag)
  await calendar.events.update(1, { venues: [venue, 2, { name: 'New' }], organizers: organizer, categories: [category], tags: tag })
  await calendar.events.update(1, { cost: event.cost, image: event.image, categories: event.categories, venues: event.venues })
  // @ts-expect-error a venue needs an id or a name
  await calendar.events.update(1, { venues: [{ city: 'Ulm' }] })
  // @ts-expect-error a cost without a text
  await calendar.events.update(1, { cost: { values: ['1'] } })
}

export function everyCode(error: unknown): unknown {
  if (!isCalendarError(error)) return undefined
  switch (error.code) {
    case 'invalid_input':
      same<Equal<typeof error.details.params, Readonly<Record<string, string>>>>()
      return error.details.params
    case 'in_trash':
      same<Equal<typeof error.details.id, number>>()
      return error.details.id
    case 'page_out_of_range':
      return error.details.totalPages
    default:
      // @ts-expect-error not every other code has pages
      return error.details.totalPages
  }
}

export function errors(error: unknown): unknown {
  if (isCalendarError(error, 'invalid_input')) {
    same<Equal<typeof error.details.params, Readonly<Record<string, string>>>>()
    return error.details.params
  }
  if (isCalendarError(error, 'page_out_of_range')) return error.details.totalPages
  // @ts-expect-error no such code
  return isCalendarError(error, 'out_of_cheese')
}
