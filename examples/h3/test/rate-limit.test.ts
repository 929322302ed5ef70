import { H3, HTTPError, type Middleware } from 'h3'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

/** Allows that number of requests. */
function limitTo(count: number): Middleware {
  let left = count
  return (_event, next) => {
    if (left === 0) throw new HTTPError({ status: 429 })
    left -= 1
    return next()
  }
}

test('a rate limiter of the host sees the requests of the calendar', async () => {
  const app = new H3().use(limitTo(3)).mount('', buildApp(handler))
  const ask = async (method: string, path: string): Promise<number> => (await app.request(path, { method })).status
  expect(await ask('GET', '/api/calendar/events/v1/events')).toBe(200)
  expect(await ask('POST', '/api/calendar/events/v1/events')).toBe(401)
  expect(await ask('GET', '/api/calendar/events/v1/events/7')).toBe(404)
  expect(await ask('GET', '/api/calendar/events/v1/events')).toBe(429)
})
