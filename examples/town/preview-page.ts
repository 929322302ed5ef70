import { type Calendar, isCalendarError } from '@kalends/core'
import { html } from 'example-server/html.ts'
import { actorOf, failurePage, headers, type OwnFormOptions, problemPage, readOwnForm, renderPlain } from './own-form.ts'
import { toSlug } from './page/records.ts'

/** The largest accepted form in bytes. */
const maxBytes = 10_000

/** What previews need of the server. */
export interface PreviewPageOptions extends OwnFormOptions {
  readonly calendar: Calendar
  /** The handler of the interface. */
  readonly handle: (request: Request) => Promise<Response>
}

/**
 * Links that show a draft to people without an account: `POST /event/{slug}/preview` makes one, which leads to the page of the same path.
 * @returns a function that answers such requests; undefined for all others
 */
export function createPreviewPage(options: PreviewPageOptions): (request: Request) => Promise<Response> | undefined {
  const fail = (error: unknown): Response =>
    failurePage(options, error, 'The calendar cannot be read or written at the moment. Try again later.')
  return (request) => {
    if (!URL.canParse(request.url)) return undefined
    const { pathname, searchParams } = new URL(request.url)
    const [, slug] = /^\/event\/([^/]+)\/preview$/.exec(pathname) ?? []
    if (slug === undefined) return undefined
    if (request.method === 'POST') return makeLink(options, request, slug).catch(fail)
    return request.method === 'GET' ? show(options, slug, searchParams.get('preview') ?? '').catch(fail) : undefined
  }
}

async function makeLink(server: PreviewPageOptions, request: Request, path: string): Promise<Response> {
  const data = await readOwnForm(request, maxBytes)
  if (data instanceof Response) return data
  const actor = await actorOf(server, String(data.get('person') ?? ''))
  const { events } = server.calendar.as(actor, server.served.access)
  try {
    const token = await events.previewToken(toSlug(path), { until: '+2 weeks' })
    const link = `${server.publicUrl}/event/${path}/preview?preview=${token}`
    const main = html`<p>Whoever has this address can read the draft for two weeks:</p>
<p><input class="link" aria-label="Address of the preview" readonly value="${link}"></p>
<p><a href="${link}">Open the preview</a> · <a href="/event/${path}">Back to the event</a></p>`
    return new Response(renderPlain('Preview link', main), { status: 200, headers })
  } catch (error) {
    if (!isCalendarError(error) || error.code === 'unavailable') throw error
    return problemPage(403, 'Only people who may change this event can make a preview link.')
  }
}

/** The draft as the interface shows it to everybody with the token. */
async function show({ settings, publicUrl, handle }: PreviewPageOptions, path: string, token: string): Promise<Response> {
  const { basePath, namespace } = settings
  const query = new URLSearchParams({ preview: token })
  const response = await handle(new Request(`${publicUrl}${basePath}/${namespace}/events/by-slug/${path}?${query}`))
  // The path of a format, such as `choir.ics`, is none of an event.
  const isRecord = response.ok && response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isRecord) return problemPage(404, 'There is no such preview, or it has ended.')
  const { title, start_date, end_date, timezone, venue, description } = await response.json()
  const venues: readonly string[] = [venue].flat().map((one) => one.venue)
  const main = html`<p class="notice">This is a preview: the event may change before it is published.</p>
<p><time>${start_date.slice(0, 16)}</time> to <time>${end_date.slice(0, 16)}</time> ${timezone}</p>
<ul>${venues.map((name) => html`<li>${name}</li>`)}</ul>
<div class="prose">${{ markup: description }}</div>`
  return new Response(renderPlain(title, main), { status: 200, headers })
}
