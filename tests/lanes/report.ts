import { globSync } from 'node:fs'

const root = `${import.meta.dirname}/../..`

/** The sentence that was printed last: Vitest calls these functions once for each project. */
const shown = 'KALENDS_LANE_SHOWN'

/** Prints the lane and its seed. */
export function setup(): void {
  if (process.env[shown] !== undefined) return
  process.env[shown] = 'begin'
  console.info(`Lane ${process.env['KALENDS_LANE']}, seed ${process.env['KALENDS_SEED']} (KALENDS_SEED repeats a run).`)
}

/** Prints what the quick lane has skipped. */
export function teardown(): void {
  if (process.env[shown] !== 'begin' || process.env['KALENDS_LANE'] !== 'quick') return
  process.env[shown] = 'end'
  const deep = globSync(
    '{bench/{src,test},packages/*/{src,test},examples/*/{src,test},tests/suites/test,tests/repository}/**/*.deep.test.ts',
    { cwd: root },
  )
  console.info(
    `The quick lane left to \`pnpm test:full\`: ${deep.length} files named *.deep.test.ts, nine tenths of the cases of large property tests, the database servers, and random seeds.`,
  )
}
