import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCalendar } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { describe, expect, inject, test } from 'vitest'
import { output } from '../packages/run.ts'
import { type Mounted, type MountOptions, registerMount } from '../suites/mounts/index.ts'
import { type Program, serve } from './serve.ts'

const here = import.meta.dirname
const apps = inject('apps')
const tool = (path: string): string => join(here, 'node_modules', path)

interface Framework extends Pick<MountOptions<Handler>, 'name' | 'differences' | 'lostHeaders'>, Pick<Program, 'host'> {
  /** The folder of the example. */
  readonly folder: string
  /** The file in it whose handler is replaced by the handler of the table. */
  readonly calendar: string
  /** Arguments of Node that build the example, and those that serve the build. */
  readonly build: readonly string[]
  readonly start: (port: string) => readonly string[]
}

const redirected = { status: 308, because: 'Next sends the client to a tidier address' }
const failing = { status: 500, because: 'Next fails on paths that are not UTF-8' }
const mended = { status: 200, because: 'Next mends a query before any route sees it' }
const malformed = { status: 400, because: 'SvelteKit refuses paths that are not UTF-8 by itself' }

const frameworks: readonly Framework[] = [
  {
    name: 'Next',
    folder: 'next',
    calendar: 'lib/handler.ts',
    build: [tool('next/dist/bin/next'), 'build'],
    start: (port) => [tool('next/dist/bin/next'), 'start', '--hostname', '127.0.0.1', '--port', port],
    lostHeaders: ['content-length'],
    differences: {
      'paths/trailing-slash': redirected,
      'paths/root-with-slash': redirected,
      'paths/two-trailing-slashes': redirected,
      'paths/double-slash': redirected,
      'paths/backslash': redirected,
      'paths/not-utf-8': failing,
      'paths/cut-percent': failing,
      'paths/lone-percent': failing,
      'queries/not-utf-8': mended,
      'queries/a-lone-percent': mended,
    },
  },
  {
    name: 'SvelteKit',
    folder: 'sveltekit',
    calendar: 'src/lib/calendar.ts',
    build: [tool('vite/bin/vite.js'), 'build'],
    start: () => ['build'],
    host: 'calendar.example', // it refuses writes without a content type from other origins
    differences: {
      'paths/not-utf-8': malformed,
      'paths/cut-percent': malformed,
      'paths/lone-percent': malformed,
    },
  },
  {
    name: 'the server of Nuxt',
    folder: 'nuxt',
    calendar: 'server/utils/calendar.ts',
    build: [tool('nitropack/dist/cli/index.mjs'), 'build'],
    start: () => ['.output/server/index.mjs'],
  },
]

/** Builds the example with the handler of the table, and serves it. */
async function build({ folder, calendar, build: toBuild, start, host }: Framework): Promise<Mounted> {
  const app = join(apps, folder)
  cpSync(join(here, 'programs/memory.ts'), join(app, calendar))
  // Nuxt sets this for its server. All of Nuxt would be 115 MB more, and load the same files.
  if (folder === 'nuxt') writeFileSync(join(app, 'nitro.config.ts'), "export default { srcDir: 'server', compatibilityDate: '2026-11-01' }")
  // next-app.test.ts builds the example as it is, and checks its types.
  if (folder === 'next') writeFileSync(join(app, 'next.config.mjs'), 'export default { typescript: { ignoreBuildErrors: true } }')
  await output(process.execPath, toBuild, app)
  const mounted = await serve({ file: process.execPath, toArguments: start, folder: app, host })
  const health = await mounted.send({ key: 'health', method: 'GET', target: '/api/health', headers: {} })
  expect([health.status, new TextDecoder().decode(health.body)], 'the route of the host beside the calendar').toEqual([200, 'ok'])
  return mounted
}

for (const framework of frameworks) {
  const { name, differences, lostHeaders } = framework
  registerMount({
    name,
    createHandler: ({ calendar, handler, cors: origins }) =>
      createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
    mount: () => build(framework),
    paths: 'parsed',
    outside: 'both',
    ...(differences && { differences }),
    ...(lostHeaders && { lostHeaders }),
    describe,
    test,
  })
}
