import { type Entry, rowId } from '../identity/entry.ts'
import type { ImportRow } from '../records/import-store.ts'
import type { Pending, Writer } from './writer.ts'

/** The id of the row of an item's parent; undefined for an item without one. */
export const parentRowId = (source: string, { item }: Entry): string | undefined =>
  'parentKey' in item && item.parentKey !== undefined ? rowId(source, item.kind, item.parentKey) : undefined

/** The id of an item's parent, which may be an adopted one; undefined for an item without one, and while the parent is not imported yet. */
export function parentIdOf(
  { settings, rows, pending }: Writer,
  entry: Entry,
  adopted: readonly Pick<Pending, 'entry' | 'recordId'>[] = [],
): number | undefined {
  const id = parentRowId(settings.source, entry)
  if (id === undefined) return undefined
  const recordId = [...pending, ...adopted].find((other) => other.entry.id === id)?.recordId ?? rows.byId(id)?.recordId
  return recordId === 0 ? undefined : recordId
}

/** A row whose item waits for its parent: no value of the source has an empty digest. */
export const unlinked = (row: ImportRow): ImportRow =>
  isUnlinked(row) ? row : { ...row, members: { ...row.members, parentId: ['', row.members['parentId']?.[1] ?? ''] } }

/** Whether the item of a row waits for its parent since an earlier run. */
export const isUnlinked = ({ members }: ImportRow): boolean => members['parentId']?.[0] === ''

/** Notes an item whose parent is not imported yet: it is linked at the end of the run. */
export function noteOrphan({ settings, outcome }: Writer, entry: Entry, parentId: number | undefined): void {
  if (parentId === undefined && parentRowId(settings.source, entry) !== undefined) outcome.orphans.push(entry)
}
