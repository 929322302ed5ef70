import { describe, expect, test } from 'vitest'
import { createScanBudget, createScanQueue, ensureAllowed, type ScanAllowance } from './queue.ts'

const inTime = (signal?: AbortSignal): ScanAllowance => ({ deadlineAt: performance.now() + 60_000, signal })
const outcome = (entering: Promise<unknown>): Promise<unknown> =>
  entering.then(
    () => 'in',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('a queue of scans', () => {
  test('runs two scans at a time, and the others in their order', async () => {
    const queue = createScanQueue(2)
    const leave = [await queue.enter(inTime()), await queue.enter(inTime())]
    const order: number[] = []
    for (const index of [1, 2, 3]) {
      void queue.enter(inTime()).then((leaveNext) => {
        order.push(index)
        leave.push(leaveNext)
      })
    }
    await settled()
    expect([order, queue.isCrowded()]).toEqual([[], true])
    leave.shift()?.()
    await settled()
    expect(order).toEqual([1])
    while (leave.length > 0) {
      leave.shift()?.()
      await settled()
    }
    expect([order, queue.isCrowded()]).toEqual([[1, 2, 3], false])
    expect(await outcome(queue.enter(inTime()))).toBe('in')
  })

  test('passes a place on only once, even if its scan leaves twice', async () => {
    const queue = createScanQueue(1)
    const leave = await queue.enter(inTime())
    const waiting = [outcome(queue.enter(inTime())), outcome(queue.enter({ deadlineAt: performance.now() + 20, signal: undefined }))]
    leave()
    leave()
    expect(await Promise.all(waiting)).toEqual(['in', 'unavailable'])
  })

  test('refuses the 65th waiting scan', async () => {
    const queue = createScanQueue(1)
    await queue.enter(inTime())
    for (let waiting = 0; waiting < 64; waiting++) void outcome(queue.enter(inTime()))
    expect(await outcome(queue.enter(inTime()))).toBe('unavailable')
  })

  test('removes waiting scans whose callers have aborted', async () => {
    const queue = createScanQueue(1)
    const leave = await queue.enter(inTime())
    const controller = new AbortController()
    const aborted = Array.from({ length: 64 }, () => outcome(queue.enter(inTime(controller.signal))))
    await settled()
    controller.abort('gone')
    const next = outcome(queue.enter(inTime()))
    expect(new Set(await Promise.all(aborted))).toEqual(new Set(['gone']))
    leave()
    expect(await next).toBe('in')
  })

  test('refuses scans whose deadline passes while they wait, or has passed before', async () => {
    const queue = createScanQueue(1)
    const leave = await queue.enter(inTime())
    expect(await outcome(queue.enter({ deadlineAt: performance.now() + 5, signal: undefined }))).toBe('unavailable')
    leave()
    expect(await outcome(queue.enter({ deadlineAt: performance.now() - 1, signal: undefined }))).toBe('unavailable')
    expect(await outcome(queue.enter(inTime()))).toBe('in')
  })

  test('refuses a scan whose caller has aborted', async () => {
    expect(await outcome(createScanQueue(1).enter(inTime(AbortSignal.abort('gone'))))).toBe('gone')
    expect(() => ensureAllowed(inTime())).not.toThrow()
  })
})

describe('a budget of scans', () => {
  test.each([{ deadlineMs: 0 }, { deadlineMs: 1.5 }, { deadlineMs: Number.NaN }, { atOnce: 0 }, { atOnce: Number.POSITIVE_INFINITY }])(
    'refuses %s',
    (options) => {
      expect(() => createScanBudget(options, { runsInProcess: false, poolSize: undefined })).toThrow(TypeError)
    },
  )

  test.each([
    [{}, { runsInProcess: false, poolSize: undefined }, 4],
    [{ atOnce: 6 }, { runsInProcess: false, poolSize: undefined }, 6],
    [{ atOnce: 6 }, { runsInProcess: false, poolSize: 4 }, 3],
    [{}, { runsInProcess: false, poolSize: 1 }, 1],
    [{ atOnce: 6 }, { runsInProcess: true, poolSize: undefined }, 1],
  ])('with the options %o on the database %o runs %i scans at a time', async (options, database, expected) => {
    const { queue } = createScanBudget(options, database)
    let running = 0
    for (let index = 0; index < 10; index++) {
      void outcome(queue.enter(inTime())).then((ended) => {
        if (ended === 'in') running++
      })
    }
    await settled()
    expect(running).toBe(expected)
  })
})

test('a deadline that is longer than the longest timer does not pass at once', async () => {
  const { deadlineMs, queue } = createScanBudget({ deadlineMs: Number.MAX_SAFE_INTEGER }, { runsInProcess: true, poolSize: undefined })
  const allowance = { deadlineAt: performance.now() + deadlineMs, signal: undefined }
  const leave = await queue.enter(allowance)
  const next = queue.enter(allowance)
  await new Promise((resolve) => setTimeout(resolve, 20))
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})
