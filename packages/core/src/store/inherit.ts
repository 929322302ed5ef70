import type { EventRecord, OverridableField, SeriesMembers, StoredFields } from './records.ts'

/** The fields of a record without values. */
export const noFields: StoredFields = Object.freeze({ values: Object.freeze({}), keys: Object.freeze({}) })

/** The members of a single event that concern series. */
export const singleEvent: SeriesMembers = Object.freeze({
  role: 'single',
  seriesId: 0,
  occurrenceKey: '',
  overridden: Object.freeze([]),
  recurrence: null,
  extendedTo: '',
})

/** The members of an event that concern series. */
export const seriesMembersOf = (event: SeriesMembers): SeriesMembers => ({
  role: event.role,
  seriesId: event.seriesId,
  occurrenceKey: event.occurrenceKey,
  overridden: event.overridden,
  recurrence: event.recurrence,
  extendedTo: event.extendedTo,
})

/** The members that an occurrence reads from its series unless they are overridden: stores need not store them again. */
export const inheritedTexts = ['description', 'excerpt', 'image', 'cost', 'website', 'fields'] as const

/** The members that `searchText` is made from: an occurrence that overrides one of them has a search text of its own. */
export const searchedTexts: readonly OverridableField[] = ['title', 'excerpt', 'description']

/** Whether an occurrence has a search text of its own. */
export const hasOwnSearchText = ({ overridden }: Pick<EventRecord, 'overridden'>): boolean =>
  // Most occurrences override nothing.
  overridden.length > 0 && searchedTexts.some((text) => overridden.includes(text))

/** An occurrence with the members that it reads from its series. */
export function inheritFrom<R extends Omit<EventRecord, 'id' | 'version'>>(series: EventRecord, occurrence: R): R {
  const { uid, recurrence, extendedTo, searchText } = series
  const inherited: Partial<Pick<EventRecord, (typeof inheritedTexts)[number]>> = {}
  for (const text of inheritedTexts) if (!occurrence.overridden.includes(text)) Object.assign(inherited, { [text]: series[text] })
  return { ...occurrence, ...inherited, uid, recurrence, extendedTo, ...(!hasOwnSearchText(occurrence) && { searchText }) }
}
