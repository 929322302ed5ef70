import { type CalendarName, calendarLinks } from './calendar-links.ts'
import { type ListedEvent, pageOf, placesOf } from './listed-event.ts'
import { fill, html, Markup, toAddress } from './markup.ts'
import { type Language, type ListTexts, toLanguage } from './texts.ts'
import { createTimeWriter, type TimeWriter } from './times.ts'

/** How a list is shown. */
export interface ListOptions {
  /** The language of texts and dates: `en`, `de`, `es` or `fr`, also with a region, as `en-GB`; any other with `texts`. @default 'en' */
  readonly lang?: string | undefined
  /**
   * The time zone of the visitor, such as `Europe/Berlin`: events whose clocks differ from it say their zone, and the visitor's time.
   * @default unknown, as on a server: each event with times says its zone
   */
  readonly timeZone?: string | undefined
  /** Whether each series is shown once, with its first date in the list. @default 'all' */
  readonly series?: 'all' | 'once' | undefined
  /** The level of the headings of days. @default 2 */
  readonly headingLevel?: number | undefined
  /** The calendars to which an event can be added; an empty list for none. @default all of them */
  readonly calendars?: readonly CalendarName[] | undefined
  /** The whole address of the list as iCalendar, `https://...`, to which people subscribe. @default none */
  readonly subscribe?: string | undefined
  /** Texts of your own. @default those of the language */
  readonly texts?: Partial<ListTexts> | undefined
}

const names: Readonly<Record<Exclude<CalendarName, 'ics'>, string>> = { google: 'Google', outlook: 'Outlook', yahoo: 'Yahoo' }

const calendarNames: readonly CalendarName[] = ['google', 'outlook', 'yahoo', 'ics']

/** What all events of a list are shown with. */
interface Look {
  readonly options: ListOptions
  readonly texts: ListTexts
  readonly times: TimeWriter
}

/** The value of a `datetime`: an instant. */
const toInstant = (utc: string): string => `${utc.replace(' ', 'T')}Z`

function renderDays({ start_date, end_date }: ListedEvent, { texts, times }: Look): Markup {
  const [first, last] = [start_date.slice(0, 10), end_date.slice(0, 10)]
  const until = html`, ${fill(texts.until, html`<time datetime="${last}">${times.wall(`${last} 00:00:00`, 'day')}</time>`)}`
  return html`<time datetime="${first}">${texts.allDay}</time>${last > first && until}`
}

function renderZone(event: ListedEvent, { options: { timeZone }, texts, times }: Look): Markup | false {
  const theirs = timeZone === undefined ? '' : times.elsewhere(event.utc_start_date, event.start_date, timeZone)
  if (theirs === undefined) return false
  const zone = html` <abbr title="${event.timezone}">${event.timezone_abbr || event.timezone}</abbr>`
  return html`${zone}${theirs !== '' && html` <span class="kalends-local">(${fill(texts.yourTime, theirs)})</span>`}`
}

function renderTimes(event: ListedEvent, look: Look): Markup {
  const { start_date, end_date, utc_start_date, utc_end_date } = event
  const endStyle = start_date.slice(0, 10) === end_date.slice(0, 10) ? 'time' : 'end'
  const start = html`<time datetime="${toInstant(utc_start_date)}">${look.times.wall(start_date, 'time')}</time>`
  const end = html` – <time datetime="${toInstant(utc_end_date)}">${look.times.wall(end_date, endStyle)}</time>`
  return html`${start}${utc_end_date > utc_start_date && end}${renderZone(event, look)}`
}

function renderLinks(event: ListedEvent, { options: { calendars = calendarNames }, texts }: Look): Markup | false {
  const addresses = calendarLinks(event)
  const links = calendars
    .filter((name) => calendarNames.includes(name) && addresses[name])
    .map((name) =>
      name === 'ics'
        ? html`<li><a href="${addresses.ics}" download>${texts.file}</a></li>`
        : html`<li><a href="${addresses[name]}">${names[name]}</a></li>`,
    )
  const title = html`<span class="kalends-hidden">: <bdi>${event.title}</bdi></span>`
  return (
    links.length > 0 && html`<details class="kalends-add"><summary>${texts.add}${title}</summary><ul role="list">${links}</ul></details>`
  )
}

/** The note of an event that does not take place as announced. */
function noteOf({ event_status }: ListedEvent, { cancelled, postponed, movedOnline }: ListTexts): string | undefined {
  if (event_status === 'cancelled') return cancelled
  if (event_status === 'postponed') return postponed
  return event_status === 'moved_online' ? movedOnline : undefined
}

