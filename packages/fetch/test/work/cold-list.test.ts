import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** A process of its own, because the counts of V8 include functions that a bundler or a test runner adds to modules. */
const measure = (): { readonly functions: number; readonly calls: number } =>
  JSON.parse(
    execFileSync(process.execPath, ['--conditions=@kalends/source', '--no-warnings', 'children/cold-list.ts'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    }),
  )

test('a list that is not cached takes at most 223 functions of our packages, and 613 calls', () => {
  const { functions, calls } = measure()
  expect(functions).toBeGreaterThan(100)
  expect(functions).toBeLessThanOrEqual(223)
  expect(calls).toBeLessThanOrEqual(613)
})
