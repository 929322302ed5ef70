import type { Kind } from '../errors/codes.ts'
import type { Revision } from '../store/contract.ts'
import type { ChangeLog } from '../store/log.ts'
import type { EntityId } from '../store/records.ts'
import { createLruCache } from './lru-cache.ts'

/** The encoded form of one record, as responses contain it. */
export type Item = Uint8Array

/** The ids of some records, by kind. */
export type RecordIds = Readonly<Record<Kind, readonly EntityId[]>>

/** The items that one call can use: all of one read access and one encoding. */
export interface OpenItems {
  /** The number of items that were stored for this read access and encoding; some of them may be gone. */
  readonly stored: number
  /** The item of a record, if no record that it depends on was written since it was made. */
  get(id: EntityId): Item | undefined
  /**
   * Stores the item of a record that this call has read.
   * @param dependencies the ids of all records that the item depends on, itself included
   */
  set(id: EntityId, item: Item, dependencies: RecordIds): void
}

/** Items by record. A write drops those that depend on its records, and no others. */
export interface Items {
  /**
   * Opens the items for a call, before it reads any record.
   * @param scope everything that items depend on besides records and time
   * @param revision the revision of the call
   * @param nowMs the "now" of the call
   */
  open(scope: string, revision: Revision, nowMs: number): Promise<OpenItems>
}

interface Entry {
  readonly item: Item
  readonly dependencies: RecordIds
}

/** The items of one read access and one encoding: a number that never returns, and how many were stored. */
interface Scope {
  readonly number: number
  stored: number
}

/** The approximate size of an entry in bytes, without its item. */
const entryBytes = 500

/** How many scopes have items; then all are forgotten. */
const maxScopes = 1_000

/** Numbers scopes: they are long texts, and a page has many keys, which contain the number instead. */
function createScopes(): { of(text: string): Scope; clear(): void } {
  const scopes = new Map<string, Scope>()
  let last = 0
  const add = (text: string): Scope => {
    if (scopes.size >= maxScopes) scopes.clear()
    const scope = { number: ++last, stored: 0 }
    scopes.set(text, scope)
    return scope
  }
  return { of: (text) => scopes.get(text) ?? add(text), clear: () => scopes.clear() }
}

/** Creates a cache of items, bounded in bytes. */
export function createItems(maxBytes: number, log: Pick<ChangeLog, 'writtenSince'>): Items {
  const entries = createLruCache<Entry>(maxBytes)
  const scopes = createScopes()
  /** What the items were compared with last. */
  let known: { readonly revision: Revision; readonly nowMs: number } | undefined
  /** Counts how often items were dropped: what a call has read before may be outdated. */
  let drops = 0
  let turn: Promise<unknown> = Promise.resolve()

  const drop = (isDropped: (entry: Entry) => boolean): void => {
    drops++
    entries.drop(isDropped)
  }
  const clear = (): void => {
    scopes.clear()
    drop(() => true)
  }

  /** Drops what was written since the last comparison, and everything when a publication date has passed. */
  const compare = async (revision: Revision, nowMs: number): Promise<number> => {
    // After a clock was set back, items may show records whose publication date has not come yet.
    const { staleAtMs = null } = known?.revision ?? {}
    if (known !== undefined && (nowMs < known.nowMs || (staleAtMs !== null && nowMs >= staleAtMs))) clear()
    if (known !== undefined && revision.token !== known.revision.token) {
      const written = entries.isEmpty() ? [] : await log.writtenSince(known.revision.mark)
      if (written === null) clear()
      else {
        const keys = new Set(written.map(({ kind, id }) => `${kind} ${id}`))
        drop(({ dependencies }) => Object.entries(dependencies).some(([kind, ids]) => ids.some((id) => keys.has(`${kind} ${id}`))))
      }
    }
    known = { revision, nowMs }
    return drops
  }

  return {
    open: async (text, revision, nowMs) => {
      const comparing = turn.then(() => compare(revision, nowMs))
      // A failed comparison changes nothing: the next caller compares the same again.
      turn = comparing.catch(() => undefined)
      const opened = await comparing
      const scope = scopes.of(text)
      const keyOf = (id: EntityId): string => `${scope.number} ${id}`
      return {
        stored: scope.stored,
        get: (id) => entries.get(keyOf(id))?.item,
        set: (id, item, dependencies) => {
          // The call may have read the record before it was written, or before it was published.
          if (opened !== drops) return
          scope.stored++
          entries.set(keyOf(id), { item, dependencies }, entryBytes + item.byteLength)
        },
      }
    },
  }
}
