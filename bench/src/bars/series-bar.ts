import { createCalendar } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { type Kysely, sql } from 'kysely'
import { openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { interleave } from '../measure/interleave.ts'
import { openTimed } from '../measure/lists.ts'
import { spentBy } from '../measure/processor-time.ts'
import { ratio } from '../measure/statistics.ts'
import type { Options } from '../options.ts'
import { say } from '../progress.ts'
import { clock } from '../setting.ts'
import { atAMillion, atMost, type BarGroup, type Figure, type Limit } from './finding.ts'
import { categoryQuery, frequentQuery, type ListQuery, windowQuery } from './list-queries.ts'

/** Bar 34: events that repeat, in lists beside as many single events, and their writes and size in small tables. */
export const seriesBar: BarGroup = {
  rows: {
    34: 'Events that repeat: a page at most 1.3x one of as many single events (a frequent word on PostgreSQL 1.5x, 1M); another title for 731 dates at most 40 ms on SQLite and 150 ms on PostgreSQL; an occurrence at most 1.6 and 2.7 kB',
  },
  run: async (options) => {
    const figures: Figure[] = []
    for (const engine of options.engines) figures.push(...(await pageFigures(engine, options)), ...(await writeFigures(engine, options)))
    return [{ row: 34, figures }]
  },
}

async function pageFigures(engine: EngineName, { sizes, rounds }: Options): Promise<readonly Figure[]> {
  const events = sizes.at(-1) ?? 0
  const [series, single] = [await openTimed(engine, events, 'series'), await openTimed(engine, events, 'copies')]
  const figures: Figure[] = []
  try {
    for (const { name, run } of [windowQuery, categoryQuery, frequentQuery] satisfies ListQuery[]) {
      say(`bar 34: ${name} on ${engineTitles[engine]}`)
      const pageMs = async ({ timeList }: typeof series) => (await timeList(run)).pageMs
      const found = await interleave({ series: () => pageMs(series), single: () => pageMs(single) }, rounds)
      const most = name === frequentQuery.name && engine === 'postgres' ? 1.5 : 1.3
      const value = ratio(found.series, found.single)
      figures.push({ label: `${engineTitles[engine]}, ${name}`, value, unit: 'x', limit: atAMillion(events, atMost(most)) })
    }
    return figures
  } finally {
    await series.database.close()
    await single.database.close()
  }
}

const occurrences = 731

/** The limits of a change of all occurrences in milliseconds, and of the bytes of one. MariaDB and MySQL have none. */
const limits: Readonly<Partial<Record<EngineName, { readonly ms: Limit; readonly bytes: Limit }>>> = {
  sqlite: { ms: atMost(40), bytes: atMost(1_600) },
  postgres: { ms: atMost(150), bytes: atMost(2_700) },
}

async function writeFigures(engine: EngineName, { rounds }: Options): Promise<readonly Figure[]> {
  say(`bar 34: writes on ${engineTitles[engine]}`)
  const { db, options, close } = await openScratch(engine, 1_000, { connections: 1 })
  try {
    const { events } = createCalendar({ store: kyselyStore(db, options), clock, sanitizeHtml: (html) => html })
    const before = await bytesOf(engine, db, options.prefix)
    const times: Record<'create' | 'retitle', number[]> = { create: [], retitle: [] }
    for (let round = 0; round <= rounds; round++) {
      let id = 0
      const create = async (): Promise<void> => {
        const created = await events.create({
          ...{ title: 'Market', description: 'Cheese, bread and flowers from the farms around the town.', timeZone: 'Europe/Berlin' },
          ...{ startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00', recurrence: `FREQ=DAILY;COUNT=${occurrences}` },
          ...{ venues: 1, categories: [1, 2], tags: 'Outdoors' },
        })
        id = created.id
      }
      times.create.push((await spentBy(engine, db, create)).bothMs)
      times.retitle.push((await spentBy(engine, db, () => events.update(id, { title: `Fair ${round}` }))).bothMs)
    }
    const bytes = ((await bytesOf(engine, db, options.prefix)) - before) / (occurrences * (rounds + 1))
    const title = engineTitles[engine]
    return [
      // The least: other load on the machine only adds time.
      { label: `${title}, create of ${occurrences} dates`, value: Math.min(...times.create), unit: 'ms' },
      {
        label: `${title}, another title for ${occurrences} dates`,
        value: Math.min(...times.retitle),
        unit: 'ms',
        limit: limits[engine]?.ms,
      },
      {
        label: `${title}, an occurrence with its indexes`,
        value: Number.isNaN(bytes) ? null : bytes,
        unit: 'bytes',
        limit: limits[engine]?.bytes,
      },
    ]
  } finally {
    await close()
  }
}

/** Queries for the size of all tables with their indexes. That of MariaDB and MySQL is an estimate. */
const sizeQueries = {
  sqlite: () => sql<{ bytes: unknown }>`select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size`,
  postgres: (prefix: string) => sql<{ bytes: unknown }>`select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and starts_with(relname, ${prefix})`,
  mariadb: undefined,
  mysql: undefined,
} as const

async function bytesOf(engine: EngineName, db: Kysely<unknown>, prefix: string): Promise<number> {
  const rows = (await sizeQueries[engine]?.(prefix).execute(db))?.rows
  return Number(rows?.[0]?.bytes)
}
