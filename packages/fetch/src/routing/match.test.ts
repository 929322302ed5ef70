import { allowAll, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import type { HandlerOptions } from '../options/handler-options.ts'
import { readSettings } from '../options/settings.ts'
import { createRoutes } from '../routes/table.ts'
import { createMatcher, type NoMatch, type RequestMatch } from './match.ts'

const calendar = createCalendar({ store: memoryStore() })

function startReader(options: Partial<HandlerOptions> = {}): (path: string, method?: string) => RequestMatch | NoMatch {
  const settings = readSettings(calendar, { access: allowAll(), languages: { de: {} }, ...options })
  const read = createMatcher(createRoutes(settings), settings)
  return (path, method = 'GET') => read(new Request(`http://localhost${path}`, { method }))
}

const events = '/calendar/events/v1/events'

/** The cache key of a response. */
function keyOf(match: RequestMatch | NoMatch): string | undefined {
  if (typeof match === 'string' || 'failure' in match) throw new Error('there is no match')
  return match.key
}

describe('the match of a request', () => {
  test('is read from method and address', () => {
    expect(startReader()(`${events}/5?x=1`, 'DELETE')).toMatchObject({
      route: { path: '/events/{id}' },
      endpoint: { id: 'deleteEvent' },
      language: '',
      ref: 5,
      query: {},
      issues: {},
      key: undefined,
    })
  })

  test('has no endpoint if the route lacks the method', () => {
    expect(startReader()(events, 'PATCH')).toMatchObject({ route: { path: '/events' }, endpoint: undefined })
  })

  test('is missing for a path without a route', () => {
    const read = startReader()
    expect([read('/nothing'), read(`${events}/%FF`)]).toEqual(['no route', 'not UTF-8'])
  })

  test('has a cache key with everything that the response depends on', () => {
    const read = startReader()
    const paths = [events, `${events}?page=1`, `${events}?page=1&tags=a`, `${events}?tags=a&page=1`, `${events}/1`, `/de${events}`]
    const keys = paths.map((path) => keyOf(read(path)))
    expect(new Set(keys).size).toBe(paths.length)
    expect(keyOf(read(`${events}?page=1&utm=x`))).toBe(keys[1])
    expect(keyOf(read(events, 'HEAD'))).toBe(keys[0])
    expect(keyOf(startReader()(events))).not.toBe(keys[0])
  })

  test.each([
    ['an id that no record can have', `${events}/99999999999999999999`],
    ['a list of venues with upcoming events', '/calendar/events/v1/venues?only_with_upcoming=1'],
  ])('has no cache key for %s', (_name, path) => {
    expect(keyOf(startReader()(path))).toBeUndefined()
  })
})

describe('createMatcher', () => {
  test('caches matches by method and URL', () => {
    const read = startReader()
    expect(read(events)).toBe(read(events))
    expect(read(events)).not.toBe(read(events, 'POST'))
    expect(read(`${events}?page=2`)).toMatchObject({ query: { page: '2' } })
  })

  test('does not cache the matches of long URLs', () => {
    const read = startReader()
    const long = `${events}?search=${'a'.repeat(300)}`
    expect(read(long)).toEqual(read(long))
    expect(read(long)).not.toBe(read(long))
  })

  test('caches at most 500 matches', () => {
    const read = startReader()
    const first = read(events)
    for (let page = 0; page < 499; page++) read(`${events}?page=${page}`)
    expect(read(events)).toBe(first)
    read(`${events}?page=499`)
    expect(read(events)).not.toBe(first)
  })
})
