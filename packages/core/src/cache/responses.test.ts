import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import { createResponses, type Made, type Responses } from './responses.ts'

interface Answer {
  readonly text: string
  readonly byteLength: number
}
const answer = (text: string, byteLength = 10): Made<Answer> => ({ value: { text, byteLength }, isPersonal: false })

/** Requests a key and returns the text of the value; each new computation increments a counter and gives its text. */
function counting(responses: Responses): (key: string) => Promise<string> {
  let made = 0
  return async (key) => (await responses.cached(key, async () => answer(`${++made}`))).text
}

/** Fails with the reason of the signal if it is aborted after some time. */
const slowly = async (signal: AbortSignalLike): Promise<Made<Answer>> => {
  await sleep(5)
  if (signal.aborted) throw signal.reason
  return answer('one')
}

describe('a cached value', () => {
  test('is computed once for its key', async () => {
    const ask = counting(createResponses(10_000))
    expect([await ask('a'), await ask('b'), await ask('a')]).toEqual(['1', '2', '1'])
  })

  test('is computed once for concurrent callers', async () => {
    const responses = createResponses(10_000)
    let made = 0
    const make = (signal: AbortSignalLike): Promise<Made<Answer>> => {
      made++
      return slowly(signal)
    }
    const all = await Promise.all([...Array(20)].map(() => responses.cached('a', make)))
    expect([made, new Set(all).size]).toEqual([1, 1])
  })

  test('is neither stored nor shared if it depends on more than its key', async () => {
    const responses = createResponses(10_000)
    const ask = async (text: string, isPersonal: boolean): Promise<string> =>
      (await responses.cached('a', async (signal) => ({ value: { ...(await slowly(signal)).value, text }, isPersonal }))).text
    expect(await Promise.all([ask('mine', true), ask('yours', true), ask('ours', false)])).toEqual(['mine', 'yours', 'ours'])
    expect(await ask('later', false)).toBe('ours')
  })

  test('is computed to the end if one of two callers aborts', async () => {
    const responses = createResponses(10_000)
    const [gone, here] = [new AbortController(), new AbortController()]
    const both = [gone, here].map(({ signal }) => responses.cached('a', slowly, signal))
    gone.abort()
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['one', 'one'])
  })

  test('is aborted when all callers have aborted, and computed again for the next caller', async () => {
    const responses = createResponses(10_000)
    const controllers = [new AbortController(), new AbortController()]
    const all = controllers.map(({ signal }) => responses.cached('a', slowly, signal))
    for (const controller of controllers) controller.abort(new Error('gone'))
    expect(await Promise.allSettled(all)).toMatchObject([{ reason: new Error('gone') }, { reason: new Error('gone') }])
    expect((await responses.cached('a', slowly)).text).toBe('one')
  })

  test('is computed to the end for a caller without a signal', async () => {
    const responses = createResponses(10_000)
    const controller = new AbortController()
    const all = [responses.cached('a', slowly, controller.signal), responses.cached('a', slowly)]
    controller.abort()
    expect((await Promise.all(all)).map(({ text }) => text)).toEqual(['one', 'one'])
  })

  test('is computed by each caller if the computation fails', async () => {
    const responses = createResponses(10_000)
    const failing = (text: string) => responses.cached('a', () => Promise.reject(new Error(text)))
    const outcomes = await Promise.allSettled([failing('first'), failing('second'), responses.cached('a', async () => answer('third'))])
    expect(outcomes).toMatchObject([{ reason: new Error('first') }, { reason: new Error('second') }, { value: { text: 'third' } }])
    expect((await responses.cached('a', async () => answer('fourth'))).text).toBe('third')
  })
})

describe('a cache of responses', () => {
  test('holds no more than its bytes, and at least a third of them', async () => {
    const maxBytes = 100_000
    const responses = createResponses(maxBytes)
    for (let index = 0; index < 2_000; index++) await responses.cached(`${index}`, async () => answer('kept', 1_000))
    const held = [...Array(2_000).keys()].filter((index) => responses.get(`${index}`) !== undefined).length * 1_000
    expect(held).toBeGreaterThan(maxBytes / 3)
    expect(held).toBeLessThan(maxBytes)
  })

  test('counts the overhead of an entry, so it holds few values without a size', async () => {
    const responses = createResponses(100_000)
    for (let index = 0; index < 1_000; index++) await responses.cached(`${index}`, async () => answer('', 0))
    const held = [...Array(1_000).keys()].filter((index) => responses.get(`${index}`) !== undefined).length
    expect(held).toBeGreaterThan(100)
    expect(held).toBeLessThan(200)
  })
})
