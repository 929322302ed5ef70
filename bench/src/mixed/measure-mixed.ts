import { sql } from 'kysely'
import { type FilledDatabase, openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { loadRequests } from '../measure/load.ts'
import { median } from '../measure/statistics.ts'
import type { Progress } from '../progress.ts'
import { startServer } from '../serve/start-server.ts'
import { type SiteIds, siteReads, siteRequests } from './site-requests.ts'

/** The throughput of a site with writes at a rate. */
export interface MixedSample {
  /** The engine. */
  readonly engine: EngineName
  /** How many reads come before each write; null for no writes. */
  readonly readsPerWrite: number | null
  /** The median number of requests per second. */
  readonly perSecond: number
  /** The throughput relative to that without writes: the median of the ratios of each round. */
  readonly share: number
  /** The same in processor time of the server's process; that of a database server is not part of it. */
  readonly processorShare: number
}

/** The options of {@link measureMixed}. */
export interface MixedPlan {
  /** The engines. */
  readonly engines: readonly EngineName[]
  /** How often each rate is measured. */
  readonly rounds: number
  /** How long the server is under load in each round, in milliseconds. */
  readonly milliseconds: number
  /** Reports progress. */
  readonly progress: Progress
}

const events = 10_000
const connections = 4
const rates = [null, 200, 50, 20] as const

/** Measures the reads of a site while others write: each rate of writes in turn, on one server. */
export async function measureMixed({ engines, rounds, milliseconds, progress }: MixedPlan): Promise<readonly MixedSample[]> {
  const samples: MixedSample[] = []
  for (const engine of engines) {
    progress.say(`${engineTitles[engine]}: filling`)
    const database = await openScratch(engine, events, progress)
    const server = await startServer({ kind: 'site', engine, address: database.address })
    try {
      const ids: SiteIds = { events: await publishedIn(database, 'events'), venues: await publishedIn(database, 'venues') }
      const reads = siteReads(ids.events)
      const sides = rates.map((readsPerWrite, seed) => {
        const requests = siteRequests(reads, readsPerWrite, ids, seed)
        return {
          name: String(readsPerWrite),
          measure: async () => {
            progress.say(`${engineTitles[engine]}: ${readsPerWrite === null ? 'no writes' : `a write in ${readsPerWrite} reads`}`)
            const before = await server.usage()
            const { perSecond, answers } = await loadRequests(server.port, { requests, connections, milliseconds })
            const { cpuMs } = await server.usage()
            return { perSecond, processorMs: (cpuMs - before.cpuMs) / answers }
          },
        }
      })
      const found = await interleave(sides, rounds)
      for (const readsPerWrite of rates) {
        const name = String(readsPerWrite)
        const perSecond = median((found.get(name) ?? []).map((sample) => sample.perSecond))
        const share = ratio(found, 'null', name, (sample) => 1 / sample.perSecond)
        const processorShare = ratio(found, 'null', name, ({ processorMs }) => processorMs)
        samples.push({ engine, readsPerWrite, perSecond, share, processorShare })
      }
    } finally {
      await server.stop()
      await database.close()
    }
  }
  return samples
}

/** The ids of the published records of a table. */
async function publishedIn({ db, options }: FilledDatabase, table: string): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: unknown
  }>`select id from ${sql.table(options.prefix + table)} where status = 'publish' order by id`.execute(db)
  return rows.map(({ id }) => Number(id))
}
