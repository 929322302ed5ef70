import { isCalendarError } from '@kalends/core'
import { sql } from 'kysely'
import type { StoreContext } from '../store-context.ts'
import { turnMs, yieldToEventLoop } from './event-loop.ts'
import { ensureAllowed, type ScanAllowance } from './scan-queue.ts'
import type { SliceSizes, Slicing } from './slices.ts'

/** A slice that took less is followed by a larger one, and one that took more by a smaller one. */
const [shortMs, fairMs, longMs] = [3, 6, 10]

/** A turn of the event loop is ended when it has taken this long; a slice comes on top. */
const longestTurnMs = 8

/** So long a scan runs without a place: nearly all of them are done then. While others wait it is less. */
const [freeMs, freeMsInCrowd] = [20, 5]

/** The rows of the slice after one that took so long. */
export function nextRows(rows: number, tookMs: number, { first, most }: SliceSizes): number {
  if (tookMs > longMs) return Math.max(Math.ceil(first / 4), Math.floor(rows / 2))
  // To find the end of a slice along a hundred stretches of an index takes 4 ms by itself, however short the slice is.
  const growth = tookMs < shortMs ? 4 : tookMs < fairMs ? 2 : 1
  return Math.min(most, rows * growth)
}

/**
 * Runs a read in slices. Where something was written meanwhile, it runs once more, so that its slices are of one state.
 * @param read works through the slicing of the context that it is given
 */
export async function runSliced<T>(context: StoreContext, read: (context: StoreContext) => Promise<T>): Promise<T> {
  const { scans, signal } = context
  const allowance: ScanAllowance = { deadlineAt: performance.now() + scans.deadlineMs, signal }
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
      // There is an answer, made while something was written.
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
      if (turnMs() > longestTurnMs) await yieldToEventLoop()
      ensureAllowed(allowance)
      began = performance.now()
    },
  }
  return { slicing, stateAtBegin: () => state }
}

/** Stands for what is stored: every commit brings a higher id where one writes at a time. */
async function stateOf({ db, parts }: StoreContext): Promise<string> {
  const { rows } = await sql<{ highest: unknown }>`select max(id) as highest from ${parts.changes}`.execute(db)
  return String(rows[0]?.highest)
}
