import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type EncodableValue, type JsonValue, LinkingRecord } from '../json.ts'
import { encodeAnswer, encodeList, maxPageCharacters } from './encode-body.ts'

const venue = { id: 7, venue: '“Halle”', lists: [[], {}] }
const term = { id: 8, name: 'ä' }

/** An event with linked records that other events share; one link is a record, the others are lists. */
const linking = (id: number, terms: readonly JsonValue[]): LinkingRecord =>
  new LinkingRecord({ id, title: '🌃', related: Array(9).fill('a') }, { tags: [], categories: terms, venue }, { uid: '“a”', fields: {} })

const textOf = async (body: EncodableValue): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await encodeAnswer(body))

describe('encodeAnswer', () => {
  test.each<[string, EncodableValue]>([
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
    ['a linking record', linking(1, [term, term])],
    ['a linking record with a long list', linking(1, Array(9).fill(term))],
    ['a page of linking records', { list: [linking(1, []), linking(2, [term, venue]), linking(3, [term])], total: 3 }],
    [
      'a page with long lists of links',
      { list: [linking(1, Array(9).fill(term)), linking(2, Array(8).fill(term)), linking(3, Array(20).fill(venue))] },
    ],
    ['several lists', { 'a "list"': [{ title: '“Nacht” 🌃' }, null, [], '\ud800'], b: [1, 2], c: {} }],
  ])('encodes %s as JSON.stringify does', async (_, body) => {
    expect(await textOf(body)).toBe(JSON.stringify(body))
  })

  test('encodes any list as JSON.stringify does', async () => {
    const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 })
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(value), fc.dictionary(fc.string(), value), async (key, items, others) => {
        const body = { [key]: items, ...others }
        expect(await textOf(JSON.parse(JSON.stringify(body)))).toBe(JSON.stringify(body))
      }),
    )
  })

  test('converts a linked record once for all records of a page', async () => {
    const read = vi.fn()
    const linked = {
      get id() {
        read()
        return 7
      },
    }
    await encodeAnswer({ list: Array.from({ length: 20 }, (_, id) => linking(id, Array(id).fill(linked))) })
    expect(read).toHaveBeenCalledTimes(1)
  })

  test.each(['a', 'ä', '夜', '🌃'])('allocates at most a fifth more memory than its bytes take: %s', async (letter) => {
    const bytes = await encodeAnswer({ list: Array(50).fill({ title: letter.repeat(20), isFeatured: false }) })
    expect(bytes.buffer.byteLength).toBeLessThan(bytes.byteLength * 1.2)
  })

  test('refuses a page of several records that is too long, but not a page of one record', async () => {
    const half = { title: 'x'.repeat(maxPageCharacters / 2) }
    await expect(encodeAnswer({ list: [half, half], total: 2 })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { params: { perPage: expect.stringContaining('must be smaller') } },
    })
    const shared = (id: number): LinkingRecord => new LinkingRecord({ id }, { venue: half }, { uid: '' })
    await expect(encodeAnswer({ list: [shared(1), shared(2)] })).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await encodeAnswer({ list: [[half, half]], total: 1 })).byteLength).toBeGreaterThan(maxPageCharacters)
  })

  const long = { description: 'x'.repeat(1_000_000) }

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a page', () => encodeAnswer({ list: Array(12).fill({ title: 'x'.repeat(1_000_000) }) })],
    ['a record', () => encodeAnswer({ id: 1, venue: Array(12).fill({ description: 'x'.repeat(1_000_000) }), cost: '' })],
    ['a page of one', () => encodeAnswer({ list: [{ id: 1, venue: Array(12).fill({ description: 'x'.repeat(1_000_000) }) }], total: 1 })],
    ['a linking record', () => encodeAnswer(new LinkingRecord({ id: 1 }, { venue: Array(12).fill(long) }, { cost: '' }))],
    [
      'a page of linking records',
      () => encodeAnswer({ list: Array(12).fill(new LinkingRecord({ id: 1 }, { venue: long }, { cost: '' })) }),
    ],
    ['a list of texts', () => encodeList(Array(12).fill(`"${'x'.repeat(1_000_000)}"`))],
  ])('yields to the event loop while it encodes %s', async (_, encode) => {
    const passed = vi.fn()
    const timer = setInterval(passed, 0)
    await encode()
    clearInterval(timer)
    expect(passed.mock.calls.length).toBeGreaterThan(2)
  })
})
