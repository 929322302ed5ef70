import { type Draft, foldKey, searchText, type VenueRecord } from '@kalends/core/store'
import { localTimes, publishedDefaults } from './published.ts'

const emptyTexts = { address: '', city: '', country: '', province: '', state: '', zip: '', phone: '', website: '', stateProvince: '' }

function searchTextOf(name: string, given: typeof emptyTexts & Partial<Draft<VenueRecord>>): string {
  const { description = '', excerpt = '', address, city, country, province, state, zip, phone, website, stateProvince } = given
  const lines = [address, city, country, province, state, zip, phone, website, stateProvince]
  return searchText([{ text: name }, { text: description, html: true }, { text: excerpt, html: true }, ...lines.map((text) => ({ text }))])
}

/**
 * Builds a valid venue draft: published, without coordinates. Keys and search text are derived from the given members.
 * @param given members to override
 * @param index makes names and slugs differ
 * @example await store.venues.insert(buildVenueDraft({ name: 'Town hall', point: buildPoint(52.5, 13.4) }))
 */
export function buildVenueDraft(given: Partial<Draft<VenueRecord>> = {}, index = 1): Draft<VenueRecord> {
  const name = given.name ?? `Venue ${index}`
  const texts = { ...emptyTexts, ...given }
  return {
    ...publishedDefaults,
    slug: `venue-${index}`,
    name,
    nameKey: foldKey(name),
    searchText: searchTextOf(name, texts),
    ...emptyTexts,
    showMap: true,
    showMapLink: true,
    point: null,
    ...localTimes(given),
    ...given,
  }
}
