import { sql } from 'kysely'
import { type FilledDatabase, openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { markdownTable } from '../markdown.ts'
import { interleave } from '../measure/interleave.ts'
import { load, type ServerSample } from '../measure/load.ts'
import { median, ratio } from '../measure/statistics.ts'
import type { Options } from '../options.ts'
import { say } from '../progress.ts'
import { withServers } from '../serve/start-server.ts'
import { type SiteIds, siteReads, siteRequests } from './site-requests.ts'

/** The throughput of a site with writes at a rate. */
export interface MixedSample {
  readonly engine: EngineName
  readonly rate: Rate
  /** The median number of requests per second. */
  readonly perSecond: number
  /** The throughput relative to that without writes: the median of the ratios of each round. */
  readonly share: number
  /** The same in processor time of the server's process; that of a database server is not part of it. */
  readonly processorShare: number
}

/** How many reads come before each write. */
const rates = { 'no writes': null, 'a write in 200 reads': 200, 'a write in 50 reads': 50, 'a write in 20 reads': 20 } as const

type Rate = keyof typeof rates

/** Measures the reads of a site while others write: each rate of writes in turn, on one server (row 22). */
export async function measureMixed({ engines, rounds, milliseconds }: Options): Promise<readonly MixedSample[]> {
  const samples: MixedSample[] = []
  for (const engine of engines) {
    const database = await openScratch(engine, 10_000)
    const ids: SiteIds = { events: await publishedIn(database, 'events'), venues: await publishedIn(database, 'venues') }
    const plan = { kind: 'handler', engine, address: database.address, isCached: true, isOpen: true } as const
    try {
      const found = await withServers({ site: plan }, ({ site }) => {
        const sides = Object.entries(rates).map(([rate, readsPerWrite], seed) => {
          const requests = siteRequests(siteReads(ids.events), readsPerWrite, ids, seed)
          const measure = (): Promise<ServerSample> => {
            say(`${engineTitles[engine]}: ${rate}`)
            return load(site, { requests, milliseconds })
          }
          return [rate, measure]
        })
        // The names of the rates.
        return interleave<Rate, ServerSample>(Object.fromEntries(sides), rounds)
      })
      const timesOf = (rate: Rate, part: keyof ServerSample): readonly number[] => found[rate].map((sample) => sample[part])
      // The type of Object.keys does not know the keys.
      for (const rate of Object.keys(rates) as Rate[]) {
        const shareOf = (part: keyof ServerSample): number => ratio(timesOf('no writes', part), timesOf(rate, part))
        const perSecond = 1_000 / median(timesOf(rate, 'wallMs'))
        samples.push({ engine, rate, perSecond, share: shareOf('wallMs'), processorShare: shareOf('cpuMs') })
      }
    } finally {
      await database.close()
    }
  }
  return samples
}

/** The ids of the published records of a table. */
async function publishedIn({ db, options }: FilledDatabase, table: string): Promise<readonly number[]> {
  const name = sql.table(options.prefix + table)
  const { rows } = await sql<{ id: unknown }>`select id from ${name} where status = 'publish' order by id`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** The rates as rows: requests per second, and their share of those without writes, by the clock and by processor time. */
export function mixedTable(samples: readonly MixedSample[]): string {
  const engines = [...new Set(samples.map(({ engine }) => engine))]
  const percent = (share: number): string => `${(100 * share).toFixed(0)}%`
  const rows = [...Map.groupBy(samples, ({ rate }) => rate)].map(([rate, ofRate]) => [
    rate,
    ...ofRate.map(({ perSecond, share, processorShare }) => `${perSecond.toFixed(0)} (${percent(share)}; ${percent(processorShare)})`),
  ])
  return markdownTable(['', ...engines.map((engine) => engineTitles[engine])], rows)
}
