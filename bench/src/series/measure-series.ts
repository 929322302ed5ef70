import type { CalendarStore } from '@kalends/core/store'
import { kyselyStore } from '@kalends/kysely'
import { sizeName } from '../bars/sizes.ts'
import { type FilledDatabase, openFilled } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { databaseTimeReader } from '../measure/processor-time.ts'
import type { Progress } from '../progress.ts'
import { seriesQueries } from './series-queries.ts'

/** The processor time of an operation with series and with as many single events, in milliseconds. */
export interface SeriesSample {
  /** The engine. */
  readonly engine: EngineName
  /** The number of events in lists. */
  readonly events: number
  /** The operation. */
  readonly name: string
  /** The time in a calendar with series. */
  readonly seriesMs: number
  /** The time in a calendar with single events alone; undefined if it has no such operation. */
  readonly singleMs?: number
}

/** The options of {@link measureSeries}. */
export interface SeriesPlan {
  /** The engines. */
  readonly engines: readonly EngineName[]
  /** The numbers of events in lists. */
  readonly sizes: readonly number[]
  /** How often each operation is measured. */
  readonly rounds: number
  /** Reports progress. */
  readonly progress: Progress
}

/** A store, and the processor time that it has taken. */
interface Subject {
  readonly database: FilledDatabase
  readonly store: CalendarStore
  readonly spentMs: () => Promise<number>
}

async function open(engine: EngineName, events: number, kind: 'series' | 'copies', progress: Progress): Promise<Subject> {
  const database = await openFilled(engine, events, progress, { kind, connections: 1 })
  const store = kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 600_000 } })
  return { database, store, spentMs: databaseTimeReader(engine, database.db) }
}

async function timed(subject: Subject, run: (store: CalendarStore) => Promise<unknown>): Promise<number> {
  const before = await subject.spentMs()
  await run(subject.store)
  return (await subject.spentMs()) - before
}

/** Measures each operation on both databases in turn, and keeps the minimum of each, because other load on the machine only adds time. */
export async function measureSeries({ engines, sizes, rounds, progress }: SeriesPlan): Promise<readonly SeriesSample[]> {
  const samples: SeriesSample[] = []
  for (const engine of engines) {
    for (const events of sizes) {
      const [series, copies] = [await open(engine, events, 'series', progress), await open(engine, events, 'copies', progress)]
      try {
        for (const { name, isOfSeries = false, run } of seriesQueries) {
          progress.say(`${engineTitles[engine]}, ${sizeName(events)}: ${name}`)
          let [seriesMs, singleMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
          for (let round = 0; round <= rounds; round++) {
            const [of, against] = [await timed(series, run), isOfSeries ? Number.POSITIVE_INFINITY : await timed(copies, run)]
            // The first round warms caches.
            if (round > 0) [seriesMs, singleMs] = [Math.min(seriesMs, of), Math.min(singleMs, against)]
          }
          samples.push({ engine, events, name, seriesMs, ...(!isOfSeries && { singleMs }) })
        }
      } finally {
        await series.database.close()
        await copies.database.close()
      }
    }
  }
  return samples
}
