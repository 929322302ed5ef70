import { allowAll, createCalendar } from '@kalends/core'
import { createCompactCalendar } from '@kalends/core/compact'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { expect, test } from 'vitest'
import { changes } from '../src/changes.ts'
import { explain } from '../src/explain.ts'
import { history } from '../src/history.ts'
import { idempotency } from '../src/idempotency.ts'
import { createHandler } from '../src/index.ts'
import { base } from './support.ts'

const makers = { createCalendar, createCompactCalendar }

/** Sends requests to a handler over an empty store, one after the other. */
async function answersOf(name: keyof typeof makers) {
  const calendar = makers[name]({ store: memoryStore(), clock: fixedClock('2031-05-01T10:00:00Z') })
  const handler = createHandler(calendar, { access: allowAll() })
  const dates = { start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }
  const requests: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['POST', '/events', { ...dates, title: 'Choir', venue: { venue: 'Town hall' }, categories: ['Music'], tags: ['free'] }],
    ['POST', '/events', { ...dates, title: 'Market', recurrence: 'FREQ=WEEKLY' }],
    ['PATCH', '/events/2', { title: 'Choirs' }],
    ['PATCH', '/events/4?scope=following', { title: 'Fair' }],
    ['DELETE', '/events/2'],
    ['PATCH', '/events/2?restore=true'],
    ['PATCH', '/venues/1', { city: 'Bonn' }],
    ['POST', '/organizers', { organizer: 'Ada' }],
    ['DELETE', '/organizers/1?force=true'],
    ['POST', '/categories', { name: 'Song', parent: 1 }],
    ['DELETE', '/tags/2'],
    ['POST', '/events', { title: 'No dates' }],
    ['GET', '/events?start_date=2031-05-01&end_date=2031-06-30'],
    ['GET', '/events/by-slug/choir'],
    ['GET', '/categories?hide_empty=false'],
    ['GET', '/doc'],
    ['GET', ''],
  ]
  const answers: unknown[] = []
  for (const [method, path, body] of requests) {
    const headers = { 'Content-Type': 'application/json' }
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await handler(new Request(`http://localhost${base}${path}`, sent))
    answers.push([method, path, response.status, response.headers.get('etag'), await response.text()])
  }
  return answers
}

test('a compact calendar is served as any other', async () => {
  expect(await answersOf('createCompactCalendar')).toEqual(await answersOf('createCalendar'))
})

test.each([changes(), explain(), history(), idempotency()])('the extension $name needs a calendar of createCalendar', (extension) => {
  const calendar = createCompactCalendar({ store: memoryStore() })
  expect(() => createHandler(calendar, { access: allowAll(), use: [extension] })).toThrow(
    `${extension.name}() needs a calendar of createCalendar`,
  )
})
