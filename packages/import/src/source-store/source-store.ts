import type { ImportWarning } from '../item.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportReport } from '../report.ts'

/** The options of `importRecords` that a source can have of its own. */
export type SourceImportOptions = Pick<ImportOptions, 'onMissing' | 'maxMissing' | 'conflicts'>

/** What the host says about a source. */
export interface SourceSettings {
  /** The kind of the source: which of the `readers` reads it. */
  readonly kind: string
  /** Its address; it may contain a secret, such as that of a Google calendar. At most 2,048 characters. */
  readonly address: string
  /** The time between two runs, in milliseconds. */
  readonly intervalMs: number
  /** The options of its imports. */
  readonly options: SourceImportOptions
  /** Options for its reader, as JSON. */
  readonly readerOptions: Readonly<Record<string, unknown>>
}

/** A source that is read again and again. */
export interface Source extends SourceSettings {
  /** Its name: `source` of `importRecords`, of `decide`, and of what is known about its items. */
  readonly name: string
  /** When it was read last, in milliseconds since 1970; 0 for never. */
  readonly lastRunMs: number
  /** When it was read without a failure, in milliseconds since 1970; 0 for never. */
  readonly lastSuccessMs: number
  /** The report of the last import, with at most 100 of each list; null before the first one. A failure leaves it as it is. */
  readonly report: ImportReport | null
  /** Why the last run has failed; null if it has not. */
  readonly error: ImportWarning | null
  /** The number of failures since the last success. */
  readonly failures: number
  /** When it is to be read again, in milliseconds since 1970. */
  readonly nextAtMs: number
}

/** A stored source. */
export interface StoredSource extends Source {
  /** A digest of the settings that the last run had. Under other settings it is due at once, and its validators mean nothing. */
  readonly ranWith: string
  /** The `ETag` of the last response that was imported; empty for none. */
  readonly etag: string
  /** The `Last-Modified` of that response; empty for none. */
  readonly lastModified: string
  /** A process runs it until this moment, in milliseconds since 1970; no process does if the moment is over. */
  readonly leaseUntilMs: number
}

/** Changed members of a source. */
export type SourcePatch = Partial<Omit<StoredSource, 'name'>>

/** Where sources are stored: `memorySources()`, or `kyselySources(db)` of `@kalends/import/kysely`. */
export interface SourceStore {
  /** Whether `insert` joins a transaction of the calendar. */
  readonly joinsTransactions: boolean
  /**
   * Adds a source.
   * @param transaction the engine's transaction of a calendar that is restored
   * @returns whether its name was new
   */
  insert(source: StoredSource, transaction?: object): Promise<boolean>
  /** The source with a name; undefined if there is none. */
  get(name: string): Promise<StoredSource | undefined>
  /** All sources, in any order. */
  list(): Promise<readonly StoredSource[]>
  /**
   * Changes a source. With `leaseUntilMs` only if it still has this value, in one step that no other process can come between.
   * @returns whether it has
   */
  update(name: string, patch: SourcePatch, leaseUntilMs?: number): Promise<boolean>
  /** Deletes a source. @returns whether there was one */
  delete(name: string): Promise<boolean>
}
