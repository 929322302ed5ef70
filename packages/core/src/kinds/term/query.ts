import { totalOrder } from '../../paging/order.ts'
import type { ListQuery } from '../../record/listing.ts'
import type { EventFilter, TermFilter, TermSort } from '../../store/filters.ts'
import type { EventRecord, Taxonomy } from '../../store/records.ts'
import { searchWords } from '../../text/fold.ts'
import { toStoredSlug } from '../../text/slug.ts'
import type { TermListFields } from './schema.ts'

/** The input of a term query besides the list's own filters. */
export interface TermQueryContext {
  /** The taxonomy. */
  readonly taxonomy: Taxonomy
  /** The filter of counted events. */
  readonly counted: EventFilter
  /** The event of the filter `event`; null if it does not exist or the viewer may not see it; undefined without that filter. */
  readonly event: EventRecord | null | undefined
  /** The terms that the viewer may know. */
  readonly known: Pick<TermFilter, 'shownBy'>
}

/** Translates a term list into a store query. */
export function toTermQuery(fields: Partial<TermListFields>, context: TermQueryContext): ListQuery<TermFilter, TermSort> {
  const ids = allowedIds(fields, context)
  const filter: TermFilter = {
    taxonomy: context.taxonomy,
    ...context.known,
    ...(ids !== undefined && { ids }),
    ...(fields.exclude !== undefined && { excludeIds: fields.exclude }),
    ...(fields.afterId !== undefined && { afterId: fields.afterId }),
    ...(fields.search !== undefined && { textAll: searchWords(fields.search) }),
    ...(fields.parentIds !== undefined && { parentIds: fields.parentIds }),
    ...(fields.slug !== undefined && { slugs: [toStoredSlug(fields.slug)] }),
    ...(fields.fields !== undefined && { fields: fields.fields }),
    ...(fields.hasEvents !== undefined && { events: { some: fields.hasEvents, filter: context.counted } }),
  }
  return { filter, order: totalOrder<TermSort>(toTermSort(fields, context)) }
}

function allowedIds(fields: Partial<TermListFields>, { event, taxonomy }: TermQueryContext): readonly number[] | undefined {
  if (event === undefined) return fields.ids
  const linked = event === null ? [] : taxonomy === 'category' ? event.categoryIds : event.tagIds
  return fields.ids === undefined ? linked : linked.filter((id) => fields.ids?.includes(id))
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
