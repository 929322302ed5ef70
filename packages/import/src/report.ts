import type { ImportItem, ImportKind, ImportWarning, ItemPlace } from './item.ts'

/** Something to tell about one item. Its `index` is -1 if the source does not have it. */
export interface ImportNote extends ItemPlace, ImportWarning {
  /** The kind of record. */
  readonly kind: ImportKind | 'unreadable'
  /** The key of the item; for an item without one, a text made from its title, start, place and address. `decide` takes both. */
  readonly key: string
}

/** An item that may be the same event as one of another source. */
export interface DoubtfulItem extends ImportNote {
  /** The id of its record; 0 where it has none. */
  readonly id: number
  /** The records that it may be, each with its source. */
  readonly others: readonly { readonly source: string; readonly key: string; readonly id: number }[]
}

/** The number of items by what an import did with them. Items that `map` drops are in none. */
export interface ImportCounts {
  /** New records. */
  readonly created: number
  /** Records that were changed. */
  readonly updated: number
  /** Records that have all values already: nothing was written. */
  readonly unchanged: number
  /** Records that were put into the trash because the source has lost them. */
  readonly trashed: number
}

/** The result of an import. */
export interface ImportReport extends ImportCounts {
  /** Items that were not imported, each with the reason. */
  readonly skipped: readonly ImportNote[]
  /** What was decided for items, or left out of them. */
  readonly warnings: readonly ImportNote[]
  /** Items that may be events of other sources. Decide about them with `decide`; nothing is merged. */
  readonly doubtful: readonly DoubtfulItem[]
  /** Why no event counts as missing; null where the source was read as a whole and missing events were handled. */
  readonly incomplete: ImportWarning | null
}

/** The progress of an import. */
export interface ImportProgress extends ImportCounts {
  /** The number of items that are done. */
  readonly done: number
  /** The number of skipped items. */
  readonly skipped: number
}

/** A report that is being written. */
export type ReportDraft = {
  -readonly [Name in keyof ImportReport]: ImportReport[Name] extends readonly (infer T)[] ? T[] : ImportReport[Name]
}

/** An empty report. */
export const emptyReport = (): ReportDraft => ({
  ...{ created: 0, updated: 0, unchanged: 0, trashed: 0 },
  ...{ skipped: [], warnings: [], doubtful: [], incomplete: null },
})

/** Adds a part of a report, such as that of a chunk. */
export function addReport(report: ReportDraft, part: ReportDraft): void {
  for (const name of ['created', 'updated', 'unchanged', 'trashed'] as const) report[name] += part[name]
  for (const name of ['skipped', 'warnings'] as const) for (const note of part[name]) report[name].push(note)
  for (const note of part.doubtful) report.doubtful.push(note)
}

/** A note about an item. */
export const toNote = (
  { index, line, kind }: Exclude<ImportItem, { kind: 'end' }>,
  key: string,
  { code, message }: ImportWarning,
): ImportNote => ({
  index,
  ...(line !== undefined && { line }),
  kind,
  key,
  code,
  message,
})
