import type { Draft, OrganizerRecord } from '@kalends/core'
import { keyOf, searchTextOf } from './folded.ts'
import { localTimes, publishedDefaults } from './published.ts'

/**
 * A valid organizer to be stored: published. Keys and search text follow from what is given.
 * @param given what differs
 * @param index makes names and slugs differ
 */
export function buildOrganizerDraft(given: Partial<Draft<OrganizerRecord>> = {}, index = 1): Draft<OrganizerRecord> {
  const name = given.name ?? `Organizer ${index}`
  const { description = '', excerpt = '', phone = '', email = '' } = given
  return {
    ...publishedDefaults,
    slug: `organizer-${index}`,
    name,
    nameKey: keyOf(name),
    searchText: searchTextOf([name, description, excerpt, phone, email]),
    phone,
    website: '',
    email,
    ...localTimes(given),
    ...given,
  }
}
