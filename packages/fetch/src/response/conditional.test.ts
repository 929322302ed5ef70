import { describe, expect, test } from 'vitest'
import { isKnownToCaller, toEtag, toPrecondition } from './conditional.ts'

const etag = '"abc,d"'

describe('If-None-Match', () => {
  test.each([
    ['"abc,d"', true],
    ['W/"abc,d"', true],
    ['"x", "abc,d"', true],
    ['"x","abc,d" , "y"', true],
    [', ,"abc,d"', true],
    ['*', true],
    [' * ', true],
    ['"x"', false],
    ['"abc"', false],
    ['abc,d', false],
    ['"abc,d', false],
    ['"abc,d" "x"', false],
    ['w/"abc,d"', false],
    ['', false],
  ])('%s names the current tag: %s', (header, expected) => {
    expect(isKnownToCaller(new Headers({ 'if-none-match': header }), etag)).toBe(expected)
  })
})

describe('If-Match', () => {
  test.each([
    ['"abc,d"', true],
    ['"x", "abc,d"', true],
    ['*', true],
    ['W/"abc,d"', false],
    ['"x"', false],
    ['', false],
    ['nonsense', false],
  ])('%s passes: %s', (header, passes) => {
    const headers = new Headers({ 'if-match': header })
    const write = (): void => toPrecondition(headers)?.(etag)
    const read = (): boolean => isKnownToCaller(headers, etag)
    if (passes) {
      expect(write).not.toThrow()
      expect(read()).toBe(false)
    } else {
      expect(write).toThrow(expect.objectContaining({ code: 'version_conflict' }))
      expect(read).toThrow(expect.objectContaining({ code: 'version_conflict' }))
    }
  })

  test('without a condition there is nothing to check', () => {
    expect(toPrecondition(new Headers())).toBeUndefined()
  })

  test('a write fails if If-None-Match names the current tag', () => {
    expect(() => toPrecondition(new Headers({ 'if-none-match': '*' }))?.(etag)).toThrow(
      expect.objectContaining({ code: 'version_conflict' }),
    )
    expect(() => toPrecondition(new Headers({ 'if-none-match': '"x"' }))?.(etag)).not.toThrow()
  })
})

test('a tag is the SHA-256 of the bytes, in base64url', async () => {
  expect(await toEtag(new TextEncoder().encode(''))).toBe('"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"')
})

test('a header of a million characters is parsed in linear time', () => {
  for (const header of [`"x"${' '.repeat(1_000_000)}x`, `${', '.repeat(500_000)}x"`, `"x",${' ,'.repeat(500_000)}"abc,d`]) {
    expect(isKnownToCaller(new Headers({ 'if-none-match': header }), etag)).toBe(false)
  }
})
