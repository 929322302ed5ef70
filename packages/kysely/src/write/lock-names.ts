import type { LockedKind } from '@kalends/core/store'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'

/**
 * The number of rows that all names of a kind share: a bulk write locks at most this many rows, and two different names seldom share one.
 * Engines keep locks in memory, which one row per name would exhaust.
 */
const slotsPerKind = 1_024

/** The kinds in the order of their slots: writers that lock names of several kinds in this order cannot deadlock. */
const kinds: readonly LockedKind[] = ['import', 'series', 'venue', 'organizer', 'category', 'venueTime']

/** The row that is locked while rows of the log get their numbers; no name has it. */
export const numberingSlot = kinds.length * slotsPerKind

/** The number of all rows. */
export const lockCount = numberingSlot + 1

/** FNV-1a over the UTF-16 code units, as one of the slots of the kind. */
function slotOf(kind: LockedKind, name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return kinds.indexOf(kind) * slotsPerKind + ((hash >>> 0) % slotsPerKind)
}

/**
 * Locks the names until the end of the transaction. The statement inserts or updates a row for the hash of each name, which locks the row
 * against every transaction that does the same. The rows stay. MariaDB's advisory locks would not do: they belong to the session and would
 * outlive the transaction of a host.
 * @param names with their kind; in any order, because the rows are locked in ascending order
 */
export async function lockNames(context: StoreContext, kind: LockedKind, names: readonly string[]): Promise<void> {
  // With one writer at a time, no other transaction can create the name.
  if (context.dialect.hasOneWriter || names.length === 0) return
  await lockSlots(
    context,
    [...new Set(names.map((name) => slotOf(kind, name)))].sort((a, b) => a - b),
  )
}

/** Locks rows until the end of the transaction; ascending slots cannot deadlock. */
export async function lockSlots({ db, dialect, tables }: StoreContext, slots: readonly number[]): Promise<void> {
  const insert = db.insertInto(tables.name_locks).values(slots.map((slot) => ({ slot, counter: 0 })))
  const locking = dialect.supportsOnConflict
    ? insert.onConflict((conflict) => conflict.column('slot').doUpdateSet({ slot: sql<number>`excluded.slot` }))
    : // A row that stays the same is no write: two servers of a Galera cluster could both commit.
      insert.onDuplicateKeyUpdate({ counter: sql<number>`counter + 1` })
  await locking.execute()
}
