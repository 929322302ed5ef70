import { describe, expect, test } from 'vitest'
import { untilAborted } from './deadline.ts'

const never = new Promise<never>(() => undefined)

describe('work with a signal', () => {
  test('settles with its result or its error', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)
    expect(await untilAborted(Promise.resolve(1), undefined)).toBe(1)
    await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
  })

  test('is not awaited once the signal is aborted', async () => {
    const controller = new AbortController()
    const waiting = untilAborted(never, controller.signal)
    controller.abort('gone')
    await expect(waiting).rejects.toBe('gone')
  })

  test('rejects with the reason of the signal if it fails after the abort', async () => {
    const controller = new AbortController()
    const waiting = untilAborted(Promise.reject(new Error('cancelled')), controller.signal)
    controller.abort('gone')
    await expect(waiting).rejects.toBe('gone')
  })
})
