import { type Calendar, createCalendar } from '@kalends/core'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { createHandler, type Handler } from '@kalends/fetch'
import { seedSeason } from '@kalends/testing'
import { toAccess } from './access.ts'
import { toPage } from './page.ts'
import { SettingError, type Settings } from './settings.ts'
import { openStore } from './store.ts'

/** The server's application: everything but the socket. */
export interface App {
  readonly calendar: Calendar
  readonly handler: Handler
  /** Answers a request: the calendar's interface, and a page for people at `/`. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/**
 * Builds the application.
 * @param publicUrl where clients reach it, such as `http://127.0.0.1:3000`
 * @throws SettingError a setting cannot be used
 */
export async function buildApp(settings: Settings, publicUrl: string): Promise<App> {
  const { store, close } = await openStore(settings)
  const calendar = toCalendar(store, settings)
  if (settings.demo && (await isEmpty(calendar))) await seedSeason(calendar)
  const { access, authenticate } = toAccess(settings.access)
  const { basePath, namespace, languages, forms } = settings
  const handler = createHandler(calendar, { access, authenticate, basePath, namespace, languages, forms, publicUrl, onError: report })
  const page = toPage(settings, publicUrl)
  const fetch = async (request: Request): Promise<Response> => (new URL(request.url).pathname === '/' ? page(request) : handler(request))
  return { calendar, handler, fetch, close }
}

function toCalendar(store: Parameters<typeof createCalendar>[0]['store'], { timeZone, maxPerPage }: Settings): Calendar {
  try {
    return createCalendar({ store, timeZone, maxPerPage, sanitizeHtml })
  } catch (error) {
    if (error instanceof TypeError) throw new SettingError(`TIME_ZONE cannot be ${JSON.stringify(timeZone)}: ${error.message}.`)
    throw error
  }
}

/** Trusted code sees everything but the trash with `status: 'any'`. */
async function isEmpty(calendar: Calendar): Promise<boolean> {
  for (const records of [calendar.events, calendar.venues, calendar.organizers]) {
    for await (const _ of records.each({ status: ['any', 'trash'] })) return false
  }
  return (await calendar.categories.list({ hideEmpty: false })).total === 0
}

function report(error: unknown): void {
  console.error(error)
}
