import type { ImportRow } from '../records/import-store.ts'

/** The rows that a chunk may need, by what finds them. */
export interface RowIndex {
  /** The row with an id; undefined without one. */
  byId(id: string): ImportRow | undefined
  /** The rows with the digest of an address. */
  byAddress(address: string): readonly ImportRow[]
  /** The rows with the digest of a title, a day and a place. */
  byLook(look: string): readonly ImportRow[]
  /** The rows of an event. */
  byRecord(recordId: number): readonly ImportRow[]
}

/** Indexes rows. */
export function indexRows(rows: readonly ImportRow[]): RowIndex {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byAddress = groupBy(rows, ({ address }) => address)
  const byLook = groupBy(rows, ({ look }) => look)
  const byRecord = groupBy(rows, ({ kind, recordId }) => (kind === 'event' ? recordId : 0))
  return {
    byId: (id) => byId.get(id),
    byAddress: (address) => (address === '' ? [] : (byAddress.get(address) ?? [])),
    byLook: (look) => byLook.get(look) ?? [],
    byRecord: (recordId) => (recordId === 0 ? [] : (byRecord.get(recordId) ?? [])),
  }
}

/** Groups values by a key. */
export function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
