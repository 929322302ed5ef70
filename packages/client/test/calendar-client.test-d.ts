import {
  type Calendar,
  type CalendarClient,
  type CalendarOf,
  createCalendar,
  type Event,
  publicReadOnly,
  type Term,
  type Venue,
} from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import * as z from 'zod'
import { createClient, isCalendarError } from '../src/index.ts'

/** Tests of the public types: this file only has to compile. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <_Holds extends true>(): void => undefined

declare const remote: CalendarClient
declare const calendar: Calendar

export function everyCalendarIsAClient(): readonly CalendarClient[] {
  return [calendar, createCalendar({ store: memoryStore() }), calendar.as(null, publicReadOnly())]
}

export async function results(): Promise<void> {
  const { items } = await remote.events.list({ categories: 'music', near: { lat: 1, lng: 2 } })
  same<Equal<typeof items, readonly Event[]>>()
  const found = await remote.venues.find('hall')
  same<Equal<typeof found, Venue | null>>()
  for await (const tag of remote.tags.each({ hasEvents: true })) same<Equal<typeof tag, Term>>()
  await remote.venues.list({}, { signal: new AbortController().signal })
  await remote.events.update(7, { title: 'New' }, { version: 3, scope: 'all' })
  await remote.venues.restore(7, { version: 3 })
  const { record, missing } = await remote.venues.revert(7, { to: 2, version: 3 })
  same<Equal<typeof record, Venue>>()
  same<Equal<typeof missing, readonly string[]>>()
}

export async function refused(): Promise<void> {
  // @ts-expect-error only events have scopes
  await remote.venues.update(7, {}, { scope: 'all' })
  // @ts-expect-error a callback does not travel
  await remote.events.update(7, {}, { check: () => undefined })
  // @ts-expect-error a revert names its version
  await remote.tags.revert(7, { version: 3 })
  // @ts-expect-error nor does the treatment of conflicts
  await remote.events.create({ title: 'x', startDate: '', endDate: '' }, { onConflict: 'skip' })
  // @ts-expect-error nor do many records at once
  await remote.events.createMany([])
  // @ts-expect-error terms have no trash
  await remote.tags.trash(7)
  // @ts-expect-error the title is required
  await remote.events.create({ startDate: '', endDate: '' })
  // @ts-expect-error venues have no such filter
  await remote.venues.list({ categories: 1 })
  // @ts-expect-error the address is required
  createClient({ retries: 1 })
}

export function errors(error: unknown): void {
  if (isCalendarError(error, 'invalid_input')) same<Equal<(typeof error)['details']['params'], Readonly<Record<string, string>>>>()
  if (isCalendarError(error)) same<Equal<(typeof error)['status'], number | undefined>>()
}

export const options = [
  createClient({ baseUrl: '/calendar/events/v1', cache: false, headers: async () => ({ authorization: 'x' }), fetch: globalThis.fetch }),
  createClient({ baseUrl: '/', cache: 5, fetch: undefined, signal: AbortSignal.timeout(5) }),
]

const town = createCalendar({
  store: memoryStore(),
  fields: {
    event: {
      level: { schema: z.enum(['beginner', 'pro']), filter: 'is' },
      seats: { schema: z.number().optional(), filter: 'range' },
    },
    tag: { color: { schema: z.string().default('red') } },
  },
})
interface Town extends CalendarOf<typeof town> {}

export async function declaredFields(): Promise<void> {
  const client = createClient<Town>({ baseUrl: '/' })
  const sides: readonly CalendarClient<Town>[] = [client, town, town.as(null, publicReadOnly())]
  for (const { events, tags } of sides) {
    const event = await events.create({ title: 'Tango', startDate: '', endDate: '', fields: { level: 'pro' } })
    same<Equal<typeof event.fields.level, 'beginner' | 'pro'>>()
    same<Equal<typeof event.fields.seats, number | undefined>>()
    const { items } = await events.list({ fields: { level: ['pro'], seats: { gte: 10 } } })
    same<Equal<(typeof items)[number], typeof event>>()
    same<Equal<Awaited<ReturnType<typeof events.trash>>, typeof event>>()
    for await (const one of events.each()) same<Equal<typeof one, typeof event>>()
    const { fields } = await tags.get(7)
    same<Equal<typeof fields.color, string>>()
    // @ts-expect-error level is required
    await events.create({ title: 'Tango', startDate: '', endDate: '' })
    // @ts-expect-error no such level
    await events.update(7, { fields: { level: 'expert' } })
    // @ts-expect-error color has no filter
    await tags.list({ fields: { color: 'red' } })
  }
}
