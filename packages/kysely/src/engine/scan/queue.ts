import { CalendarError } from '@kalends/core'
import { type AbortSignalLike, requireKnownOptions } from '@kalends/core/store'

/** The limits of one scan. */
export interface ScanAllowance {
  /** Its deadline, in milliseconds of `performance.now()`. */
  readonly deadlineAt: number
  /** Aborted when its caller no longer waits. */
  readonly signal: AbortSignalLike | undefined
}

/** Limits the number of scans that run at a time, each in a place; the others wait in the order in which they came. */
export interface ScanQueue {
  /**
   * Waits for a place.
   * @returns a function that passes the place to the next scan
   * @throws unavailable the queue is full, or the deadline has passed
   * @throws signal.reason the caller has aborted
   */
  enter(allowance: ScanAllowance): Promise<() => void>
  /** Whether a scan waits for a place. */
  isCrowded(): boolean
}

/** The maximum number of waiting scans; a further one fails with `unavailable`. */
const maxWaiting = 64

/** A waiting scan. */
interface Waiting {
  readonly signal: AbortSignalLike | undefined
  /** Admits it. */
  readonly admit: (leave: () => void) => void
  /** Rejects it. */
  readonly refuse: (error: unknown) => void
}

/** The error for a scan that gets no place or exceeds its deadline. */
const tooBusy = (): CalendarError<'unavailable'> => new CalendarError('unavailable', { retryAfterSeconds: 1 })

/**
 * Returns if a scan may continue.
 * @throws unavailable its deadline has passed
 * @throws signal.reason its caller has aborted
 */
export function ensureAllowed({ deadlineAt, signal }: ScanAllowance): void {
  if (signal?.aborted) throw signal.reason
  if (performance.now() >= deadlineAt) throw tooBusy()
}

/** Creates a queue that runs `atOnce` scans at a time. */
export function createScanQueue(atOnce: number): ScanQueue {
  // A set iterates in insertion order and deletes any entry in constant time.
  const waiting = new Set<Waiting>()
  let running = 0

  /** Removes aborted scans from the queue, which makes room for others. */
  const dismissAborted = (): void => {
    for (const { signal, refuse } of waiting) if (signal?.aborted) refuse(signal.reason)
  }
  const leaveOnce = (): (() => void) => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      dismissAborted()
      const [next] = waiting
      if (next === undefined) running--
      else next.admit(leaveOnce())
    }
  }
  return {
    isCrowded: () => waiting.size > 0,
    enter: async (allowance) => {
      ensureAllowed(allowance)
      if (running < atOnce) {
        running++
        return leaveOnce()
      }
      if (waiting.size >= maxWaiting) dismissAborted()
      if (waiting.size >= maxWaiting) throw tooBusy()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => entry.refuse(tooBusy()), Math.max(0, allowance.deadlineAt - performance.now()))
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(entry)
        }
        const entry: Waiting = {
          signal: allowance.signal,
          admit: (leave) => {
            end()
            resolve(leave)
          },
          refuse: (error) => {
            end()
            reject(error)
          },
        }
        waiting.add(entry)
      })
    },
  }
}

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
  /** Called after each scan, such as `scans` of `openTelemetry`. A read fails with what it throws. @default nothing is called */
  readonly observe?: ((scan: ObservedScan) => void) | undefined
}

/** A scan that has ended. */
export interface ObservedScan {
  /** How long it waited and ran, both together, in milliseconds. */
  readonly durationMs: number
  /** What it has thrown, such as `unavailable` after its deadline; absent if it has ended well. */
  readonly error?: unknown
}

/** The defaults. */
export const defaultScans = { deadlineMs: 2_000, atOnce: 4 } as const satisfies ScanOptions

/** A slice of this many rows of an index takes 1 ms where the index answers alone, and 6 ms where each row looks up an event. */
const rowsOfSlice = 2_000

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
  /** Called after each scan. */
  readonly observe: ScanOptions['observe']
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
  const { deadlineMs = defaultScans.deadlineMs, atOnce = defaultScans.atOnce, observe } = options
  if (observe !== undefined && typeof observe !== 'function') throw new TypeError('scans.observe must be a function')
  for (const [name, value] of Object.entries({ deadlineMs, atOnce })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`scans.${name} must be an integer of 1 or more, not ${value}`)
  }
  const most = poolSize === undefined ? atOnce : Math.max(1, Math.min(atOnce, poolSize - 1))
  return { deadlineMs: Math.min(deadlineMs, longestMs), queue: createScanQueue(runsInProcess ? 1 : most), rowsOfSlice: rows, observe }
}

const optionNames: Readonly<Record<keyof ScanOptions, true>> = { deadlineMs: true, atOnce: true, observe: true }
