import type { CalendarStore } from '../store/contract.ts'
import type { EntityId } from '../store/records.ts'
import { type WrittenKind, writtenKinds } from '../store/written.ts'
import type { Reads, RecordIds } from './reads.ts'

/** Knows which records were written when, as far as this process has read it. */
export interface Writes {
  /**
   * Reads which records were written up to a revision.
   * @param token the revision's token
   * @returns the number of the state: reads that begin afterwards contain at least all writes of that state
   */
  follow(token: string): Promise<number>
  /** The number of the state if `token` is that of the last revision that was followed; undefined otherwise. */
  stateOf(token: string): number | undefined
  /** The first state since which it is known what was written; it grows when everything counts as written. */
  oldest(): number
  /** Whether none of the records was written after a state, as far as it was read. */
  isCurrent(ids: RecordIds, state: number): boolean
  /** Whether after a state only texts were written, and none that the result depends on; as far as it was read. */
  isUnchanged(reads: Reads, state: number): boolean
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
  /** The last state with a write of more than texts. */
  let lastOther = 0
  let count = 0
  let turn: Promise<unknown> = Promise.resolve()

  const forget = (): void => {
    for (const writes of lastWrites.values()) writes.clear()
    count = 0
    oldest = state
  }

  const read = async (token: string): Promise<number> => {
    if (token === known) return state
    const written = known === undefined ? null : await store.writtenSince(known)
    state++
    known = token
    if (written === null || count + written.length > maxWritten) {
      forget()
      return state
    }
    count += written.length
    for (const { kind, id, isTextOnly } of written) {
      lastWrites.get(kind)?.set(id, state)
      if (isTextOnly !== true) lastOther = state
    }
    return state
  }

  const wasWritten = (kind: WrittenKind, ids: readonly EntityId[], at: number): boolean => {
    const writes = lastWrites.get(kind)
    return writes !== undefined && writes.size > 0 && ids.some((id) => (writes.get(id) ?? 0) > at)
  }

  const isCurrent: Writes['isCurrent'] = (ids, at) => at >= oldest && !writtenKinds.some((kind) => wasWritten(kind, ids[kind], at))

  return {
    follow: (token) => {
      const result = turn.then(() => read(token))
      // A failed read changes nothing: the next caller reads the same again.
      turn = result.catch(() => undefined)
      return result
    },
    stateOf: (token) => (token === known ? state : undefined),
    oldest: () => oldest,
    isCurrent,
    isUnchanged: ({ ids, isOfAll }, at) => at === state || (at >= lastOther && !isOfAll && isCurrent(ids, at)),
  }
}
