import { engineTitles } from '../data/engine.ts'
import type { MixedSample } from '../mixed/measure-mixed.ts'

const percent = (share: number): string => `${(100 * share).toFixed(0)}%`

const cell = ({ perSecond, share, processorShare }: MixedSample): string =>
  `${perSecond.toFixed(0)} (${percent(share)}; ${percent(processorShare)})`

/**
 * The rates of writes as rows, with a column for each engine: requests per second, and their share of those without writes, by the clock and by
 * processor time.
 */
export function mixedTable(samples: readonly MixedSample[]): string {
  const engines = [...new Set(samples.map(({ engine }) => engine))]
  const lines = [...Map.groupBy(samples, ({ readsPerWrite }) => readsPerWrite)].map(([rate, ofRate]) => {
    const cells = engines.map((engine) => ofRate.find((sample) => sample.engine === engine)).map((sample) => (sample ? cell(sample) : '-'))
    return `| ${[rate === null ? 'no writes' : `a write in ${rate} reads`, ...cells].join(' | ')} |`
  })
  return [
    `| | ${engines.map((engine) => engineTitles[engine]).join(' | ')} |`,
    `|---|${engines.map(() => '--:').join('|')}|`,
    ...lines,
  ].join('\n')
}
