import { type Draft, foldKey, searchText, type TermRecord } from '@kalends/core/store'
import { localTimes, storedDefaults } from './published.ts'

/**
 * Builds a valid term draft: a root category. Keys and search text are derived from the given members.
 * @param given members to override; `parentId` and `ancestorIds` go together
 * @param index makes names and slugs differ
 * @example await store.terms.insert(buildTermDraft({ name: 'Music', parentId: arts.id, ancestorIds: [arts.id] }))
 */
export function buildTermDraft(given: Partial<Draft<TermRecord>> = {}, index = 1): Draft<TermRecord> {
  const taxonomy = given.taxonomy ?? 'category'
  const name = given.name ?? `${taxonomy === 'category' ? 'Category' : 'Tag'} ${index}`
  const slug = given.slug ?? `${taxonomy}-${index}`
  const { description = '' } = given
  return {
    ...storedDefaults,
    slug,
    taxonomy,
    name,
    nameKey: foldKey(name),
    description,
    searchText: searchText([{ text: name }, { text: slug }, { text: description, html: true }]),
    parentId: 0,
    ancestorIds: [],
    known: false,
    ...localTimes(given),
    ...given,
  }
}
