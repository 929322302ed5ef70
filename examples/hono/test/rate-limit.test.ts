import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

/** Allows that number of requests, and sends the remaining number in a header. */
const limitTo = (count: number) => {
  let left = count
  return createMiddleware(async (context, next) => {
    if (left === 0) return context.text('Too many requests', 429)
    left -= 1
    await next()
    context.header('RateLimit-Remaining', String(left))
    return undefined
  })
}

test('a rate limiter of the host sees the requests of the calendar, and sets headers of its answers', async () => {
  const app = new Hono().use(limitTo(3)).route('/', buildApp(handler))
  const ask = async (method: string, path: string): Promise<unknown> => {
    const { status, headers } = await app.request(path, { method })
    return [status, headers.get('ratelimit-remaining')]
  }
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([200, '2'])
  expect(await ask('POST', '/api/calendar/events/v1/events')).toEqual([401, '1'])
  expect(await ask('GET', '/api/calendar/events/v1/events/7')).toEqual([404, '0'])
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([429, null])
})
