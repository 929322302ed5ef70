import type { Operation } from '../record/context.ts'
import { createLoader, loadById } from '../record/loader.ts'
import type { EntityId } from '../store/records.ts'

/**
 * The part of a viewer's read access that changes with stored records: the venues and organizers that its read scope of events names and that
 * exist, and the categories with their descendants. The log has no row for an event whose category moves within the tree, and rows for links to
 * a deleted record do not say which terms the viewer knew by the event: so a copy begins anew then. Empty for scopes without links.
 */
export async function textOfNamedLinks(op: Operation): Promise<string> {
  const scope = await op.scope('event')
  const idsOf = (member: 'venueIds' | 'organizerIds' | 'categoryIds'): readonly EntityId[] =>
    [...new Set(scope.flatMap((clause) => clause[member] ?? []))].sort((a, b) => a - b)
  const { venues, organizers } = op.store
  const found = [
    [...(await createLoader(loadById(venues)).loadMany(idsOf('venueIds'))).keys()],
    [...(await createLoader(loadById(organizers)).loadMany(idsOf('organizerIds'))).keys()],
    idsOf('categoryIds'),
  ]
  return found.some(({ length }) => length > 0) ? `\n${JSON.stringify(found)}` : ''
}
