import type { Calendar } from '@kalends/core'
import { indexRows } from '../identity/rows.ts'
import { emptyOutcome, type Outcome, warn } from '../write/outcome.ts'
import { recordDigest } from '../write/record-digests.ts'
import { parentRowId } from '../write/term-parents.ts'
import { isItemError, readCurrent, recordsOf } from '../write/writer.ts'
import { addOutcome, type Run, transact } from './run.ts'

/** Links the terms whose parents came after them in the source. */
export async function linkParents(run: Run): Promise<void> {
  const { settings, orphans, imagined } = run
  if (orphans.length === 0) return
  const work = async (tx: Calendar, transaction: object | undefined): Promise<Outcome> => {
    const outcome = emptyOutcome()
    const parents = orphans.map((entry) => parentRowId(settings.source, entry) ?? '')
    const rows = indexRows(
      await run.records.find({ source: settings.source, ids: [...parents, ...orphans.map(({ id }) => id)] }, transaction),
    )
    for (const [at, entry] of orphans.entries()) {
      const [row, parent] = [rows.byId(entry.id), rows.byId(parents[at] ?? '')]
      if (row === undefined || imagined.has(row.recordId)) continue
      if (parent === undefined) {
        warn(outcome, entry, [{ code: 'no_parent', message: 'The source does not have its parent.' }])
        continue
      }
      try {
        await recordsOf(tx, entry.item.kind).update(row.recordId, { parentId: parent.recordId })
        const current = (await readCurrent(tx, entry.item.kind, [row.recordId])).get(row.recordId) ?? {}
        const parentId = [entry.digests['parentId'] ?? '', recordDigest(current, 'parentId')] as const
        outcome.rows.push({ ...row, members: { ...row.members, parentId }, version: Number(current['version']) })
        outcome.removedIds.push(row.id)
      } catch (error) {
        if (!isItemError(error)) throw error
        warn(outcome, entry, [{ code: 'no_parent', message: `It gets no parent: ${error.message}` }])
      }
    }
    return outcome
  }
  addOutcome(run, await transact(run, work))
}
