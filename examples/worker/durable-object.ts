import { type AccessPolicy, readScopes } from '@kalends/core'
import { createCompactCalendar } from '@kalends/core/compact'
import { createHandler, type Handler } from '@kalends/fetch'
import { type DurableObjectStorageLike, durableObjectDialect } from '@kalends/kysely/durable-object'
import { kyselyStore, migrateToLatest } from '@kalends/kysely/sqlite'
import { Kysely } from 'kysely'

/** What the runtime passes to an object, as far as this program uses it: `DurableObjectState` of its types. */
interface ObjectState {
  readonly storage: DurableObjectStorageLike & {
    getAlarm(): Promise<number | null>
    setAlarm(atMs: number): Promise<void>
  }
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
}

/** The bindings of the worker. */
interface Environment {
  /** The namespace of {@link CalendarObject}. */
  readonly CALENDARS: { idFromName(name: string): unknown; get(id: unknown): { fetch(request: Request): Promise<Response> } }
  /** The names of the calendars, with a space between them: an unknown name must not create an object. */
  readonly NAMES: string
  /** The public address of the worker. */
  readonly PUBLIC_URL: string
  /** The secret of editors; undefined until it is set: then nobody is an editor. */
  readonly EDITOR_KEY?: string | undefined
}

const dayMs = 86_400_000

/** Whoever has the secret may do everything, and everybody else reads what is published. */
const access: AccessPolicy = {
  readable: (actor) => (actor === null ? readScopes.published : readScopes.all),
  may: ({ actor }) => actor !== null,
}

/** The name of the calendar of a request: the first part of the path. */
const nameOf = ({ url }: Request): string => new URL(url).pathname.split('/')[1] ?? ''

/** One object is one calendar, in a database of its own. */
export class CalendarObject {
  readonly #storage
  readonly #calendar
  readonly #createHandler
  #handler: Handler | undefined

  constructor(state: ObjectState, { EDITOR_KEY, PUBLIC_URL }: Environment) {
    const db = new Kysely({ dialect: durableObjectDialect(state.storage) })
    this.#storage = state.storage
    this.#calendar = createCompactCalendar({ store: kyselyStore(db) })
    this.#createHandler = (name: string) =>
      createHandler(this.#calendar, {
        publicUrl: PUBLIC_URL,
        basePath: `/${name}`,
        access,
        authenticate: ({ headers }) =>
          EDITOR_KEY !== undefined && headers.get('authorization') === `Bearer ${EDITOR_KEY}` ? { id: 'editor' } : null,
      })
    // Requests wait until the tables are there: the runtime starts an object at its first request, and again after a pause.
    state.blockConcurrencyWhile(async () => {
      await migrateToLatest(db)
      if ((await state.storage.getAlarm()) === null) await state.storage.setAlarm(Date.now() + dayMs)
    })
  }

  /** Answers the requests to this calendar. Their paths begin with its name: an object that its alarm has started has no `ctx.id.name`. */
  fetch(request: Request): Promise<Response> {
    this.#handler ??= this.#createHandler(nameOf(request))
    return this.#handler(request)
  }

  /** Stores further occurrences of repeating events, once a day. */
  async alarm(): Promise<void> {
    await this.#calendar.maintenance.extendSeries({ dryRun: false })
    await this.#storage.setAlarm(Date.now() + dayMs)
  }
}

/** Passes each request to the object of its calendar. */
export default {
  fetch(request: Request, { CALENDARS, NAMES }: Environment): Promise<Response> | Response {
    const name = nameOf(request)
    if (!NAMES.split(' ').includes(name)) return new Response('There is no such calendar.', { status: 404 })
    return CALENDARS.get(CALENDARS.idFromName(name)).fetch(request)
  },
}
