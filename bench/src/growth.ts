import { isCalendarError } from '@kalends/core'
import { sizeName } from './bars/finding.ts'
import { type ListQuery, listQueries } from './bars/list-queries.ts'
import { type EngineName, engineTitles } from './data/engine.ts'
import { markdownTable, shortNumber } from './markdown.ts'
import { type ListTimes, openTimed } from './measure/lists.ts'
import { say } from './progress.ts'

/** The cost of a list in one table of one engine. */
export interface GrowthSample extends ListTimes {
  readonly engine: EngineName
  /** The number of events in the table. */
  readonly events: number
  readonly query: ListQuery
}

/** Measures every list in tables of all sizes. The deep page is skipped in tables that are too small to have it. */
export async function measureGrowth(engines: readonly EngineName[], sizes: readonly number[]): Promise<readonly GrowthSample[]> {
  const samples: GrowthSample[] = []
  for (const engine of engines) {
    for (const events of sizes) {
      const calendar = await openTimed(engine, events)
      try {
        for (const query of listQueries) {
          if (query.slowBecause === 'deep page' && events < 100_000) continue
          say(`${engineTitles[engine]}, ${sizeName(events)}: ${query.name}`)
          samples.push({ engine, events, query, ...(await calendar.timeList(query.run).catch(orTimeOut)) })
        }
      } finally {
        await calendar.database.close()
      }
    }
  }
  return samples
}

/** Gives a list that is `unavailable`, as after its deadline, an infinite time for its page and its total. */
function orTimeOut(error: unknown): ListTimes {
  if (!isCalendarError(error, 'unavailable')) throw error
  return { pageMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY }
}

/** The cost of lists by the number of events, in milliseconds, as a Markdown table for each engine. */
export const growthTable = (samples: readonly GrowthSample[]): string =>
  [...Map.groupBy(samples, ({ engine }) => engine)].map(([engine, ofEngine]) => engineTable(engine, ofEngine)).join('\n\n')

function engineTable(engine: EngineName, samples: readonly GrowthSample[]): string {
  const sizes = [...new Set(samples.map(({ events }) => events))]
  const rows = [...Map.groupBy(samples, ({ query }) => query.name)].map(([name, ofQuery]) => {
    const at = (events: number | undefined) => ofQuery.find((sample) => sample.events === events)
    const growth = (at(sizes.at(-1))?.pageMs ?? Number.NaN) / (at(sizes[0])?.pageMs ?? Number.NaN)
    return [
      name,
      ...sizes.map((events) => shortNumber(at(events)?.pageMs)),
      Number.isFinite(growth) ? `${growth.toFixed(1)}x` : '-',
      ...sizes.map((events) => shortNumber(at(events)?.totalMs || undefined)),
    ]
  })
  const names = sizes.map(sizeName)
  const heads = ['list', ...names.map((size) => `page, ${size}`), 'growth', ...names.map((size) => `total, ${size}`)]
  return `### ${engineTitles[engine]}\n\n${markdownTable(heads, rows)}`
}
