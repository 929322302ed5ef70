import { type Actor, type Calendar, type CalendarOptions, type CalendarStore, createCalendar, isCalendarError, roles } from '@kalends/core'
import { type FixedClock, fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import * as z from 'zod'
import { createHandler, type Handler } from '../../src/index.ts'
import { now, toRequest } from '../support.ts'

/** A step of a test: a write of one process, or of the clock, with numbers that choose its records. */
export interface Step {
  readonly process: number
  readonly write: number
  readonly a: number
  readonly b: number
  /** Whose reads are compared after it. */
  readonly caller: number
}

const callers: readonly (Actor | null)[] = [null, { id: '5', roles: ['author'] }, { id: '1', roles: ['admin'] }]

const fields = {
  event: {
    note: { schema: z.string().optional(), readable: (actor: Actor | null) => actor !== null },
    theme: { schema: z.string().optional() },
  },
  venue: { key: { schema: z.string().optional(), readable: (actor: Actor | null) => actor?.roles?.includes('admin') === true } },
} satisfies CalendarOptions['fields']

/** The numbers of a step, with the ids that they choose. */
interface Chosen extends Step {
  readonly event: number
  readonly otherEvent: number
  readonly venue: number
  readonly otherVenue: number
  readonly organizer: number
}

/** Processes with caches of their own over the same data, and one without a cache. */
export interface ItemsWorld {
  /** The ids of its first records, from which steps choose. */
  readonly firsts: FirstIds
  /**
   * Runs a step, then compares reads of all processes with the uncached ones. Reads between which another process has committed are not
   * compared.
   * @returns the paths whose responses differ
   */
  run(step: Step): Promise<readonly string[]>
  /** How many responses were compared so far. */
  compared(): number
}

/**
 * Creates a world with some events.
 * @param stores one for each process, over empty tables; the first one is also that of the uncached process
 */
export async function createItemsWorld(stores: readonly CalendarStore[]): Promise<ItemsWorld> {
  const clock = fixedClock(now)
  let caller: Actor | null = null
  const serve = (store: CalendarStore, cache: CalendarOptions['cache']): { calendar: Calendar; handlers: readonly Handler[] } => {
    const calendar = createCalendar({ store, clock, fields, maxPerPage: 10, ...(cache !== undefined && { cache }) })
    const shared = { access: roles(), authenticate: () => caller, languages: { de: {} } }
    return {
      calendar,
      handlers: [createHandler(calendar, shared), createHandler(calendar, { ...shared, publicUrl: 'https://other.example' })],
    }
  }
  const [first] = stores
  if (first === undefined) throw new TypeError('there are no stores')
  const processes = stores.map((store) => serve(store, undefined))
  const uncached = serve(first, false)
  const writers = processes.map(({ calendar }) => calendar)
  for (const number of [0, 1, 2, 3, 4]) await uncached.calendar.events.create(toEvent(number, number + 1))
  const firsts = await firstIds(uncached.calendar)
  const tokenNow = async (): Promise<string> => (await first.revision(clock.nowMs())).token
  let compared = 0
  return {
    firsts,
    compared: () => compared,
    async run(given) {
      const step = choose(given, firsts)
      await write(writers[step.process % writers.length] ?? uncached.calendar, clock, step)
      caller = callers[step.caller % callers.length] ?? null
      const differing: string[] = []
      for (const path of pathsOf(step)) {
        for (const [index, handler] of uncached.handlers.entries()) {
          const token = await tokenNow()
          const fresh = await read(handler, path)
          const cached = await Promise.all(processes.map(({ handlers }) => read(handlers[index] ?? handler, path)))
          if ((await tokenNow()) !== token) continue
          compared += cached.length
          if (cached.some((one) => one !== fresh)) differing.push(path)
        }
      }
      return differing
    },
  }
}

/**
 * Opens a calendar that runs the writes of steps, over the events of a world of another process.
 * @param firsts those of that world, whose steps may have deleted these records since
 */
export function openWriter(store: CalendarStore, firsts: FirstIds): (step: Step) => Promise<void> {
  const clock = fixedClock(now)
  const calendar = createCalendar({ store, clock, fields })
  return (step) => write(calendar, clock, choose(step, firsts))
}

/** The ids of the first records of each kind. */
export type FirstIds = Readonly<Record<'event' | 'venue' | 'organizer', number>>

/** Engines do not begin with 1 again when tables are emptied. */
const firstIds = async ({ events, venues, organizers }: Calendar): Promise<FirstIds> => ({
  event: await firstId(events),
  venue: await firstId(venues),
  organizer: await firstId(organizers),
})

async function firstId(records: { each(): AsyncIterable<{ readonly id: number }> }): Promise<number> {
  for await (const { id } of records.each()) return id
  throw new TypeError('there are no records')
}

const choose = (step: Step, firsts: FirstIds): Chosen => ({
  ...step,
  event: firsts.event + (step.a % 8),
  otherEvent: firsts.event + (step.b % 8),
  venue: firsts.venue + (step.a % 3),
  otherVenue: firsts.venue + (step.b % 3),
  organizer: firsts.organizer + (step.a % 3),
})

async function read(handler: Handler, path: string): Promise<string> {
  const response = await handler(toRequest('GET', path))
  return JSON.stringify([response.status, response.headers.get('etag'), response.headers.get('link'), await response.text()])
}

/** Lists that share events, in two languages, and events by id. The page size is below the number of events that have items. */
const pathsOf = ({ a, b, event, otherEvent, otherVenue }: Chosen): readonly string[] => {
  const lists = [
    '?per_page=3',
    '?per_page=4&order=desc',
    '?per_page=3&page=2',
    '?per_page=3&status=any',
    '?per_page=5&orderby=title',
    '?per_page=4&orderby=modified',
    '?per_page=3&search=beta',
  ]
  const german = (path: string): string => `http://localhost/de/calendar/events/v1${path}`
  return [
    `/events${lists[a % lists.length]}`,
    `/events${lists[b % lists.length]}&tags=t${a % 3}`,
    `/events?per_page=2&venue=${otherVenue}`,
    german('/events?per_page=3'),
    `/events/${event}`,
    `/events/${otherEvent}`,
    german(`/events/${event}`),
  ]
}

const day = (number: number): string => `2026-03-${10 + (number % 15)}`

const links = (a: number, b: number) => ({
  venues: { name: `V${a % 3}` },
  organizers: [{ name: `O${b % 3}` }],
  categories: [`C${a % 2}`],
  tags: [`T${b % 3}`, `T${a % 3}`],
})

const toEvent = (a: number, b: number) => ({
  title: text(a),
  startDate: `${day(a)} 10:00`,
  endDate: `${day(a)} 12:00`,
  authorId: '5',
  fields: { note: text(b) },
  ...links(a, b),
})

type Write = (calendar: Calendar, step: Chosen, clock: FixedClock) => Promise<unknown>

const texts = ['alpha', 'beta', 'gamma', 'é 漢']
const statuses = ['publish', 'draft', 'private', 'pending'] as const
const text = (number: number): string => texts[number % texts.length] ?? ''

const writes: readonly Write[] = [
  ({ events }, { a, b }) => events.create(toEvent(a, b)),
  ({ events }, { a, b, event }) => events.update(event, { description: text(b), fields: { note: text(b), theme: text(a) } }),
  ({ events }, { a, b, event }) => events.update(event, { description: text(b), excerpt: text(a) }),
  ({ events }, { a, b, event }) => events.update(event, links(b, a)),
  ({ events }, { b, event }) => events.update(event, { status: statuses[b % 4] }),
  ({ events }, { a, b, event, otherEvent }) => events.update(event, { parentId: a % 8 === b % 8 ? 0 : otherEvent }),
  ({ events }, { event }) => events.trash(event),
  ({ events }, { event }) => events.restore(event),
  ({ events }, { event }) => events.delete(event),
  // Published within the next hours, which the clock reaches in other steps.
  ({ events }, { b, event }) => events.update(event, { published: `2026-03-04 ${13 + (b % 6)}:00:00`, status: 'publish' }),
  ({ venues }, { a, b, venue }) => venues.update(venue, { name: `V${a % 3} ${text(b)}`, fields: { key: text(b) } }),
  ({ venues }, { b, venue }) => venues.update(venue, { description: text(b), phone: text(b) }),
  ({ organizers }, { b, organizer }) => organizers.update(organizer, { email: `${b}@example.org` }),
  ({ venues }, { b, venue }) => venues.update(venue, { status: statuses[b % 2] }),
  ({ venues }, { b, venue }) => venues.update(venue, { published: `2026-03-04 ${13 + (b % 6)}:30:00`, status: 'publish' }),
  ({ organizers }, { a, b, organizer }) => organizers.update(organizer, { name: `O${a % 3} ${text(b)}`, status: statuses[b % 3] }),
  ({ organizers }, { organizer }) => organizers.delete(organizer),
  ({ categories }, { a, b }) => categories.update(`c${a % 2}`, { description: text(b), parentId: 0 }),
  ({ tags }, { a, b }) => tags.update(`t${a % 3}`, { name: `T${a % 3} ${text(b)}` }),
  ({ tags }, { a }) => tags.delete(`t${a % 3}`),
  // A venue is merged into another one: its events link the other one, and it is deleted.
  (calendar, { venue, otherVenue }) =>
    calendar.transaction(async (tx) => {
      for await (const { id } of tx.events.each({ venueIds: [venue] })) await tx.events.update(id, { venues: [otherVenue] })
      await tx.venues.delete(venue)
    }),
  // Nothing of this is ever committed.
  async (calendar, { b, event }) => {
    const stop = new Error('stop')
    const work = calendar.transaction(async (tx) => {
      await tx.events.update(event, { description: `never ${text(b)}` })
      throw stop
    })
    await work.catch((error: unknown) => {
      if (error !== stop) throw error
    })
  },
  ({ events }, { a, b }) =>
    events.create({
      title: text(b),
      startDate: `${day(a)} 18:00`,
      endDate: `${day(a)} 19:00`,
      recurrence: 'FREQ=DAILY;COUNT=3',
      ...links(b, a),
    }),
  ({ events }, { a, b, event }) => events.update(event, { title: `${text(b)} ${a}` }, { scope: 'all' }),
  ({ events }, { b, event }) => events.update(event, { excerpt: text(b) }, { scope: 'this' }),
  ({ events }, { event }) => events.delete(event, { scope: 'following' }),
  async (_, { a, b }, clock) => clock.advance(a % 4 === 0 ? -1_800_000 : 1_200_000 * (1 + (b % 4))),
]

/** Runs the write of a step. What the calendar refuses is no write. */
async function write(calendar: Calendar, clock: FixedClock, step: Chosen): Promise<void> {
  try {
    await writes[step.write % writes.length]?.(calendar, step, clock)
  } catch (error) {
    if (!isCalendarError(error)) throw error
  }
}

const number = fc.nat(200)

/** Random steps. */
export const steps = fc.array(fc.record({ process: number, write: fc.nat(writes.length - 1), a: number, b: number, caller: number }), {
  minLength: 8,
  maxLength: 16,
})
