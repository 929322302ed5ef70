import type { Calendar } from '@kalends/core'
import type { Entry } from '../identity/entry.ts'
import { indexRows } from '../identity/rows.ts'
import type { ImportRow } from '../records/import-store.ts'
import { withMergedIds } from '../write/merged.ts'
import { emptyOutcome, type Outcome, warn } from '../write/outcome.ts'
import { isUnlinked, parentRowId, unlinked } from '../write/parents.ts'
import { recordDigest } from '../write/record-digests.ts'
import { whyKept } from '../write/update.ts'
import { isItemError, readCurrent, recordKey, recordsOf } from '../write/writer.ts'
import { addOutcome, type Run } from './run.ts'
import { transact } from './transact.ts'

/** Links the terms and events whose parents came after them in the source, in the same run or in a later one. */
export async function linkParents(run: Run): Promise<void> {
  const { settings, imagined } = run
  // An item whose record existed already was noted when it was to be created, and when it was updated.
  const orphans = [...new Map(run.orphans.map((entry) => [entry.id, entry])).values()]
  if (orphans.length === 0) return
  const work = async (tx: Calendar, transaction: object | undefined): Promise<Outcome> => {
    const outcome = emptyOutcome()
    const parents = orphans.map((entry) => parentRowId(settings.source, entry) ?? '')
    const ids = [...parents, ...orphans.map(({ id }) => id)]
    const rows = indexRows(await withMergedIds(tx, await run.records.find({ source: settings.source, ids }, transaction)))
    for (const [at, entry] of orphans.entries()) {
      const row = rows.byId(entry.id)
      if (row === undefined || row.recordId === 0 || imagined.has(recordKey(entry.item.kind, row.recordId))) continue
      const next = await linkParent(run, tx, outcome, { entry, row, parentId: rows.byId(parents[at] ?? '')?.recordId ?? 0 })
      if (next === row) continue
      outcome.rows.push(next)
      outcome.removedIds.push(row.id)
    }
    return outcome
  }
  addOutcome(run, await transact(run, work))
}

/** An item that has no parent yet. */
interface Orphan {
  readonly entry: Entry
  readonly row: ImportRow
  /** The id of its parent's record; 0 while that is not imported. */
  readonly parentId: number
}

/** @returns the row of the item; the same one if nothing has changed */
async function linkParent(
  { settings, imagined }: Run,
  tx: Calendar,
  outcome: Outcome,
  { entry, row, parentId }: Orphan,
): Promise<ImportRow> {
  const { kind } = entry.item
  const withoutParent = (message: string): ImportRow => {
    warn(outcome, entry, [{ code: 'no_parent', message }])
    return unlinked(row)
  }
  const withParent = (inRecord: string): ImportRow => ({
    ...row,
    members: { ...row.members, parentId: [entry.digests['parentId'] ?? '', inRecord] },
  })
  if (parentId === 0) return withoutParent('The source does not have its parent.')
  const before = (await readCurrent(tx, kind, [row.recordId])).get(row.recordId)
  if (before === undefined || whyKept(row, before) !== undefined) return row
  const [, inRecord = ''] = row.members['parentId'] ?? []
  if (settings.conflicts !== 'source wins' && recordDigest(before, 'parentId') !== inRecord) {
    warn(outcome, entry, [{ code: 'overridden', message: "Somebody else has changed parentId: the source's value is left out." }])
    return withParent(inRecord)
  }
  try {
    const after = imagined.has(recordKey(kind, parentId)) ? before : await recordsOf(tx, kind).update(row.recordId, { parentId })
    if (isUnlinked(row)) {
      // The item was counted as unchanged.
      outcome.report.unchanged--
      outcome.report.updated++
    }
    // `'source wins'` compares the members of a row with another version: somebody else has changed them.
    const version = row.version === before['version'] ? Number(after['version']) : row.version
    return { ...withParent(recordDigest(after, 'parentId')), version }
  } catch (error) {
    if (!isItemError(error)) throw error
    return withoutParent(`It gets no parent: ${error.message}`)
  }
}
