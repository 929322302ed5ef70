import { type ListedEvent, pageOf, placesOf } from './listed-event.ts'
import { toAddress } from './markup.ts'

/** Where an event can be added: calendars on the web, and a file for calendar programs. */
export type CalendarName = 'google' | 'outlook' | 'yahoo' | 'ics'

/** The greatest length of the description in a link: longer addresses are cut or refused. */
const maxDetails = 1_000

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The text of HTML, in one line. */
const toText = (description: string): string =>
  description
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => characters[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** The day after one, both as `YYYY-MM-DD`. */
const dayAfter = (day: string): string => {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return Number.isNaN(next.getTime()) ? day : next.toISOString().slice(0, 10)
}

/** Without `-` and `:`. */
const toBasic = (time: string): string => time.replace(/[-:]/g, '')

/** Yahoo knows one whole day. Several are times from midnight to midnight, without a zone. */
function toYahooDays({ start_date, end_date }: ListedEvent): Readonly<Record<string, string>> {
  const [first, last] = [start_date, end_date].map((time) => toBasic(time.slice(0, 10)))
  return first === last ? { dur: 'allday', st: `${first}` } : { st: `${first}T000000`, et: `${last}T235900` }
}

/** An address with parameters. A space is `%20`, because Outlook shows `+` as it is. */
const toLink = (address: string, parameters: Readonly<Record<string, string>>): string =>
  `${address}?${new URLSearchParams(parameters).toString().replace(/\+/g, '%20')}`

/**
 * The addresses that add an event to a calendar. Times are instants, and whole days are days. An occurrence of a series is
 * added alone.
 * @returns an address for each calendar; that of the file is empty where the event has no `rest_url`
 * @example
 * const { google, ics } = calendarLinks(listed)
 */
export function calendarLinks(event: ListedEvent): Readonly<Record<CalendarName, string>> {
  const isAllDay = event.all_day === true
  const [start, end] = isAllDay
    ? [event.start_date.slice(0, 10), dayAfter(event.end_date.slice(0, 10))]
    : ([event.utc_start_date, event.utc_end_date].map((time) => `${time.replace(' ', 'T')}Z`) as [string, string])
  const { title } = event
  const location = placesOf(event, ['venue', 'address', 'zip', 'city', 'country']).join('; ') || (event.online_url ?? '')
  const about = toText(event.excerpt || event.description || '').slice(0, maxDetails)
  const details = [about, toAddress(pageOf(event))].filter(Boolean).join('\n\n')
  const file = toAddress(event.rest_url)
  return {
    google: toLink('https://calendar.google.com/calendar/render', {
      ...{ action: 'TEMPLATE', text: title, dates: `${toBasic(start)}/${toBasic(end)}`, details, location },
      ...(!isAllDay && /^\w+\/\w/.test(event.timezone) && { ctz: event.timezone }),
    }),
    outlook: toLink('https://outlook.live.com/calendar/0/action/compose', {
      ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, startdt: start, enddt: end },
      ...{ allday: String(isAllDay), body: details, location },
    }),
    yahoo: toLink('https://calendar.yahoo.com/', {
      ...{ v: '60', title, desc: details, in_loc: location },
      ...(isAllDay ? toYahooDays(event) : { st: toBasic(start), et: toBasic(end) }),
    }),
    ics: file && `${file}.ics`,
  }
}
