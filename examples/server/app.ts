import { type Calendar, type CalendarStore, type Clock, createCalendar } from '@kalends/core'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { createHandler, type Extension, type HandlerOptions } from '@kalends/fetch'
import { changes } from '@kalends/fetch/changes'
import { cors } from '@kalends/fetch/cors'
import { counts } from '@kalends/fetch/counts'
import { explain } from '@kalends/fetch/explain'
import { formats } from '@kalends/fetch/formats'
import { forms } from '@kalends/fetch/forms'
import { freeBusy } from '@kalends/fetch/free-busy'
import { fullcalendar } from '@kalends/fetch/fullcalendar'
import { history } from '@kalends/fetch/history'
import { createHostCheck, type HostCheck, hosts } from '@kalends/fetch/hosts'
import { idempotency } from '@kalends/fetch/idempotency'
import { preview } from '@kalends/fetch/preview'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar, vfreebusy } from '@kalends/formats/icalendar'
import { jsonFeed } from '@kalends/formats/jsonfeed'
import { jsonLd } from '@kalends/formats/jsonld'
import { rss } from '@kalends/formats/rss'
import type { ImportStore } from '@kalends/import'
import { seedSeason } from '@kalends/testing'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import { accessOptions } from './access.ts'
import { demoFieldsOf, fields } from './fields.ts'
import { createPage } from './page.ts'
import type { Progress } from './progress.ts'
import { createRecordPages, linksTo } from './record-pages.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store.ts'

/** The application without the network server. */
export interface App {
  /** The calendar with the permissions of trusted code. */
  readonly calendar: Calendar
  /** What imports know about their sources. */
  readonly imports: ImportStore
  /**
   * Returns the function that responds to requests: with a page for people at `/`, with COMPATIBILITY also with pages of events, venues and
   * organizers, and with the calendar everywhere else. The function never rejects.
   * @param publicUrl the URL at which clients reach the server, such as `http://127.0.0.1:3000`; all links begin with it
   */
  handlerAt(publicUrl: string): (request: Request) => Promise<Response>
  /** Closes the store. */
  close(): Promise<void>
}

const noProgress: Progress = { show: () => undefined, end: () => undefined }

/**
 * Opens the store, fills it with the demo data if it is empty, and creates the calendar.
 * @param options.clock another clock than the machine's, for tests
 * @param options.progress shows the progress of long steps @default no progress is shown
 * @throws an error whose message names the variable, when a setting cannot be used
 */
export async function buildApp(settings: Settings, options: { readonly clock?: Clock; readonly progress?: Progress } = {}): Promise<App> {
  const { timeZone, maxPerPage } = settings
  const { progress = noProgress, ...rest } = options
  const { store, imports, close } = await openStore(settings, progress)
  const calendar = createCalendar({ ...rest, store, timeZone, maxPerPage, sanitizeHtml, fields })
  if (settings.demo) await fillEmpty(store, calendar, progress)
  progress.end()
  return {
    calendar,
    imports,
    handlerAt: (publicUrl) => {
      const served = servingOptions(settings, publicUrl)
      const handler = createHandler(calendar, served)
      const isKnownHost = hostCheckOf(settings, publicUrl)
      const visible = calendar.as(null, served.access)
      const page = createPage({ settings, publicUrl, calendar: visible, onError: report })
      const hasRestRoutes = settings.compatibility === 'the-events-calendar'
      const recordPages = hasRestRoutes ? createRecordPages({ calendar: visible, onError: report }) : () => undefined
      const isForPeople = (request: Request): boolean => isFrontPage(request) && !(hasRestRoutes && namesRestRoute(request))
      // Pages are served for known hosts only: the handler refuses all other hosts.
      return (request) => (isKnownHost(request) ? (isForPeople(request) ? page : recordPages)(request) : undefined) ?? handler(request)
    },
    close,
  }
}

/** The options of a handler by the settings; other routes of the server use them, too. */
export function servingOptions(settings: Settings, publicUrl: string): HandlerOptions {
  const { compatibility, basePath, namespace, languages } = settings
  return {
    ...accessOptions(settings),
    basePath,
    namespace,
    languages,
    publicUrl,
    onError: report,
    ...(compatibility === 'the-events-calendar' && { links: linksTo(publicUrl) }),
    use: extensionsOf(settings),
  }
}

/** All extensions of Kalends, as the settings want them. */
function extensionsOf({ compatibility, forms: readsForms, hosts: names, corsOrigins }: Settings): readonly Extension[] {
  return [
    ...(corsOrigins.length > 0 ? [cors({ origins: corsOrigins })] : []),
    ...(compatibility === 'the-events-calendar' ? [theEventsCalendar()] : []),
    ...(names === '*' ? [] : [hosts(names)]),
    ...(readsForms ? [forms()] : []),
    formats([icalendar({ name: 'Kalends' }), jsonLd(), geoJson(), rss(), jsonFeed(), csv()]),
    fullcalendar(),
    // The Events Calendar has no such routes.
    ...(compatibility === 'none' ? [changes(), counts(), explain(), freeBusy({ formats: [vfreebusy()] }), history(), preview()] : []),
    idempotency(),
  ]
}

/** Whether the server answers to the host name of a request. */
export const hostCheckOf = ({ hosts: names }: Settings, publicUrl: string): HostCheck =>
  names === '*' ? () => true : createHostCheck(names, publicUrl)

/** Fills an empty store with the demo data, in one transaction: a process that is killed leaves the store empty, not half full. */
async function fillEmpty(store: CalendarStore, calendar: Calendar, progress: Progress): Promise<void> {
  const onProgress = ({ done, total }: { done: number; total: number }): void => progress.show('Filling the calendar:', done, total)
  await store.transaction(async (tx) => {
    if (await isEmpty(tx)) await seedSeason(calendar.using(tx), { onProgress, fieldsOf: demoFieldsOf })
  })
}

async function isEmpty({ events, venues, organizers, terms }: CalendarStore): Promise<boolean> {
  for (const { count } of [events, venues, organizers, terms]) if ((await count({})) > 0) return false
  return true
}

/** Whether a request is for the front page. A request whose URL is a bare path, which is passed on unparsed, never is. */
const isFrontPage = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /^https?:\/\/[^/?#]*\/?(?:[?#]|$)/i.test(url)

/** Whether a request names a route in its query, as clients of WordPress do: `/?rest_route=/tribe/events/v1/events`. */
const namesRestRoute = ({ url }: Request): boolean => /[?&]rest_route=[^&#]/.test(url)

/** Writes an error to the log; no response contains its details. */
export function report(error: unknown): void {
  console.error(error)
}
