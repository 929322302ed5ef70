import { expect, test } from 'vitest'
import { type ListQuery, toFeedAddress, toListAddress } from '../src/addresses.ts'

const base = 'https://town.example/page'
const query: ListQuery = { category: '', days: 0, limit: 0, isOnce: false }

test.each<[string, Partial<ListQuery>, string]>([
  ['/v1/events', {}, '/v1/events?from=today'],
  ['/v1/events', { days: 1 }, '/v1/events?to=today&from=today'],
  [
    '/v1/events',
    { days: 7, limit: 5, category: 'music,art', isOnce: true },
    '/v1/events?to=%2B6+days&from=today&categories=music%2Cart&per_page=5&recurring=next',
  ],
  ['/v1/events?from=2031-01-01&venue=3', { category: 'music' }, '/v1/events?from=2031-01-01&venue=3&categories=music'],
])('the list of %s with %j is read at %s', (src, given, expected) => {
  expect(toListAddress(src, base, { ...query, ...given })).toBe(`https://town.example${expected}`)
})

test.each([
  ['/v1/events', '', '/v1/events.ics'],
  ['/v1/events/?from=today&per_page=5&venue=3', 'music', '/v1/events.ics?venue=3&categories=music'],
])('%s with the category "%s" is subscribed to at %s', (src, category, expected) => {
  expect(toFeedAddress(src, base, category)).toBe(`https://town.example${expected}`)
})

test.each(['javascript:alert(1)', 'data:application/json,{}', 'https://['])('%s is refused', (src) => {
  expect(() => toListAddress(src, base, query)).toThrow(TypeError)
})