function renderEvent(event: ListedEvent, look: Look): Markup {
  const { texts, options } = look
  const note = noteOf(event, texts)
  const page = toAddress(pageOf(event))
  const online = toAddress(event.online_url)
  const title = html`<bdi>${event.title}</bdi>`
  const places = placesOf(event, ['venue', 'city']).filter(Boolean)
  const isCancelled = event.event_status === 'cancelled'
  return html`<li class="kalends-event${isCancelled && ' kalends-cancelled'}">
<p class="kalends-title">${page ? html`<a href="${page}">${title}</a>` : title}${note && html` <strong class="kalends-note">${note}</strong>`}</p>${
    note &&
    event.event_status_reason &&
    html`
<p class="kalends-reason"><bdi>${event.event_status_reason}</bdi></p>`
  }
<p class="kalends-when">${event.all_day ? renderDays(event, look) : renderTimes(event, look)}${
    options.series === 'once' && event.recurrence && html` <span class="kalends-repeats">${texts.repeats}</span>`
  }</p>
${places.length > 0 && html`<p class="kalends-where">${places.map((place, index) => html`${index > 0 && '; '}<bdi>${place}</bdi>`)}</p>`}${
  online && html`<p class="kalends-online"><a href="${online}">${texts.online}</a></p>`
}${!isCancelled && renderLinks(event, look)}
</li>
`
}

/** The links to a document for calendar programs. The button needs JavaScript, so only the element shows it. */
function renderSubscription(address: string, texts: ListTexts): Markup {
  const program = address.replace(/^https?/i, 'webcal')
  return html`<p class="kalends-subscribe"><a href="${program}">${texts.subscribe}</a> <a href="${address}">${texts.file}</a> <button type="button" class="kalends-copy" value="${address}" hidden>${texts.copy}</button> <span role="status" class="kalends-said"></span></p>
`
}

/** The events of each day, in the order of the list. */
function groupByDay(events: readonly ListedEvent[]): ReadonlyMap<string, readonly ListedEvent[]> {
  const days = new Map<string, ListedEvent[]>()
  for (const event of events) {
    const day = event.start_date.slice(0, 10)
    const before = days.get(day)
    if (before) before.push(event)
    else days.set(day, [event])
  }
  return days
}

/** Leaves out the later dates of each series. */
function onceEach(events: readonly ListedEvent[]): readonly ListedEvent[] {
  const seen = new Set<number>()
  return events.filter(({ recurrence }) => {
    const series = recurrence?.series
    if (series === undefined) return true
    const isFirst = !seen.has(series)
    seen.add(series)
    return isFirst
  })
}

/** Renders a list in a language that is already found. */
export function renderIn(events: readonly ListedEvent[], options: ListOptions, { tag, texts }: Language): string {
  const look: Look = { options, texts, times: createTimeWriter(tag) }
  const level = Math.min(Math.max(Math.trunc(options.headingLevel ?? 2) || 2, 1), 6)
  const shown = options.series === 'once' ? onceEach(events) : events
  // Tags of headings are no texts; the level is a number from 1 to 6.
  const [open, close] = [new Markup(`<h${level}>`), new Markup(`</h${level}>`)]
  const days = [...groupByDay(shown)].map(
    ([day, ofDay]) => html`<section class="kalends-day">
${open}<time datetime="${day}">${look.times.wall(`${day} 00:00:00`, 'day')}</time>${close}
<ul role="list">
${ofDay.map((event) => renderEvent(event, look))}</ul>
</section>
`,
  )
  const address = /^https?:/i.test(options.subscribe ?? '') ? (options.subscribe ?? '') : ''
  return html`<div class="kalends" lang="${tag}">
${
  days.length > 0
    ? days
    : html`<p class="kalends-none">${texts.none}</p>
`
}${address && renderSubscription(address, texts)}</div>
`.markup
}

/**
 * Renders a list of events as HTML: a heading for each day, and its events with their times, places and links. Everything from the events
 * is escaped, and links lead to addresses of http and https alone. There are no scripts and no styles in it: `@kalends/elements/events.css`
 * has these.
 * @param events the `events` of an answer of the REST interface, in their order
 * @throws TypeError one of them has no `start_date`, as the records of a calendar
 * @example
 * const response = await handler(new Request('https://example.org/calendar/events/v1/events?from=today'))
 * const { events } = await response.json()
 * const page = `<main>${renderEvents(events, { lang: 'de' })}</main>`
 */
export function renderEvents(events: readonly ListedEvent[], options: ListOptions = {}): string {
  // Callers without types may give records of a calendar.
  if (events.some(({ start_date }) => typeof start_date !== 'string'))
    throw new TypeError('renderEvents takes the events of an answer of the REST interface, and no records of a calendar')
  return renderIn(events, options, toLanguage(options.lang, options.texts))
}
