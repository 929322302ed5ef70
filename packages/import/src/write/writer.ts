import { type Calendar, type CalendarError, isCalendarError } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { listOfKind } from '@kalends/core/store'
import type { Entry } from '../identity/entry.ts'
import type { RowIndex } from '../identity/rows.ts'
import type { ImportKind } from '../item.ts'
import type { ImportSettings } from '../options.ts'
import type { ImportRow, MemberDigests } from '../records/import-store.ts'
import type { Outcome } from './outcome.ts'
import type { AnyRecord } from './record-digests.ts'

/** What the steps of a chunk write with. */
export interface Writer {
  /** The calendar inside the transaction of the chunk. */
  readonly tx: Calendar
  /** The options of the import. */
  readonly settings: ImportSettings
  /** What is known of the items of the source. */
  readonly rows: RowIndex
  /** Receives what happens. */
  readonly outcome: Outcome
  /** When the run began, in milliseconds since 1970. */
  readonly nowMs: number
  /** The rows to write, whose records are read from the changes of the transaction. */
  readonly pending: Pending[]
  /** The records that an earlier chunk of a dry run would have made, by {@link recordKey}. */
  readonly imagined: ReadonlySet<string>
}

/** A row that will be written. */
export interface Pending {
  /** The item. */
  readonly entry: Entry
  /** What was known of it; undefined for nothing. */
  readonly row: ImportRow | undefined
  /** The id of its record. */
  readonly recordId: number
  /** The members of the record that were written; undefined for all of the item. */
  readonly written: readonly string[] | undefined
  /** The record, if nothing was written. */
  readonly current: AnyRecord | undefined
  /** The digests of its exceptions. */
  readonly exceptions: MemberDigests
  /** Whether the record existed before. */
  readonly isLinked: boolean
}

/** The operations that this package uses, of any kind. */
export interface AnyRecords {
  /** Reads a record. */
  get(id: number): Promise<FoundRecord>
  /** Lists records. */
  list(input: object): Promise<{ readonly items: readonly FoundRecord[] }>
  /** Creates a record. */
  create(input: object): Promise<FoundRecord>
  /** Changes a record. */
  update(id: number, patch: object): Promise<FoundRecord>
  /** Puts a record into the trash. */
  trash(id: number): Promise<FoundRecord>
  /** Takes a record out of the trash. */
  restore(id: number): Promise<FoundRecord>
}

type FoundRecord = AnyRecord & { readonly id: number }

/** The operations of a kind. Terms have no trash. */
export function recordsOf(calendar: Calendar, kind: ImportKind): AnyRecords {
  // The inputs of the kinds differ; each item has an input of its kind.
  return calendar[listOfKind[kind]] as unknown as AnyRecords
}

/** Whether a kind has a status and a trash. */
export const isPublished = (kind: ImportKind): kind is 'event' | 'venue' | 'organizer' => kind !== 'category' && kind !== 'tag'

/** Codes of errors that concern one item alone. */
const itemCodes = [
  ...(['invalid_input', 'unauthenticated', 'forbidden', 'refused', 'uid_taken', 'slug_taken', 'name_taken'] as const),
  ...(['venue_busy', 'not_found', 'in_trash', 'version_conflict'] as const),
]

/** Whether an error concerns one item alone. */
export const isItemError = (error: unknown): error is CalendarError => itemCodes.some((code) => isCalendarError(error, code))

/** The records of a kind by id, as the viewer sees them, those in the trash, too. Missing ones are left out. */
export async function readCurrent(calendar: Calendar, kind: ImportKind, ids: readonly number[]): Promise<Map<number, AnyRecord>> {
  const found = new Map<number, AnyRecord>()
  const size = Math.min(100, calendar.maxPerPage)
  const everything = { ...(isPublished(kind) && { status: ['any', 'trash'] }), ...(kind === 'event' && { hidden: 'include' }) }
  for (let at = 0; at < ids.length; at += size) {
    const { items } = await recordsOf(calendar, kind).list({ ids: ids.slice(at, at + size), perPage: size, ...everything })
    for (const item of items) found.set(item.id, item)
  }
  return found
}

/** Identifies a record among those of all kinds. */
export const recordKey = (kind: ImportKind, id: number): string => `${kind} ${id}`

/** The last states of the records that the open transaction has written, by {@link recordKey}. */
export function writtenRecords(tx: Calendar): ReadonlyMap<string, AnyRecord> {
  const records = new Map<string, AnyRecord>()
  for (const { kind, after } of internals(tx).unpublished) if (after !== null) records.set(recordKey(kind, after.id), { ...after })
  return records
}
