import { type Calendar, createCalendar, roles } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { idempotency } from '@kalends/fetch/idempotency'
import { de } from '@kalends/fetch/messages/de'
import { icalendar } from '@kalends/formats/icalendar'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { addDemoData } from './demo-data.ts'
import { actorOf, cookieName } from './session.ts'

/** The calendar of the application, and what serves it. */
interface App {
  readonly calendar: Calendar
  readonly handler: Handler
}

/** Everybody reads what is published, and editors do everything. */
export const access = roles({ editors: ['editor'] })

async function open(): Promise<App> {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(process.env['DATABASE_URL'] ?? 'calendar.sqlite') })
  await migrateToLatest(db)
  const calendar = createCalendar({ store: kyselyStore(db), timeZone: 'Europe/Berlin' })
  await addDemoData(calendar)
  const handler = createHandler(calendar, {
    access,
    authenticate: (request) => actorOf(new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1]),
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    basePath: '/api',
    publicUrl: process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:3000',
    languages: { de },
    links: (kind, { slug }) => (kind === 'event' ? `/events/${encodeURIComponent(slug)}` : undefined),
    onError: console.error,
    use: [formats([icalendar({ name: 'Quellbrunn' })]), idempotency()],
  })
  return { calendar, handler }
}

// Next bundles this file for pages and for routes apart, and again when it changes: the process keeps what is open. A handler takes
// calendars of its own bundle alone, so both are kept.
const kept: typeof globalThis & { calendarApp?: Promise<App> | undefined } = globalThis

/** Opens the file of the calendar: once in a process, or again after a failure. */
export function openApp(): Promise<App> {
  kept.calendarApp ??= open().catch((error: unknown) => {
    kept.calendarApp = undefined
    throw error
  })
  return kept.calendarApp
}
