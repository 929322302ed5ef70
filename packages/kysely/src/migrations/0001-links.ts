import { createTable, defineTable, type MigrationTarget, type Statement } from './table-definition.ts'

const link = {
  event_id: 'integer',
  status: 'word',
  hidden: 'small',
  author_id: 'key',
  published_ms: 'integer',
  start_wall: 'integer',
  end_wall: 'integer',
  start_ms: 'integer',
} as const

/** Indexes of links start with the linked record and continue as those of events do. */
const listed = ['status', 'hidden', 'start_wall', 'event_id', 'end_wall', 'start_ms', 'published_ms'] as const

const eventVenues = defineTable({
  name: 'event_venues',
  columns: { ...link, venue_id: 'integer', position: 'small' },
  primaryKey: ['event_id', 'venue_id'],
  indexes: { list: ['venue_id', ...listed] },
  link: true,
})

const eventOrganizers = defineTable({
  name: 'event_organizers',
  columns: { ...link, organizer_id: 'integer', position: 'small' },
  primaryKey: ['event_id', 'organizer_id'],
  indexes: { list: ['organizer_id', ...listed] },
  link: true,
})

const eventTerms = defineTable({
  name: 'event_terms',
  columns: { ...link, term_id: 'integer', taxonomy: 'word', position: 'small' },
  primaryKey: ['event_id', 'taxonomy', 'term_id'],
  indexes: { list: ['term_id', 'taxonomy', ...listed] },
  link: true,
})

/** The texts of keys have at most 201 code points. */
const fieldKey = { name: 'key', key_text: 'key' } as const

/** With the position, a count of a range of keys can count each event at the first of its keys, from the index alone. */
const eventFields = defineTable({
  name: 'event_fields',
  columns: { ...link, ...fieldKey, position: 'small' },
  primaryKey: ['event_id', 'name', 'key_text'],
  indexes: { list: ['name', 'key_text', ...listed, 'position'] },
  link: true,
})

/** The keys of the fields of venues, organizers or terms. */
const recordFields = (name: string) =>
  defineTable({
    name,
    columns: { record_id: 'integer', ...fieldKey },
    primaryKey: ['record_id', 'name', 'key_text'],
    indexes: { list: ['name', 'key_text', 'record_id'] },
    link: true,
  })

const termAncestors = defineTable({
  name: 'term_ancestors',
  columns: { ancestor_id: 'integer', term_id: 'integer' },
  primaryKey: ['ancestor_id', 'term_id'],
  indexes: { term: ['term_id'] },
  link: true,
})

/** The tables of links, of keys of fields and of ancestors, as parts of the first migration. */
export const linkTables = (target: MigrationTarget): readonly Statement[] => [
  ...createTable(target, eventVenues),
  ...createTable(target, eventOrganizers),
  ...createTable(target, eventTerms),
  ...createTable(target, eventFields),
  ...createTable(target, recordFields('venue_fields')),
  ...createTable(target, recordFields('organizer_fields')),
  ...createTable(target, recordFields('term_fields')),
  ...createTable(target, termAncestors),
]
