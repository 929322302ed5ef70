import type { EntityId } from '@kalends/core/store'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../schema/tables.ts'

/** Reads the ids of a statement, in its order. */
export const readIds = async (db: Kysely<Tables>, statement: RawBuilder<{ readonly id: unknown }>): Promise<readonly EntityId[]> =>
  (await statement.execute(db)).rows.map(({ id }) => Number(id))

/** Reads the number of a statement with one row. */
export const readTotal = async (db: Kysely<Tables>, statement: RawBuilder<{ readonly total: unknown }>): Promise<number> =>
  Number((await statement.execute(db)).rows[0]?.total)

/** Adds the numbers of a statement to those of the same ids. */
export async function addTotals(
  totals: Map<EntityId, number>,
  db: Kysely<Tables>,
  statement: RawBuilder<{ readonly id: unknown; readonly total: unknown }>,
): Promise<void> {
  for (const { id, total } of (await statement.execute(db)).rows) totals.set(Number(id), (totals.get(Number(id)) ?? 0) + Number(total))
}
