import type { ErrorCode } from '../errors/codes.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import { type AbortSignalLike, requireSignal } from '../store/abort-signal.ts'
import type { EntityId } from '../store/records.ts'

/** The options of a change of many records. */
export interface ChangeManyOptions {
  /** Whether to write nothing, and to report what the call would do. Hooks are not run. @default false */
  readonly dryRun?: boolean | undefined
  /** Called after each commit; the run continues when its promise has resolved. */
  readonly onProgress?: ((progress: ChangeManyProgress) => void | Promise<void>) | undefined
  /** Stops the run when it is aborted: committed chunks stay, and no further chunk is begun. Accepts any `AbortSignal`. */
  readonly signal?: AbortSignalLike | undefined
}

/** The options of a change of many events. */
export interface ChangeManyEventsOptions extends ChangeManyOptions {
  /**
   * What is changed of a series: the series as a whole, and with it each date that has no value of its own; or `all`, which also changes each
   * matching date that has values of its own.
   * @default 'series'
   */
  readonly dates?: 'series' | 'all' | undefined
}

/** What a change of many records has done since its last report. */
export interface ChangeManyProgress {
  /** The number of records so far: changed, unchanged or refused. */
  readonly done: number
  /** The ids of the records that were changed since the last call; a series is one record. */
  readonly changed: readonly EntityId[]
  /** The ids of the records since the last call that had all of the values already: nothing was written. */
  readonly unchanged: readonly EntityId[]
  /** The records that were refused since the last call. */
  readonly refused: readonly RefusedRecord[]
}

/** Why a record was not changed: a code of errors, or `some_dates` for a series of which only some dates match. */
export type RefusalCode = ErrorCode | 'some_dates'

/** A record that was not changed. */
export interface RefusedRecord {
  /** Its id. */
  readonly id: EntityId
  /** The code of the error that a change of this record alone throws. */
  readonly code: RefusalCode
  /** The reason in English. */
  readonly message: string
}

/** The result of a change of many records. With `dryRun` it says what the call would have done. */
export interface ChangeManyReport {
  /** The number of changed records; a series is one record. */
  readonly changed: number
  /** The number of records that had all of the values already: nothing was written. */
  readonly unchanged: number
  /** The records that were not changed, by their reasons. */
  readonly refused: readonly {
    /** The reason. */
    readonly code: RefusalCode
    /** How many records it concerns. */
    readonly count: number
    /** The first hundred of them. */
    readonly records: readonly Pick<RefusedRecord, 'id' | 'message'>[]
  }[]
}

/** The maximum number of records that a report names for one reason. */
const maxNamed = 100

/** A report in the making. */
export interface ChangeManyDraft {
  /** Adds what a chunk has done. @returns the number of records so far */
  add(chunk: Omit<ChangeManyProgress, 'done'>): number
  /** The report of all chunks. */
  toReport(): ChangeManyReport
}

/** Begins an empty report. */
export function beginManyReport(): ChangeManyDraft {
  let [changed, unchanged, done] = [0, 0, 0]
  const refused = new Map<RefusalCode, { code: RefusalCode; count: number; records: Pick<RefusedRecord, 'id' | 'message'>[] }>()
  return {
    add: (chunk) => {
      changed += chunk.changed.length
      unchanged += chunk.unchanged.length
      done += chunk.changed.length + chunk.unchanged.length + chunk.refused.length
      for (const { id, code, message } of chunk.refused) {
        const known = refused.get(code) ?? { code, count: 0, records: [] }
        refused.set(code, known)
        known.count++
        if (known.records.length < maxNamed) known.records.push({ id, message })
      }
      return done
    },
    toReport: () => ({ changed, unchanged, refused: [...refused.values()] }),
  }
}

/**
 * Validates the options of a change of many records; callers without types may pass anything.
 * @param owner the function that takes them
 * @param hasDates whether `dates` is one of them
 * @throws invalid_input they are not an object
 * @throws TypeError one is unknown or invalid
 */
export function readManyOptions(owner: string, options: ChangeManyEventsOptions, hasDates: boolean): ChangeManyEventsOptions {
  requireObject('options', options)
  requireKnownOptions(owner, options, { dryRun: true, onProgress: true, signal: true, ...(hasDates && { dates: true }) })
  const { dates = 'series', signal, dryRun, onProgress } = options
  requireDryRun(dryRun)
  if (onProgress !== undefined && typeof onProgress !== 'function') throw new TypeError('onProgress must be a function')
  if (dates !== 'series' && dates !== 'all') throw new TypeError(`dates must be series or all, not ${String(dates)}`)
  if (signal !== undefined) requireSignal(signal)
  return options
}

/** @throws TypeError it is neither true nor false: a text such as `'false'` would write nothing, or everything */
export function requireDryRun(dryRun: unknown): void {
  if (dryRun !== undefined && typeof dryRun !== 'boolean') throw new TypeError(`dryRun must be true or false, not ${String(dryRun)}`)
}
