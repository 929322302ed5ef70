import type { Calendar } from '@kalends/core'
import { findMergedByName, findMergedInto, type GivenProfile } from '@kalends/core/internal'
import type { Entry } from '../identity/entry.ts'
import type { ImportKind } from '../item.ts'
import type { ImportRow } from '../records/import-store.ts'

/** The kinds whose records can be merged. */
const mergeable: readonly Exclude<ImportKind, 'event'>[] = ['category', 'tag', 'venue', 'organizer']

/** Rows whose records were merged into others, with the ids of those: one query for each kind that they have, apart from events. */
export async function withMergedIds(calendar: Calendar, rows: readonly ImportRow[]): Promise<readonly ImportRow[]> {
  const byKind = new Map<ImportKind, ReadonlyMap<number, number>>()
  for (const kind of mergeable) {
    const ids = rows.flatMap((row) => (row.kind === kind && row.recordId !== 0 ? [row.recordId] : []))
    byKind.set(kind, await findMergedInto(calendar, kind, ids))
  }
  return rows.map((row) => {
    const recordId = byKind.get(row.kind)?.get(row.recordId)
    // The record is one that people have made of several.
    return recordId === undefined ? row : { ...row, recordId, isLinked: true }
  })
}

/** The ids of the records that have the names of new items as former ones, because others were merged into them. */
export async function findMergedNames(calendar: Calendar, entries: readonly Entry[]): Promise<ReadonlyMap<Entry, number>> {
  const found = new Map<Entry, number>()
  for (const kind of mergeable) {
    // A term below a parent is another one than a term of the same name elsewhere.
    const ofKind = entries.filter(({ item }) => item.kind === kind && !('parentKey' in item && item.parentKey !== undefined))
    const byInput = new Map(ofKind.map((entry) => [toNamed(entry), entry]))
    if (byInput.size === 0) continue
    for (const [input, recordId] of await findMergedByName(calendar, kind, [...byInput.keys()])) {
      const entry = byInput.get(input)
      if (entry !== undefined) found.set(entry, recordId)
    }
  }
  return found
}

/** The members of an input that tell records of one name apart, without values of other types. */
function toNamed({ item }: Entry): GivenProfile {
  const isOf = (name: string): string => (name === 'geoLat' || name === 'geoLng' ? 'number' : 'string')
  return Object.fromEntries(Object.entries(item.input).filter(([name, value]) => typeof value === isOf(name)))
}
