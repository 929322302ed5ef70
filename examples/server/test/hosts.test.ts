import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readSettings } from '../settings.ts'
import { startServer } from './running-server.ts'

const publicUrl = 'http://127.0.0.1:3000'
const paths = ['/', '/calendar/events/v1/events', '/nothing']

async function statusesOf(environment: Readonly<Record<string, string>>, host: string): Promise<readonly number[]> {
  const app = await buildApp(await readSettings({ STORE: 'memory', DEMO: '0', ...environment }))
  const handle = app.handlerAt(publicUrl)
  const answers = await Promise.all(paths.map((path) => handle(new Request(publicUrl + path, { headers: { host } }))))
  await app.close()
  return answers.map(({ status }) => status)
}

describe('the host check of the server', () => {
  test.each([
    [{}, 'evil.example', [421, 421, 421]],
    [{}, 'localhost:3000', [200, 200, 404]],
    [{ HOST: '0.0.0.0' }, 'evil.example', [200, 200, 404]],
    [{ HOST: '0.0.0.0', HOSTS: 'town.example' }, 'evil.example', [421, 421, 421]],
    [{ HOSTS: 'town.example' }, 'town.example', [200, 200, 404]],
    [{ HOSTS: '*' }, 'evil.example', [200, 200, 404]],
  ])('with %o: requests to %s get %j', async (environment, host, statuses) => {
    expect(await statusesOf(environment as unknown as Record<string, string>, host)).toEqual(statuses)
  })

  test('accepts any host on a network without HOSTS, and the server says so', async () => {
    const server = await startServer({ STORE: 'memory', DEMO: '0', HOST: '0.0.0.0' })
    await expect.poll(() => server.greeting()).toContain('It answers to any host name. HOSTS=')
    await server.stop('SIGTERM')
  })
})

test.each([
  ['', null],
  ['*', '*'],
  ['https://pages.example', 'https://pages.example'],
  ['https://a.example, https://pages.example', 'https://pages.example'],
  ['https://a.example', null],
])('CORS=%s allows https://pages.example: %s', async (CORS, allowed) => {
  const app = await buildApp(await readSettings({ STORE: 'memory', DEMO: '0', CORS }))
  const request = new Request(`${publicUrl}/calendar/events/v1/events`, { headers: { origin: 'https://pages.example' } })
  const response = await app.handlerAt(publicUrl)(request)
  expect(response.headers.get('access-control-allow-origin')).toBe(allowed)
  await app.close()
})
