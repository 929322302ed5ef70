import type { Calendar } from '@kalends/core'
import type { Entry } from '../identity/entry.ts'
import type { Step } from '../identity/resolve.ts'
import type { ImportKind } from '../item.ts'
import { endless, type ImportRow } from '../records/import-store.ts'
import type { Outcome } from '../write/outcome.ts'
import type { AnyRecord } from '../write/record-digests.ts'
import { whyKept } from '../write/update.ts'
import { readCurrent, recordKey } from '../write/writer.ts'
import type { Run } from './run.ts'

/** The order in which the kinds are written: later ones link earlier ones. */
export const kinds: readonly ImportKind[] = ['category', 'tag', 'venue', 'organizer', 'event']

/** Steps, with the records that they change, by kind and id. */
export interface Settled {
  /** What happens to the items, in order. */
  readonly steps: readonly Step[]
  /** The records of these items by kind and id. */
  readonly current: ReadonlyMap<ImportKind, ReadonlyMap<number, AnyRecord>>
}

/** Reads the records of items that have changed. Those that people have deleted or put into the trash stay as they are. */
export async function settle({ imagined }: Run, calendar: Calendar, steps: readonly Step[]): Promise<Settled> {
  const current = new Map<ImportKind, ReadonlyMap<number, AnyRecord>>()
  const toId = (step: Step): readonly number[] =>
    step.type === 'update' ? [step.row.recordId] : step.type === 'link' ? [step.recordId] : []
  for (const kind of kinds) {
    const ids = steps.filter(({ entry }) => entry.item.kind === kind).flatMap(toId)
    if (ids.length > 0) current.set(kind, await readCurrent(calendar, kind, ids))
  }
  const settled = steps.map((step): Step => {
    if (step.type !== 'update' || imagined.has(recordKey(step.entry.item.kind, step.row.recordId))) return step
    const { entry, row } = step
    const reason = whyKept(row, current.get(entry.item.kind)?.get(row.recordId))
    return reason === undefined ? step : { type: 'skip', entry, row, reason }
  })
  return { steps: settled, current }
}

/** Whether a step writes something. */
export const isWriting = (step: Step): boolean =>
  step.type === 'create' || step.type === 'update' || step.type === 'link' || movedRow(step) !== undefined

const lasting: ReadonlySet<string> = new Set(['ignored', 'in_trash', 'record_gone'])

/** The row of an item that is not written, but looks different now: what is known about it has to be found again. */
export function movedRow(step: Step): ImportRow | undefined {
  if (step.type !== 'unchanged' && (step.type !== 'skip' || !lasting.has(step.reason.code))) return undefined
  const { entry, row } = step
  return (['id', 'address', 'look', 'start'] as const).some((name) => row?.[name] !== entry[name]) ? row : undefined
}

/** Replaces what identifies an item. A row without a record to read the times of gets those of UTC. */
export function addMoved(outcome: Outcome, { id, key, address, look, start, item }: Entry, row: ImportRow): void {
  const startMs = Date.parse(`${start.slice(0, 10)}T00:00:00Z`)
  const hasDay = item.kind === 'event' && row.start !== start && row.endMs !== endless && !Number.isNaN(startMs)
  outcome.rows.push({ ...row, id, key, address, look, start, ...(hasDay && { startMs, endMs: startMs + dayMs }) })
  outcome.removedIds.push(row.id)
  outcome.seen.push(id)
}

const dayMs = 86_400_000
