import { readFileSync } from 'node:fs'
import { type Calendar, type Event, isCalendarError } from '@kalends/core'
import type { HandlerOptions } from '@kalends/fetch'
import { type Html, html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import type { Assets } from './assets.ts'
import { answerDates } from './dates.ts'
import { renderPage } from './frame.ts'
import { dataOfEvent, dataOfList } from './linked-data.ts'
import { feedPath } from './page/feed.ts'
import { toSlug } from './page/records.ts'
import { renderPlaces, unreadPlaces } from './places.ts'
import { eventTexts, listTexts, renderFeed } from './subscribe.ts'

/** What the pages need of the server. */
export interface PagesOptions {
  readonly settings: Settings
  readonly publicUrl: string
  readonly assets: Assets
  /** The calendar with the permissions of the server. */
  readonly calendar: Calendar
  /** The calendar as visitors see it. */
  readonly visible: Calendar
  /** The interface. */
  readonly handle: (request: Request) => Promise<Response>
  /** Takes failures to read what the server adds to a page; the page is then served without it. */
  readonly onError: (error: unknown) => void
}

/** A page. Its script fills in the parts that depend on the signed-in person. */
interface Page {
  /** The pattern of its paths. */
  readonly path: RegExp
  readonly title: string
  /** The path of its script. */
  readonly script: string
  /** A hint for browsers without JavaScript; empty for a page that needs none. */
  readonly hint: Html
  /** The markup that is the same for every request. */
  readonly markup: Html
  /** Reads what the server adds. */
  readonly complete?: (options: PagesOptions, visible: Calendar, asked: Asked) => Promise<Partial<Additions>>
  /** What the server adds when that cannot be read. @default nothing */
  readonly fallback?: (options: PagesOptions, asked: Asked) => Partial<Additions>
}

/** The parts of a URL on which a page depends. */
interface Asked {
  readonly slug: string
  /** The path of the list as iCalendar, with the filters of the page. */
  readonly feed: string
}

/** What the server adds to a page. */
interface Additions {
  readonly title: string
  /** Data for search engines. */
  readonly data: Html
  /** The end of the page. */
  readonly main: Html
}

const readMarkup = (name: string): Html => ({ markup: readFileSync(new URL(`page/${name}.html`, import.meta.url), 'utf8') })

/** @param link a link to what works without JavaScript */
const needsScript = (link: Html): Html => html`<noscript><p class="notice">This page needs JavaScript. ${link}</p></noscript>\n`

const hintOfViews = needsScript(html`<a href="/plain">A new event can be written without it.</a>`)

const formPage = {
  script: '/assets/form.js',
  // Relative to the URLs of the form, `plain` is the form without JavaScript.
  hint: needsScript(html`<a href="plain">Use the form without it.</a>`),
  markup: readMarkup('form'),
}

const pages: readonly Page[] = [
  {
    path: /^\/$/,
    title: 'What is on in Quellbrunn',
    script: '/assets/calendar.js',
    hint: hintOfViews,
    markup: readMarkup('calendar'),
    complete: completeList,
    fallback: feedOfList,
  },
  {
    path: /^\/places$/,
    title: 'Places in Quellbrunn',
    script: '/assets/places.js',
    hint: html``,
    markup: html``,
    complete: completePlaces,
    fallback: () => ({ main: unreadPlaces }),
  },
  {
    ...formPage,
    path: /^\/new$/,
    title: 'New event · Quellbrunn',
    markup: html`${formPage.markup}<p><a href="/import">Import events from a file</a></p>`,
  },
  { ...formPage, path: /^\/event\/[^/]+\/edit$/, title: 'Edit an event · Quellbrunn' },
  {
    path: /^\/event\/([^/]+)$/,
    title: 'Event · Quellbrunn',
    script: '/assets/event.js',
    hint: hintOfViews,
    markup: readMarkup('event'),
    complete: completeEvent,
  },
]

const slugPage = (publicUrl: string, slug: string): string => `${publicUrl}/event/${encodeURIComponent(slug)}`

/** The address of an event's page; other records have none. */
export const pageOf =
  (publicUrl: string): NonNullable<HandlerOptions['links']> =>
  (kind, { slug }) =>
    kind === 'event' ? slugPage(publicUrl, slug) : undefined

const headers = {
  // Everything is loaded from this server: a script or a style in a record cannot run, and no other machine gets a request.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types description",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/**
 * Returns a function that responds to requests for the pages, their assets and `/dates`; undefined for all other requests. A page
 * is served without its additions when they cannot be read.
 */
export function createPages(options: PagesOptions): (request: Request) => Response | Promise<Response> | undefined {
  const { calendar, assets } = options
  const readers = pages.map((page) => ({ path: page.path, read: createReader(options, page) }))
  return ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const { pathname: path, searchParams: parameters } = URL.canParse(url)
      ? new URL(url)
      : { pathname: url, searchParams: new URLSearchParams() }
    if (path === '/dates') return answerDates(calendar, parameters)
    const respond = (body: Bytes, type: string): Response =>
      new Response(method === 'HEAD' ? null : body, { headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` } })
    for (const { path: pattern, read } of readers) {
      const found = pattern.exec(path)
      if (found !== null) return read({ slug: found[1] ?? '', feed: feedPath(parameters) }).then((body) => respond(body, 'text/html'))
    }
    const asset = assets.get(path)
    return asset && respond(asset, path.endsWith('.css') ? 'text/css' : 'text/javascript')
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Returns a function that reads a page. The function never rejects. */
function createReader(options: PagesOptions, page: Page): (asked: Asked) => Promise<Bytes> {
  const { visible, onError } = options
  const { complete, fallback } = page
  if (complete === undefined) {
    const body = render(options, page)
    return async () => body
  }
  return async (asked) => {
    try {
      return render(options, page, await complete(options, visible, asked))
    } catch (error) {
      onError(error)
      return render(options, page, fallback?.(options, asked))
    }
  }
}

function render({ settings }: PagesOptions, page: Page, additions: Partial<Additions> = {}): Bytes {
  const { basePath, namespace, access, timeZone } = settings
  const { script, hint, markup } = page
  const { title = page.title, data = html``, main = html`` } = additions
  const text = renderPage({
    title,
    script: html`<script type="module" src="${script}"></script>${data}`,
    data: html` data-base="${basePath}" data-api="${basePath}/${namespace}" data-access="${access}" data-zone="${timeZone}"`,
    header: html`<div class="who">
<a href="/places">Places</a>
<a id="proposals" href="/proposals" hidden>Proposals</a>
<label id="person-field" hidden>Signed in as <select id="person"></select></label>
<a id="new-event" class="button" href="/new" hidden>New event</a>
</div>`,
    main: html`${hint}${markup}${main}`,
  })
  return new TextEncoder().encode(text)
}

const apiOf = ({ settings: { basePath, namespace } }: PagesOptions): string => `${basePath}/${namespace}`

async function completeList(options: PagesOptions, visible: Calendar, asked: Asked): Promise<Partial<Additions>> {
  return { ...feedOfList(options, asked), data: await dataOfList(visible, ({ slug }) => slugPage(options.publicUrl, slug)) }
}

/** The links to the list as iCalendar, which need no data. The script of the page expects them. */
function feedOfList(options: PagesOptions, { feed }: Asked): Partial<Additions> {
  return { main: renderFeed(options.publicUrl, apiOf(options) + feed, listTexts) }
}

async function completeEvent(options: PagesOptions, visible: Calendar, { slug }: Asked): Promise<Partial<Additions>> {
  const { publicUrl } = options
  const event = await readEvent(visible, slug)
  // Calendar programs are visitors: of an event that is not for everybody they get nothing.
  if (event === undefined) return {}
  const pathOf = (id: number): string => `${apiOf(options)}/events/${id}.ics`
  const series = event.recurrence !== null && event.recurrence.id !== '' ? event.recurrence.seriesId : undefined
  return {
    title: `${event.title} · Quellbrunn`,
    data: dataOfEvent(event, (one) => slugPage(publicUrl, one.slug)),
    main: renderFeed(publicUrl, pathOf(event.id), eventTexts(series === undefined ? undefined : pathOf(series))),
  }
}

async function readEvent(visible: Calendar, path: string): Promise<Event | undefined> {
  try {
    return await visible.events.get(toSlug(path))
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'invalid_input')) return undefined
    throw error
  }
}

async function completePlaces(options: PagesOptions): Promise<Partial<Additions>> {
  const path = `${apiOf(options)}/venues.geojson`
  const response = await options.handle(new Request(options.publicUrl + path))
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`)
  return { main: renderPlaces(await response.text()) }
}
