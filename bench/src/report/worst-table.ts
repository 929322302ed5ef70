import { sizeName } from '../bars/sizes.ts'
import { engineTitles } from '../data/engine.ts'
import { type BystanderReport, quantilesOf } from '../worst/bystanders.ts'
import { toPath } from '../worst/candidate.ts'
import type { WorstReport } from '../worst/find-worst.ts'

const ms = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

/** The most expensive requests of one engine and size, as a Markdown table. */
export function worstTable({ engine, events, drawSeed, baseline, worst, tried }: WorstReport): string {
  const lines = worst.map(({ candidate, cost }) => {
    const ratio = (cost.cpuMs / baseline.cpuMs).toFixed(1)
    const figures = [`${ratio}x`, ms(cost.cpuMs), ms(cost.wallMs), ms(cost.turnMs), cost.statements, cost.rows, cost.status]
    return `| ${[...figures, `\`${decoded(toPath(candidate))}\``].join(' | ')} |`
  })
  return [
    `### ${engineTitles[engine]}, ${sizeName(events)}`,
    '',
    `The worst of ${tried.length} requests, seed ${drawSeed}. The default list, caches off: ${ms(baseline.cpuMs)} ms of processor time.`,
    '',
    '| cost | processor ms | ms | longest turn ms | statements | rows | status | request |',
    `|${'--:|'.repeat(7)}---|`,
    ...lines,
  ].join('\n')
}

/** A path for a cell of a table: long lists of ids are shortened, and vertical bars are escaped. */
const decoded = (path: string): string =>
  decodeURIComponent(path.replaceAll('+', ' '))
    .replaceAll('|', '\\|')
    .replace(/((?:\d+,){2})(?:\d+,){4,}(\d+)/g, '$1...,$2')

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${count} x ${what}`).join(', ') || 'none'

/** The results of bystanders, as a Markdown table. */
export function bystanderTable(reports: readonly BystanderReport[]): string {
  const lines = reports.map((report) => {
    const { p50Ms, p99Ms } = quantilesOf(report)
    const figures = [report.name, report.latencies.length, ms(p50Ms), ms(p99Ms), ms(Math.max(...report.latencies))]
    return `| ${[...figures, listed(report.failures), listed(report.attacks)].join(' | ')} |`
  })
  return [
    '| server | requests | p50 ms | p99 ms | longest ms | responses other than 200 | responses to the worst requests |',
    '|---|--:|--:|--:|--:|---|---|',
    ...lines,
  ].join('\n')
}
