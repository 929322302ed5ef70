import { type Actor, type CalendarStore, type Clock, createCalendar, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'

/** Who may do what: editors write, everybody reads what is published. */
export const access = roles({ editors: ['editor'] })

/** The callers by their secrets. An application asks its own sign-in, such as the OAuth server of the protocol. */
const actors: ReadonlyMap<string, Actor> = new Map([
  ['demo-editor', { id: '1', roles: ['editor'] }],
  ['demo-reader', { id: '2' }],
])

/** The actor of a request; undefined if it has no valid secret. */
export const actorOf = (request: Request): Actor | undefined =>
  actors.get(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '')

/** The calendar of a town with a hall. */
export async function openCalendar(options: { readonly store?: CalendarStore; readonly clock?: Clock } = {}) {
  const { store = memoryStore(), clock } = options
  const calendar = createCalendar({ store, clock, timeZone: 'Europe/Berlin' })
  await calendar.venues.create({ name: 'Town hall', city: 'Ulm', exclusive: true })
  return calendar
}
