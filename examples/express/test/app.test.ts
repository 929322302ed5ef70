import { createServer } from 'node:http'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler, type Handler, type HandlerOptions } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { toNodeListener, toNodeMiddleware } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { registerMount } from '@kalends/suites/mounts'
import { mountServer } from '@kalends/suites/node'
import express, { type Express } from 'express'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

registerMount({
  name: 'Express',
  createHandler: ({ calendar, handler, cors: origins }) =>
    createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
  mount: (mounted) => mountServer(createServer(buildApp(mounted))),
  describe,
  test,
})

let close: () => void = () => undefined
afterEach(() => close())

/** Serves an application, and gives its address. */
async function start(app: Express): Promise<string> {
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const createOpen = (options: Partial<HandlerOptions> = {}): Handler =>
  createHandler(createCalendar({ store: memoryStore() }), { access: allowAll(), basePath: '/api', ...options })

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const tags = '/api/calendar/events/v1/tags'

describe('routes of the host', () => {
  test('are answered beside the calendar, with their bodies', async () => {
    const url = await start(buildApp(handler))
    expect(await (await fetch(`${url}/api/health`)).text()).toBe('ok')
    const echo = await fetch(`${url}/api/echo`, { method: 'POST', headers: json, body: '{"said":"Hallo"}' })
    expect(await echo.json()).toEqual({ said: 'Hallo' })
    expect((await fetch(`${url}/api/calendar/events/v1/events`)).status).toBe(200)
  })
})

describe('body parsers before the calendar', () => {
  test.each([
    ['json', express.json(), json, '{"name":"Late Show"}'],
    ['text', express.text({ type: '*/*' }), json, '{"name":"Late Show"}'],
    ['raw', express.raw({ type: '*/*' }), json, '{"name":"Late Show"}'],
    ['urlencoded', express.urlencoded({ extended: true }), form, 'name=Late+Show'],
  ])('leave it what they read: %s', async (_, parser, headers, body) => {
    const url = await start(
      express()
        .use(parser)
        .use(toNodeMiddleware(createOpen({ use: [forms()] }))),
    )
    const created = await fetch(url + tags, { method: 'POST', headers, body })
    expect([created.status, (await created.json()).name]).toEqual([201, 'Late Show'])
    expect((await fetch(`${url}${tags}/1`, { method: 'DELETE' })).status).toBe(200)
  })

  test('answer by themselves what they cannot read', async () => {
    const app = express().use(express.json()).use(toNodeMiddleware(createOpen()))
    app.use(((_error, _request, response, _next) => response.status(400).send('not JSON')) satisfies express.ErrorRequestHandler)
    const url = await start(app)
    const answer = await fetch(url + tags, { method: 'POST', headers: json, body: '{"name":' })
    expect([answer.status, await answer.text()]).toEqual([400, 'not JSON'])
  })

  test('that keep what they read are reported, without an address', async () => {
    const failures: unknown[] = []
    const swallow: express.RequestHandler = (request, _response, next) => void request.resume().on('end', next)
    const url = await start(
      express()
        .use(swallow)
        .use(toNodeMiddleware(createOpen({ onError: (error) => failures.push(error) }))),
    )
    const answer = await fetch(url + tags, { method: 'POST', headers: json, body: '{"name":"Lost"}' })
    expect([answer.status, (await answer.json()).code]).toEqual([500, 'internal'])
    expect(failures.map(String)).toEqual([expect.stringContaining('mount Kalends before the code that reads bodies')])
  })
})

describe('a prefix that the router takes away', () => {
  test.each([
    ['a middleware', toNodeMiddleware],
    ['a listener', toNodeListener],
  ])('belongs to the public address: %s', async (_, toMounted) => {
    const mounted = createOpen({ basePath: '', publicUrl: 'https://town.example/api' })
    const url = await start(express().use('/api', toMounted(mounted)))
    const created = await fetch(url + tags, { method: 'POST', headers: json, body: '{"name":"Late Show"}' })
    expect(created.headers.get('location')).toBe(`https://town.example${tags}/1`)
  })
})
