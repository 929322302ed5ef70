import type { Kind } from '../errors/codes.ts'
import { type KindFields, kinds } from '../fields/declared.ts'
import { keysOfValues } from '../fields/keys.ts'
import type { RecordKeys } from '../store/contract.ts'
import { isSame } from '../store/is-same.ts'
import type { StoredRecord } from '../store/records.ts'
import type { CalendarContext } from './context.ts'
import { beginReport, type MaintenanceReport } from './maintenance-report.ts'
import { collectionOf, recordsWithFields } from './stored-records.ts'

/** How often a batch is tried while other writers change its records. */
const maxAttempts = 20

/** Recomputes the keys of all stored records. */
export async function reindexFields(context: CalendarContext, dryRun: boolean): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  for (const kind of kinds)
    for await (const batch of recordsWithFields(context.store, kind)) {
      counts.checked += batch.length
      const stale = staleKeys(context.declaredFields[kind], batch)
      for (const { id } of stale) note({ problem: 'stale_keys', kind, id })
      counts.changed += dryRun || stale.length === 0 ? stale.length : await replaceKeys(context, kind, stale)
    }
  return toReport()
}

/** The new keys of the records whose keys are not those of their values. */
const staleKeys = ({ list }: KindFields, records: readonly StoredRecord[]): readonly RecordKeys[] =>
  records
    .map((record) => ({ record, keys: keysOfValues(list, record.fields.values) }))
    .filter(({ record, keys }) => !isSame(keys, record.fields.keys))
    .map(({ record: { id, version }, keys }) => ({ id, version, keys }))

/**
 * Replaces keys. A record that another writer changes meanwhile is left out, and keeps its old keys if that writer changes none of its fields:
 * it is read again.
 */
async function replaceKeys({ store, clock, declaredFields }: CalendarContext, kind: Kind, stale: readonly RecordKeys[]): Promise<number> {
  let changed = 0
  let rest = stale
  for (let attempt = 1; rest.length > 0 && attempt <= maxAttempts; attempt++) {
    const batch = rest
    changed += await store.transaction((tx) => collectionOf(tx, kind).replaceKeys(batch, clock.nowMs()))
    const ids = batch.map(({ id }) => id)
    rest = staleKeys(declaredFields[kind], await collectionOf(store, kind).getMany(ids))
  }
  return changed
}
