import {
  type Draft,
  defaultsOf,
  type EventRecord,
  type EventTimes,
  eventFields,
  foldKey,
  searchText,
  singleEvent,
} from '@kalends/core/store'
import { localTimes, publishedDefaults, utcLocal, utcMs } from './published.ts'

const hourMs = 3_600_000

/** Some members of an event draft, and some of its times. */
export interface PartialEventDraft extends Omit<Partial<Draft<EventRecord>>, 'times'> {
  /** Some of its times; the others are derived from them. */
  readonly times?: Partial<EventTimes>
}

/**
 * Builds a valid event draft: published, one hour long, in UTC. Keys, search text and instants are derived from the given members.
 * @param given members to override; give `times.startMs` and `times.endMs` too when the zone is not UTC
 * @param index makes titles and slugs differ, and start times when none is given
 * @example await store.events.insert(buildEventDraft({ title: 'Fair', times: { startLocal: '2026-05-01T10:00:00' } }))
 */
export function buildEventDraft(given: PartialEventDraft = {}, index = 1): Draft<EventRecord> {
  const title = given.title ?? `Event ${index}`
  return {
    ...publishedDefaults,
    ...defaultsOf(eventFields),
    slug: `event-${index}`,
    title,
    titleKey: foldKey(title),
    searchText: searchText([{ text: title }, { text: given.excerpt ?? '', html: true }, { text: given.description ?? '', html: true }]),
    cost: { text: '', currencySymbol: '$', currencyCode: 'USD', currencyPosition: 'prefix', values: [] },
    previousStartLocal: '',
    previousStartMs: null,
    ...singleEvent,
    parentId: 0,
    venueIds: [],
    organizerIds: [],
    categoryIds: [],
    tagIds: [],
    ...localTimes(given),
    ...given,
    times: buildTimes(given.times ?? {}, index),
  }
}

function buildTimes(given: Partial<EventTimes>, index: number): EventTimes {
  const startLocal = given.startLocal ?? utcLocal(utcMs('2026-06-01T10:00:00') + (index - 1) * 24 * hourMs)
  const startMs = given.startMs ?? utcMs(startLocal)
  const endLocal = given.endLocal ?? utcLocal(utcMs(startLocal) + hourMs)
  return {
    allDay: false,
    startLocal,
    endLocal,
    timeZone: 'UTC',
    timeZoneAbbreviation: 'UTC',
    startMs,
    endMs: given.endLocal === undefined ? startMs + hourMs : utcMs(endLocal),
    ...given,
  }
}
