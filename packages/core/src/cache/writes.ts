import type { CalendarStore } from '../store/contract.ts'
import type { EntityId } from '../store/records.ts'
import { type WrittenKind, writtenKinds } from '../store/written.ts'

/** The ids of some records, by kind. */
export type RecordIds = Readonly<Record<WrittenKind, readonly EntityId[]>>

/** Knows which records were written when, as far as this process has read it. */
export interface Writes {
  /**
   * Reads which records were written up to a revision.
   * @param token the revision's token
   * @param isAsking whether to ask the store; otherwise all records count as written
   * @returns the number of the state: reads that begin afterwards contain at least all writes of that state
   */
  follow(token: string, isAsking: boolean): Promise<number>
  /** The first state since which it is known what was written; it grows when everything counts as written. */
  oldest(): number
  /** Whether none of the records was written after a state, as far as it was read. */
  isCurrent(ids: RecordIds, state: number): boolean
}

/** The number of written records that are remembered; then everything counts as written. */
const maxWritten = 10_000

/** Follows the writes of a store, beginning with the first revision that it is given. */
export function createWrites(store: Pick<CalendarStore, 'writtenSince'>): Writes {
  // The last state in which each record had not been seen as written is the one before its number.
  const lastWrites = new Map<WrittenKind, Map<EntityId, number>>(writtenKinds.map((kind) => [kind, new Map()]))
  let known: string | undefined
  let state = 0
  let oldest = 0
  let count = 0
  let turn: Promise<unknown> = Promise.resolve()

  const forget = (): void => {
    for (const writes of lastWrites.values()) writes.clear()
    count = 0
    oldest = state
  }

  const read = async (token: string, isAsking: boolean): Promise<number> => {
    if (token === known) return state
    const written = known !== undefined && isAsking ? await store.writtenSince(known) : null
    state++
    known = token
    if (written === null || count + written.length > maxWritten) {
      forget()
      return state
    }
    count += written.length
    for (const { kind, id } of written) lastWrites.get(kind)?.set(id, state)
    return state
  }

  return {
    follow: (token, isAsking) => {
      if (token === known) return Promise.resolve(state)
      const result = turn.then(() => read(token, isAsking))
      // A failed read changes nothing: the next caller reads the same again.
      turn = result.catch(() => undefined)
      return result
    },
    oldest: () => oldest,
    isCurrent: (ids, at) => {
      if (at < oldest) return false
      for (const [kind, writes] of lastWrites) {
        if (writes.size > 0) for (const id of ids[kind]) if ((writes.get(id) ?? 0) > at) return false
      }
      return true
    },
  }
}
