import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toLine, toOneLine, toParameter, toText, toUri } from './lines.ts'

const octets = (text: string): number => new TextEncoder().encode(text).length

describe('a line', () => {
  test.each([
    ['of 75 octets is not folded', `X:${'a'.repeat(73)}\r\n`, 'a'.repeat(73)],
    ['of 76 octets is folded', `X:${'a'.repeat(73)}\r\n b\r\n`, `${'a'.repeat(73)}b`],
    ['is folded before a character that does not fit', `X:${'a'.repeat(72)}\r\n é\r\n`, `${'a'.repeat(72)}é`],
    ['is folded before an emoji', `X:${'a'.repeat(70)}\r\n 🎉\r\n`, `${'a'.repeat(70)}🎉`],
  ])('%s', (_name, line, value) => {
    expect(toLine('X', value)).toBe(line)
  })

  test('has at most 75 octets, and reads as it was after unfolding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (value) => {
        const line = toLine('X', toText(value))
        expect(line.endsWith('\r\n')).toBe(true)
        const lines = line.slice(0, -2).split('\r\n')
        expect(lines.filter((one) => octets(one) > 75)).toEqual([])
        expect(lines.join('').replaceAll('\n ', '')).not.toMatch(/[\r\n]/)
        expect(line.slice(0, -2).replaceAll('\r\n ', '')).toBe(`X:${toText(value)}`)
      }),
    )
  })
})

describe('values', () => {
  test.each([
    ['a\\b;c,d:"e"', 'a\\\\b\\;c\\,d:"e"'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['a\u0085b\u2028c\u2029d', 'a\\nb\\nc\\nd'],
    ['a\u0000b\u0007c\td\u007f', 'abc\td'],
  ])('TEXT %j is %j', (text, expected) => {
    expect(toText(text)).toBe(expected)
  })

  test('of one line have no line ends', () => {
    expect(toOneLine(' a\r\nb\n')).toBe('a b')
  })

  test.each([
    ['plain', '"plain"'],
    ['A "B"; C, D: E', '"A \'B\'; C, D: E"'],
    ['a\r\nX:b', '"a X:b"'],
  ])('parameter %j is %j', (text, expected) => {
    expect(toParameter(text)).toBe(expected)
  })

  test('addresses have no white space', () => {
    expect(toUri('https://a.example/\r\nX: y\u0000')).toBe('https://a.example/X:y')
  })

  test.each([
    ['https://bücher.example/ä.png?x=é', 'https://xn--bcher-kva.example/%C3%A4.png?x=%C3%A9'],
    ['mailto:chör@a.example', 'mailto:ch%C3%B6r@a.example'],
    ['https://a.example/a%20b', 'https://a.example/a%20b'],
    ['/ä', '/ä'],
  ])('the address %s is %s', (address, expected) => {
    expect(toUri(address)).toBe(expected)
  })
})
