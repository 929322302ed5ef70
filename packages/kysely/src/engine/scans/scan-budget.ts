import { requireKnownOptions } from '@kalends/core/store'
import { createScanQueue, type ScanQueue } from './scan-queue.ts'
import { rowsOfSlice } from './slices.ts'

/** Limits for reads that may read more than a page: searches, totals that are counted, deep pages. */
export interface ScanOptions {
  /**
   * How long a scan may wait and run, both together, in milliseconds; then it fails with `unavailable`.
   * @default 2000
   */
  readonly deadlineMs?: number | undefined
  /**
   * How many scans run at a time; the others wait. On SQLite always 1. With `postgresDialect` or `mysqlDialect` at most one less than the
   * connections of the pool, so that other reads get a connection.
   * @default 4
   */
  readonly atOnce?: number | undefined
}

/** The defaults. */
export const defaultScans = { deadlineMs: 2_000, atOnce: 4 } as const satisfies Required<ScanOptions>

/** The maximum deadline, three weeks: timers of JavaScript and the `statement_timeout` of PostgreSQL take at most 2^31 - 1 milliseconds. */
const longestMs = 21 * 86_400_000

/** The state that all scans of a store share. */
export interface ScanBudget {
  /** How long each scan may wait and run, in milliseconds. */
  readonly deadlineMs: number
  /** The queue in which scans wait. */
  readonly queue: ScanQueue
  /** The maximum number of rows of a slice of a scan. */
  readonly rowsOfSlice: number
}

/** The properties of the database that a budget depends on. */
export interface ScanDatabase {
  /** Whether statements run in this process, one at a time. */
  readonly runsInProcess: boolean
  /** The maximum number of connections of the pool, if known. */
  readonly poolSize: number | undefined
}

/**
 * The budget of a store.
 * @throws TypeError an option is no integer of 1 or more
 */
export function createScanBudget(options: ScanOptions, { runsInProcess, poolSize }: ScanDatabase, rows: number = rowsOfSlice): ScanBudget {
  requireKnownOptions('scans', options, optionNames)
  const { deadlineMs = defaultScans.deadlineMs, atOnce = defaultScans.atOnce } = options
  for (const [name, value] of Object.entries({ deadlineMs, atOnce })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`scans.${name} must be an integer of 1 or more, not ${value}`)
  }
  const most = poolSize === undefined ? atOnce : Math.max(1, Math.min(atOnce, poolSize - 1))
  return { deadlineMs: Math.min(deadlineMs, longestMs), queue: createScanQueue(runsInProcess ? 1 : most), rowsOfSlice: rows }
}

const optionNames: Readonly<Record<keyof ScanOptions, true>> = { deadlineMs: true, atOnce: true }
