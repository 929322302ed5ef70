import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../time/timer.ts'
import { createWakes } from './wake.ts'

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
  const wakes = createWakes({ log: { number: async () => undefined, head } }, () => 0, timers.setTimer)
  const begin = (): Promise<boolean> => wakes.wait({ after: log.rows, dueMs: null, timeoutMs: 25_000 })
  for (let writes = 0; writes < 5; writes++) {
    // The caller waits again as soon as it is told, while the look that told it ends.
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
  const wakes = createWakes({ log: { number: async () => undefined, head: async () => log.rows } }, () => 0, manualTimers().setTimer)
  const waiting = wakes.wait({ after: 3, dueMs: null, timeoutMs: 25_000 })
  await yieldToEventLoop()
  log.rows++
  wakes.noteCommit()
  expect(await waiting).toBe(true)
})
