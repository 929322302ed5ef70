import { send } from './api.ts'
import { build } from './dom.ts'
import { currentPerson } from './person.ts'
import { whenText } from './times.ts'
import { type EventBody, remarksOn } from './wire.ts'
import { currentZone } from './zones.ts'

/** Links to the next dates of the series of an event, as a list; none for a single event. */
export async function nextDates({ id, recurrence }: EventBody): Promise<readonly HTMLElement[]> {
  if (recurrence === null) return []
  const query = new URLSearchParams({ series: String(recurrence.series), ends_after: new Date().toISOString(), per_page: '6' })
  if (currentPerson().token !== '') query.set('status', 'any')
  const reply = await send<{ readonly events: readonly EventBody[] }>('GET', `/events?${query}`)
  const others = reply.ok ? reply.body.events.filter((event) => event.id !== id).slice(0, 5) : []
  return others.length === 0 ? [] : [build('ul', {}, ...others.map((event) => build('li', {}, ...linkTo(event))))]
}

/** A link to a date, with remarks such as `(cancelled)`. */
const linkTo = (event: EventBody): readonly (Node | string)[] => [
  build('a', { href: `/event/${encodeURIComponent(event.slug)}` }, whenText(event, currentZone())),
  ...remarksOn(event).map((remark) => ` (${remark.toLowerCase()})`),
]
