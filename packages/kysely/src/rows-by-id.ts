import type { EntityId } from '@kalends/core'
import type { CompiledQuery, RawBuilder } from 'kysely'
import { longList, padded } from './conditions.ts'
import type { StoreContext } from './store-context.ts'

/**
 * The rows with some ids. The statement is put together once for each length of the list: that takes Kysely longer than it
 * takes SQLite to answer.
 * @param name tells the statement from others
 * @param build the statement for some ids; they are its last parameters
 */
export async function rowsById<Row>(
  { db, lookups }: StoreContext,
  name: string,
  ids: readonly EntityId[],
  build: (ids: readonly EntityId[]) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const values = padded(ids)
  // These travel as one text.
  if (ids.length > longList) return (await build(values).execute(db)).rows
  const key = `${name} ${values.length}`
  const statement: CompiledQuery<Row> = lookups.get(key) ?? build(values).compile(db)
  lookups.set(key, statement)
  const query: CompiledQuery<Row> = { ...statement, parameters: [...statement.parameters.slice(0, -values.length), ...values] }
  return (await db.executeQuery(query)).rows
}
