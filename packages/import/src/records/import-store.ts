import type { ImportKind } from '../item.ts'

/** What people have decided about an item. */
export interface Decision {
  /** It is this record. */
  readonly same?: number | undefined
  /** It is none of these records. */
  readonly not?: readonly number[] | undefined
  /** It is not imported. */
  readonly ignore?: boolean | undefined
}

/**
 * The digests of the members of a record, by their names: the value in the source, and the value that the record had after the last
 * import. A member whose record has another digest now was changed by somebody else. Names with `@` are exceptions of a series.
 */
export type MemberDigests = Readonly<Record<string, readonly [source: string, record: string]>>

/** What is known about one item of a source. Rows are plain data. */
export interface ImportRow {
  /** Identifies the row: a digest of source, kind and key. */
  readonly id: string
  /** The name of the source. */
  readonly source: string
  /** The kind of record. */
  readonly kind: ImportKind
  /** The key of the item; for an item without one, a text made from its title, start, place and address. */
  readonly key: string
  /** The id of the record; 0 without one. */
  readonly recordId: number
  /** The digest of the item's address; empty without one. */
  readonly address: string
  /** The digest of title, day and place; empty as long as the item was never imported. */
  readonly look: string
  /** The start as the source writes it. */
  readonly start: string
  /** When the event starts, in milliseconds since 1970. */
  readonly startMs: number
  /** When the event ends, in milliseconds since 1970; `endless` for a series. */
  readonly endMs: number
  /** The revision in the source; -1 where it is unknown. */
  readonly sequence: number
  /** When the source changed it, in milliseconds since 1970; 0 where it is unknown. */
  readonly modifiedMs: number
  /** The digest of the whole item as it was imported; empty to compare it again. */
  readonly content: string
  /** The digests of its members. */
  readonly members: MemberDigests
  /** The version of the record after the last import. */
  readonly version: number
  /** Whether an import has put the record into the trash because the source had lost it. */
  readonly isMissing: boolean
  /** Whether the record existed before: then it is not put into the trash where the source loses it. */
  readonly isLinked: boolean
  /** What people have decided. */
  readonly decision: Decision
  /** When the row was written, in milliseconds since 1970. */
  readonly lastRunMs: number
}

/** Which rows to find: those that meet any of the conditions. */
export interface ImportLookup {
  /** The source of the rows with these ids. */
  readonly source: string
  /** Ids of rows of the source. */
  readonly ids?: readonly string[] | undefined
  /** Digests of addresses, in any source. */
  readonly addresses?: readonly string[] | undefined
  /** Digests of title, day and place, in any source. */
  readonly looks?: readonly string[] | undefined
  /** Ids of events, in any source. */
  readonly recordIds?: readonly number[] | undefined
}

/** Rows to write, in place of those with the same ids, and ids of rows to remove first. */
export interface ImportChanges {
  /** The source of the rows. */
  readonly source: string
  /** The rows. */
  readonly rows: readonly ImportRow[]
  /** The ids. */
  readonly removedIds: readonly string[]
}

/**
 * Where an import keeps what it knows about its sources: `memoryImports()`, or `kyselyImports(db)` of `@kalends/import/kysely`. A call gets
 * the engine's transaction of the calendar where there is one.
 */
export interface ImportStore {
  /** Whether `save` joins the calendar's transaction. Otherwise it is called after the commit; after that of a transaction of the host nobody waits for it. */
  readonly joinsTransactions: boolean
  /** The rows that meet a lookup, in any order, each once. */
  find(lookup: ImportLookup, transaction?: object): Promise<readonly ImportRow[]>
  /** All rows of a source, by id; of all sources without a name. */
  each(source?: string, transaction?: object): AsyncIterable<ImportRow>
  /** Writes rows. */
  save(changes: ImportChanges, transaction?: object): Promise<void>
}

/** The end of a series, whose dates the calendar knows. */
export const endless = 8_640_000_000_000_000

/** The members of a row whose record no import has written. */
export const unwritten = { content: '', members: {}, version: 0, isMissing: false } as const

/** A row without a record. */
export const emptyRow = (identity: Pick<ImportRow, 'id' | 'source' | 'kind' | 'key'>): ImportRow => ({
  ...{ ...identity, ...unwritten, recordId: 0, address: '', look: '', start: '', startMs: 0, endMs: 0 },
  ...{ sequence: -1, modifiedMs: 0, isLinked: false, decision: {}, lastRunMs: 0 },
})
