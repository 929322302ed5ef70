import { buildEventInput, buildOrganizerInput, buildTermInput, buildVenueInput } from '@kalends/testing'
import * as z from 'zod'
import {
  type Calendar,
  type CalendarOf,
  type CalendarOptions,
  createCalendar,
  type Event,
  type EventInput,
  type FieldsOption,
  type Page,
  type Venue,
} from '../src/index.ts'
import type { StandardSchema } from '../src/internal.ts'
import type { EventPatch } from '../src/kinds/event/schema.ts'

/** Tests of the types of declared fields, one function for each promise: this file only has to compile. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <_Holds extends true>(): void => undefined

declare const store: CalendarOptions['store']
declare const own: StandardSchema<string, number>

const calendar = createCalendar({
  store,
  fields: {
    event: {
      level: { schema: z.enum(['beginner', 'pro']), filter: 'is' },
      seats: { schema: z.number().int().min(0).optional(), filter: 'range' },
      styles: { schema: z.array(z.string()).optional(), filter: 'is' },
      dressCode: { schema: z.string(), readable: (actor) => actor !== null && actor.roles?.includes('staff') === true },
    },
    venue: { wheelchair: { schema: z.boolean().default(false), filter: 'is' } },
    organizer: { code: { schema: own, description: 'A text that becomes a number.' } },
    category: { colour: { schema: z.string(), filter: 'range' } },
    tag: { weight: { schema: z.number().optional() } },
  },
})

type Town = CalendarOf<typeof calendar>
type Level = 'beginner' | 'pro'
interface EventValues {
  readonly level: Level
  readonly seats?: number | undefined
  readonly styles?: string[] | undefined
  readonly dressCode?: string | undefined
}
interface NewEvent {
  readonly level: Level
  readonly seats?: number | null | undefined
  readonly styles?: string[] | null | undefined
  readonly dressCode?: string | null | undefined
}
type Shaped<T> = { [N in keyof T]: T[N] }

const times = { title: 'Choir', startDate: '2031-05-31', endDate: '2031-05-31' }

/** Required fields are present, optional ones and those that some viewers may not read can be absent. */
export function values(event: Event<Town>): void {
  same<Equal<Shaped<typeof event.fields>, Shaped<EventValues>>>()
  same<Equal<typeof event.fields.level, Level>>()
  same<Equal<typeof event.fields.seats, number | undefined>>()
  same<Equal<(typeof event.venues)[number]['fields']['wheelchair'], boolean>>()
  same<Equal<(typeof event.organizers)[number]['fields']['code'], number>>()
  // @ts-expect-error no such field
  void event.fields.colour
  // @ts-expect-error embedded terms have no fields
  void event.categories[0]?.fields
  // @ts-expect-error returned fields cannot be changed
  event.fields.level = 'pro'
}

/** Every operation returns the declared fields. */
export async function operations(): Promise<void> {
  const { events, venues, organizers, categories, tags } = calendar
  const fields = { level: 'pro' } as const
  same<Equal<Awaited<ReturnType<typeof events.list>>, Page<Event<Town>>>>()
  for (const event of [
    await events.get(1),
    await events.create({ ...times, fields }),
    await events.update(1, { fields }),
    await events.trash(1),
    await events.restore(1),
    await events.delete(1),
    (await events.list()).items[0],
    (await events.series([1]))[0]?.series,
    (await events.series([1]))[0]?.changed[0],
  ])
    if (event !== undefined) same<Equal<typeof event.fields.level, Level>>()
  const found = await events.find(1)
  same<Equal<typeof found, Event<Town> | null>>()
  for await (const event of events.each()) same<Equal<typeof event.fields.level, Level>>()
  for await (const event of events.each({}, { by: 'start' })) same<Equal<typeof event.fields.level, Level>>()
  await events.update(1, { fields }, { check: (current) => void same<Equal<typeof current.fields.level, Level>>() })
  await events.createMany([{ ...times, fields }])
  for (const venue of [await venues.get(1), await venues.update(1, {}), await venues.trash(1), await venues.restore(1)])
    same<Equal<typeof venue, Venue<Town>>>()
  for await (const { fields: read } of organizers.each()) same<Equal<typeof read.code, number>>()
  const [category, tag] = [await categories.get(1), await tags.get(1)]
  same<Equal<typeof category.fields.colour, string>>()
  same<Equal<typeof tag.fields.weight, number | undefined>>()
}

