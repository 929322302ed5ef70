import { totalOrder } from '../paging/order.ts'
import type { ListQuery } from '../record/listing.ts'
import type { EventFilter, TermFilter, TermSort } from '../store/filters.ts'
import type { EventRecord, Taxonomy } from '../store/records.ts'
import { searchWords } from '../text/fold.ts'
import type { TermListFields } from './schema.ts'

/** What a term list needs from outside its own input. */
export interface TermQueryContext {
  /** Which of the two. */
  readonly taxonomy: Taxonomy
  /** The events that counts are made of. */
  readonly counted: EventFilter
  /** The event that is named; null when there is none that the viewer may see; undefined when none is named. */
  readonly event: EventRecord | null | undefined
  /** Which terms the viewer may know of. */
  readonly known: Pick<TermFilter, 'shownBy'>
}

/** A term list in the terms of the store. */
export function toTermQuery(fields: Partial<TermListFields>, context: TermQueryContext): ListQuery<TermFilter, TermSort> {
  const ids = allowedIds(fields, context)
  const filter: TermFilter = {
    taxonomy: context.taxonomy,
    ...context.known,
    ...(ids !== undefined && { ids }),
    ...(fields.exclude !== undefined && { excludeIds: fields.exclude }),
    ...(fields.search !== undefined && { textAll: searchWords(fields.search) }),
    ...(fields.parentId !== undefined && { parentIds: [fields.parentId] }),
    ...(fields.slug !== undefined && { slugs: [fields.slug] }),
    ...(fields.hasEvents !== undefined && { events: { some: fields.hasEvents, filter: context.counted } }),
  }
  return { filter, order: totalOrder<TermSort>(toTermSort(fields, context)) }
}

function allowedIds(fields: Partial<TermListFields>, { event, taxonomy }: TermQueryContext): readonly number[] | undefined {
  if (event === undefined) return fields.include
  const linked = event === null ? [] : taxonomy === 'category' ? event.categoryIds : event.tagIds
  return fields.include === undefined ? linked : linked.filter((id) => fields.include?.includes(id))
}

function toTermSort(fields: Partial<TermListFields>, { counted }: TermQueryContext): TermSort {
  const direction = fields.order ?? 'asc'
  switch (fields.orderBy) {
    case 'count':
      return { key: 'eventCount', direction, filter: counted }
    case 'id':
    case 'slug':
    case 'description':
      return { key: fields.orderBy, direction }
    default:
      return { key: 'nameKey', direction }
  }
}
