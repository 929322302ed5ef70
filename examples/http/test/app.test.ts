import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { registerMount } from '@kalends/suites/mounts'
import { mountServer } from '@kalends/suites/node'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

describe.each(['/api', '/~my.app-1/wp_json'])('below %s', (basePath) => {
  registerMount({
    name: 'node:http',
    basePath,
    createHandler: ({ calendar, handler, cors: origins }) =>
      createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] }),
    mount: (mounted) => mountServer(buildApp(mounted)),
    describe,
    test,
  })
})

test('routes of the host are answered beside the calendar', async () => {
  const server = buildApp(handler)
  const { send, close } = await mountServer(server)
  const answer = await send({ key: 'health', method: 'GET', target: '/api/health', headers: {} })
  expect([answer.status, new TextDecoder().decode(answer.body)]).toEqual([200, 'ok'])
  await close()
})
