import type { WrittenRecord } from '@kalends/core/store'
import { type CompiledQuery, sql } from 'kysely'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { ChangedKind } from '../schema/tables.ts'
import { highestOf, keptRows, type StateRow, stateColumns, toStateToken } from './revisions.ts'

type WrittenRow = StateRow & { readonly id: unknown; readonly kind: ChangedKind | null; readonly record_id: unknown }

/**
 * The records of the revisions that were added since a token. Ids do not order commits, so the rows above the token's highest id are all new
 * rows only if the rows up to that id still have that token: a transaction that began earlier and ended later adds a row among them, and
 * the removal of old rows takes some away. Then nothing is known, because the token does not name its rows. Nothing is known either if
 * ids are so far above that rows between them may have been removed.
 */
export async function writtenSince(context: StoreContext, token: string): Promise<readonly WrittenRecord[] | null> {
  const highest = highestOf(token)
  if (highest === undefined) return null
  const { parts, db } = context
  const statement = sql<WrittenRow>`
    select s.*, r.id, r.kind, r.record_id
    from (select ${stateColumns(context, highest)} from ${parts.revisions} where id <= ${highest}) as s
    left join (select id, kind, record_id from ${parts.revisions} where id > ${highest} limit ${keptRows + 1}) as r on 1 = 1`
  const compile = (): CompiledQuery<WrittenRow> => statement.compile(db)
  const { rows } = await runPrepared(context, 'written since', [highest, highest, highest, keptRows + 1], () => ({ compile }))
  const [first] = rows
  if (first === undefined || toStateToken(first) !== token || rows.some(({ id }) => Number(id) > highest + keptRows)) return null
  return rows.flatMap(({ kind, record_id }) => (kind === null ? [] : [{ kind, id: Number(record_id) }]))
}
