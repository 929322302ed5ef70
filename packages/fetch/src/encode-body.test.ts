import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBody } from './encode-body.ts'
import type { JsonValue } from './json.ts'

const textOf = (body: JsonValue): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(encodeBody(body))

describe('encodeBody', () => {
  test.each<[string, JsonValue]>([
    ['a text', 'a'],
    ['nothing', null],
    ['a list', [1, [2]]],
    ['an empty object', {}],
    ['an object', { a: 1, list: [1] }],
    ['an empty list', { list: [], total: 0 }],
    ['a list alone', { list: ['ä'] }],
    ['a list of letters that take three bytes each', { list: ['夜', '長い夜', 'x', '祭'.repeat(500)], total: 4 }],
    ['several lists', { 'a "list"': [{ title: '“Nacht” 🌃' }, null, [], '\ud800'], b: [1, 2], c: {} }],
  ])('writes what JSON.stringify says: %s', (_, body) => {
    expect(textOf(body)).toBe(JSON.stringify(body))
  })

  test('writes any list as JSON.stringify does', () => {
    const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 })
    fc.assert(
      fc.property(fc.string(), fc.array(value), fc.dictionary(fc.string(), value), (key, items, others) => {
        const body = { [key]: items, ...others }
        expect(textOf(JSON.parse(JSON.stringify(body)))).toBe(JSON.stringify(body))
      }),
    )
  })

  test.each(['a', 'ä', '夜', '🌃'])('holds on to little more room than its bytes take: %s', (letter) => {
    const bytes = encodeBody({ list: Array(50).fill({ title: letter.repeat(20), isFeatured: false }) })
    expect(bytes.buffer.byteLength).toBeLessThan(bytes.byteLength * 1.2)
  })
})
