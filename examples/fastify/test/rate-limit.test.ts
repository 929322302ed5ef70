import rateLimit from '@fastify/rate-limit'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

test("the host's plugins and hooks see the calendar's requests, and set headers of its answers", async () => {
  const seen: string[] = []
  const app = buildApp(handler, (host) => {
    host.register(rateLimit, { max: 3, timeWindow: 60_000 })
    host.addHook('onRequest', async (request) => void seen.push(`onRequest ${request.method}`))
    host.addHook('preHandler', async (request) => void seen.push(`preHandler ${request.method}`))
    host.addHook('onResponse', async (request) => void seen.push(`onResponse ${request.method}`))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (method: string, path: string): Promise<unknown> => {
    const { status, headers } = await fetch(url + path, { method })
    return [status, headers.get('x-ratelimit-remaining')]
  }
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([200, '2'])
  expect(await ask('POST', '/api/calendar/events/v1/events')).toEqual([401, '1'])
  expect(await ask('GET', '/api/calendar/events/v1/events/7')).toEqual([404, '0'])
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([429, '0'])
  expect(seen.slice(0, 3)).toEqual(['onRequest GET', 'preHandler GET', 'onResponse GET'])
  await app.close()
})
