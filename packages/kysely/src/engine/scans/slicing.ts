import { isCalendarError } from '@kalends/core'
import { sql } from 'kysely'
import type { StoreContext } from '../store-context.ts'
import { waitForShortTurn } from './event-loop.ts'
import { ensureAllowed, type ScanAllowance } from './scan-queue.ts'
import type { SliceSizes, Slicing } from './slices.ts'

/**
 * Durations of a slice in milliseconds: below `shortMs` the next slice is four times as large, below `fairMs` twice, and above `longMs` it is
 * smaller.
 */
const [shortMs, fairMs, longMs] = [3, 6, 10]

/**
 * How long a scan runs without a place in the queue, in milliseconds: nearly all scans end within that time. It is less while other scans
 * wait.
 */
const [freeMs, freeMsInCrowd] = [20, 5]

/** The size of a slice and how long it took. */
export interface TimedSlice {
  /** The maximum number of its rows. */
  readonly rows: number
  /** Its duration in milliseconds, with the time that other processes took from this one. */
  readonly tookMs: number
}

/** If the smaller of two slices takes more than this part of the time of the larger one, the time does not depend on the number of rows. */
const unrelatedPart = 3 / 4

/**
 * The number of rows of the next slice. A long slice is followed by a smaller one, unless two sizes took about as long: then the time goes
 * into waiting for the processor or finding the end of a slice, which more slices would only multiply. Without this exception, all slices on
 * a busy machine shrank to a quarter of the first size, and 40,000 events took 4.4 s instead of 0.4 s.
 * @param before the slice before the last one
 */
export function nextRows(last: TimedSlice, before: TimedSlice | undefined, { first, most }: SliceSizes): number {
  if (last.tookMs > longMs) {
    const larger = before === undefined ? undefined : largerIfUnrelated(last, before)
    return larger ?? Math.max(Math.ceil(first / 4), Math.floor(last.rows / 2))
  }
  // A slice of 4 ms may grow, too: finding its end along a hundred ranges of an index takes that long by itself.
  const growth = last.tookMs < shortMs ? 4 : last.tookMs < fairMs ? 2 : 1
  return Math.min(most, last.rows * growth)
}

/** The larger of two sizes, if the slices took about as long; undefined if the time depends on the rows, or the sizes are equal. */
function largerIfUnrelated(one: TimedSlice, other: TimedSlice): number | undefined {
  const [smaller, larger] = one.rows < other.rows ? [one, other] : [other, one]
  return smaller.rows < larger.rows && smaller.tookMs > unrelatedPart * larger.tookMs ? larger.rows : undefined
}

/**
 * Runs a read in slices. If a write commits meanwhile, the read runs once more, so that all slices show the same state.
 * @param read reads through the slicing of the given context
 */
export async function runSliced<T>(context: StoreContext, read: (context: StoreContext) => Promise<T>): Promise<T> {
  const { scans, signal } = context
  const allowance: ScanAllowance = { deadlineAt: performance.now() + scans.deadlineMs, signal }
  // Requests that arrive together would otherwise all read their first slices in one turn.
  await waitForShortTurn()
  let leave: (() => void) | undefined
  const freeUntil = performance.now() + (scans.queue.isCrowded() ? freeMsInCrowd : freeMs)
  const enter = async (): Promise<void> => {
    if (leave === undefined && performance.now() >= freeUntil) leave = await scans.queue.enter(allowance)
  }
  const runOnce = async (): Promise<{ readonly result: T; readonly isOfOneState: boolean }> => {
    const { slicing, stateAtBegin } = createSlicing(context, allowance, enter)
    const result = await read({ ...context, slicing })
    const state = stateAtBegin()
    return { result, isOfOneState: state === undefined || state === (await stateOf(context)) }
  }
  try {
    const { result, isOfOneState } = await runOnce()
    if (isOfOneState) return result
    try {
      return (await runOnce()).result
    } catch (error) {
      // The first result is better than none, although a write committed meanwhile.
      if (isCalendarError(error, 'unavailable')) return result
      throw error
    }
  } finally {
    leave?.()
  }
}

function createSlicing(
  context: StoreContext,
  allowance: ScanAllowance,
  enter: () => Promise<void>,
): { readonly slicing: Slicing; readonly stateAtBegin: () => string | undefined } {
  const sizes = context.scans.slices
  let rows = sizes.first
  let before: TimedSlice | undefined
  let began = performance.now()
  let state: string | undefined
  const slicing: Slicing = {
    rows: (most = rows) => {
      // Stored after the limit is applied: `nextRows` must not take two slices of the same limited size for different ones.
      rows = Math.min(rows, most)
      return rows
    },
    begin: async () => {
      state ??= await stateOf(context)
      began = performance.now()
    },
    next: async () => {
      const last = { rows, tookMs: performance.now() - began }
      rows = nextRows(last, before, sizes)
      before = last
      ensureAllowed(allowance)
      await enter()
      await waitForShortTurn()
      ensureAllowed(allowance)
      began = performance.now()
    },
  }
  return { slicing, stateAtBegin: () => state }
}

/** Identifies the stored state: with one writer at a time, every commit adds a higher id. */
async function stateOf({ db, parts }: StoreContext): Promise<string> {
  const { rows } = await sql<{ highest: unknown }>`select max(id) as highest from ${parts.revisions}`.execute(db)
  return String(rows[0]?.highest)
}
