import { type Calendar, type CalendarStore, type Clock, createCalendar } from '@kalends/core'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { createHandler, createHostCheck, type HandlerOptions } from '@kalends/fetch'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonFeed } from '@kalends/formats/jsonfeed'
import { jsonLd } from '@kalends/formats/jsonld'
import { rss } from '@kalends/formats/rss'
import { seedSeason } from '@kalends/testing'
import { accessOptions } from './access.ts'
import { createPage } from './page.ts'
import type { Progress } from './progress.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store.ts'

/** The whole server, but for the socket. */
export interface App {
  /** The calendar, seen by trusted code. */
  readonly calendar: Calendar
  /**
   * Answers requests: a page for people at `/`, and the calendar everywhere else. Never rejects.
   * @param publicUrl where clients reach it, such as `http://127.0.0.1:3000`; shapes every link
   */
  handlerAt(publicUrl: string): (request: Request) => Promise<Response>
  /** Lets go of the store. */
  close(): Promise<void>
}

const noProgress: Progress = { show: () => undefined, end: () => undefined }

/**
 * Opens the store, fills it when it is empty, and puts the calendar over it.
 * @param options.clock another clock than the machine's, for tests
 * @param options.progress is shown what takes long @default nothing is shown
 * @throws an error whose message names the variable, when a setting cannot be used
 */
export async function buildApp(settings: Settings, options: { readonly clock?: Clock; readonly progress?: Progress } = {}): Promise<App> {
  const { timeZone, maxPerPage } = settings
  const { progress = noProgress, ...rest } = options
  const { store, close } = await openStore(settings, progress)
  const calendar = createCalendar({ ...rest, store, timeZone, maxPerPage, sanitizeHtml })
  if (settings.demo) await fillEmpty(store, calendar, progress)
  progress.end()
  return {
    calendar,
    handlerAt: (publicUrl) => {
      const served = servingOptions(settings, publicUrl)
      const handler = createHandler(calendar, served)
      const isKnownHost = createHostCheck(served.hosts, publicUrl)
      const page = createPage({ settings, publicUrl, calendar: calendar.as(null, served.access), onError: report })
      // The handler refuses other hosts for the page, too.
      return (request) => (isFrontDoor(request) && isKnownHost(request) ? page(request) : handler(request))
    },
    close,
  }
}

/** The settings as options of a handler; the same for everything that is served beside it. */
export function servingOptions(settings: Settings, publicUrl: string): HandlerOptions {
  const { access, basePath, namespace, languages, forms, hosts, corsOrigins } = settings
  return {
    ...accessOptions(access),
    basePath,
    namespace,
    languages,
    forms,
    formats: [icalendar({ name: 'Kalends' }), jsonLd(), geoJson(), rss(), jsonFeed(), csv()],
    publicUrl,
    onError: report,
    ...(hosts !== '*' && { hosts }),
    ...(corsOrigins.length > 0 && { cors: { origins: corsOrigins } }),
  }
}

/** In one transaction, so that a process that is killed halfway leaves no half of a town. */
async function fillEmpty(store: CalendarStore, calendar: Calendar, progress: Progress): Promise<void> {
  const onProgress = ({ done, total }: { done: number; total: number }): void => progress.show('Filling the calendar:', done, total)
  await store.transaction(async (tx) => {
    if (await isEmpty(tx)) await seedSeason(calendar.using(tx), { onProgress })
  })
}

async function isEmpty({ events, venues, organizers, terms }: CalendarStore): Promise<boolean> {
  for (const { count } of [events, venues, organizers, terms]) if ((await count({})) > 0) return false
  return true
}

/** The address may be no more than a path: where parsing would change it, it is handed on as it was sent. */
const isFrontDoor = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /^https?:\/\/[^/?#]*\/?(?:[?#]|$)/i.test(url)

function report(error: unknown): void {
  console.error(error)
}
