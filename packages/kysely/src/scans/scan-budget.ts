import { requireKnownOptions } from '@kalends/core'
import { createScanQueue, type ScanQueue } from './scan-queue.ts'
import { defaultSlices, type SliceSizes } from './slices.ts'

/** How much reads may take that look at more than a page: searches, totals that are counted, deep pages. */
export interface ScanOptions {
  /**
   * How long such a read may wait for its turn and run, both together, in milliseconds; then it is `unavailable`.
   * @default 2000
   */
  readonly deadlineMs?: number | undefined
  /**
   * How many of them run at a time; the others wait. On SQLite it is always 1. It is less than the pool has connections, where the pool is
   * one of `postgresDialect` or `mysqlDialect`, so that other reads find one.
   * @default 4
   */
  readonly atOnce?: number | undefined
}

/** The options of scans where nothing is said. */
export const defaultScans = { deadlineMs: 2_000, atOnce: 4 } as const satisfies Required<ScanOptions>

/** Three weeks: timers of JavaScript and the `statement_timeout` of PostgreSQL take 2^31 - 1 milliseconds at most. */
const longestMs = 21 * 86_400_000

/** What all scans of a store share. */
export interface ScanBudget {
  /** How long each may wait and run, in milliseconds. */
  readonly deadlineMs: number
  /** Where they wait. */
  readonly queue: ScanQueue
  /** How they are cut into slices. */
  readonly slices: SliceSizes
}

/** What a budget has to know of where scans run. */
export interface ScanGround {
  /** Whether one statement runs at a time, in this very process. */
  readonly isSingle: boolean
  /** The connections of the pool, where they are known. */
  readonly poolSize: number | undefined
}

/**
 * The budget of a store.
 * @throws TypeError an option is no integer of 1 or more
 */
export function createScanBudget(options: ScanOptions, { isSingle, poolSize }: ScanGround, slices: SliceSizes = defaultSlices): ScanBudget {
  requireKnownOptions('scans', options, optionNames)
  const { deadlineMs = defaultScans.deadlineMs, atOnce = defaultScans.atOnce } = options
  for (const [name, value] of Object.entries({ deadlineMs, atOnce })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`scans.${name} must be an integer of 1 or more, not ${value}`)
  }
  const most = poolSize === undefined ? atOnce : Math.max(1, Math.min(atOnce, poolSize - 1))
  return { deadlineMs: Math.min(deadlineMs, longestMs), queue: createScanQueue(isSingle ? 1 : most), slices }
}

const optionNames: Readonly<Record<keyof ScanOptions, true>> = { deadlineMs: true, atOnce: true }
