import { conformanceCases, runCase } from '@kalends/testing/conformance'
import { Kysely, sql } from 'kysely'
import { type DurableObjectStorageLike, durableObjectDialect } from '../../src/durable-object.ts'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { emptyTables } from '../tables.ts'

/** What the runtime gives an object, as far as this program uses it. */
interface ObjectState {
  readonly storage: DurableObjectStorageLike
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
}

/** Runs cases of the conformance suite in an object, each on empty tables. */
export class Suite {
  readonly #db

  constructor(state: ObjectState) {
    this.#db = new Kysely({ dialect: durableObjectDialect(state.storage) })
    state.blockConcurrencyWhile(() => migrateToLatest(this.#db))
  }

  /** Lists the titles of all cases by their keys, runs a case, or counts the tables of the index for searches. */
  async fetch(request: Request): Promise<Response> {
    const key = decodeURIComponent(new URL(request.url).pathname.slice(1))
    if (key === '') return Response.json(conformanceCases.map((one) => [one.key, one.title]))
    if (key === 'search-index') {
      const { rows } = await sql`select name from sqlite_master where name = 'kalends_event_texts'`.execute(this.#db)
      return Response.json(rows)
    }
    try {
      const one = conformanceCases.find((other) => other.key === key)
      if (one === undefined) throw new Error('There is no such case.')
      await this.#db.transaction().execute((trx) => emptyTables(trx, 'kalends_'))
      // The tests check results, not durations: a busy machine may take longer than the default deadline.
      await runCase(one, kyselyStore(this.#db, { scans: { deadlineMs: 30_000 } }))
      return new Response('passed')
    } catch (error) {
      return new Response(error instanceof Error ? error.stack : String(error))
    }
  }
}

/** The namespace of the objects. */
interface Environment {
  readonly CALENDARS: { idFromName(name: string): unknown; get(id: unknown): { fetch(request: Request): Promise<Response> } }
}

/** Passes each request to one object. */
export default {
  fetch: (request: Request, { CALENDARS }: Environment): Promise<Response> => CALENDARS.get(CALENDARS.idFromName('suite')).fetch(request),
}
