import { describe, expect, test } from 'vitest'
import type { AbortSignalLike } from '../abort-signal.ts'
import { createResponseCache, type ResponseCache, type Validity } from './response-cache.ts'

interface Answer {
  readonly text: string
  readonly bytes: number
}
const answer = (text: string, bytes = 10): Answer => ({ text, bytes })
const bytesOf = ({ bytes }: Answer): number => bytes
const always: Validity = { nowMs: 0, staleAtMs: null, state: 0 }
const isCurrent = (): boolean => true

/** Requests a key and returns the text of the value; each new computation increments a counter and gives its text. */
function counting(cache: ResponseCache<Answer>): (key: string, validity: Validity) => Promise<string> {
  let made = 0
  return async (key, validity) => (await cache.cached(key, validity, async () => answer(`${++made}`))).text
}

describe('a cached value', () => {
  test('is computed once for its key', async () => {
    const ask = counting(createResponseCache(10_000, bytesOf, isCurrent))
    expect([await ask('a', always), await ask('b', always), await ask('a', always)]).toEqual(['1', '2', '1'])
  })

  test.each<[string, Validity, string]>([
    ['is valid at the time it was computed for', { nowMs: 100, staleAtMs: 200, state: 0 }, '1'],
    ['is valid just before it becomes stale', { nowMs: 199, staleAtMs: 200, state: 0 }, '1'],
    ['is computed again when it is stale', { nowMs: 200, staleAtMs: null, state: 0 }, '2'],
    ['is computed again for an earlier time', { nowMs: 99, staleAtMs: 200, state: 0 }, '2'],
  ])('%s', async (_, later, expected) => {
    const ask = counting(createResponseCache(10_000, bytesOf, isCurrent))
    await ask('a', { nowMs: 100, staleAtMs: 200, state: 0 })
    expect(await ask('a', later)).toBe(expected)
    expect(await ask('a', later)).toBe(expected)
  })

  test('is computed again when a write has changed it since the state in which it was last found current', async () => {
    let lastWrite = 0
    const ask = counting(createResponseCache(10_000, bytesOf, (_, state) => state >= lastWrite))
    const inState = (state: number): Promise<string> => ask('a', { ...always, state })
    expect([await inState(1), await inState(3)]).toEqual(['1', '1'])
    lastWrite = 2
    expect(await inState(4)).toBe('1')
    lastWrite = 5
    expect(await inState(5)).toBe('2')
  })

  test('is computed for a caller of a later state than that of a computation in progress', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    const make = (text: string) => async () => answer(text)
    const all = await Promise.all([1, 2].map((state) => cache.cached('a', { ...always, state }, make(`${state}`))))
    expect(all.map(({ text }) => text)).toEqual(['1', '2'])
  })

  test('is computed once for concurrent callers', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    let made = 0
    const make = async (): Promise<Answer> => {
      made++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answer('one')
    }
    const all = await Promise.all([...Array(20)].map(() => cache.cached('a', always, make)))
    expect([made, new Set(all).size]).toEqual([1, 1])
  })

  test('is computed by each concurrent caller for whose time it is not valid', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    const make = (text: string) => async () => answer(text)
    const validities = [5, 4, 6].map((nowMs) => ({ nowMs, staleAtMs: 6, state: 0 }))
    const all = await Promise.all(validities.map((validity, index) => cache.cached('a', validity, make(`${index}`))))
    expect(all.map(({ text }) => text)).toEqual(['0', '1', '2'])
  })

  test('is computed to the end if one of two callers aborts', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    const [gone, here] = [new AbortController(), new AbortController()]
    const seen: boolean[] = []
    const make = async (_unshare: () => void, signal: AbortSignalLike): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(signal.aborted)
      if (signal.aborted) throw signal.reason
      return answer('one')
    }
    const both = [gone, here].map(({ signal }) => cache.cached('a', always, make, signal))
    gone.abort()
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['one', 'one'])
    expect(seen).toEqual([false])
  })

  test('is aborted when all callers have aborted, and computed again for the next caller', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    const controllers = [new AbortController(), new AbortController()]
    const make = async (_unshare: () => void, signal: AbortSignalLike): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (signal.aborted) throw signal.reason
      return answer('one')
    }
    const all = controllers.map(({ signal }) => cache.cached('a', always, make, signal))
    for (const controller of controllers) controller.abort(new Error('gone'))
    expect(await Promise.allSettled(all)).toMatchObject([{ reason: new Error('gone') }, { reason: new Error('gone') }])
    expect((await cache.cached('a', always, make)).text).toBe('one')
  })

  test('is computed to the end for a caller without a signal', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    const controller = new AbortController()
    const make = async (_unshare: () => void, signal: AbortSignalLike): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answer(signal.aborted ? 'aborted' : 'made')
    }
    const all = [cache.cached('a', always, make, controller.signal), cache.cached('a', always, make)]
    controller.abort()
    expect((await Promise.all(all)).map(({ text }) => text)).toEqual(['made', 'made'])
  })

  test('is computed by each caller if the computation fails', async () => {
    const cache = createResponseCache(10_000, bytesOf, isCurrent)
    const failing = (text: string) => cache.cached('a', always, () => Promise.reject(new Error(text)))
    const outcomes = await Promise.allSettled([failing('first'), failing('second'), cache.cached('a', always, async () => answer('third'))])
    expect(outcomes).toMatchObject([{ reason: new Error('first') }, { reason: new Error('second') }, { value: { text: 'third' } }])
    expect((await cache.cached('a', always, async () => answer('fourth'))).text).toBe('third')
  })
})

describe('a response cache', () => {
  test('holds no more than its bytes, and at least a third of them', async () => {
    const maxBytes = 100_000
    const cache = createResponseCache(maxBytes, bytesOf, isCurrent)
    let held = 0
    for (let index = 0; index < 2_000; index++) await cache.cached(`${index}`, always, async () => answer('kept', 1_000))
    for (let index = 0; index < 2_000; index++) {
      // Values of this size are not stored, so they evict nothing.
      const { text } = await cache.cached(`${index}`, always, async () => answer('new', maxBytes))
      if (text === 'kept') held += 1_000
    }
    expect(held).toBeGreaterThan(maxBytes / 3)
    expect(held).toBeLessThan(maxBytes)
  })

  test('counts the overhead of an entry, so it holds few values without a size', async () => {
    const cache = createResponseCache<number>(100_000, () => 0, isCurrent)
    for (let index = 0; index < 1_000; index++) await cache.cached(`${index}`, always, async () => 0)
    let held = 0
    for (let index = 999; index >= 0; index--) held += 1 - (await cache.cached(`${index}`, always, async () => 1))
    expect(held).toBeGreaterThan(100)
    expect(held).toBeLessThan(200)
  })
})
