import { createServer } from 'node:http'
import { toNodeListener } from '@kalends/fetch/node'
import { registerMount } from '@kalends/suites/mounts'
import { mountServer } from '@kalends/suites/node'
import { fixedClock } from '@kalends/testing'
import { describe, test } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { readSettings } from '../settings.ts'
import { createOwnDatabase, lastingEngines } from './own-database.ts'

// The requests that mounts often get wrong, sent over HTTP to the application on each database: it gives the bytes that it gives over a
// store in memory.

const publicUrl = 'https://calendar.example'
const settings = {
  DEMO: '0',
  BASE_PATH: '/api',
  LANGUAGES: 'de',
  FORMS: '1',
  CORS: 'https://pages.example',
  HOSTS: '*',
  TIME_ZONE: 'Europe/Berlin',
}

const build = async (environment: Readonly<Record<string, string>>): Promise<App> =>
  buildApp(await readSettings({ ...settings, ...environment }), { clock: fixedClock('2031-05-01T12:00:00Z') })

describe.each(lastingEngines)('the server on $name', (engine) => {
  registerMount({
    name: engine.name,
    createHandler: async () => {
      const handle = (await build({ STORE: 'memory' })).handlerAt(publicUrl)
      // The application responds to every request by itself.
      return Object.assign(handle, { tryHandle: handle })
    },
    mount: async () => {
      const { environment, remove } = await createOwnDatabase(engine)
      const app = await build(environment)
      const { send, close } = await mountServer(createServer(toNodeListener(app.handlerAt(publicUrl))))
      return { send, close: () => Promise.resolve(close()).then(app.close).then(remove) }
    },
    outside: 'kalends',
    describe,
    test,
  })
})
