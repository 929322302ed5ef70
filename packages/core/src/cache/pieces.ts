import type { EntityId } from '../store/records.ts'
import { createLruCache } from './lru-cache.ts'
import type { RecordIds } from './reads.ts'
import { isValid, type Validity } from './response-cache.ts'
import type { Writes } from './writes.ts'

/** The encoded form of one record, as responses contain it. */
export type Piece = Uint8Array

/** The pieces that one call can use: all of one read access and one encoding. */
export interface OpenPieces {
  /** The number of pieces that were stored for this read access and encoding; some of them may be gone. */
  readonly stored: number
  /** The piece of a record, if no record that it depends on was written since it was made. */
  get(id: EntityId): Piece | undefined
  /**
   * Stores the piece of a record that this call has read.
   * @param dependencies the ids of all records that the piece depends on, itself included
   */
  set(id: EntityId, piece: Piece, dependencies: RecordIds): void
}

/** Pieces by record. A write makes those useless that depend on its records, and no others. */
export interface PieceCache {
  /**
   * Opens the pieces for a call, before it reads any record.
   * @param scope everything that pieces depend on besides records and time
   * @param onUse takes the records that a used piece depends on
   */
  open(scope: string, validity: Validity, onUse: (dependencies: RecordIds) => void): OpenPieces
}

interface Entry extends Validity {
  readonly piece: Piece
  readonly dependencies: RecordIds
}

/** A scope as a number that never returns, and how many of its pieces were stored. */
interface Scope {
  readonly number: number
  stored: number
}

/** The approximate size of an entry in bytes, without its piece. */
const entryBytes = 500

/** How many scopes have pieces; then all are forgotten. */
const maxScopes = 1_000

/** A cache of pieces, bounded in bytes. */
export function createPieceCache(maxBytes: number, writes: Writes): PieceCache {
  const entries = createLruCache<Entry>(maxBytes)
  // Scopes are long texts, and a page has many keys, which contain the number instead.
  const scopes = new Map<string, Scope>()
  let lastScope = 0
  let oldest = 0
  const scopeOf = (text: string): Scope => {
    // The pieces of all scopes are outdated when everything counts as written.
    if (writes.oldest() !== oldest) scopes.clear()
    oldest = writes.oldest()
    const known = scopes.get(text)
    if (known !== undefined) return known
    if (scopes.size >= maxScopes) scopes.clear()
    const scope = { number: ++lastScope, stored: 0 }
    scopes.set(text, scope)
    return scope
  }
  return {
    open(text, validity, onUse) {
      const scope = scopeOf(text)
      const keyOf = (id: EntityId): string => `${scope.number} ${id}`
      return {
        stored: scope.stored,
        get: (id) => {
          const entry = entries.get(keyOf(id))
          if (entry === undefined || !isValid(entry, validity.nowMs) || !writes.isCurrent(entry.dependencies, entry.state)) return undefined
          onUse(entry.dependencies)
          return entry.piece
        },
        set: (id, piece, dependencies) => {
          scope.stored++
          entries.set(keyOf(id), { ...validity, piece, dependencies }, entryBytes + piece.byteLength)
        },
      }
    },
  }
}
