import { readFileSync } from 'node:fs'
import type { Calendar } from '@kalends/core'
import type { HandlerOptions } from '@kalends/fetch'
import { html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import type { Assets } from './assets.ts'
import { answerDates } from './dates.ts'
import { renderPage } from './frame.ts'

/** The pages: the pattern of their paths, the name of their markup and their script, and their title. */
const pages = [
  { path: /^\/$/, name: 'calendar', title: 'What is on in Quellbrunn' },
  { path: /^\/new$/, name: 'form', title: 'New event · Quellbrunn' },
  { path: /^\/event\/[^/]+\/edit$/, name: 'form', title: 'Edit an event · Quellbrunn' },
  { path: /^\/event\/[^/]+$/, name: 'event', title: 'Event · Quellbrunn' },
] as const

/** The address of an event's page; other records have none. */
export const pageOf =
  (publicUrl: string): NonNullable<HandlerOptions['links']> =>
  (kind, { slug }) =>
    kind === 'event' ? `${publicUrl}/event/${encodeURIComponent(slug)}` : undefined

const headers = {
  // Everything is loaded from this server: a script or a style in a record cannot run, and no other machine gets a request.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types description",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/** Returns a function that responds to requests for the pages, their assets and `/dates`; undefined for all other requests. */
export function createPages(
  settings: Settings,
  assets: Assets,
  calendar: Calendar,
): (request: Request) => Response | Promise<Response> | undefined {
  const documents = new Map(pages.map((page) => [page, new TextEncoder().encode(render(settings, page.name, page.title))] as const))
  return ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const { pathname: path, searchParams } = URL.canParse(url) ? new URL(url) : { pathname: url, searchParams: new URLSearchParams() }
    if (path === '/dates') return answerDates(calendar, searchParams)
    const page = pages.find((known) => known.path.test(path))
    const body = page === undefined ? assets.get(path) : documents.get(page)
    if (body === undefined) return undefined
    const type = page !== undefined ? 'text/html' : path.endsWith('.css') ? 'text/css' : 'text/javascript'
    return new Response(method === 'HEAD' ? null : body, { headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` } })
  }
}

function render({ basePath, namespace, access, timeZone }: Settings, name: string, title: string): string {
  const markup = readFileSync(new URL(`page/${name}.html`, import.meta.url), 'utf8')
  // Relative to the URLs of the form, `plain` is the form without JavaScript.
  const plain =
    name === 'form' ? html`<a href="plain">Use the form without it.</a>` : html`<a href="/plain">A new event can be written without it.</a>`
  return renderPage({
    title,
    script: html`<script type="module" src="/assets/${name}.js"></script>`,
    data: html` data-api="${basePath}/${namespace}" data-access="${access}" data-zone="${timeZone}"`,
    header: html`<div class="who">
<label id="person-field" hidden>Signed in as <select id="person"></select></label>
<a id="new-event" class="button" href="/new" hidden>New event</a>
</div>`,
    main: html`<noscript><p class="notice">This page needs JavaScript. ${plain}</p></noscript>
${{ markup }}`,
  })
}
