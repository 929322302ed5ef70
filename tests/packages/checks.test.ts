import { basename } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { run } from './run.ts'
import { root, toolOf } from './workspace.ts'

describe.each(inject('tarballs').map((tarball) => ({ name: basename(tarball), tarball })))('$name', ({ tarball }) => {
  test('is well formed, says publint', async () => {
    const { code, stdout, stderr } = await run(process.execPath, [toolOf('publint/src/cli.js'), tarball, '--strict'], root)
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('All good!')])
  })

  // Programs have no entries.
  const hasEntries = !/^(?:kalends-cli|create-kalends)-/.test(basename(tarball))
  test.each(hasEntries ? [tarball] : [])('has types that tell the truth, says attw', async () => {
    // A stylesheet has no types.
    const styles = ['--exclude-entrypoints', './events.css']
    const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color', ...styles]
    const { code, stdout, stderr } = await run(process.execPath, [toolOf('@arethetypeswrong/cli/dist/index.js'), tarball, ...options], root)
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('(ESM)')])
  })
})

test('nothing is unused, undeclared or left over, says knip', async () => {
  const config = ['--config', 'tests/packages/knip.jsonc', '--no-progress', '--no-config-hints']
  const { code, stdout, stderr } = await run(process.execPath, [toolOf('knip/bin/knip.js'), ...config], root)
  expect([code, stdout + stderr]).toEqual([0, ''])
})
