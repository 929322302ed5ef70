import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { JsonValue } from '../json.ts'
import { encodeAnswer, encodeList, maxPageCharacters } from './encode-body.ts'

const textOf = async (body: JsonValue): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await encodeAnswer(body))

describe('encodeAnswer', () => {
  test.each<[string, JsonValue]>([
    ['a text', 'a'],
    ['nothing', null],
    ['a list', [1, [2]]],
    ['an empty object', {}],
    ['an object', { a: 1, list: [1] }],
    ['an empty list', { list: [], total: 0 }],
    ['a list alone', { list: ['ä'] }],
    ['a list of letters that take three bytes each', { list: ['夜', '長い夜', 'x', '祭'.repeat(500)], total: 4 }],
    ['a record with long lists', { id: 1, a: Array(9).fill({ b: 'ä' }), c: [], d: null, e: Array(20).fill(1), f: { g: 1 } }],
    ['a page of such records', { list: [{ id: 1, a: Array(9).fill({ b: 'ä' }) }, { id: 2 }, { a: Array(9).fill(null), b: 1 }], total: 3 }],
    ['several lists', { 'a "list"': [{ title: '“Nacht” 🌃' }, null, [], '\ud800'], b: [1, 2], c: {} }],
  ])('writes what JSON.stringify says: %s', async (_, body) => {
    expect(await textOf(body)).toBe(JSON.stringify(body))
  })

  test('writes any list as JSON.stringify does', async () => {
    const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 })
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(value), fc.dictionary(fc.string(), value), async (key, items, others) => {
        const body = { [key]: items, ...others }
        expect(await textOf(JSON.parse(JSON.stringify(body)))).toBe(JSON.stringify(body))
      }),
    )
  })

  test.each(['a', 'ä', '夜', '🌃'])('holds on to little more room than its bytes take: %s', async (letter) => {
    const bytes = await encodeAnswer({ list: Array(50).fill({ title: letter.repeat(20), isFeatured: false }) })
    expect(bytes.buffer.byteLength).toBeLessThan(bytes.byteLength * 1.2)
  })

  test('refuses a page of several records that is too long, and none of one', async () => {
    const half = { title: 'x'.repeat(maxPageCharacters / 2) }
    await expect(encodeAnswer({ list: [half, half], total: 2 })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { params: { perPage: expect.stringContaining('must be smaller') } },
    })
    expect((await encodeAnswer({ list: [[half, half]], total: 1 })).byteLength).toBeGreaterThan(maxPageCharacters)
  })

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a page', () => encodeAnswer({ list: Array(12).fill({ title: 'x'.repeat(1_000_000) }) })],
    ['a record', () => encodeAnswer({ id: 1, venue: Array(12).fill({ description: 'x'.repeat(1_000_000) }), cost: '' })],
    ['a page of one', () => encodeAnswer({ list: [{ id: 1, venue: Array(12).fill({ description: 'x'.repeat(1_000_000) }) }], total: 1 })],
    ['a list of texts', () => encodeList(Array(12).fill(`"${'x'.repeat(1_000_000)}"`))],
  ])('gives others their turn while it writes %s', async (_, encode) => {
    const passed = vi.fn()
    const timer = setInterval(passed, 0)
    await encode()
    clearInterval(timer)
    expect(passed.mock.calls.length).toBeGreaterThan(2)
  })
})
