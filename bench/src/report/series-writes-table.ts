import { engineTitles } from '../data/engine.ts'
import type { SeriesWriteSample } from '../series/series-writes.ts'

const milliseconds = (ms: number): string => (ms >= 10 ? ms.toFixed(0) : ms.toFixed(1))

const cell = ({ processMs, connectionMs }: SeriesWriteSample): string =>
  connectionMs === undefined ? milliseconds(processMs) : `${milliseconds(processMs)} + ${milliseconds(connectionMs)}`

/** The writes as rows, with a column for each engine: the time of this process, and that of the server's connection. */
export function seriesWritesTable(samples: readonly SeriesWriteSample[]): string {
  const engines = [...new Set(samples.map(({ engine }) => engine))]
  const lines = [...Map.groupBy(samples, ({ name }) => name)].map(([name, ofName]) => {
    const cells = engines.map((engine) => ofName.find((sample) => sample.engine === engine)).map((sample) => (sample ? cell(sample) : '-'))
    return `| ${[name, ...cells].join(' | ')} |`
  })
  return [
    `| | ${engines.map((engine) => engineTitles[engine]).join(' | ')} |`,
    `|---|${engines.map(() => '--:').join('|')}|`,
    ...lines,
  ].join('\n')
}
