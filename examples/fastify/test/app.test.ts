import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { registerMount } from '@kalends/suites/mounts'
import { mountServer } from '@kalends/suites/node'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

registerMount({
  name: 'Fastify',
  createHandler: ({ calendar, handler, cors: origins }) =>
    createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
  mount: async (mounted) => {
    const app = buildApp(mounted)
    await app.ready()
    return mountServer(app.server)
  },
  outside: 'both',
  describe,
  test,
})

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('routes of the host are answered beside the calendar, with their bodies', async () => {
  const app = buildApp(handler)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(`${url}/api/health`)).text()).toBe('ok')
  expect(await (await post(`${url}/api/echo`, { said: 'Hallo' })).json()).toEqual({ said: 'Hallo' })
  expect((await fetch(`${url}/api/calendar/events/v1/events`)).status).toBe(200)
  await app.close()
})

test('a route of Fastify, whose parsers have read the body, hands it on', async () => {
  const open = createHandler(createCalendar({ store: memoryStore() }), { access: allowAll(), basePath: '/api' })
  const listener = toNodeListener(open)
  const app = Fastify()
  app.all('/api/calendar/*', (request, reply) => {
    reply.hijack()
    void listener(Object.assign(request.raw, { body: request.body }), reply.raw)
  })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/calendar/events/v1/tags`
  const created = await post(url, { name: 'Late Show' })
  expect([created.status, (await created.json()).name]).toEqual([201, 'Late Show'])
  expect((await fetch(`${url}/1`, { method: 'DELETE' })).status).toBe(200)
  await app.close()
})
