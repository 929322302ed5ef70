import {
  type Draft,
  defaultsOf,
  foldKey,
  type PlainVenue,
  plainSearcher,
  searchText,
  type VenueRecord,
  venueFields,
} from '@kalends/core/store'
import { localTimes, publishedDefaults } from './published.ts'

const searchedTexts = plainSearcher<PlainVenue>(venueFields)

/**
 * Builds a valid venue draft: published, without coordinates. Keys and search text are derived from the given members.
 * @param given members to override
 * @param index makes names and slugs differ
 * @example await store.venues.insert(buildVenueDraft({ name: 'Town hall', point: buildPoint(52.5, 13.4) }))
 */
export function buildVenueDraft(given: Partial<Draft<VenueRecord>> = {}, index = 1): Draft<VenueRecord> {
  const name = given.name ?? `Venue ${index}`
  const plain = { ...defaultsOf(venueFields), ...given, name }
  const { description = '', excerpt = '' } = given
  return {
    ...publishedDefaults,
    ...plain,
    slug: `venue-${index}`,
    nameKey: foldKey(name),
    searchText: searchText([{ text: name }, { text: description, html: true }, { text: excerpt, html: true }, ...searchedTexts(plain)]),
    point: null,
    ...localTimes(given),
    ...given,
  }
}
