import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { programEnvironment } from '../../../../tests/lanes/program-environment.ts'

/** Measures in a new process, because V8 would also count functions that the test runner adds to modules. */
const measure = (): { readonly functions: number; readonly calls: number } =>
  JSON.parse(
    execFileSync(process.execPath, ['--conditions=@kalends/source', '--no-warnings', 'children/cold-list.ts'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      env: programEnvironment,
    }),
  )

test('an uncached list calls at most 260 functions of the packages, 470 times in total', () => {
  const { functions, calls } = measure()
  expect(functions).toBeGreaterThan(100)
  expect(functions).toBeLessThanOrEqual(260)
  expect(calls).toBeLessThanOrEqual(470)
})
