import { sizeName } from '../bars/sizes.ts'
import { engineTitles } from '../data/engine.ts'
import type { SeriesSample } from '../series/measure-series.ts'

const milliseconds = (ms: number): string => (ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2))

function cell({ seriesMs, singleMs }: SeriesSample): string {
  if (singleMs === undefined) return milliseconds(seriesMs)
  return `${milliseconds(seriesMs)} / ${milliseconds(singleMs)} = ${(seriesMs / singleMs).toFixed(2)}x`
}

/** The operations as rows, with a column for each table: the time with series, that with single events, and their ratio. */
export function seriesTable(samples: readonly SeriesSample[]): string {
  const tables = [...Map.groupBy(samples, ({ engine, events }) => `${engineTitles[engine]}, ${sizeName(events)}`)]
  const lines = [...Map.groupBy(samples, ({ name }) => name)].map(([name, ofName]) => {
    const cells = tables
      .map(([, ofTable]) => ofTable.find((sample) => ofName.includes(sample)))
      .map((sample) => (sample ? cell(sample) : '-'))
    return `| ${[name, ...cells].join(' | ')} |`
  })
  return [`| | ${tables.map(([title]) => title).join(' | ')} |`, `|---|${tables.map(() => '--:').join('|')}|`, ...lines].join('\n')
}
