import type { ListedEvent } from '../src/index.ts'

/** An event of an hour and a half in Berlin, with members of a test's own. */
export const listedEvent = (members: Partial<ListedEvent> = {}): ListedEvent => ({
  id: 7,
  title: 'Choir',
  start_date: '2031-06-05 19:30:00',
  end_date: '2031-06-05 21:00:00',
  utc_start_date: '2031-06-05 17:30:00',
  utc_end_date: '2031-06-05 19:00:00',
  timezone: 'Europe/Berlin',
  timezone_abbr: 'CEST',
  all_day: false,
  url: 'https://town.example/event/choir',
  rest_url: 'https://town.example/calendar/events/v1/events/7',
  event_status: 'scheduled',
  venue: { venue: 'Town Hall', address: 'Market 1', zip: '89073', city: 'Ulm', country: 'Germany' },
  recurrence: null,
  ...members,
})

/** A fair of whole days, from the first to the last. */
export const wholeDays = (first: string, last: string): ListedEvent =>
  listedEvent({
    title: 'Fair',
    all_day: true,
    start_date: `${first} 00:00:00`,
    end_date: `${last} 23:59:59`,
    utc_start_date: `${first} 00:00:00`,
    utc_end_date: `${last} 23:59:59`,
  })
