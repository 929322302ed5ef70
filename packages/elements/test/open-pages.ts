import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { allowAll, type Calendar, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { toNodeListener } from '@kalends/fetch/node'
import { icalendar } from '@kalends/formats/icalendar'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { build } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** The path of the events. */
export const src = '/calendar/events/v1/events'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const css = readFileSync(new URL('../events.css', import.meta.url))

/** Pages with a calendar behind them, in a browser. */
export interface OpenPages {
  readonly url: string
  readonly calendar: Calendar
  readonly browser: Browser
  /** The requests for events so far, without their host. */
  readonly requests: string[]
  /** Answers the next requests for events with this status instead. */
  failWith: number | undefined
  close(): Promise<void>
}

/** A page in its own browser profile. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors and warnings of the page, requests to other machines, and what the policy of the page refused. */
  readonly complaints: string[]
}

/** How a page is visited. */
export interface VisitOptions {
  readonly width?: number
  readonly timeZone?: string
  readonly javaScript?: boolean
  /** The directives of its content security policy. */
  readonly policy?: string
}

/** The element with attributes and children, on a page of its own. */
export const pageWith = (attributes: string, children = '', html = 'lang="en-GB"'): string => `<!doctype html>
<html ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>What is on</title>
<link rel="stylesheet" href="/kalends/events.css"><script type="module" src="/kalends/define.js"></script></head>
<body><main><h1>What is on</h1><kalends-events ${attributes}>${children}</kalends-events></main></body></html>`

let body = ''
let policy = ''

/** Fills a calendar with a few days of a town; the first one is Wednesday, 11 June 2031. */
async function fill(calendar: Calendar): Promise<void> {
  const venues = { name: 'Old Brewery', city: 'Quellbrunn' }
  const { events } = calendar
  await events.create({ title: 'Choir Evening', startDate: '2031-06-11 19:30', endDate: '2031-06-11 21:00', categories: 'Music', venues })
  await events.create({
    title: 'Town Fair',
    startDate: '2031-06-13',
    endDate: '2031-06-15',
    allDay: true,
    venues: { name: 'Market Square' },
  })
  await events.create({
    ...{ title: 'Jazz by the River', startDate: '2031-06-13 20:00', endDate: '2031-06-13 23:00', categories: 'Music', venues },
    eventStatus: 'cancelled',
  })
  await events.create({
    ...{ title: 'Green Market', startDate: '2031-06-14 08:00', endDate: '2031-06-14 13:00', venues: { name: 'Market Square' } },
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  })
}

/** Serves pages, the element and a calendar, and starts a browser that makes no other connections. */
export async function openPages(executablePath: string): Promise<OpenPages> {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock('2031-06-11T10:20:00Z'), timeZone: 'Europe/Berlin' })
  await fill(calendar)
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/define.ts', import.meta.url))],
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2023', write: false },
  })
  const files: Readonly<Record<string, readonly [string, Uint8Array]>> = {
    '/kalends/define.js': ['text/javascript', outputFiles[0]?.contents ?? new Uint8Array()],
    '/kalends/events.css': ['text/css', css],
  }
  let listener: ReturnType<typeof toNodeListener> | undefined
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { url: path = '' } = request
    const file = files[path]
    if (file) response.writeHead(200, { 'content-type': file[0] }).end(file[1])
    else if (path === '/page')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(body)
    else if (!path.startsWith('/calendar/')) response.writeHead(204).end()
    else {
      pages.requests.push(path)
      if (pages.failWith === undefined) listener?.(request, response)
      else response.writeHead(pages.failWith).end()
    }
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const links = (_: unknown, { slug }: { readonly slug: string }): string => `/event/${slug}`
  listener = toNodeListener(createHandler(calendar, { access: allowAll(), publicUrl: url, links, use: [formats([icalendar()])] }))
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--lang=en-GB',
    ],
  })
  const close = async (): Promise<void> => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
  const pages: OpenPages = { url, calendar, browser, requests: [], failWith: undefined, close }
  return pages
}

/** Opens a page. */
export async function visit({ browser, url }: OpenPages, html: string, options: VisitOptions = {}): Promise<Visit> {
  body = html
  policy = options.policy ?? "default-src 'self'"
  const context = await browser.newContext({
    ...{ viewport: { width: options.width ?? 1280, height: 800 }, locale: 'en-GB', baseURL: url },
    ...{ timezoneId: options.timeZone ?? 'Europe/Berlin', javaScriptEnabled: options.javaScript ?? true },
  })
  context.setDefaultTimeout(20_000)
  const complaints: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) complaints.push(`asked for ${request.url()}`)
  })
  context.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource: the server responded with a status of 5')
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const page = await context.newPage()
  await page.goto('/page')
  return { page, context, complaints }
}

/** The violations that axe finds, each with its rule and its element. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated through the debugger: the page's own policy would refuse a script element.
  await page.evaluate(axe)
  return page.evaluate(async (): Promise<readonly string[]> => {
    const report = await Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] })
    return report.violations.flatMap(({ id, nodes }: { id: string; nodes: readonly { html: string }[] }) =>
      nodes.map(({ html }) => `${id}: ${html}`),
    )
  })
}