/** The input of a new record has the fields that the schemas require, in the types that they take. */
export async function inputs(): Promise<void> {
  same<Equal<Shaped<NonNullable<EventInput<Town>['fields']>>, Shaped<NewEvent>>>()
  await calendar.events.create({ ...times, fields: { level: 'pro', seats: null } })
  await calendar.venues.create({ name: 'Hall' })
  await calendar.venues.create({ name: 'Hall', fields: null })
  await calendar.venues.create({ name: 'Hall', fields: { wheelchair: undefined } })
  await calendar.organizers.create({ name: 'Club', fields: { code: '7' } })
  await calendar.events.create({ ...times, fields: { level: 'pro' }, organizers: { name: 'Club', fields: { code: '7' } } })
  // @ts-expect-error a field is required
  await calendar.events.create(times)
  // @ts-expect-error a field is required
  await calendar.events.create({ ...times, fields: { seats: 1 } })
  // @ts-expect-error no such level
  await calendar.events.create({ ...times, fields: { level: 'expert' } })
  // @ts-expect-error no such field
  await calendar.events.create({ ...times, fields: { level: 'pro', colour: 'red' } })
  // @ts-expect-error the schema takes a text
  await calendar.organizers.create({ name: 'Club', fields: { code: 7 } })
  // @ts-expect-error no such level
  await calendar.events.createMany([{ ...times, fields: { level: 'expert' } }])
  // @ts-expect-error a field of the nested venue has another type
  await calendar.events.create({ ...times, fields: { level: 'pro' }, venues: { name: 'Hall', fields: { wheelchair: 'yes' } } })
}

/** A patch names the fields that change; null clears those that may be absent. */
export async function patches(): Promise<void> {
  const patch: EventPatch<Town> = { fields: { seats: 3 } }
  await calendar.events.update(1, patch)
  await calendar.events.update(1, { fields: { level: undefined, seats: null, dressCode: null } })
  await calendar.events.update(1, { title: 'Choir', fields: null })
  // @ts-expect-error a required field cannot be cleared
  await calendar.events.update(1, { fields: { level: null } })
  // @ts-expect-error no such field
  await calendar.events.update(1, { fields: { colour: 'red' } })
}

/** Filters exist for fields with a filter, with the types of their values. */
export async function filters(): Promise<void> {
  await calendar.events.list({ fields: { level: 'pro', seats: { gte: 10, lte: 50 }, styles: ['folk', 'jazz'] } })
  await calendar.events.count({ fields: { level: ['beginner', 'pro'], seats: [10, 20] } }, { atMost: 3 })
  for await (const _ of calendar.events.each({ fields: { styles: 'folk' } }, { by: 'start', limit: 3 })) return
  await calendar.venues.list({ fields: { wheelchair: true } })
  await calendar.categories.list({ fields: { colour: { gte: 'a' } } })
  // @ts-expect-error no such level
  await calendar.events.list({ fields: { level: 'expert' } })
  // @ts-expect-error a field without a filter
  await calendar.events.list({ fields: { dressCode: 'black tie' } })
  // @ts-expect-error a field without ranges
  await calendar.events.list({ fields: { level: { gte: 'beginner' } } })
  // @ts-expect-error a bound of another type
  await calendar.events.list({ fields: { seats: { gte: '10' } } })
  // @ts-expect-error a field of another kind
  await calendar.events.list({ fields: { wheelchair: true } })
}

/** Hooks and listeners see the values of the fields. */
export function changes(): void {
  calendar.on('event.updated', ({ before, after }) => {
    same<Equal<typeof before.fields.level, Level>>()
    same<Equal<typeof after.fields.seats, number | undefined>>()
  })
  calendar.before('venue.create', async ({ next, tx }) => {
    same<Equal<typeof next.fields.wheelchair, boolean>>()
    same<Equal<Awaited<ReturnType<typeof tx.events.get>>['fields']['level'], Level>>()
  })
  calendar.on('category.created', ({ after }) => void same<Equal<typeof after.fields.colour, string>>())
}

