import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createOwnDatabase, lastingEngines } from '../../../examples/server/test/own-database.ts'
import { allChoices } from '../src/choices.ts'
import { writeApp } from '../src/write-app.ts'
import { checkTypes, startApp, testApp } from './started-app.ts'

/** Beside the package, from where the applications find its dependencies. */
const desk = mkdtempSync(join(import.meta.dirname, '../apps-'))
afterAll(() => rmSync(desk, { recursive: true, force: true }))

const programs = ['node', 'hono', 'express', 'fastify']

/** The applications that run without a build, on engines that are there. Those of other frameworks are built in tests/mounts. */
const runnable = allChoices().flatMap((choices) => {
  const { framework, store, signIn, demoData } = choices
  const engine = lastingEngines.find(({ name }) => name === (store === 'mysql' ? 'mysql' : store))
  if (!programs.includes(framework) || ((store === 'postgres' || store === 'mysql') && engine === undefined)) return []
  return [{ name: [framework, store, signIn, demoData ? 'demo-data' : 'empty'].join(' '), choices, engine }]
})

/** All of them in the long lane, and in others one by the seed: they take turns. */
const turns = process.env['KALENDS_LANE'] === 'long' ? runnable.length : 1
const seed = Number(process.env['KALENDS_SEED'])
const chosen = Array.from({ length: turns }, (_, turn) => runnable[(seed + turn * 37) % runnable.length]).filter((one) => one !== undefined)

describe.each(chosen)('$name', ({ name, choices, engine }) => {
  const folder = join(desk, name.replaceAll(' ', '-'))
  writeApp(folder, choices)

  test('passes its tests', () => testApp(folder))

  // biome-ignore lint/plugin: the compiler reads all sources of this repository, so the quick lane leaves it to the full one
  test.runIf(process.env['KALENDS_LANE'] !== 'quick')('has no error of types', () => checkTypes(folder))

  test('starts, shows its page, and lists its events', async () => {
    const database = engine?.address === undefined ? undefined : await createOwnDatabase(engine)
    const app = await startApp(folder, database === undefined ? {} : { DATABASE_URL: database.environment.DATABASE_URL })
    try {
      const page = await (await fetch(app.origin)).text()
      expect(page).toContain(choices.demoData ? 'Fish &amp; Chips' : 'Nothing yet.')
      const list = await (await fetch(`${app.origin}/api/calendar/events/v1/events`)).json()
      expect(list.total > 5).toBe(choices.demoData)
      expect((await fetch(`${app.origin}/nothing`)).status).toBe(404)
      if (choices.signIn === 'session') await addEvent(app.origin, folder)
    } finally {
      await app.stop()
      await database?.remove()
    }
  })
})

/** Signs in with the password of the application, and adds an event by the form of the page. */
async function addEvent(origin: string, folder: string): Promise<void> {
  const [, password = ''] = /^EDITOR_PASSWORD=(.+)$/m.exec(readFileSync(join(folder, '.env'), 'utf8')) ?? []
  const post = (path: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
    fetch(`${origin}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie }, redirect: 'manual' })
  const signedIn = await post('sign-in', { password })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const added = await post('add-event', { title: 'Regatta', starts: '2199-05-31T19:30', ends: '2199-05-31T21:00' }, cookie)
  expect([signedIn.status, added.status]).toEqual([303, 303])
  expect(await (await fetch(origin, { headers: { cookie } })).text()).toContain('Regatta')
}
