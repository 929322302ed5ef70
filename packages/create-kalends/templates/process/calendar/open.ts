import { createCalendar } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { type App, createApp } from './app.ts'
import { openDatabase } from './database.ts'
import { addDemoData } from './demo-data.ts' //? demo-data

async function open(): Promise<App> {
  const db = await openDatabase()
  await migrateToLatest(db)
  const calendar = createCalendar({ store: kyselyStore(db), timeZone: process.env['TIME_ZONE'] ?? 'UTC' })
  await addDemoData(calendar) //? demo-data
  return createApp(calendar, {
    PUBLIC_URL: process.env['PUBLIC_URL'],
    //? session
    EDITOR_PASSWORD: process.env['EDITOR_PASSWORD'],
    SESSION_SECRET: process.env['SESSION_SECRET'],
    //? end
  })
}

// Servers for development load this file again when it changes: the process keeps what is open.
const kept: typeof globalThis & { openCalendarApp?: Promise<App> | undefined } = globalThis

/** Opens the database, brings its tables up to date, and gives the application in it: once in a process, or again after a failure. */
export function openApp(): Promise<App> {
  kept.openCalendarApp ??= open().catch((error: unknown) => {
    kept.openCalendarApp = undefined
    throw error
  })
  return kept.openCalendarApp
}
