import { deletedRequests, type RequestTable } from '@kalends/core/store'
import type { Report } from '../options/report-failures.ts'

/** How long a response is stored, in milliseconds: 24 hours. */
export const keptMs = 24 * 60 * 60_000

/** The time between two calls that delete old responses, in milliseconds. */
const pruneIntervalMs = 60 * 60_000

/** What this process knows about the stored responses of one calendar. */
export interface ProcessState {
  /** The ends of the requests that run in this process, by the hashes of their keys. They never reject. */
  readonly running: Map<string, Promise<void>>
  /** When old responses were last deleted, by the calendar's clock; undefined before the first time, and while more are left. */
  prunedMs: number | undefined
}

const states = new WeakMap<RequestTable, ProcessState>()

/** The state of a table. All handlers of a calendar share it. */
export function processStateOf(requests: RequestTable): ProcessState {
  const known = states.get(requests)
  if (known !== undefined) return known
  const state: ProcessState = { running: new Map(), prunedMs: undefined }
  states.set(requests, state)
  return state
}

/** Deletes a portion of the old responses, at most once an hour unless more are left. A failure is reported, and changes no response. */
export async function prune(state: ProcessState, requests: RequestTable, nowMs: number, report: Report): Promise<void> {
  const { prunedMs } = state
  if (prunedMs !== undefined && Math.abs(nowMs - prunedMs) < pruneIntervalMs) return
  // Concurrent requests need not delete as well.
  state.prunedMs = nowMs
  try {
    if ((await requests.deleteBefore(firstKeptMs(nowMs))) >= deletedRequests) state.prunedMs = undefined
  } catch (error) {
    report(error)
  }
}

/** The time of the oldest response that is not expired. */
export const firstKeptMs = (nowMs: number): number => nowMs - keptMs + 1
