import type { Operation } from '../record/context.ts'
import { listedRoles, visibleScope } from '../record/scope.ts'
import type { EntityId, Taxonomy } from '../store/records.ts'

/**
 * The terms of those of the events that the viewer may read, with their ancestors. A viewer who may not create terms knows a term only once
 * it may read an event with it, so a change of an event can bring terms into the viewer's copy.
 */
export async function termsOfEvents(op: Operation, taxonomy: Taxonomy, eventIds: readonly EntityId[]): Promise<readonly EntityId[]> {
  if (eventIds.length === 0) return []
  const filter = { ids: eventIds, readable: await visibleScope(op, 'event'), roles: listedRoles }
  const events = await op.store.events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: eventIds.length })
  const ids = new Set(events.flatMap((event) => (taxonomy === 'tag' ? event.tagIds : event.categoryIds)))
  const terms = ids.size === 0 ? [] : await op.store.terms.getMany([...ids])
  return [...new Set(terms.flatMap(({ id, ancestorIds }) => [...ancestorIds, id]))]
}
