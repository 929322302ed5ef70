import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../time/timer.ts'
import { createChangeNotifier } from './notifier.ts'

/** Timers that run when the test says so. */
function manualTimers() {
  const set = new Map<object, { readonly ms: number; readonly callback: () => void }>()
  return {
    setTimer: (ms: number, callback: () => void) => {
      const timer = {}
      set.set(timer, { ms, callback })
      return () => void set.delete(timer)
    },
    /** Runs the timers of at most this time that are set now, one after the other. */
    run: async (longestMs: number): Promise<void> => {
      for (const [timer, { ms, callback }] of [...set]) {
        if (ms > longestMs || !set.delete(timer)) continue
        callback()
        await yieldToEventLoop()
      }
    },
  }
}

test('reads the log once every two seconds, however often other processes have written', async () => {
  const timers = manualTimers()
  const log = { rows: 0, reads: 0 }
  const head = async (): Promise<number> => {
    log.reads++
    return log.rows
  }
  const notifier = createChangeNotifier({ log: { number: async () => undefined, head } }, () => 0, timers.setTimer)
  const begin = (): Promise<boolean> => notifier.wait({ after: log.rows, dueMs: null, timeoutMs: 25_000 })
  for (let writes = 0; writes < 5; writes++) {
    // The caller waits again as soon as it is notified, while the look that notified it ends.
    const waiting = begin().then((hasChanged) => [hasChanged, begin()])
    await yieldToEventLoop()
    log.rows++
    await timers.run(2_000)
    expect((await waiting)[0]).toBe(true)
  }
  await yieldToEventLoop()
  log.reads = 0
  await timers.run(2_000)
  expect(log.reads).toBe(1)
})

test('ends the waiting by a commit of this process without a timer', async () => {
  const log = { rows: 3 }
  const notifier = createChangeNotifier(
    { log: { number: async () => undefined, head: async () => log.rows } },
    () => 0,
    manualTimers().setTimer,
  )
  const waiting = notifier.wait({ after: 3, dueMs: null, timeoutMs: 25_000 })
  await yieldToEventLoop()
  log.rows++
  notifier.noteCommit()
  expect(await waiting).toBe(true)
})

/** A log that is empty, with one waiting caller after the other, and what they read. */
function startWaiting(count: number, signals: readonly AbortSignal[] = []) {
  const timers = manualTimers()
  const log = { rows: 0 }
  const notifier = createChangeNotifier({ log: { number: async () => undefined, head: async () => log.rows } }, () => 0, timers.setTimer)
  const began: number[] = []
  const ends: (() => void)[] = []
  const waiting = Array.from({ length: count }, (_, caller) => {
    const read = (): Promise<string> => {
      began.push(caller)
      return new Promise((resolve) => void ends.push(() => resolve(`read by ${caller}`)))
    }
    return notifier.waitAndRead({ after: 0, dueMs: null, timeoutMs: 25_000, signal: signals[caller] }, read)
  })
  const write = async (): Promise<void> => {
    await yieldToEventLoop()
    log.rows++
    notifier.noteCommit()
    await yieldToEventLoop()
  }
  /** Ends the reading that has begun first, and lets the next one begin. */
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await yieldToEventLoop()
    await yieldToEventLoop()
  }
  return { timers, waiting, began, write, endOne }
}

test('lets callers that were notified of one write read in the order of their waiting, two at a time', async () => {
  const { waiting, began, write, endOne } = startWaiting(5)
  await write()
  expect(began).toEqual([0, 1])
  // A second write does not give anybody a second turn.
  await write()
  await endOne()
  expect(began).toEqual([0, 1, 2])
  for (let i = 1; i < 5; i++) await endOne()
  expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3, 4].map((caller) => `read by ${caller}`))
  expect(began).toEqual([0, 1, 2, 3, 4])
})

test('lets go of a caller whose signal is aborted or whose time ends before its turn has come', async () => {
  const [still, gone] = [new AbortController(), new AbortController()]
  const { timers, waiting, began, write, endOne } = startWaiting(5, [still.signal, still.signal, gone.signal])
  await write()
  gone.abort()
  await timers.run(250)
  expect(await waiting[2]).toBeUndefined()
  await timers.run(25_000)
  expect(await Promise.all(waiting.slice(3))).toEqual([undefined, undefined])
  // Those who are reading are not cut off.
  for (let i = 0; i < 2; i++) await endOne()
  expect(await Promise.all(waiting.slice(0, 2))).toEqual(['read by 0', 'read by 1'])
  expect(began).toEqual([0, 1])
})
