import { isCalendarError } from '@kalends/core'
import { sql } from 'kysely'
import type { StoreContext } from '../store-context.ts'
import { waitForShortTurn } from './event-loop.ts'
import { ensureAllowed, type ScanAllowance } from './scan-queue.ts'
import type { SliceSizes, Slicing } from './slices.ts'

/** Limits in milliseconds: the next slice is larger after a shorter one, and smaller after a longer one. */
const [shortMs, fairMs, longMs] = [3, 6, 10]

/**
 * How long a scan runs without a place in the queue, in milliseconds: nearly all scans end within that time. It is less while other scans
 * wait.
 */
const [freeMs, freeMsInCrowd] = [20, 5]

/** The number of rows of the next slice, by the duration of the last one. */
export function nextRows(rows: number, tookMs: number, { first, most }: SliceSizes): number {
  if (tookMs > longMs) return Math.max(Math.ceil(first / 4), Math.floor(rows / 2))
  // Finding the end of a slice along a hundred ranges of an index takes 4 ms by itself, however short the slice is.
  const growth = tookMs < shortMs ? 4 : tookMs < fairMs ? 2 : 1
  return Math.min(most, rows * growth)
}

/**
 * Runs a read in slices. If a write commits meanwhile, it runs once more, so that all slices show the same state.
 * @param read reads through the slicing of the given context
 */
export async function runSliced<T>(context: StoreContext, read: (context: StoreContext) => Promise<T>): Promise<T> {
  const { scans, signal } = context
  const allowance: ScanAllowance = { deadlineAt: performance.now() + scans.deadlineMs, signal }
  // Requests that arrive together would otherwise all read their first slices in one turn.
  await waitForShortTurn()
  let leave: (() => void) | undefined
  let freeUntil = performance.now() + (scans.queue.isCrowded() ? freeMsInCrowd : freeMs)
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
      // The first result exists, although a write committed meanwhile.
      if (isCalendarError(error, 'unavailable')) return result
      throw error
    }
  } finally {
    freeUntil = 0
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
  let began = performance.now()
  let state: string | undefined
  const slicing: Slicing = {
    rows: () => rows,
    begin: async () => {
      state ??= await stateOf(context)
      began = performance.now()
    },
    next: async () => {
      rows = nextRows(rows, performance.now() - began, sizes)
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
  const { rows } = await sql<{ highest: unknown }>`select max(id) as highest from ${parts.changes}`.execute(db)
  return String(rows[0]?.highest)
}
