import { type Draft, foldKey, type OrganizerRecord, searchText } from '@kalends/core/store'
import { localTimes, publishedDefaults } from './published.ts'

/**
 * Builds a valid organizer draft: published. Keys and search text are derived from the given members.
 * @param given members to override
 * @param index makes names and slugs differ
 */
export function buildOrganizerDraft(given: Partial<Draft<OrganizerRecord>> = {}, index = 1): Draft<OrganizerRecord> {
  const name = given.name ?? `Organizer ${index}`
  const texts = { description: '', excerpt: '', phone: '', website: '', email: '', ...given }
  const { description, excerpt, phone, website, email } = texts
  return {
    ...publishedDefaults,
    slug: `organizer-${index}`,
    name,
    nameKey: foldKey(name),
    searchText: searchText([
      { text: name },
      { text: description, html: true },
      { text: excerpt, html: true },
      ...[phone, website, email].map((text) => ({ text })),
    ]),
    phone,
    website,
    email,
    ...localTimes(given),
    ...given,
  }
}
