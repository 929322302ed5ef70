import { writeFileSync } from 'node:fs'
import { againstTable, measureAgainst } from './against/measure-against.ts'
import { allBars, barTexts } from './bars/all.ts'
import { type Finding, findingsTable, verdictOf } from './bars/finding.ts'
import { removeFilled } from './data/databases.ts'
import { growthTable, measureGrowth } from './growth.ts'
import { measureMixed, mixedTable } from './mixed/measure-mixed.ts'
import { type Command, help, type Options } from './options.ts'
import { say } from './progress.ts'
import { readOptions } from './read-options.ts'
import { type BystanderReport, bystanderTable, measureBystanders } from './worst/bystanders.ts'
import { findAllWorst, toPlain, worstTable } from './worst/find-worst.ts'

/** The printed output of a command, and its JSON. */
interface Report {
  readonly text: string
  readonly data: unknown
}

const commands: Readonly<Record<Command, (options: Options) => Promise<Report>>> = {
  bars: async (options) => {
    const findings: Finding[] = []
    for (const { rows, run } of allBars) {
      if (Object.keys(rows).some((row) => options.rows.has(Number(row)))) findings.push(...(await run(options)))
    }
    const data = findings.map((finding) => ({ ...finding, verdict: verdictOf(finding) }))
    return { text: findingsTable(findings, barTexts), data }
  },
  growth: async ({ engines, sizes }) => {
    const samples = await measureGrowth(engines, sizes)
    return { text: growthTable(samples), data: samples.map(({ query, ...sample }) => ({ query: query.name, ...sample })) }
  },
  mixed: async (options) => {
    const samples = await measureMixed(options)
    return { text: mixedTable(samples), data: samples }
  },
  worst: async (options) => {
    const reports = await findAllWorst(options)
    return { text: reports.map(worstTable).join('\n\n'), data: reports.map(toPlain) }
  },
  bystanders: async (options) => {
    const reports = await findAllWorst(options)
    const met: BystanderReport[] = []
    for (const report of reports) met.push(await measureBystanders(report, options.milliseconds * 10))
    return { text: [...reports.map(worstTable), bystanderTable(met)].join('\n\n'), data: { worst: reports.map(toPlain), met } }
  },
  against: async (options) => {
    const samples = await measureAgainst(options)
    return { text: againstTable(samples), data: samples }
  },
  clean: async ({ engines }) => {
    await removeFilled(engines)
    return { text: 'The filled databases are removed.', data: [] }
  },
}

async function run(options: Options): Promise<void> {
  const { text, data } = await commands[options.command](options)
  say('')
  console.log(text)
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
