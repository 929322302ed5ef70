import type { Revision } from '@kalends/core/store'
import { describe, expect, test, vi } from 'vitest'
import { sharedRevision } from './revision.ts'

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

const mark = { seq: 0, atMs: 0 }

/** A store whose revision counts up, and is slow to read. */
function startStore() {
  const store = { state: 1, readAtMs: [] as number[] }
  const ask = sharedRevision(async (nowMs): Promise<Revision> => {
    store.readAtMs.push(nowMs)
    const token = `${store.state}`
    await turn()
    return { token, mark, staleAtMs: nowMs + 1, extendedTo: null }
  })
  return { store, ask }
}

describe('a shared revision', () => {
  test('is read once for all calls in one turn', async () => {
    const { store, ask } = startStore()
    const askLater = async (): Promise<Revision> => {
      await Promise.resolve()
      return ask(5)
    }
    expect(await Promise.all([ask(5), ask(5), askLater()])).toEqual(Array(3).fill({ token: '1', mark, staleAtMs: 6, extendedTo: null }))
    expect(store.readAtMs).toEqual([5])
  })

  test('is read after the last call of the turn', async () => {
    const { store, ask } = startStore()
    const first = ask(5)
    store.state = 2
    const second = ask(5)
    expect([(await first).token, (await second).token]).toEqual(['2', '2'])
  })

  test('is read again for a call that comes during the read', async () => {
    const { store, ask } = startStore()
    const first = ask(5)
    while (store.readAtMs.length === 0) await turn()
    store.state = 2
    expect([(await ask(5)).token, (await first).token]).toEqual(['2', '1'])
  })

  test('is shared only by consecutive calls with the same "now"', async () => {
    const { store, ask } = startStore()
    const all = await Promise.all([ask(5), ask(6), ask(6), ask(5)])
    expect(all.map(({ staleAtMs }) => staleAtMs)).toEqual([6, 7, 7, 6])
    expect(store.readAtMs).toEqual([5, 6, 5])
  })

  test('fails for all calls that share the read, and not for later ones', async () => {
    let isBroken = true
    const ask = sharedRevision(async () => {
      if (isBroken) throw new Error('gone')
      return { token: '1', mark, staleAtMs: null, extendedTo: null }
    })
    const outcomes = await Promise.allSettled([ask(5), ask(5)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await ask(5)).toEqual({ token: '1', mark, staleAtMs: null, extendedTo: null })
  })

  test('can be read while a test has fake timers', async () => {
    vi.useFakeTimers()
    try {
      expect(await sharedRevision(async () => ({ token: '1', mark, staleAtMs: null, extendedTo: null }))(5)).toEqual({
        token: '1',
        mark,
        staleAtMs: null,
        extendedTo: null,
      })
    } finally {
      vi.useRealTimers()
    }
  })
})
