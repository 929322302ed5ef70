import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseKey } from './key.ts'

describe('a key', () => {
  test.each([
    ['a token', 'abc', 'abc'],
    ['a UUID', '8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['a string of structured fields', '"abc"', 'abc'],
    ['escapes in such a string', '"a\\"b\\\\c"', 'a"b\\c'],
    ['one character', '!', '!'],
    ['255 characters', '~'.repeat(255), '~'.repeat(255)],
    ['255 characters in quotes', `"${'~'.repeat(255)}"`, '~'.repeat(255)],
    ['quotes that enclose no string', 'a"b"', 'a"b"'],
    ['a string that does not end', '"abc', '"abc'],
    ['a string with parameters', '"abc";p=1', '"abc";p=1'],
  ])('can be %s', (_, header, key) => {
    expect(parseKey(header)).toBe(key)
  })

  test.each([
    ['empty', ''],
    ['an empty string', '""'],
    ['256 characters', '~'.repeat(256)],
    ['two headers', 'a, b'],
    ['a space', 'a b'],
    ['a space in quotes', '"a b"'],
    ['a tab', 'a\tb'],
    ['a letter beyond ASCII', 'ä'],
    ['a control character', 'a\u0001'],
    ['DEL', 'a\u007f'],
  ])('cannot be %s', (_, header) => {
    expect(parseKey(header)).toBeUndefined()
  })

  test('is the same with and without quotes', () => {
    const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1 })
    fc.assert(
      fc.property(visible, (key) => {
        fc.pre(!key.startsWith('"'))
        expect(parseKey(key)).toBe(key)
        expect(parseKey(`"${key.replace(/["\\]/g, '\\$&')}"`)).toBe(key)
      }),
    )
  })
})
