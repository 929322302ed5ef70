import type { EventBody } from './wire.ts'

const toMs = (utcDate: string): number => Date.parse(`${utcDate.replace(' ', 'T')}Z`)

/** The time of an event as text: the days of an all-day event, or the local times in a zone. */
export function whenText(
  event: Pick<EventBody, 'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>,
  zone: string,
): string {
  if (event.all_day) {
    const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'full' })
    return days.formatRange(toMs(`${event.start_date.slice(0, 10)} 00:00:00`), toMs(`${event.end_date.slice(0, 10)} 00:00:00`))
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
  return times.formatRange(toMs(event.utc_start_date), toMs(event.utc_end_date))
}
