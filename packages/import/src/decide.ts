import { type Calendar, isCalendarError } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { requireKnownOptions } from '@kalends/core/store'
import { rowId, toKey } from './identity/entry.ts'
import type { ImportKind } from './item.ts'
import { requireImportStore, requireSource } from './options.ts'
import { type Decision, emptyRow, type ImportRow, type ImportStore, unwritten } from './records/import-store.ts'
import { storeFor } from './records/memory.ts'
import { transact } from './run/transact.ts'
import { recordsOf } from './write/writer.ts'

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
 * Decides what an item is; the decision lasts until it is withdrawn. `same as`: it is this record, which stays as it is until the source
 * changes something. `not the same as`: it is another event than this record. `ignore`: it is not imported. `null` withdraws all decisions
 * about the item: the next run imports it as if nobody had decided. A record that the item had until now stays.
 *
 * A decision takes turns with imports, so one that runs at the same time follows it or has passed the item already, and loses nothing.
 * @param calendar the calendar, `as` the actor who decides: they need the permission to update the record that the item has and the one that
 * it becomes; for an item without a record, to create one
 * @param key the key of the item, as a report has it; also of an item that was not imported yet
 * @param id the record, for the first two
 * @throws TypeError an argument is invalid
 * @throws unauthenticated, forbidden the actor may not do what the import would do with the item
 * @throws not_found, in_trash the record that the item becomes does not exist, is hidden from the actor, or is in the trash
 * @example
 * const source = 'https://club.example.org/a.ics'
 * const { doubtful } = await importRecords(calendar, items, { source, records, dryRun: true })
 * for (const { key, others: [other] } of doubtful) if (other) await decide(calendar, { source, records }, key, 'same as', other.id)
 */
export function decide(
  calendar: Calendar,
  options: DecideOptions,
  key: string,
  decision: 'same as' | 'not the same as',
  id: number,
): Promise<void>
/** Decides that an item is not imported (`ignore`), or withdraws all decisions about it (`null`). */
export function decide(calendar: Calendar, options: DecideOptions, key: string, decision: 'ignore' | null): Promise<void>
export async function decide(calendar: Calendar, options: DecideOptions, key: string, decision: string | null, id?: number): Promise<void> {
  requireKnownOptions('decide', options, { source: true, records: true, kind: true })
  const { source, kind = 'event' } = options
  requireSource('decide', source)
  requireImportStore('decide', options.records)
  const records = storeFor(calendar, options.records)
  if (typeof key !== 'string' || key === '') throw new TypeError('decide needs the key of an item')
  if (decision !== 'ignore' && decision !== null && (!Number.isSafeInteger(id) || Number(id) < 1))
    throw new TypeError('decide needs the id of a record')
  const identity = { id: rowId(source, kind, key), source, kind, key: toKey(key) }
  await transact({ settings: { calendar, source, dryRun: false }, records }, async (tx, transaction) => {
    const [known] = await records.find({ source, ids: [identity.id] }, transaction)
    const row = known ?? emptyRow(identity)
    const next = decided(row, decision, Number(id))
    await demandDecision(tx, row, decision === 'same as' ? Number(id) : 0)
    const isKept = next.recordId !== 0 || Object.keys(next.decision).length > 0
    return { rows: isKept ? [next] : [], removedIds: known === undefined ? [] : [known.id] }
  })
}

/** @throws TypeError the decision is unknown */
function decided(row: ImportRow, decision: string | null, id: number): ImportRow {
  const { same } = row.decision
  const not = (row.decision.not ?? []).filter((other) => other !== id)
  switch (decision) {
    case null:
      return { ...(row.recordId === same ? withoutRecord(row) : row), decision: {} }
    case 'ignore':
      return { ...row, decision: { ...row.decision, ignore: true } }
    case 'same as':
      return { ...row, ...unwritten, decision: { same: id, not }, recordId: id, isLinked: true }
    case 'not the same as': {
      const next: Decision = { ...row.decision, not: [...not, id], same: same === id ? undefined : same }
      return { ...(row.recordId === id ? withoutRecord(row) : row), decision: next }
    }
    default:
      throw new TypeError(`decide takes 'same as', 'not the same as', 'ignore' or null, not ${decision}`)
  }
}

const withoutRecord = (row: ImportRow): ImportRow => ({ ...row, ...unwritten, recordId: 0, isLinked: false })

/**
 * Asks for the permissions that an import of the item needs. An update without members asks, and writes nothing.
 * @param same the id of the record that the item becomes; 0 for none
 */
async function demandDecision(tx: Calendar, { kind, recordId }: ImportRow, same: number): Promise<void> {
  const { update } = recordsOf(tx, kind)
  if (same !== 0) await update(same, {})
  else if (recordId === 0) await internals(tx).authorize('create', kind)
  if (recordId === 0 || recordId === same) return
  try {
    await update(recordId, {})
  } catch (error) {
    // A record that is gone, or hidden from the actor, is as if the item had none. One in the trash stays there.
    if (isCalendarError(error, 'not_found')) await internals(tx).authorize('create', kind)
    else if (!isCalendarError(error, 'in_trash')) throw error
  }
}
