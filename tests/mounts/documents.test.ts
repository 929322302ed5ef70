import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { output } from '../packages/run.ts'

const here = import.meta.dirname
const tool = (name: string): string => join(here, 'node_modules/.bin', name)

const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Asuncion', 'UTC'],
  ...Intl.supportedValuesOf('timeZone').filter((_, index) => index % 12 === 0),
]

/** The digests of wall times and of documents, by zone. */
async function readDigests(file: string, args: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await output(file, args, here)).trim().split('\n')
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]))
}

test.each([
  { name: 'Bun', file: tool('bun'), args: [] },
  { name: 'Deno', file: tool('deno'), args: ['run', '--no-remote', '--allow-all'] },
])('iCalendar has the same bytes on $name as on Node, where their time zones agree', async ({ name, file, args }) => {
  const program = join(inject('apps'), `documents-${name}.mjs`)
  const options = ['--bundle', '--format=esm', '--platform=node', '--conditions=@kalends/source', `--outfile=${program}`]
  await output(tool('esbuild'), [join(here, 'programs/documents.ts'), ...options], here)
  const onNode = await readDigests(process.execPath, [program, ...zones])
  const onOther = await readDigests(file, [...args, program, ...zones])
  const same = [...onNode].filter(([zone, [times]]) => onOther.get(zone)?.[0] === times)
  expect(same.length).toBeGreaterThan(0.7 * onNode.size)
  expect(same.filter(([zone, [, documents]]) => onOther.get(zone)?.[1] !== documents)).toEqual([])
})
