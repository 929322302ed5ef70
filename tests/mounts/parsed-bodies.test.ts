import { createServer } from 'node:http'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { createApp, defineEventHandler, readBody, toNodeListener, toWebRequest } from 'h3'
import { expect, test } from 'vitest'
import { mountServer } from '../suites/node/index.ts'

test('h3 1, as Nuxt has it, hands over a body that was read before', async () => {
  const handler = createHandler(createCalendar({ store: memoryStore() }), { access: allowAll(), basePath: '/api' })
  const app = createApp()
  app.use(defineEventHandler(async (event) => void (await readBody(event))))
  app.use(defineEventHandler((event) => handler(toWebRequest(event))))
  const { send, close } = await mountServer(createServer(toNodeListener(app)))
  const { status } = await send({
    key: 'create',
    method: 'POST',
    target: '/api/calendar/events/v1/tags',
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode('{"name":"Late Show"}'),
  })
  await close()
  expect(status).toBe(201)
})
