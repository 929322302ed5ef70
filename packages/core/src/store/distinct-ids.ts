import type { EntityId } from './records.ts'

/**
 * Passes if no record occurs twice: `updateMany`, `deleteMany` and `replaceKeys` of a store begin with it.
 * @throws TypeError an id occurs twice
 */
export function requireDistinctIds(records: readonly { readonly id: EntityId }[]): void {
  const ids = new Set<EntityId>()
  for (const { id } of records) {
    if (ids.has(id)) throw new TypeError(`The record ${id} occurs twice in one call.`)
    ids.add(id)
  }
}
