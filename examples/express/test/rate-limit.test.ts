import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

test('a rate limiter of the host sees the requests of the calendar, and sets headers of its answers', async () => {
  const limiter = rateLimit({ limit: 3, windowMs: 60_000, standardHeaders: 'draft-6', legacyHeaders: false })
  const server = createServer(express().use(limiter).use(buildApp(handler)))
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
  expect(await ask('GET', '/api/calendar/events/v1/events')).toEqual([429, '0'])
})