/** Calendars that come from another one have its types. */
export async function derived(): Promise<void> {
  const seen = calendar.as(null, { readable: () => [], may: () => false })
  same<Equal<typeof seen, Calendar<Town>>>()
  const level = await calendar.transaction(async (tx) => (await tx.events.get(1)).fields.level)
  same<Equal<typeof level, Level>>()
  const { events } = calendar.using(store)
  same<Equal<Awaited<ReturnType<typeof events.get>>, Event<Town>>>()
  same<Equal<CalendarOf<typeof seen>, Town>>()
}

/** A program for any calendar takes one with fields, and reads them as unknown values. */
export function general(event: Event<Town>, venue: Venue<Town>): void {
  const any: Calendar = calendar
  const [anyEvent, anyVenue]: readonly [Event, Venue] = [event, venue]
  same<Equal<(typeof anyEvent.fields)[string], unknown>>()
  void [any, anyVenue]
  const shape: FieldsOption = { event: { level: { schema: z.string() } } }
  const other: Calendar = createCalendar({ store, fields: shape })
  same<Equal<ReturnType<typeof plain>, Calendar>>()
  void other.events.create(times)
  const made: ReturnType<typeof createCalendar> = other
  void made.events.create(times)
}

const plain = () => createCalendar({ store })

/** Returned records are accepted as inputs and patches. */
export async function sentBack(event: Event<Town>, venue: Venue<Town>): Promise<void> {
  await calendar.events.create({ ...event, organizers: [] })
  await calendar.events.update(1, { ...event, organizers: [] })
  await calendar.events.update(1, { venues: [venue] })
  await calendar.venues.create(venue)
  await calendar.categories.update(1, await calendar.categories.get(1))
}

/** A name alone links an existing record; the data of a new one has the required fields. */
export async function links(): Promise<void> {
  const { events } = createCalendar({ store, fields: { venue: { code: { schema: z.string() } } } })
  await events.create({ ...times, venues: { name: 'Hall' } })
  await events.create({ ...times, venues: [{ name: 'Hall' }, 1, '1', { id: 1 }, { name: 'Mill', fields: { code: '1' } }] })
  // @ts-expect-error the code is required
  await events.create({ ...times, venues: { name: 'Hall', city: 'Ulm' } })
  // @ts-expect-error the code is required
  await events.create({ ...times, venues: [{ name: 'Hall', fields: {} }] })
  // @ts-expect-error neither an id nor an object
  await events.create({ ...times, venues: 'Hall' })
}

/** The inputs of `@kalends/testing` have the fields of the calendar that takes them. */
export async function builtInputs(): Promise<void> {
  await calendar.events.create(buildEventInput({ fields: { level: 'pro', styles: ['folk'] } }))
  await calendar.venues.create(buildVenueInput({ fields: { wheelchair: true } }))
  await calendar.organizers.create(buildOrganizerInput({ fields: { code: '7' } }))
  await calendar.categories.create(buildTermInput({ fields: { colour: 'red' } }))
  await calendar.tags.create(buildTermInput({ fields: { weight: 1 } }, 2))
  const evenings = [buildEventInput<Town>({ fields: { level: 'pro' } })]
  same<Equal<typeof evenings, EventInput<Town>[]>>()
  const anything = buildEventInput({ fields: { anything: 1 } })
  same<Equal<typeof anything, EventInput>>()
  await plain().events.create(anything)
  // @ts-expect-error no such value
  await calendar.events.create(buildEventInput({ fields: { level: 'expert' } }))
  // @ts-expect-error no such field
  await calendar.events.create(buildEventInput({ fields: { level: 'pro', levle: 'pro' } }))
  // @ts-expect-error no such value
  await calendar.categories.create(buildTermInput({ fields: { colour: 1 } }))
}

/** Mistakes in a definition do not compile. */
export function definitions(): void {
  // @ts-expect-error no such kind
  createCalendar({ store, fields: { evnt: {} } })
  // @ts-expect-error no such option
  createCalendar({ store, fields: { event: { level: { schema: z.string(), fitler: 'is' } } } })
  // @ts-expect-error no such filter
  createCalendar({ store, fields: { event: { level: { schema: z.string(), filter: 'like' } } } })
  // @ts-expect-error a field needs a schema
  createCalendar({ store, fields: { event: { level: {} } } })
  // @ts-expect-error this is no Standard Schema
  createCalendar({ store, fields: { event: { level: { schema: { parse: () => 1 } } } } })
}
