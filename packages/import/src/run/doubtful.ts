import type { Calendar } from '@kalends/core'
import type { Entry } from '../identity/entry.ts'
import type { RowIndex } from '../identity/rows.ts'
import type { ImportRow } from '../records/import-store.ts'
import { toNote } from '../report.ts'
import type { Outcome } from '../write/outcome.ts'
import { readCurrent } from '../write/writer.ts'

/** Lists the events of a chunk that may be events of other sources. Those that the viewer may not see are left out. */
export async function addDoubtful(
  calendar: Calendar,
  source: string,
  entries: readonly Entry[],
  rows: RowIndex,
  outcome: Outcome,
): Promise<void> {
  const pairs = entries.flatMap((entry) => {
    const id = outcome.recordIds.get(entry)
    if (id === undefined || entry.item.kind !== 'event') return []
    const own = rows.byId(entry.id)
    const others = [...new Set([...rows.byAddress(entry.address), ...rows.byLook(entry.look)])].filter(
      (row) => row.source !== source && row.recordId !== 0 && row.recordId !== id && isUndecided(own, id, row),
    )
    return others.length === 0 ? [] : [{ entry, id, others }]
  })
  if (pairs.length === 0) return
  const visible = await readCurrent(calendar, 'event', [...new Set(pairs.flatMap(({ others }) => others.map(({ recordId }) => recordId)))])
  for (const { entry, id, others } of pairs) {
    const shown = others.filter(({ recordId }) => visible.has(recordId))
    if (shown.length === 0) continue
    const isPage = shown.some(({ address }) => address !== '' && address === entry.address)
    const reason = isPage
      ? { code: 'same_address', message: 'Another source has an event with this address.' }
      : { code: 'same_show', message: 'Another source has an event with this title, day and place.' }
    outcome.report.doubtful.push({
      ...toNote(entry.item, entry.key, reason),
      id,
      others: shown.map(({ source: name, key, recordId }) => ({ source: name, key, id: recordId })),
    })
  }
}

/** Whether nobody has decided that two events are different ones. */
const isUndecided = (own: ImportRow | undefined, id: number, other: ImportRow): boolean =>
  own?.decision.not?.includes(other.recordId) !== true && other.decision.not?.includes(id) !== true
