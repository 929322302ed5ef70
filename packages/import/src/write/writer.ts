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
  readonly settings: ImportSettings
  readonly rows: RowIndex
  readonly outcome: Outcome
  /** When the run began, in milliseconds since 1970. */
  readonly nowMs: number
  /** The rows to write, whose records are read from the changes of the transaction. */
  readonly pending: Pending[]
  /** The ids of records that an earlier chunk of a dry run would have made. */
  readonly imagined: ReadonlySet<number>
}

/** A row that will be written. */
export interface Pending {
  readonly entry: Entry
  readonly row: ImportRow | undefined
  readonly recordId: number
  /** The members of the record that were written; undefined for all of the item. */
  readonly written: readonly string[] | undefined
  /** The record, if nothing was written. */
  readonly current: AnyRecord | undefined
  readonly exceptions: MemberDigests
  readonly isLinked: boolean
}

/** The operations that this package uses, of any kind. */
export interface AnyRecords {
  get(id: number): Promise<object>
  list(input: object): Promise<{ readonly items: readonly object[] }>
  create(input: object): Promise<object>
  update(id: number, patch: object): Promise<object>
  trash(id: number): Promise<object>
  restore(id: number): Promise<object>
}

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
  ...(['not_found', 'in_trash', 'version_conflict'] as const),
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
    // Records of all kinds have these members.
    for (const item of items as readonly (AnyRecord & { readonly id: number })[]) found.set(item.id, item)
  }
  return found
}

/** The last states of the records that the open transaction has written, by kind and id. */
export function writtenRecords(tx: Calendar): ReadonlyMap<string, AnyRecord> {
  const records = new Map<string, AnyRecord>()
  for (const { kind, after } of internals(tx).unpublished)
    if (after !== null) records.set(`${kind} ${after.id}`, after as unknown as AnyRecord)
  return records
}
