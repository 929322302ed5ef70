import { sizeName } from '../bars/sizes.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import type { GrowthSample } from '../growth.ts'

const milliseconds = (ms: number | undefined): string => {
  if (ms === undefined) return '-'
  if (!Number.isFinite(ms)) return 'timeout'
  return ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2)
}

function engineTable(engine: EngineName, samples: readonly GrowthSample[]): string {
  const sizes = [...new Set(samples.map(({ events }) => events))]
  const [first, last] = [sizes[0], sizes.at(-1)]
  const heads = [...sizes.map((events) => `page, ${sizeName(events)}`), 'growth', ...sizes.map((events) => `total, ${sizeName(events)}`)]
  const lines = [...Map.groupBy(samples, ({ query }) => query)].map(([query, ofQuery]) => {
    const at = (events: number | undefined) => ofQuery.find((sample) => sample.events === events)
    const pageOf = (events: number | undefined): number | undefined => {
      const sample = at(events)
      return sample === undefined ? undefined : sample.pageMs + sample.otherMs
    }
    const [less, more] = [pageOf(first), pageOf(last)]
    const growth = less === undefined || more === undefined ? Number.NaN : more / less
    const cells = [
      ...sizes.map((events) => milliseconds(pageOf(events))),
      Number.isFinite(growth) ? `${growth.toFixed(1)}x` : '-',
      ...sizes.map((events) => milliseconds(at(events)?.totalMs || undefined)),
    ]
    return `| ${[query, ...cells].join(' | ')} |`
  })
  return [`### ${engineTitles[engine]}`, '', `| list | ${heads.join(' | ')} |`, `|---|${heads.map(() => '--:').join('|')}|`, ...lines].join(
    '\n',
  )
}

/**
 * The cost of lists by the number of events, in milliseconds, as a Markdown table for each engine. The time of a page includes that of its
 * linked records. A page that is not full has no time for the total, because it needs no count.
 */
export const growthTable = (samples: readonly GrowthSample[]): string =>
  [...Map.groupBy(samples, ({ engine }) => engine)].map(([engine, ofEngine]) => engineTable(engine, ofEngine)).join('\n\n')
