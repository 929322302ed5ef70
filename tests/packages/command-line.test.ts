import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Outcome, run } from './run.ts'
import { nodeVersions } from './runtimes.ts'

const program = join(inject('app'), 'node_modules/@kalends/cli')
const { bin }: { bin: { kalends: string } } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'))

test.each(nodeVersions)('the program of the tarball runs in an empty folder on Node %s, and prints only its results', async (node) => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-command-line-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kalends = (...words: readonly string[]): Promise<Outcome> =>
    run(inject('nodes')[node], [join(program, bin.kalends), ...words], folder, { DATABASE_URL: 'sqlite:calendar.db' })
  const done = (stdout: string): Outcome => ({ code: 0, stdout, stderr: '' })
  expect(await kalends('migrate')).toEqual(done('0001-initial has run.\n0002-status-reason has run.\n'))
  expect(await kalends('export', 'events.csv')).toEqual(done('events.csv is written.\n'))
  expect(await kalends('import', 'events.csv', '--json')).toMatchObject({ stdout: expect.stringContaining('"created":0'), stderr: '' })
  expect(await kalends('archive', 'calendar.ndjson')).toEqual(done('calendar.ndjson has 0 terms, 0 venues, 0 organizers, 0 events.\n'))
  const copied = done('The database has 0 terms, 0 venues, 0 organizers, 0 events.\n')
  expect(await kalends('restore', 'calendar.ndjson', '--database', 'sqlite:copy.db')).toEqual(copied)
  expect(await kalends('rezone', '--dry-run')).toEqual(done('0 events of 0 would change.\n'))
  expect(await kalends('verify')).toMatchObject({ code: 0, stderr: '' })
  // The drivers of servers come with the program.
  for (const address of ['postgres://town@127.0.0.1:1/town', 'mysql://town@127.0.0.1:1/town'])
    expect(await kalends('pending', '--database', address)).toMatchObject({ code: 3, stderr: expect.stringContaining('ECONNREFUSED') })
})
