import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { registerMount } from '@kalends/suites/mounts'
import { mountServer } from '@kalends/suites/node'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

registerMount({
  name: 'Hono',
  createHandler: ({ calendar, handler, cors: origins }) =>
    createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
  mount: (mounted) => mountServer(createServer(getRequestListener(buildApp(mounted).fetch))),
  paths: 'parsed',
  differences: { 'paths/backslash': { status: 400, because: 'the server of Hono refuses it' } },
  describe,
  test,
})

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test('routes of the host are answered beside the calendar, with their bodies', async () => {
  const app = buildApp(handler)
  expect(await (await app.request('/api/health')).text()).toBe('ok')
  expect(await (await app.request('/api/echo', post({ said: 'Hallo' }))).json()).toEqual({ said: 'Hallo' })
  expect((await app.request('/api/calendar/events/v1/events')).status).toBe(200)
})

test('app.mount takes the prefix away, so it belongs to the public address', async () => {
  const open = createHandler(createCalendar({ store: memoryStore() }), { access: allowAll(), publicUrl: 'https://town.example/api' })
  const app = new Hono().mount('/api', open)
  const created = await app.request('/api/calendar/events/v1/tags', post({ name: 'Late Show' }))
  expect([created.status, created.headers.get('location')]).toEqual([201, 'https://town.example/api/calendar/events/v1/tags/1'])
})
