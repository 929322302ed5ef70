import type { Collection } from './names.ts'

const ofLists = ['page', 'perPage', 'search', 'ids', 'afterId', 'order', 'orderBy', 'fields']
const ofPublished = [...ofLists, 'status', 'uids', 'authorIds', 'updatedAfter']
const ofProfiles = [...ofPublished, 'event', 'hasEvents', 'onlyWithUpcoming']
const ofTags = [...ofLists, 'exclude', 'hasEvents', 'event', 'slug']

/** The filters of each list. */
export const filterNames: Readonly<Record<Collection, readonly string[]>> = {
  events: [
    ...ofPublished,
    ...['from', 'to', 'startsFrom', 'startsUntil', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter', 'categories', 'tags'],
    ...['venueIds', 'organizerIds', 'featured', 'hasLocation', 'near', 'seriesIds', 'series', 'parentIds', 'hidden'],
    ...['hasImage', 'hasVenue', 'hasOrganizer', 'hasCategory', 'hasDescription'],
  ],
  venues: ofProfiles,
  organizers: ofProfiles,
  categories: [...ofTags, 'parentIds'],
  tags: ofTags,
}

/**
 * Passes if a list has all filters of an input. A service would ignore the others, and the list would have more records than the caller meant.
 * @returns the input
 * @throws TypeError a filter is unknown
 */
export function requireKnownFilters(collection: Collection, input: object): object {
  const unknown = Object.keys(input).find((name) => !filterNames[collection].includes(name))
  if (unknown !== undefined) throw new TypeError(`There is no filter ${unknown} of ${collection}.`)
  return input
}
