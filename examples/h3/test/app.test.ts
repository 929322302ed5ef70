import { createServer } from 'node:http'
import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { registerMount } from '@kalends/suites/mounts'
import { mountServer } from '@kalends/suites/node'
import { toNodeHandler } from 'h3/node'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

const malformed = { status: 400, because: 'h3 refuses paths that are not UTF-8 by itself' }

registerMount({
  name: 'h3',
  createHandler: ({ calendar, handler, cors: origins }) =>
    createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
  mount: (mounted) => mountServer(createServer(toNodeHandler(buildApp(mounted)))),
  paths: 'parsed',
  differences: { 'paths/not-utf-8': malformed, 'paths/cut-percent': malformed, 'paths/lone-percent': malformed },
  describe,
  test,
})

test('routes of the host are answered beside the calendar, with their bodies', async () => {
  const app = buildApp(handler)
  expect(await (await app.request('/api/health')).text()).toBe('ok')
  const echo = await app.request('/api/echo', { method: 'POST', body: '{"said":"Hallo"}' })
  expect(await echo.json()).toEqual({ said: 'Hallo' })
  expect((await app.request('/api/calendar/events/v1/events')).status).toBe(200)
})
