import type { MessageKey } from '../messages/problems/translation.ts'

/** The message that describes each group of operations. */
export const tagTexts: Readonly<Record<string, MessageKey>> = {
  namespace: 'tagNamespace',
  doc: 'tagDoc',
  events: 'tagEvents',
  venues: 'tagVenues',
  organizers: 'tagOrganizers',
  categories: 'tagCategories',
  tags: 'tagTags',
  changes: 'tagChanges',
}
