import { isCalendarError } from '@kalends/core'
import { expect, test } from 'vitest'
import { toCachedResponse } from '../response/cached-response.ts'
import { encodeBody } from '../response/encode-body.ts'
import { maxStoredBytes, toReplay, toStoredRequest } from './stored-response.ts'

const request = { keyHash: 'key', fingerprint: 'content', atMs: 7, status: 201 }

test.each([
  ['letters beyond Latin', 'Zażółć 東京 🎷'],
  ['half of a surrogate pair', '\ud83c'],
  ['NUL and other control characters', 'a\u0000b\u001f\u007f\u2028'],
  ['a byte order mark', '\ufeffa\ufeff'],
  ['quotes and backslashes', '"\\"'],
])('a response with %s comes back byte for byte', (_, text) => {
  const response = toCachedResponse({
    body: encodeBody({ title: text }),
    etag: '"tag"',
    headers: { Location: 'http://localhost/events/7' },
  })
  const stored = toStoredRequest(request, response)
  const replay = toReplay(stored)
  expect(stored.body).not.toContain('\u0000')
  expect(replay.body).toEqual(response.body)
  expect(replay).toMatchObject({
    status: 201,
    etag: '"tag"',
    headers: { Location: 'http://localhost/events/7', 'Idempotency-Replayed': 'true' },
  })
})

test('a body that is too long for a store is an error that names the header', () => {
  const responseOf = (bytes: number) => toCachedResponse({ body: new Uint8Array(bytes).fill(0x61), etag: '', headers: {} })
  expect(toStoredRequest(request, responseOf(maxStoredBytes)).body.length).toBe(maxStoredBytes)
  let thrown: unknown
  try {
    toStoredRequest(request, responseOf(maxStoredBytes + 1))
  } catch (error) {
    thrown = error
  }
  expect(isCalendarError(thrown, 'invalid_input') && Object.keys(thrown.details.params)).toEqual(['Idempotency-Key'])
})
