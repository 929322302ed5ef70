import { describe, expect, test } from 'vitest'
import type { AbortSignalLike } from '../abort-signal.ts'
import { createResponseCache, type Moment, type ResponseCache } from './response-cache.ts'

interface Answer {
  readonly text: string
  readonly bytes: number
}
const answer = (text: string, bytes = 10): Answer => ({ text, bytes })
const bytesOf = ({ bytes }: Answer): number => bytes
const always: Moment = { nowMs: 0, staleAtMs: null }

/** Requests a key and returns the response; each new computation increments a counter. */
function counting(answers: ResponseCache<Answer>): (key: string, moment: Moment) => Promise<string> {
  let made = 0
  return async (key, moment) => (await answers.cached(key, moment, async () => answer(`${++made}`))).text
}

describe('answers', () => {
  test('are kept by their key', async () => {
    const ask = counting(createResponseCache(10_000, bytesOf))
    expect([await ask('a', always), await ask('b', always), await ask('a', always)]).toEqual(['1', '2', '1'])
  })

  test.each<[string, Moment, string]>([
    ['at the moment they were made', { nowMs: 100, staleAtMs: 200 }, '1'],
    ['just before they change', { nowMs: 199, staleAtMs: 200 }, '1'],
    ['not when they change', { nowMs: 200, staleAtMs: null }, '2'],
    ['not before they were made', { nowMs: 99, staleAtMs: 200 }, '2'],
  ])('hold %s', async (_, later, expected) => {
    const ask = counting(createResponseCache(10_000, bytesOf))
    await ask('a', { nowMs: 100, staleAtMs: 200 })
    expect(await ask('a', later)).toBe(expected)
    expect(await ask('a', later)).toBe(expected)
  })

  test('are made once for all who ask meanwhile', async () => {
    const answers = createResponseCache(10_000, bytesOf)
    let made = 0
    const make = async (): Promise<Answer> => {
      made++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answer('one')
    }
    const all = await Promise.all([...Array(20)].map(() => answers.cached('a', always, make)))
    expect([made, new Set(all).size]).toEqual([1, 1])
  })

  test('are made by each who asks at a moment of its own', async () => {
    const answers = createResponseCache(10_000, bytesOf)
    const make = (text: string) => async () => answer(text)
    const moments = [5, 4, 6].map((nowMs) => ({ nowMs, staleAtMs: 6 }))
    const all = await Promise.all(moments.map((moment, index) => answers.cached('a', moment, make(`${index}`))))
    expect(all.map(({ text }) => text)).toEqual(['0', '1', '2'])
  })

  test('are made on while one who waits is still there', async () => {
    const answers = createResponseCache(10_000, bytesOf)
    const [gone, here] = [new AbortController(), new AbortController()]
    const seen: boolean[] = []
    const make = async (_unshare: () => void, signal: AbortSignalLike): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(signal.aborted)
      if (signal.aborted) throw signal.reason
      return answer('one')
    }
    const both = [gone, here].map(({ signal }) => answers.cached('a', always, make, signal))
    gone.abort()
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['one', 'one'])
    expect(seen).toEqual([false])
  })

  test('are given up when all who wait have gone away, and made anew for the next', async () => {
    const answers = createResponseCache(10_000, bytesOf)
    const controllers = [new AbortController(), new AbortController()]
    const make = async (_unshare: () => void, signal: AbortSignalLike): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (signal.aborted) throw signal.reason
      return answer('one')
    }
    const all = controllers.map(({ signal }) => answers.cached('a', always, make, signal))
    for (const controller of controllers) controller.abort(new Error('gone'))
    expect(await Promise.allSettled(all)).toMatchObject([{ reason: new Error('gone') }, { reason: new Error('gone') }])
    expect((await answers.cached('a', always, make)).text).toBe('one')
  })

  test('are made on for one without a signal', async () => {
    const answers = createResponseCache(10_000, bytesOf)
    const controller = new AbortController()
    const make = async (_unshare: () => void, signal: AbortSignalLike): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answer(signal.aborted ? 'given up' : 'made')
    }
    const all = [answers.cached('a', always, make, controller.signal), answers.cached('a', always, make)]
    controller.abort()
    expect((await Promise.all(all)).map(({ text }) => text)).toEqual(['made', 'made'])
  })

  test('that cannot be made are neither kept nor shared', async () => {
    const answers = createResponseCache(10_000, bytesOf)
    const failing = (text: string) => answers.cached('a', always, () => Promise.reject(new Error(text)))
    const outcomes = await Promise.allSettled([
      failing('first'),
      failing('second'),
      answers.cached('a', always, async () => answer('third')),
    ])
    expect(outcomes).toMatchObject([{ reason: new Error('first') }, { reason: new Error('second') }, { value: { text: 'third' } }])
    expect((await answers.cached('a', always, async () => answer('fourth'))).text).toBe('third')
  })

  test('take no more bytes than they may, however many there are', async () => {
    const maxBytes = 100_000
    const answers = createResponseCache(maxBytes, bytesOf)
    let held = 0
    for (let index = 0; index < 2_000; index++) await answers.cached(`${index}`, always, async () => answer('kept', 1_000))
    for (let index = 0; index < 2_000; index++) {
      const { text } = await answers.cached(`${index}`, always, async () => answer('new', maxBytes))
      if (text === 'kept') held += 1_000
    }
    expect(held).toBeGreaterThan(maxBytes / 3)
    expect(held).toBeLessThan(maxBytes)
  })

  test('of no bytes are not without number', async () => {
    const answers = createResponseCache<number>(100_000, () => 0)
    for (let index = 0; index < 1_000; index++) await answers.cached(`${index}`, always, async () => 0)
    let held = 0
    for (let index = 999; index >= 0; index--) held += 1 - (await answers.cached(`${index}`, always, async () => 1))
    expect(held).toBeGreaterThan(100)
    expect(held).toBeLessThan(200)
  })
})
