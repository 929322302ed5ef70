import type { Kind } from '../errors/codes.ts'
import type { Operation } from '../record/context.ts'
import type { LoggedChange } from '../store/log.ts'
import type { EntityId } from '../store/records.ts'
import type { FollowedList } from './followed-list.ts'
import { idsOfKind, type KnownByEvents, noTerms, type TouchedTerms, touchedTerms } from './known-by-events.ts'
import { wasReadable } from './readable-before.ts'

/** A change of a record in a copy. */
export interface FoundChange {
  /** The kind of record. */
  readonly kind: Kind
  /** Its id. */
  readonly id: EntityId
  /** The current record; absent if it is gone from the list. */
  readonly record?: unknown
}

/** The changes of a list. */
interface ListChanges {
  /** Those of records with rows of their own, by the last of these rows. */
  readonly found: ReadonlyMap<LoggedChange, FoundChange>
  /** Terms that the viewer may have come to know by events. */
  readonly known: readonly FoundChange[]
  /** Terms that the viewer does not know any more. */
  readonly forgotten: readonly FoundChange[]
}

/**
 * The changes of the records with these rows, in the order of their last rows. New terms come first and forgotten ones last: an event of a copy
 * then never names a term that the copy lacks.
 * @param knownByEvents the lists whose terms the viewer knows by events; null if there are none
 */
export async function foundByRows(
  op: Operation,
  lists: readonly FollowedList[],
  knownByEvents: KnownByEvents | null,
  rows: readonly LoggedChange[],
): Promise<readonly FoundChange[]> {
  const touched = knownByEvents === null ? untouched : await touchedTerms(op, knownByEvents, rows)
  const all: ListChanges[] = []
  for (const list of lists) {
    const own = rows.filter(({ kind }) => kind === list.kind)
    all.push(await changesOf(op, list, own, knownByEvents?.kinds.has(list.kind) ? touched : untouched))
  }
  return [
    ...all.flatMap(({ known }) => known),
    ...rows.flatMap((row) => all.flatMap(({ found }) => found.get(row) ?? [])),
    ...all.flatMap(({ forgotten }) => forgotten),
  ]
}

const untouched: TouchedTerms = { now: noTerms(), before: noTerms() }

async function changesOf(
  op: Operation,
  list: FollowedList,
  rows: readonly LoggedChange[],
  { now, before }: TouchedTerms,
): Promise<ListChanges> {
  const { kind } = list
  const last = new Map(rows.map((row) => [row.id, row]))
  const knownBefore = new Set(idsOfKind(before, kind))
  const others = [...new Set([...idsOfKind(now, kind), ...knownBefore])].filter((id) => !last.has(id))
  const records = await list.find([...last.keys(), ...others], list.window)
  const found = new Map<LoggedChange, FoundChange>()
  for (const [id, row] of last) {
    if (records.has(id)) found.set(row, { kind, id, record: records.get(id) })
    else if (knownBefore.has(id) || (await anyReadable(op, rows, id))) found.set(row, { kind, id })
  }
  return {
    found,
    known: others.flatMap((id) => (records.has(id) ? [{ kind, id, record: records.get(id) }] : [])),
    forgotten: others.flatMap((id) => (!records.has(id) && knownBefore.has(id) ? [{ kind, id }] : [])),
  }
}

async function anyReadable(op: Operation, rows: readonly LoggedChange[], id: EntityId): Promise<boolean> {
  for (const row of rows) if (row.id === id && (await wasReadable(op, row))) return true
  return false
}
