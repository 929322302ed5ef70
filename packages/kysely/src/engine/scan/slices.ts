import { isCalendarError } from '@kalends/core'
import { sql } from 'kysely'
import { yieldToEventLoop } from '../../drivers/event-loop.ts'
import type { Slicing, StoreContext } from '../store-context.ts'
import { ensureAllowed, type ScanAllowance } from './queue.ts'

/**
 * How long a scan runs without a place in the queue, in milliseconds: nearly all scans end within that time. It is less while other scans
 * wait.
 */
const [freeMs, freeMsInCrowd] = [20, 5]

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
    let state: string | undefined
    const slicing: Slicing = {
      rows: scans.rowsOfSlice,
      begin: async () => {
        state ??= await stateOf(context)
      },
      next: async () => {
        ensureAllowed(allowance)
        await enter()
        await waitForShortTurn()
        ensureAllowed(allowance)
      },
    }
    const result = await read({ ...context, slicing })
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

/** Identifies the stored state: with one writer at a time, every commit adds a higher id. */
async function stateOf({ db, parts }: StoreContext): Promise<string> {
  const { rows } = await sql<{ highest: unknown }>`select max(id) as highest from ${parts.changes}`.execute(db)
  return String(rows[0]?.highest)
}

let turnBegan: number | undefined

/**
 * The duration of this turn of the event loop since the first call in it, in milliseconds. Several reads share a turn, and other requests
 * wait for the sum of them.
 */
function turnMs(): number {
  const now = performance.now()
  if (turnBegan === undefined) {
    turnBegan = now
    void yieldToEventLoop().then(() => {
      turnBegan = undefined
    })
  }
  return now - turnBegan
}

/**
 * After this time in milliseconds, a turn starts no further slice. The last slice may have exceeded it already, and other requests wait.
 */
const longestTurnMs = 8

/** Waits for a turn of the event loop in which scans have taken little time. Scans that wait together resume in turns of their own. */
export async function waitForShortTurn(): Promise<void> {
  while (turnMs() > longestTurnMs) await yieldToEventLoop()
}
