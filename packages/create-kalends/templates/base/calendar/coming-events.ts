import type { Calendar, Event } from '@kalends/core'

/** An event as the page shows it. */
export interface ComingEvent {
  readonly id: number
  readonly title: string
  /** Such as "Friday, May 30, 2031, 7:30 – 9:00 PM", in the time zone of the event. */
  readonly when: string
  /** The name of its venue, or an empty text. */
  readonly where: string
}

/** The next events, with those that are running. */
export async function comingEvents(calendar: Pick<Calendar, 'events'>): Promise<readonly ComingEvent[]> {
  const { items } = await calendar.events.list({ endsAfter: new Date(), perPage: 20 })
  return items.map((event) => ({ id: event.id, title: event.title, when: whenOf(event), where: event.venues[0]?.name ?? '' }))
}

function whenOf({ startMs, endMs, allDay, timeZone }: Event): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: allDay ? undefined : 'short', timeZone })
  return format.formatRange(startMs, endMs)
}
