import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Calendar } from '@kalends/core'
import { toNodeListener } from '@kalends/fetch/node'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { readSettings } from 'example-server/settings.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildTown } from '../app.ts'

/** The current time of these tests, for the server and for the browser: a Wednesday, 12:20 in Berlin. */
export const now = '2031-06-11T10:20:00Z'

/** A town on a port of its own, with a browser. */
export interface OpenTown {
  readonly url: string
  readonly calendar: Calendar
  /** The clock of the server; each browser has one of its own. */
  readonly clock: FixedClock
  readonly browser: Browser
  close(): Promise<void>
}

/** Starts the town, and a browser that makes no other connections. */
export async function openTown(executablePath: string): Promise<OpenTown> {
  const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', TIME_ZONE: 'Europe/Berlin' })
  const clock = fixedClock(now)
  const app = await buildTown(settings, { clock })
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
  const url = `http://127.0.0.1:${address.port}`
  server.on('request', toNodeListener(app.handlerAt(url)))
  const browser = await chromium.launch({
    executablePath,
    args: '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --lang=en-GB'.split(
      ' ',
    ),
  })
  return {
    url,
    calendar: app.calendar,
    clock,
    browser,
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
      await app.close()
    },
  }
}

/** A visitor with a browser. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors and warnings of the pages so far, and requests to other machines; responses with a status of 4xx are left out. */
  readonly complaints: string[]
  /** Opens a page of the town and waits until it is ready. */
  open(path: string): Promise<Page>
}

/** Options of a visitor. */
export interface VisitorOptions {
  readonly width?: number
  readonly height?: number
  /** The demo token of the signed-in person. */
  readonly token?: string
}

/** Creates a visitor, with an empty browser profile. */
export async function createVisitor({ browser, url }: OpenTown, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1280, height = 900, token = '' } = options
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'town.person', value: token }] }] },
  })
  context.setDefaultTimeout(20_000)
  await context.clock.setFixedTime(now)
  const complaints: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) complaints.push(`asked for ${request.url()}`)
  })
  context.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of 4')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const page = await context.newPage()
  return {
    context,
    page,
    complaints,
    open: async (path) => {
      await page.goto(path)
      await isReady(page)
      return page
    },
  }
}

/** Waits until a page shows events, an event, a form, or why there is none. */
export async function isReady(page: Page): Promise<void> {
  await page.locator('#count:not(:empty), #event:not([hidden]), #form:not([hidden]), #message:not([hidden])').first().waitFor()
}
