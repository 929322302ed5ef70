import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { type AbortSignalLike, requireKnownOptions } from '@kalends/core/store'
import type { ImportedEvent, ImportedRecord } from './item.ts'
import type { ImportStore } from './records/import-store.ts'
import { memoryImports } from './records/memory.ts'
import type { ImportProgress } from './report.ts'

/** An item that is imported. */
export type ImportedItem = ImportedEvent | ImportedRecord

/** Options of {@link importRecords}. */
export interface ImportOptions {
  /** The name of the source, such as its address. Everything that is known about an item belongs to its source. At most 2,048 characters. */
  readonly source: string
  /**
   * Where the import keeps what it knows about the source: `memoryImports()`, or `kyselyImports(db)` of `@kalends/import/kysely`.
   * @default none: only the uids of records tell which items are known
   */
  readonly records?: ImportStore | undefined
  /** Whether to report what the import would do, and to write nothing. @default false */
  readonly dryRun?: boolean | undefined
  /**
   * The effect on coming events of this source that it no longer has: they stay, or go to the trash. Needs `records`.
   * @default 'keep'
   */
  readonly onMissing?: 'keep' | 'trash' | undefined
  /** The greatest part of the coming events that may be missing; if more are, the source counts as incomplete. @default 1/3 */
  readonly maxMissing?: number | undefined
  /**
   * Members that somebody else has changed since the last import: they keep their values, or the source overwrites them.
   * @default 'keep'
   */
  readonly conflicts?: 'keep' | 'source wins' | undefined
  /** Names the record that an item without a known record is; undefined for none. The record is linked, as by `decide(.., 'same as', id)`. */
  readonly match?: ((item: ImportedItem) => number | undefined | Promise<number | undefined>) | undefined
  /** Changes an item before it is imported; undefined drops it, as if the source did not have it. */
  readonly map?: ((item: ImportedItem) => ImportedItem | undefined | Promise<ImportedItem | undefined>) | undefined
  /** The effect of an item that cannot be imported: skip it, or end the import before it. @default 'skip' */
  readonly onError?: 'skip' | 'stop' | undefined
  /** The number of items per transaction, 1 to 10,000. @default 1000 */
  readonly chunkSize?: number | undefined
  /** Called after each chunk; the import continues when its promise has resolved. */
  readonly onProgress?: ((progress: ImportProgress) => void | Promise<void>) | undefined
  /** Ends the import when it is aborted: what is committed stays. Accepts any `AbortSignal`. */
  readonly signal?: AbortSignalLike | undefined
}

/** {@link ImportOptions} with their defaults. */
export interface ImportSettings extends ImportOptions {
  /** Where the records are written, as the actor of the import. */
  readonly calendar: Calendar
  /** What is known of items. */
  readonly records: ImportStore
  /** Whether nothing is written. */
  readonly dryRun: boolean
  /** The largest part of the known events that may go to the trash, from 0 to 1. */
  readonly maxMissing: number
  /** The items of a transaction. */
  readonly chunkSize: number
}

const optionNames: Readonly<Record<keyof ImportOptions, true>> = {
  ...{ source: true, records: true, dryRun: true, onMissing: true, maxMissing: true, conflicts: true, match: true, map: true },
  ...{ onError: true, chunkSize: true, onProgress: true, signal: true },
}

const choices = { onMissing: ['keep', 'trash'], conflicts: ['keep', 'source wins'], onError: ['skip', 'stop'] } as const

/** @throws TypeError an option is missing or has no meaning */
export function readSettings(calendar: Calendar, options: ImportOptions): ImportSettings {
  requireKnownOptions('importRecords', options, optionNames)
  const { source, records, dryRun = false, maxMissing = 1 / 3, chunkSize = 1_000 } = options ?? {}
  requireSource('importRecords', source)
  for (const [name, known] of Object.entries(choices)) {
    const value: unknown = Reflect.get(options, name)
    if (value !== undefined && !known.some((one) => one === value))
      throw new TypeError(`importRecords: ${name} must be ${known.join(' or ')}, not ${String(value)}`)
  }
  for (const name of ['match', 'map', 'onProgress'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function') throw new TypeError(`importRecords: ${name} must be a function`)
  if (records !== undefined) requireImportStore('importRecords', records)
  if (records === undefined && options.onMissing === 'trash')
    throw new TypeError("importRecords: onMissing: 'trash' needs records, which know the events of a source")
  if (typeof dryRun !== 'boolean') throw new TypeError('importRecords: dryRun must be true or false')
  if (!(maxMissing >= 0 && maxMissing <= 1)) throw new TypeError(`importRecords: maxMissing must be from 0 to 1, not ${maxMissing}`)
  if (!Number.isSafeInteger(chunkSize) || chunkSize < 1 || chunkSize > 10_000)
    throw new TypeError(`importRecords: chunkSize must be an integer from 1 to 10000, not ${chunkSize}`)
  if (dryRun && internals(calendar).afterCommit !== undefined)
    throw new TypeError('importRecords: a dry run undoes its writes, so it cannot run in a transaction of yours')
  return { ...options, calendar, records: records ?? memoryImports(), dryRun, maxMissing, chunkSize }
}

/** @throws TypeError the source has no name, or a long one */
export function requireSource(owner: string, source: unknown): void {
  if (typeof source !== 'string' || source === '' || source.length > 2_048)
    throw new TypeError(`${owner} needs the name of a source, at most 2048 characters`)
}

/** @throws TypeError it is no store of imports */
export function requireImportStore(owner: string, records: ImportStore): void {
  if (typeof records?.save !== 'function') throw new TypeError(`${owner} needs records, such as memoryImports()`)
}
