import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeMiddleware } from '@kalends/fetch/node'
import { expect, onTestFinished, test } from 'vitest'
import { handler } from '../calendar.ts'

test('a rate limiter before the middleware sees the requests of the calendar, and sets headers of its answers', async () => {
  let left = 3
  const calendar = toNodeMiddleware(handler)
  const server = createServer((request, response) => {
    if (left === 0) return void response.writeHead(429).end()
    left -= 1
    response.setHeader('RateLimit-Remaining', String(left))
    return void calendar(request, response, () => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ask = async (method: string, path: string): Promise<unknown> => {
    const { status, headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })
    return [status, headers.get('ratelimit-remaining')]
  }
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([200, '2'])
  expect(await ask('POST', '/api/calendar/events/v1/events')).toEqual([401, '1'])
  expect(await ask('GET', '/api/calendar/events/v1/events/7')).toEqual([404, '0'])
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([429, null])
})
