import { type Entry, rowId } from '../identity/entry.ts'
import type { Pending, Writer } from './writer.ts'

/** The id of the row of a term's parent; undefined for a term without one. */
export const parentRowId = (source: string, { item }: Entry): string | undefined =>
  'parentKey' in item && item.parentKey !== undefined ? rowId(source, item.kind, item.parentKey) : undefined

/** The id of a term's parent, which may be an adopted one; undefined for a term without one, and while the parent is not imported yet. */
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
