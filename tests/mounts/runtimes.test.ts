import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { describe, expect, inject, test } from 'vitest'
import { output, run } from '../packages/run.ts'
import { registerMount } from '../suites/mounts/index.ts'
import { serve } from './serve.ts'

const here = import.meta.dirname
const tool = (name: string): string => join(here, 'node_modules/.bin', name)

/** Copies the example of a worker with the handler of the table into a folder of its own. */
function copyWorker(name: string, calendar: string): string {
  const folder = join(inject('apps'), name)
  cpSync(join(inject('apps'), 'worker'), folder, { recursive: true })
  for (const file of ['bun.ts', 'workerd.capnp']) cpSync(join(here, 'programs', file), join(folder, file))
  cpSync(join(here, 'programs', calendar), join(folder, 'calendar.ts'))
  return folder
}

const runtimes = [
  { name: 'Bun', file: tool('bun'), toArguments: () => ['bun.ts'], calendar: 'memory.ts', paths: 'parsed' },
  { name: 'Bun with its SQLite', file: tool('bun'), toArguments: () => ['bun.ts'], calendar: 'sqlite.ts', paths: 'parsed' },
  { name: 'Deno', file: tool('deno'), toArguments: toDeno, calendar: 'memory.ts', paths: 'as sent' },
  { name: 'Deno with its SQLite', file: tool('deno'), toArguments: toDeno, calendar: 'sqlite.ts', paths: 'as sent' },
  { name: 'workerd', file: tool('workerd'), toArguments: toWorkerd, calendar: 'memory.ts', paths: 'as sent' },
] as const

function toDeno(port: string): readonly string[] {
  return ['serve', '--no-remote', '--node-modules-dir=manual', '--host', '127.0.0.1', '--port', port, 'worker.ts']
}

function toWorkerd(port: string): readonly string[] {
  return ['serve', `--socket-addr=http=127.0.0.1:${port}`, 'workerd.capnp']
}

for (const { name, file, toArguments, calendar, paths } of runtimes) {
  registerMount({
    name,
    createHandler: ({ calendar, handler, cors: origins }) =>
      createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
    mount: async () => {
      const folder = copyWorker(name.replaceAll(' ', '-'), calendar)
      if (name === 'workerd') {
        const options = ['--bundle', '--format=esm', '--conditions=workerd,worker', '--external:node:*', '--outfile=worker.js']
        await output(tool('esbuild'), ['worker.ts', ...options], folder)
      }
      return serve({ file, toArguments, folder })
    },
    paths,
    describe,
    test,
  })
}

test('the SQL store keeps the storage contract on bun:sqlite', { timeout: 900_000 }, async () => {
  // Beside the configuration of an application: Bun reads the nearest one.
  const folder = copyWorker('bun-sqlite', 'memory.ts')
  cpSync(join(here, 'programs/bun-sqlite.ts'), join(folder, 'bun-sqlite.test.ts'))
  const { code, stderr } = await run(tool('bun'), ['test', './bun-sqlite.test.ts', '--timeout', '60000'], folder)
  expect(stderr).toMatch(/^ [1-9]\d{3} pass\n 0 fail\n/m)
  expect(code).toBe(0)
})
