import type { TownEvent } from './records.ts'

/** The first moment of a day in UTC. */
const toMs = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)

/** The time of an event as text: the days of an all-day event, or the local times in a zone. */
export function whenText(event: Pick<TownEvent, 'allDay' | 'startDate' | 'endDate' | 'startMs' | 'endMs'>, zone: string): string {
  if (event.allDay) {
    const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'full' })
    return days.formatRange(toMs(event.startDate), toMs(event.endDate))
  }
  const times = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return times.formatRange(event.startMs, event.endMs)
}
