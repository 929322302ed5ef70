import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest } from './digest.ts'

test('a digest is the same for equal values, and always as long', () => {
  expect(digest(['club', 'event', 'a'])).toBe('6eugdh0g0jsfa1')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => /^[0-9a-v]{14}$/.test(digest(value)) && digest(value) === digest(structuredClone(value))),
  )
})

test('similar keys have different digests', () => {
  const digests = new Set(Array.from({ length: 200_000 }, (_, at) => digest(['club', 'event', `event-${at}@example.org`])))
  expect(digests.size).toBe(200_000)
})
