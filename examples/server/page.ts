import { type Calendar, type Event, todayLocal } from '@kalends/core'
import { curlExamples } from './curl-examples.ts'
import { type Html, html, toText } from './html.ts'
import type { Settings } from './settings.ts'

/** The data of the page. */
export interface PageOptions {
  /** The settings of the server. */
  readonly settings: Settings
  /** The URL at which clients reach the server. */
  readonly publicUrl: string
  /** The calendar as anonymous callers see it. */
  readonly calendar: Calendar
  /** Takes failures to read events; the page is then shown without events. */
  readonly onError: (error: unknown) => void
}

/** The headers of a page. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page loads no other resources.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/**
 * A page for people: the next events, the settings of the server, its addresses, and commands to try. The returned function never rejects.
 */
export function createPage(options: PageOptions): (request: Request) => Promise<Response> {
  const { calendar, publicUrl, onError, settings } = options
  // Programs for WordPress look for the interface here.
  const discovery = settings.compatibility === 'none' ? {} : { Link: `<${publicUrl}${settings.basePath}/>; rel="https://api.w.org/"` }
  const headers = { ...pageHeaders, ...discovery }
  return async ({ method }) => {
    const body = await page()
    return new Response(method === 'HEAD' ? null : body, { headers })
  }

  /** Renders the page, without events if the store cannot be read. */
  async function page(): Promise<string> {
    try {
      return toText(render(options, await nextEvents(calendar)))
    } catch (error) {
      onError(error)
      return toText(render(options, []))
    }
  }
}

/** The events that are on now, and the next ones. */
async function nextEvents(calendar: Calendar): Promise<readonly Event[]> {
  return (await calendar.events.list({ from: new Date(calendar.clock.nowMs()), perPage: 8 })).items
}

const style = `
:root { color-scheme: light dark; --ink: #1d2330; --paper: #fff; --quiet: #59616f; --link: #0b57a4; --box: #f2f4f8 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --paper: #14171f; --quiet: #a3abba; --link: #8cc2ff; --box: #20242f } }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; color: var(--ink); background: var(--paper) }
h1 { font-size: 2rem; margin: 0 } h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem } h3 { margin: 1.25rem 0 .25rem; font-size: 1rem }
a { color: var(--link) } p, ul, dl { margin: .5rem 0 } ul { list-style: none; padding: 0 } li { padding: .3rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem } dt, small { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
small { display: block } pre { overflow-x: auto; padding: .75rem 1rem; border-radius: .5rem; background: var(--box); font-size: .875rem }
`

/** A page with a title and a content. */
export const renderFrame = (title: string, main: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`

const render = (options: PageOptions, events: readonly Event[]): Html =>
  renderFrame(
    'Kalends',
    html`<h1>Kalends</h1>
<p>An events calendar for TypeScript. This is its example server; what you see is kept in its store.</p>
${renderEvents(events)}
${renderFacts(options.settings)}
${renderAddresses(options)}
${renderExamples(options)}`,
  )

function renderEvents(events: readonly Event[]): Html {
  if (events.length === 0) return html``
  const items = events.map(
    ({ title, allDay, startDate, timeZone, venues: [venue] }) =>
      html`<li><strong>${title}</strong><small><time>${startDate.slice(0, allDay ? 10 : 16)}</time> ${timeZone}${venue === undefined ? '' : `, ${venue.name}`}</small></li>\n`,
  )
  return html`<h2>On now and next</h2>\n<ul>\n${items}</ul>`
}

const accessTexts: Readonly<Record<Settings['access'], string>> = {
  open: 'open: anybody reads and writes everything',
  'read-only': 'read-only: anybody reads what is published, nobody writes',
  demo: 'demo: send “Authorization: Bearer demo-admin” (or demo-editor, demo-author, demo-author-2) to write',
}

const renderFacts = ({ store, access, compatibility, timeZone, maxPerPage }: Settings): Html => html`<h2>What runs</h2>
<dl>
<dt>Store</dt><dd>${store}</dd>
<dt>Access</dt><dd>${accessTexts[access]}</dd>
<dt>Time zone</dt><dd>${timeZone}</dd>
<dt>Largest page</dt><dd>${String(compatibility === 'none' ? maxPerPage : Math.min(maxPerPage, 50))}</dd>
${compatibility === 'none' ? html`` : html`<dt>Compatibility</dt><dd>${compatibility}</dd>\n`}</dl>`

function renderAddresses({ settings, publicUrl }: PageOptions): Html {
  const { compatibility, basePath, namespace, languages } = settings
  const root = `${publicUrl}${basePath}/${namespace}`
  const addresses: readonly (readonly [address: string, text: string])[] = [
    [root, 'The routes with their parameters'],
    [`${root}/doc`, 'The OpenAPI document'],
    ...(compatibility === 'none'
      ? []
      : [[`${publicUrl}${basePath}/`, 'The namespaces, for programs that look for the interface'] as const]),
    ...Object.keys(languages).map(
      (language) => [`${publicUrl}${basePath}/${language}/${namespace}/doc`, `The same, described in: ${language}`] as const,
    ),
    [`${root}/events`, 'Events that start today or later'],
    [`${root}/venues`, 'Venues'],
    [`${root}/organizers`, 'Organizers'],
    [`${root}/categories`, 'Categories that have events'],
    [`${root}/tags`, 'Tags that have events'],
  ]
  return html`<h2>Addresses</h2>
<ul>
${addresses.map(([address, text]) => html`<li><a href="${address}">${address}</a><small>${text}</small></li>\n`)}</ul>`
}

function renderExamples({ settings, publicUrl, calendar }: PageOptions): Html {
  const today = todayLocal(calendar.clock.nowMs(), settings.timeZone)
  const examples = curlExamples({ root: `${publicUrl}${settings.basePath}/${settings.namespace}`, access: settings.access, today })
  return html`<h2>Try it</h2>
${examples.map(({ text, command }) => html`<h3>${text}</h3>\n<pre><code>${command}</code></pre>\n`)}`
}
