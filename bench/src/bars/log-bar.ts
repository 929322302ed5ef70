import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { type RawBuilder, sql } from 'kysely'
import { openScratch, type ScratchDatabase } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { nowMs } from '../data/shape.ts'
import { processorTimeReader, timeBetween } from '../measure/processor-time.ts'
import { repeat } from '../measure/repeat.ts'
import { median } from '../measure/statistics.ts'
import { clock } from '../setting.ts'
import type { BarGroup, Bench } from './bench.ts'
import { atMost, type Figure } from './finding.ts'
import { atAMillion, sizeName, sizePair } from './sizes.ts'

/** The numbers of changes after a token; the limit is for one of them. */
const changes = [10, 100, 500] as const

/** The numbers of old rows that one call deletes while others are kept. */
const prunedRows = 1_000

/** How engines differ here. */
interface EngineTraits {
  /** The largest table whose log is read; smaller on servers, because each run fills them anew. */
  readonly most: number
  /** The numbers of the rows that the log gets; SQLite's are their ids. */
  readonly seq: RawBuilder<unknown>
  /** Whether the sizes of tables are estimates that `analyze table` renews. */
  readonly estimatesSizes: boolean
  /** Whether the bar is for this engine. */
  readonly hasBar: boolean
}

const traits: Readonly<Record<EngineName, EngineTraits>> = {
  sqlite: { most: 10_000_000, seq: sql`null`, estimatesSizes: false, hasBar: true },
  postgres: { most: 100_000, seq: sql`id + 1`, estimatesSizes: false, hasBar: false },
  mariadb: { most: 100_000, seq: sql`id + 1`, estimatesSizes: true, hasBar: false },
  mysql: { most: 100_000, seq: sql`id + 1`, estimatesSizes: true, hasBar: false },
}

/** Gives the log one more row for each event, as if each had been changed once. @returns the bytes of a row with its indexes */
async function fillLog(engine: EngineName, { db, options }: ScratchDatabase): Promise<number> {
  const [log, events] = [sql.table(`${options.prefix}changes`), sql.table(`${options.prefix}events`)]
  const before = await bytesOf(engine, { db, options })
  await sql`insert into ${log} (pending, seq, kind, record_id, verb, at_ms, part_of, scope, was_status, was_before_trash, was_hidden,
    was_author, was_published_ms, was_terms, writes)
    select null, ${traits[engine].seq}, 'event', id, 'updated', ${sql.raw(String(nowMs))}, 0, null, status, null, hidden,
    author_id, published_ms, null, 1 + row_number() over (order by id) from ${events} order by id`.execute(db)
  if (traits[engine].estimatesSizes) await sql`analyze table ${log}`.execute(db)
  const { rows } = await sql<{ n: unknown }>`select count(*) as n from ${log}`.execute(db)
  return ((await bytesOf(engine, { db, options })) - before) / Number(rows[0]?.n)
}

const sizeInCatalogue = (table: string) => sql<{ n: unknown }>`select data_length + index_length as n from information_schema.tables
    where table_schema = database() and table_name = ${table}`

const sizeQueries = {
  sqlite: () => sql<{ n: unknown }>`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`,
  postgres: (table: string) => sql<{ n: unknown }>`select pg_total_relation_size(${table}::regclass) as n`,
  mariadb: sizeInCatalogue,
  mysql: sizeInCatalogue,
} as const

async function bytesOf(engine: EngineName, { db, options }: Pick<ScratchDatabase, 'db' | 'options'>): Promise<number> {
  const { rows } = await sizeQueries[engine](`${options.prefix}changes`).execute(db)
  return Number(rows[0]?.n)
}

async function sinceFigure(engine: EngineName, { sizes, progress }: Bench): Promise<Figure> {
  const { large } = sizePair({ sizes })
  const size = Math.min(large, traits[engine].most)
  const database = await openScratch(engine, size, progress, { kind: 'fields', connections: 1 })
  try {
    progress.say(`bar 30: the log on ${engineTitles[engine]}`)
    const bytes = await fillLog(engine, database)
    const store = kyselyStore(database.db, database.options)
    const calendar = createCalendar({ store, clock, cache: false })
    const viewer = calendar.as(null, publicReadOnly())
    const times = new Map<number, number>()
    for (const count of changes) {
      const input = { events: window, limit: 1_000 }
      // The second token names the lists, as those of a copy that has called before.
      const { token } = await viewer.changes.since(await viewer.changes.token(), input)
      const listed = await idsOf(viewer, count)
      for (const id of listed) await calendar.events.update(id, { title: `Changed ${count}` })
      const { items } = await viewer.changes.since(token, input)
      if (items.length !== listed.length) throw new Error(`${items.length} changes were told, not ${listed.length}.`)
      times.set(count, await processorMs(engine, database, () => viewer.changes.since(token, input)))
    }
    const began = performance.now()
    await store.log.prune({ beforeMs: 0, keptRows: size - prunedRows })
    const pruneMs = performance.now() - began
    const others = changes.filter((count) => count !== 100).map((count) => `${count} changes ${times.get(count)?.toFixed(2)} ms`)
    return {
      label: `${engineTitles[engine]} at ${sizeName(size)}, 100 changes since a token`,
      value: times.get(100) ?? null,
      unit: 'ms',
      note: [...others, `${bytes.toFixed(0)} bytes for a row of the log`, `deleting old rows ${pruneMs.toFixed(1)} ms`].join(', '),
      ...(traits[engine].hasBar && atAMillion(size, atMost(5))),
    }
  } finally {
    await database.close()
  }
}

/** The calls of one sample: the processor time of a single one is too short for the clocks of some systems. */
const calls = 5

/** The median processor time of a call, of this process and of the connection. */
async function processorMs(engine: EngineName, { db }: ScratchDatabase, work: () => Promise<unknown>): Promise<number> {
  const readTime = processorTimeReader(engine, db)
  const samples = await repeat(async () => {
    const before = await readTime()
    for (let n = 0; n < calls; n++) await work()
    const { processMs, connectionMs = 0 } = timeBetween(before, await readTime())
    return (processMs + connectionMs) / calls
  }, repetition)
  return median(samples)
}

const repetition = { least: 5, most: 50, milliseconds: 1_000 } as const

/** The default window of lists over HTTP. */
const window = { startsFrom: 'today', startsUntil: '+2 years' } as const

/** The ids of the first events of that window. */
async function idsOf(viewer: ReturnType<typeof createCalendar>, count: number): Promise<readonly number[]> {
  const ids: number[] = []
  for await (const { id } of viewer.events.each(window)) {
    ids.push(id)
    if (ids.length === count) break
  }
  return ids
}

/** Bar 30: what reading the log of changes costs. */
export const logBar: BarGroup = {
  rows: [30],
  run: async (bench) => {
    const figures: Figure[] = []
    for (const engine of bench.engines) figures.push(await sinceFigure(engine, bench))
    return [{ row: 30, figures }]
  },
}
