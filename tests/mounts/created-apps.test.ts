import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { writeApp } from '../../packages/create-kalends/src/write-app.ts'
import { output } from '../packages/run.ts'
import { serve } from './serve.ts'

const here = import.meta.dirname
const desk = mkdtempSync(join(here, 'apps-'))
afterAll(() => rmSync(desk, { recursive: true, force: true }))

const tool = (path: string): string => join(here, 'node_modules', path)
const next = tool('next/dist/bin/next')

/** Applications of `npm create kalends` whose frameworks build them: arguments of Node that build, and those that serve. */
const built = [
  { framework: 'sveltekit', build: [tool('vite/bin/vite.js'), 'build'], start: () => ['--env-file-if-exists=.env', 'build'] },
  { framework: 'next', build: [next, 'build'], start: (port: string) => [next, 'start', '--hostname', '127.0.0.1', '--port', port] },
] as const

/** They take turns by the seed; the long lane builds all of them. */
const isLong = process.env['KALENDS_LANE'] === 'long'
const turn = Number(process.env['KALENDS_SEED'] ?? 1) % built.length

describe.each(built.filter((_, index) => isLong || index === turn))(
  'a created application of $framework',
  ({ framework, build, start }) => {
    test('is built, shows its page, and lists its events', { timeout: 240_000 }, async () => {
      const folder = join(desk, framework)
      writeApp(folder, { framework, store: 'sqlite', signIn: 'session', demoData: true })
      await output(process.execPath, build, folder)
      const app = await serve({ file: process.execPath, toArguments: start, folder })
      const read = async (target: string): Promise<string> => {
        const { status, body } = await app.send({ key: target, method: 'GET', target, headers: {} })
        expect([target, status]).toEqual([target, 200])
        return new TextDecoder().decode(body)
      }
      try {
        const page = await read('/')
        expect(page).toContain('Fish &amp; Chips')
        expect(page).toContain('action="/api/sign-in"')
        expect(JSON.parse(await read('/api/calendar/events/v1/events')).total).toBeGreaterThan(5)
      } finally {
        await app.close()
      }
    })
  },
)
