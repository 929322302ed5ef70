import { writeFileSync } from 'node:fs'
import { allBars } from './bars/all.ts'
import { type Finding, verdictOf } from './bars/finding.ts'
import { help, type Options, readOptions } from './options.ts'
import { terminalProgress } from './progress.ts'
import { table } from './report/table.ts'

async function measureBars(options: Options): Promise<void> {
  const progress = terminalProgress()
  const findings: Finding[] = []
  for (const group of allBars) {
    if (!group.rows.some((row) => options.rows.has(row))) continue
    findings.push(...(await group.run({ ...options, withPeers: !options.quick, progress })))
  }
  progress.end()
  console.log(table(findings, (row) => `pnpm bench ${options.quick ? '--quick ' : ''}--only ${row}`))
  if (options.json !== undefined) {
    const rows = findings.map((finding) => ({ ...finding, verdict: verdictOf(finding) }))
    writeFileSync(options.json, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`)
  }
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) console.log(help)
  else await measureBars(readOptions(args))
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  console.error(`${error.message}\n\n${help}`)
  process.exitCode = 1
}
