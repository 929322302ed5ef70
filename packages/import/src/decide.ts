import { requireKnownOptions } from '@kalends/core/store'
import { rowId } from './identity/entry.ts'
import type { ImportKind } from './item.ts'
import { requireImportStore, requireSource } from './options.ts'
import { type Decision, emptyRow, type ImportRow, type ImportStore, unwritten } from './records/import-store.ts'

/** Which import a decision is about. */
export interface DecideOptions {
  /** The name of the source, as `importRecords` has it. */
  readonly source: string
  /** Where the import keeps what it knows. */
  readonly records: ImportStore
  /** The kind of record. @default 'event' */
  readonly kind?: ImportKind | undefined
}

/**
 * Decides what an item is; the decision lasts. `same as`: it is this record, which stays as it is until the source changes something.
 * `not the same as`: it is another event than this record. `ignore`: it is not imported. A record that the item had until now stays.
 * @param key the key of the item, as a report has it; also of an item that was not imported yet
 * @param id the record, for the first two
 * @throws TypeError an argument is invalid
 * @example
 * const source = 'https://club.example.org/a.ics'
 * const { doubtful } = await importRecords(calendar, items, { source, records, dryRun: true })
 * for (const { key, others: [other] } of doubtful) if (other) await decide({ source, records }, key, 'same as', other.id)
 */
export function decide(options: DecideOptions, key: string, decision: 'ignore'): Promise<void>
export function decide(options: DecideOptions, key: string, decision: 'same as' | 'not the same as', id: number): Promise<void>
export async function decide(options: DecideOptions, key: string, decision: string, id?: number): Promise<void> {
  requireKnownOptions('decide', options, { source: true, records: true, kind: true })
  const { source, records, kind = 'event' } = options
  requireSource('decide', source)
  requireImportStore('decide', records)
  if (typeof key !== 'string' || key === '') throw new TypeError('decide needs the key of an item')
  if (decision !== 'ignore' && (!Number.isSafeInteger(id) || Number(id) < 1)) throw new TypeError('decide needs the id of a record')
  const rows = await records.find({ source, ids: [rowId(source, kind, key)] })
  const row = rows[0] ?? emptyRow({ id: rowId(source, kind, key), source, kind, key })
  await records.save({ source, removedIds: rows.map((known) => known.id), rows: [decided(row, decision, Number(id))] })
}

/** @throws TypeError the decision is unknown */
function decided(row: ImportRow, decision: string, id: number): ImportRow {
  const not = (row.decision.not ?? []).filter((other) => other !== id)
  switch (decision) {
    case 'ignore':
      return { ...row, decision: { ...row.decision, ignore: true } }
    case 'same as':
      return { ...row, ...unwritten, decision: { same: id, not }, recordId: id, isLinked: true }
    case 'not the same as': {
      const { same } = row.decision
      const next: Decision = { ...row.decision, not: [...not, id], same: same === id ? undefined : same }
      return row.recordId === id ? { ...row, ...unwritten, decision: next, recordId: 0, isLinked: false } : { ...row, decision: next }
    }
    default:
      throw new TypeError(`decide takes 'same as', 'not the same as' or 'ignore', not ${decision}`)
  }
}
