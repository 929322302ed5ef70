import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('an archive of 75 MB is written and restored with a heap of 100 MB', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const child = fileURLToPath(new URL('children/move.ts', import.meta.url))
  const limits = ['--max-old-space-size=100', '--max-semi-space-size=8']
  const args = [...limits, '--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', child, folder, '10000']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('10000\n')
})
