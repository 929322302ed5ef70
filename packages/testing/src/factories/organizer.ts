import {
  type Draft,
  defaultsOf,
  foldKey,
  type OrganizerRecord,
  organizerFields,
  type PlainOrganizer,
  plainSearcher,
  searchText,
} from '@kalends/core/store'
import { localTimes, publishedDefaults } from './published.ts'

const searchedTexts = plainSearcher<PlainOrganizer>(organizerFields)

/**
 * Builds a valid organizer draft: published. Keys and search text are derived from the given members.
 * @param given members to override
 * @param index makes names and slugs differ
 */
export function buildOrganizerDraft(given: Partial<Draft<OrganizerRecord>> = {}, index = 1): Draft<OrganizerRecord> {
  const name = given.name ?? `Organizer ${index}`
  const plain = { ...defaultsOf(organizerFields), ...given, name }
  const { description = '', excerpt = '' } = given
  return {
    ...publishedDefaults,
    ...plain,
    slug: `organizer-${index}`,
    nameKey: foldKey(name),
    searchText: searchText([{ text: name }, { text: description, html: true }, { text: excerpt, html: true }, ...searchedTexts(plain)]),
    ...localTimes(given),
    ...given,
  }
}
