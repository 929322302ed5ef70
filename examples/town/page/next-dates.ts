import { isCalendarError } from '@kalends/client'
import { client } from './api.ts'
import { build } from './dom.ts'
import { currentPerson } from './person.ts'
import type { TownEvent } from './records.ts'
import { remarksOn } from './remarks.ts'
import { whenText } from './times.ts'
import { currentZone } from './zones.ts'

/** Links to the next dates of the series of an event, as a list; none for a single event. */
export async function nextDates({ id, recurrence }: TownEvent): Promise<readonly HTMLElement[]> {
  if (recurrence === null) return []
  const status = currentPerson().token === '' ? 'publish' : 'any'
  const next = await client.events.list({ seriesIds: recurrence.seriesId, endsAfter: new Date(), perPage: 6, status }).catch(withoutDates)
  const others = next.items.filter((event) => event.id !== id).slice(0, 5)
  return others.length === 0 ? [] : [build('ul', {}, ...others.map((event) => build('li', {}, ...linkTo(event))))]
}

/** The page of an event is of use without its next dates. */
function withoutDates(error: unknown): { readonly items: readonly TownEvent[] } {
  if (!isCalendarError(error)) throw error
  return { items: [] }
}

/** A link to a date, with remarks such as `(cancelled)`. */
const linkTo = (event: TownEvent): readonly (Node | string)[] => [
  build('a', { href: `/event/${encodeURIComponent(event.slug)}` }, whenText(event, currentZone())),
  ...remarksOn(event).map((remark) => ` (${remark.toLowerCase()})`),
]
