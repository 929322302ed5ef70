import { isCalendarError } from '@kalends/core'
import { listQueries } from './bars/list-queries.ts'
import { sizeName } from './bars/sizes.ts'
import { type EngineName, engineTitles } from './data/engine.ts'
import { openTimed, timeList } from './measure/lists.ts'
import type { StoreTimes } from './measure/timed-store.ts'
import type { Progress } from './progress.ts'

/** The cost of a list in one table of one engine. */
export interface GrowthSample extends StoreTimes {
  /** The engine. */
  readonly engine: EngineName
  /** The number of events in the table. */
  readonly events: number
  /** The list. */
  readonly query: string
}

/** The options of {@link measureGrowth}. */
export interface GrowthPlan {
  /** The engines. */
  readonly engines: readonly EngineName[]
  /** The sizes of the tables. */
  readonly sizes: readonly number[]
  /** Reports progress. */
  readonly progress: Progress
}

/** Measures every list in tables of all sizes. The deep page is skipped in tables that are too small to have it. */
export async function measureGrowth({ engines, sizes, progress }: GrowthPlan): Promise<readonly GrowthSample[]> {
  const samples: GrowthSample[] = []
  for (const engine of engines) {
    for (const events of sizes) {
      const calendar = await openTimed(engine, events, { progress })
      try {
        for (const { name, slowBecause, run } of listQueries) {
          if (slowBecause === 'deep page' && events < 100_000) continue
          progress.say(`${engineTitles[engine]}, ${sizeName(events)}: ${name}`)
          samples.push({ engine, events, query: name, ...(await timeList(calendar, run).catch(orTimeOut)) })
        }
      } finally {
        await calendar.database.close()
      }
    }
  }
  return samples
}

/** Gives a list that is `unavailable`, as after its deadline, an infinite time for its page and its total: the table shows a timeout. */
function orTimeOut(error: unknown): StoreTimes {
  if (!isCalendarError(error, 'unavailable')) throw error
  return { pageMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY, otherMs: 0 }
}
