import type { Draft, VenueRecord } from '@kalends/core'
import { keyOf, searchTextOf } from './folded.ts'
import { localTimes, publishedDefaults } from './published.ts'

/**
 * A valid venue to be stored: published, without coordinates. Keys and search text follow from what is given.
 * @param given what differs
 * @param index makes names and slugs differ
 * @example await store.venues.insert(buildVenueDraft({ name: 'Town hall', point: buildPoint(52.5, 13.4) }))
 */
export function buildVenueDraft(given: Partial<Draft<VenueRecord>> = {}, index = 1): Draft<VenueRecord> {
  const name = given.name ?? `Venue ${index}`
  const { description = '', excerpt = '', address = '', city = '', country = '', zip = '' } = given
  return {
    ...publishedDefaults,
    slug: `venue-${index}`,
    name,
    nameKey: keyOf(name),
    searchText: searchTextOf([name, description, excerpt, address, city, country, zip]),
    address,
    city,
    country,
    province: '',
    state: '',
    zip,
    phone: '',
    website: '',
    stateProvince: '',
    showMap: true,
    showMapLink: true,
    point: null,
    ...localTimes(given),
    ...given,
  }
}
