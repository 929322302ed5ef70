import { expect, test } from 'vitest'
import { createFrequentSearches } from './frequent-searches.ts'

test('a search is frequent for ten seconds', () => {
  let now = 5
  const searches = createFrequentSearches(() => now)
  searches.add(['evening', 'choir'])
  expect([searches.has(['evening', 'choir']), searches.has(['evening']), searches.has(['choir', 'evening'])]).toEqual([true, false, false])
  now += 9_999
  expect(searches.has(['evening', 'choir'])).toBe(true)
  now += 1
  expect(searches.has(['evening', 'choir'])).toBe(false)
})

test('the last 200 searches are remembered', () => {
  const searches = createFrequentSearches(() => 0)
  searches.add(['first'])
  for (let at = 0; at < 199; at++) searches.add([`other ${at}`])
  expect(searches.has(['first'])).toBe(true)
  searches.add(['first'])
  searches.add(['last'])
  expect(['first', 'other 0', 'other 1', 'last'].map((text) => searches.has([text]))).toEqual([true, false, true, true])
})
