import { writeFileSync } from 'node:fs'
import { countInstructions } from './against/count-instructions.ts'
import { measureAgainst } from './against/measure-against.ts'
import { allBars } from './bars/all.ts'
import { type Finding, verdictOf } from './bars/finding.ts'
import { clean } from './clean.ts'
import { engineTitles } from './data/engine.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory/measure-memory.ts'
import { measureMixed } from './mixed/measure-mixed.ts'
import { type Command, help, type Options, readOptions } from './options.ts'
import { type Progress, terminalProgress } from './progress.ts'
import { againstTable } from './report/against-table.ts'
import { deliveriesTable } from './report/deliveries-table.ts'
import { growthPicture } from './report/growth-picture.ts'
import { growthTable } from './report/growth-table.ts'
import { memoryTable } from './report/memory-table.ts'
import { mixedTable } from './report/mixed-table.ts'
import { searchTable } from './report/search-table.ts'
import { seriesTable } from './report/series-table.ts'
import { seriesWritesTable } from './report/series-writes-table.ts'
import { table } from './report/table.ts'
import { bystanderTable, worstTable } from './report/worst-table.ts'
import { measureSearches } from './search/measure-searches.ts'
import { measureSeries } from './series/measure-series.ts'
import { measureSeriesWrites } from './series/series-writes.ts'
import { measureDeliveries } from './webhooks/measure-deliveries.ts'
import { type BystanderReport, measureBystanders } from './worst/bystanders.ts'
import { findAllWorst, toPlain } from './worst/find-worst.ts'

/** The printed output of a command, its JSON, and a picture of it where there is one. */
interface Report {
  readonly text: string
  readonly data: unknown
  readonly picture?: string
}

async function measureBars(options: Options, progress: Progress): Promise<Report> {
  const findings: Finding[] = []
  for (const group of allBars) {
    if (!group.rows.some((row) => options.rows.has(row))) continue
    findings.push(...(await group.run({ ...options, withPeers: !options.quick, progress })))
  }
  return {
    text: table(findings, (row) => `pnpm bench ${options.quick ? '--quick ' : ''}--only ${row}`),
    data: findings.map((finding) => ({ ...finding, verdict: verdictOf(finding) })),
  }
}

const commands: Readonly<Record<Command, (options: Options, progress: Progress) => Promise<Report>>> = {
  bars: measureBars,
  growth: async (options, progress) => {
    const samples = await measureGrowth({ ...options, sizes: options.sizes.filter((size) => size !== 10_000), progress })
    return { text: growthTable(samples), data: samples, picture: growthPicture(samples) }
  },
  series: async (options, progress) => {
    const samples = await measureSeries({ ...options, sizes: options.sizes.filter((size) => size === options.sizes.at(-1)), progress })
    return { text: seriesTable(samples), data: samples }
  },
  'series-writes': async (options, progress) => {
    const samples = await measureSeriesWrites({ ...options, progress })
    return { text: seriesWritesTable(samples), data: samples }
  },
  mixed: async (options, progress) => {
    const samples = await measureMixed({ ...options, progress })
    return { text: mixedTable(samples), data: samples }
  },
  search: async (options, progress) => {
    const reports = await measureSearches({ ...options, events: options.sizes.at(-1) ?? 0, progress })
    return { text: reports.map(searchTable).join('\n\n'), data: reports }
  },
  webhooks: async (options, progress) => {
    const samples = await measureDeliveries({ ...options, progress })
    return { text: deliveriesTable(samples), data: samples }
  },
  memory: async (options, progress) => {
    const report = await measureMemory({ ...options, sizes: [10_000, 100_000], progress })
    return { text: memoryTable(report), data: { ...report, heap: Object.fromEntries(report.heap) } }
  },
  worst: async (options, progress) => {
    const reports = await findAllWorst(options, progress)
    return { text: reports.map(worstTable).join('\n\n'), data: reports.map(toPlain) }
  },
  bystanders: async (options, progress) => {
    const reports = await findAllWorst(options, progress)
    const met: BystanderReport[] = []
    for (const report of reports) {
      progress.say(`bystanders on ${engineTitles[report.engine]}`)
      met.push(await measureBystanders({ report, milliseconds: options.milliseconds * 10 }))
    }
    return { text: [...reports.map(worstTable), bystanderTable(met)].join('\n\n'), data: { worst: reports.map(toPlain), met } }
  },
  against: async (options, progress) => {
    const compare = options.instructions ? countInstructions : measureAgainst
    const samples = await compare({ ...options, progress })
    return { text: againstTable(samples), data: samples }
  },
  clean: async ({ engines }) => {
    const removed = await clean(engines)
    return { text: removed.join('\n'), data: removed }
  },
}

async function run(options: Options): Promise<void> {
  const progress = terminalProgress()
  const { text, data, picture } = await commands[options.command](options, progress)
  progress.end()
  console.log(text)
  if (options.picture !== undefined && picture !== undefined) writeFileSync(options.picture, picture)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ node: process.version, found: data }, null, 2)}\n`)
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) console.log(help)
  else await run(readOptions(args))
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  console.error(`${error.message}\n\n${help}`)
  process.exitCode = 1
}
