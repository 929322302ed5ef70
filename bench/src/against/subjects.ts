import type * as core from '@kalends/core'
import type * as kysely from '@kalends/kysely'
import type * as nodeSqlite from '@kalends/kysely/node-sqlite'
import type * as pg from '@kalends/kysely/pg'
import type * as memory from '@kalends/memory'
import { type Kysely, sql } from 'kysely'
import { postgresUrl } from '../data/databases.ts'
import { clock } from '../setting.ts'

/** The modules of a checkout. Only what nearly all versions have is used. */
export interface SourceModules {
  readonly core: Pick<typeof core, 'createCalendar' | 'publicReadOnly'>
  readonly memory: Pick<typeof memory, 'memoryStore'>
  readonly kysely: Pick<typeof kysely, 'kyselyStore' | 'migrateToLatest'>
  readonly nodeSqlite: Pick<typeof nodeSqlite, 'nodeSqliteDialect'>
  readonly pg: Pick<typeof pg, 'postgresDialect'>
  readonly Kysely: { readonly Kysely: typeof Kysely }
}

/** A calendar of a checkout, without a cache. */
export interface AgainstSubject {
  /** Reads the first page of a window, and its total. */
  list(): Promise<unknown>
  /** Reads one of the first events. */
  get(n: number): Promise<unknown>
  /** Creates an event with a venue and a category. */
  create(n: number): Promise<unknown>
  close(): Promise<void>
}

const day = (n: number): string => new Date(Date.UTC(2026, 5, 1 + (n % 300))).toISOString().slice(0, 10)

function subjectOf({ createCalendar, publicReadOnly }: SourceModules['core'], store: core.CalendarStore, close: () => Promise<void>) {
  const calendar = createCalendar({ store, clock, cache: false })
  const viewer = calendar.as(null, publicReadOnly())
  return {
    list: () => viewer.events.list({ startsAfter: '2026-06-30', startsBefore: '2027-01-01', perPage: 35 }),
    get: (n: number) => viewer.events.get(1 + (n % 500)),
    create: (n: number) =>
      calendar.events.create({
        title: `Concert ${n}`,
        description: 'Music of the region, with food and drinks in the break. '.repeat(6),
        startDate: `${day(n)} 19:30`,
        endDate: `${day(n)} 21:00`,
        venues: { name: `Hall ${n % 20}` },
        categories: [`Category ${n % 12}`],
      }),
    close,
  }
}

/** A calendar of a checkout over its memory store. */
export const openMemory = async ({ core, memory }: SourceModules): Promise<AgainstSubject> =>
  subjectOf(core, memory.memoryStore(), async () => undefined)

/** A calendar of a checkout over a SQLite file. */
export async function openSqlite({ core, kysely, nodeSqlite, Kysely }: SourceModules, path: string): Promise<AgainstSubject> {
  const db = new Kysely.Kysely<unknown>({ dialect: nodeSqlite.nodeSqliteDialect(path) })
  await kysely.migrateToLatest(db)
  return subjectOf(core, kysely.kyselyStore(db), () => db.destroy())
}

/** A calendar of a checkout over a schema of a PostgreSQL server, over one connection. The schema is dropped at the end. */
export async function openPostgres({ core, kysely, pg, Kysely }: SourceModules, schema: string): Promise<AgainstSubject> {
  const dialect = pg.postgresDialect({ connectionString: postgresUrl, options: `-c search_path=${schema}`, max: 1 })
  const db = new Kysely.Kysely<unknown>({ dialect })
  const drop = sql`drop schema if exists ${sql.id(schema)} cascade`
  await drop.execute(db)
  await sql`create schema ${sql.id(schema)}`.execute(db)
  await kysely.migrateToLatest(db)
  return subjectOf(core, kysely.kyselyStore(db), async () => {
    await drop.execute(db)
    await db.destroy()
  })
}
