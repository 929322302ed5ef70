import { sql } from 'kysely'
import type { StoreContext } from './store-context.ts'

/**
 * How many rows the names share: a bulk write locks this many at most, and two different names meet in one of them rarely. An engine
 * keeps a lock in memory for each, so one row per name would exhaust it.
 */
const slots = 1_024

/** FNV-1a over the UTF-16 code units, as one of the slots. */
function slotOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % slots
}

/**
 * Locks the names until the end of the transaction. Each name has a row, by its hash, which the statement makes or updates: either
 * locks it against every transaction that does the same. The rows stay. Advisory locks of MariaDB belong to the session and would
 * outlive the transaction of a host.
 * @param names with their kind; in any order, because the rows are locked in ascending order
 */
export async function lockNames({ db, dialect, tables }: StoreContext, kind: string, names: readonly string[]): Promise<void> {
  // Where one writes at a time, nobody else can make the name.
  if (dialect.oneWriter || names.length === 0) return
  const rows = [...new Set(names.map((name) => slotOf(`${kind} ${name}`)))].sort((a, b) => a - b).map((slot) => ({ slot }))
  const insert = db.insertInto(tables.name_locks).values(rows)
  const locking = dialect.insertReturning
    ? insert.onConflict((conflict) => conflict.column('slot').doUpdateSet({ slot: sql<number>`excluded.slot` }))
    : insert.onDuplicateKeyUpdate({ slot: sql<number>`slot` })
  await locking.execute()
}
