import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { programEnvironment } from '../lanes/program-environment.ts'

/** What a request may enter: files and functions of the packages, calls of these functions, and SQL statements. */
interface Budget {
  readonly files: number
  readonly functions: number
  readonly calls: number
  readonly statements: number
}

/**
 * The limits of four requests on node:sqlite. A limit is raised only for something that users get. Timers run in one request or in the
 * next one, as the machine is busy: files have one, functions three and calls 2% more than was measured.
 */
const budgets: Readonly<Record<string, Budget & { readonly request: string }>> = {
  cold: { request: 'GET /events?categories=music&start_date=2031-05-01', files: 121, functions: 476, calls: 1_038, statements: 7 },
  cached: { request: 'the same again, cached', files: 37, functions: 93, calls: 140, statements: 1 },
  create: { request: 'POST /events with a new venue', files: 151, functions: 605, calls: 1_878, statements: 11 },
  following: { request: 'PATCH of an occurrence, scope=following', files: 181, functions: 840, calls: 4_159, statements: 14 },
}

/** The limit of lines of source in the packages that applications install, tests not counted. */
const maxLines = 76_200

describe('budgets', () => {
  const measured: Readonly<Record<string, Budget>> = JSON.parse(
    execFileSync(process.execPath, ['--conditions=@kalends/source', '--no-warnings', 'four-requests.ts'], {
      cwd: `${import.meta.dirname}/children`,
      encoding: 'utf8',
      env: programEnvironment,
    }),
  )
  console.table(measured)

  test.each(Object.entries(budgets))('%s: $request', (name, { request: _, ...limits }) => {
    for (const [what, limit] of Object.entries(limits)) {
      const { [what as keyof Budget]: count = 0 } = measured[name] ?? {}
      expect(count, what).toBeGreaterThan(0)
      expect(count, what).toBeLessThanOrEqual(limit)
    }
  })

  test(`the packages have at most ${maxLines} lines of source`, () => {
    const files = globSync('../../packages/*/src/**/*.ts', { cwd: import.meta.dirname })
    const isSource = (file: string) => !/\/packages\/testing\/|\.test(?:-d)?\.ts$/.test(`/${file}`)
    const lines = files.filter(isSource).flatMap((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').match(/\n/g) ?? []).length
    expect(lines).toBeGreaterThan(10_000)
    expect(lines).toBeLessThanOrEqual(maxLines)
  })
})
