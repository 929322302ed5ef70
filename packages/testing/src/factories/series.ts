import { type Draft, type EventRecord, inheritFrom, type OverridableField } from '@kalends/core/store'
import { buildEventDraft, type PartialEventDraft } from './event.ts'
import { utcLocal, utcMs } from './published.ts'

/** The members of drafts that follow from others: an occurrence cannot override them. */
const derived: ReadonlySet<string> = new Set([
  ...[
    'slug',
    'uid',
    'role',
    'seriesId',
    'occurrenceKey',
    'overridden',
    'recurrence',
    'extendedTo',
    'createdMs',
    'updatedMs',
    'updatedLocal',
  ],
  ...['statusBeforeTrash', 'publishedLocal', 'searchText', 'titleKey', 'previousStartLocal', 'previousStartMs'],
])

/**
 * Builds a valid draft of a series: weekly, without an end, with dates up to the end of 2027.
 * @param given members to override
 * @param index makes titles and slugs differ
 * @example const series = await store.events.insert(buildSeriesDraft({ title: 'Market' }))
 */
export const buildSeriesDraft = (given: PartialEventDraft = {}, index = 1): Draft<EventRecord> =>
  buildEventDraft(
    { role: 'series', recurrence: { rule: 'FREQ=WEEKLY', dates: [], except: [] }, extendedTo: '2028-01-01T00:00:00', ...given },
    index,
  )

/**
 * Builds the draft of an occurrence in UTC: it overrides the members that are given, and equals its series in all others.
 * @param series the stored series
 * @param occurrenceKey the original start, `YYYY-MM-DDTHH:mm:ss`
 * @param given the members to override, and others such as the slug
 * @example
 * const series = await store.events.insert(buildSeriesDraft())
 * await store.events.insert(buildOccurrenceDraft(series, '2026-06-08T10:00:00', { title: 'Last market' }))
 */
export function buildOccurrenceDraft(series: EventRecord, occurrenceKey: string, given: PartialEventDraft = {}): Draft<EventRecord> {
  const { id, version, titleKey, searchText, times, ...shared } = series
  const overridden = Object.keys(given)
    .filter((member): member is OverridableField => !derived.has(member))
    .sort()
  const endMs = utcMs(occurrenceKey) + utcMs(times.endLocal) - utcMs(times.startLocal)
  const draft = buildEventDraft({
    ...shared,
    ...(overridden.includes('title') ? {} : { titleKey }),
    slug: `${series.slug}-${occurrenceKey}`,
    previousStartLocal: '',
    previousStartMs: null,
    role: 'occurrence',
    seriesId: id,
    occurrenceKey,
    overridden,
    ...given,
    times: { allDay: times.allDay, startLocal: occurrenceKey, endLocal: utcLocal(endMs), ...given.times },
  })
  return inheritFrom(series, draft)
}
