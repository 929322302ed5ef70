import { createCalendar } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { type DurableObjectStorageLike, durableObjectDialect } from '@kalends/kysely/durable-object'
import { Kysely } from 'kysely'
import { type App, createApp, type Environment } from './calendar/app.ts'
import { addDemoData } from './calendar/demo-data.ts' //? demo-data
import { pageOf } from './calendar/page.ts'

/** What the runtime passes to an object, as far as this program uses it. */
interface ObjectState {
  readonly storage: DurableObjectStorageLike & {
    getAlarm(): Promise<number | null>
    setAlarm(atMs: number): Promise<void>
  }
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
}

/** The bindings of the worker. */
interface Bindings extends Environment {
  /** The namespace of {@link CalendarObject}. */
  readonly CALENDARS: { idFromName(name: string): unknown; get(id: unknown): { fetch(request: Request): Promise<Response> } }
  readonly TIME_ZONE?: string | undefined
}

const dayMs = 86_400_000

/** One object is the calendar, in a database of its own. */
export class CalendarObject {
  readonly #storage
  readonly #calendar
  readonly #app: App

  constructor(state: ObjectState, bindings: Bindings) {
    const db = new Kysely({ dialect: durableObjectDialect(state.storage) })
    const calendar = createCalendar({ store: kyselyStore(db), timeZone: bindings.TIME_ZONE ?? 'UTC' })
    this.#storage = state.storage
    this.#calendar = calendar
    this.#app = createApp(calendar, bindings)
    // Requests wait until the tables are there.
    state.blockConcurrencyWhile(async () => {
      await migrateToLatest(db)
      await addDemoData(calendar) //? demo-data
      if ((await state.storage.getAlarm()) === null) await state.storage.setAlarm(Date.now() + dayMs)
    })
  }

  /** Answers with the page at `/`, and with the calendar below `/api`. */
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/') return pageOf(this.#app, request)
    if (pathname.startsWith('/api/')) return this.#app.api(request)
    return new Response('There is nothing here.', { status: 404 })
  }

  /** Stores further occurrences of repeating events, once a day. */
  async alarm(): Promise<void> {
    await this.#calendar.maintenance.extendSeries({ dryRun: false })
    await this.#storage.setAlarm(Date.now() + dayMs)
  }
}

/** Passes each request to the object of the calendar. */
export default {
  fetch: (request: Request, { CALENDARS }: Bindings): Promise<Response> => CALENDARS.get(CALENDARS.idFromName('calendar')).fetch(request),
}
