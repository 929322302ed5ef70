import { type Calendar, type Event, isCalendarError } from '@kalends/core'
import type { HandlerOptions } from '@kalends/fetch'
import { type Html, html, toText } from './html.ts'
import { pageHeaders, renderFrame } from './page.ts'

/** The kinds that have pages, at paths such as `/event/story-time`, as under WordPress. */
const kinds: ReadonlySet<string> = new Set(['event', 'venue', 'organizer'])

const path = /^\/(event|venue|organizer)\/([^/]+)\/?$/

/** The addresses of the pages, for the option `links`. */
export const linksTo =
  (publicUrl: string): NonNullable<HandlerOptions['links']> =>
  (kind, { slug }) =>
    kinds.has(kind) ? `${publicUrl}/${kind}/${encodeURIComponent(slug)}` : undefined

/** What the pages need. */
export interface RecordPagesOptions {
  /** The calendar as anonymous callers see it. */
  readonly calendar: Calendar
  /** Takes failures to read a record; the response is then 503. */
  readonly onError: (error: unknown) => void
}

/** Returns a function that responds with the page of an event, a venue or an organizer; undefined for other requests. It never rejects. */
export function createRecordPages({ calendar, onError }: RecordPagesOptions): (request: Request) => Promise<Response> | undefined {
  return ({ method, url }) => {
    if ((method !== 'GET' && method !== 'HEAD') || !URL.canParse(url)) return undefined
    const [, kind, slug = ''] = path.exec(new URL(url).pathname) ?? []
    return kind === undefined ? undefined : respond(kind, decode(slug), method)
  }

  async function respond(kind: string, slug: string, method: string): Promise<Response> {
    const { title, main, status } = await render(kind, slug)
    return new Response(method === 'HEAD' ? null : toText(renderFrame(title, main)), { status, headers: pageHeaders })
  }

  async function render(kind: string, slug: string): Promise<{ readonly title: string; readonly main: Html; readonly status: number }> {
    try {
      if (kind === 'event') {
        const event = await calendar.events.get(slug)
        return { title: event.title, main: renderEvent(event), status: 200 }
      }
      const { name, description, website } = await (kind === 'venue' ? calendar.venues : calendar.organizers).get(slug)
      return { title: name, main: html`<h1>${name}</h1>\n${{ markup: description }}\n${renderWebsite(website)}`, status: 200 }
    } catch (error) {
      const isAbsent = ['not_found', 'in_trash', 'invalid_input'].some((code) => isCalendarError(error) && error.code === code)
      if (!isAbsent) onError(error)
      const title = isAbsent ? 'There is no such page' : 'This page cannot be read now'
      return { title, main: html`<h1>${title}</h1>`, status: isAbsent ? 404 : 503 }
    }
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The description is HTML that was made safe when it was written. */
const renderEvent = ({ title, startDate, endDate, allDay, timeZone, venues, organizers, cost, description, website }: Event): Html => {
  const timeOf = (date: string): string => date.slice(0, allDay ? 10 : 16)
  const toLinks = (kind: string, records: Event['venues'] | Event['organizers']): readonly Html[] =>
    records.map(({ name, slug }) => html`<li><a href="/${kind}/${encodeURIComponent(slug)}">${name}</a></li>\n`)
  return html`<h1>${title}</h1>
<p><time>${timeOf(startDate)}</time> to <time>${timeOf(endDate)}</time> ${timeZone}</p>
<ul>
${toLinks('venue', venues)}${toLinks('organizer', organizers)}</ul>
<p>${cost.text}</p>
${{ markup: description }}
${renderWebsite(website)}`
}

const renderWebsite = (website: string): Html => (website === '' ? html`` : html`<p><a href="${website}">${website}</a></p>`)
