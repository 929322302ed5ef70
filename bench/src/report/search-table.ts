import { sizeName } from '../bars/sizes.ts'
import { engineTitles } from '../data/engine.ts'
import type { SearchReport } from '../search/measure-searches.ts'

const milliseconds = (ms: number): string => (ms >= 10 ? ms.toFixed(0) : ms.toFixed(1))

/** Searches as rows, with a column for each read without the index and with it, and the cost of the index below. */
export function searchTable({ engine, events, samples, buildMs, bytes, createMs }: SearchReport): string {
  const title = `${engineTitles[engine]}, ${sizeName(events)}`
  const lines = samples.map(({ words, total, pageMs, totalMs }) => {
    const cells = [pageMs.without, pageMs.with, totalMs.without, totalMs.with].map(milliseconds)
    return `| ${[words, total, ...cells].join(' | ')} |`
  })
  const megabytes = [bytes.without, bytes.with].map((size) => (size / 1e6).toFixed(0)).join(' -> ')
  return [
    `| ${title} | matches | page, without index | page | total, without index | total |`,
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
    '',
    `Size ${megabytes} MB, built in ${milliseconds(buildMs)} ms, a create ${createMs.without.toFixed(2)} -> ${createMs.with.toFixed(2)} ms.`,
  ].join('\n')
}
