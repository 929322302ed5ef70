import { sql } from 'kysely'
import { linkTables } from './0001-links.ts'
import { logTables } from './0001-log.ts'
import { proposalTables } from './0001-proposals.ts'
import { createTable, defineTable, type MigrationTarget, type Statement } from './table-definition.ts'

const record = {
  id: 'id',
  version: 'integer',
  slug: 'key',
  created_ms: 'integer',
  updated_ms: 'integer',
  updated_local: 'text',
  fields: 'longText?',
} as const

const published = {
  ...record,
  author_id: 'key',
  status: 'word',
  status_before_trash: 'word?',
  published_ms: 'integer',
  published_local: 'text',
  description: 'longText',
  excerpt: 'longText',
  image: 'text?',
  search_text: 'longText',
  uid: 'key?',
} as const

/**
 * The quarter of 91 days in which an event starts, counted from 1970 (list/times.ts). It is a generated column, so that no writer
 * can omit it. The expression takes two remainders, because on all engines a remainder has the sign of the dividend.
 */
const startQuarter = sql`(start_wall - ((start_wall % 7862400000) + 7862400000) % 7862400000) / 7862400000`

/**
 * The series whose search text is that of an occurrence; null for an event with a text of its own. The index of the window covers it, so that
 * a search reads one row for each event: the event, or its series.
 */
const textSeriesId = sql`case when search_text is null then series_id end`

/**
 * Indexes of events start with the columns that every list sets (status, hidden) and continue with an order, so that a page is read in
 * order and the scan stops after its last row. The columns after the id make the indexes covering: pages and totals need only the index.
 * The publication index also finds when the next scheduled record becomes visible.
 */
const events = defineTable({
  name: 'events',
  columns: {
    ...published,
    // An occurrence reads these from its series where they are null.
    description: 'longText?',
    excerpt: 'longText?',
    search_text: 'longText?',
    title: 'text',
    title_key: 'key',
    all_day: 'small',
    start_local: 'text',
    end_local: 'text',
    time_zone: 'text',
    time_zone_abbreviation: 'text',
    start_ms: 'integer',
    end_ms: 'integer',
    cost: 'text?',
    website: 'text?',
    show_map: 'small',
    show_map_link: 'small',
    hidden: 'small',
    sticky: 'small',
    featured: 'small',
    event_status: 'word',
    attendance: 'word',
    online_url: 'text',
    previous_start_local: 'text',
    previous_start_ms: 'integer?',
    parent_id: 'integer',
    role: 'small',
    series_id: 'integer?',
    key_wall: 'integer?',
    overridden: 'text?',
    recurrence: 'longText?',
    extended_to: 'integer?',
    start_wall: 'integer',
    end_wall: 'integer',
    span_class: 'small',
  },
  generated: { start_quarter: startQuarter, text_series_id: textSeriesId },
  onlyWithRowsById: ['text_series_id'],
  indexes: {
    unique_slug: ['slug'],
    unique_uid: ['uid'],
    unique_occurrence: ['series_id', 'key_wall'],
    series: ['series_id', 'status', 'hidden', 'start_wall', 'id', 'end_wall', 'published_ms'],
    extension: ['extended_to', 'status'],
    window: [
      'status',
      'hidden',
      'start_wall',
      'id',
      'end_wall',
      'published_ms',
      'featured',
      'parent_id',
      'start_ms',
      'end_ms',
      'series_id',
      'text_series_id',
    ],
    instant: ['status', 'hidden', 'start_ms', 'id', 'end_ms', 'published_ms'],
    span: ['status', 'hidden', 'span_class', 'start_wall', 'id', 'end_wall', 'published_ms'],
    parent: ['parent_id'],
    authored: ['author_id', 'status', 'hidden', 'start_wall', 'id', 'end_wall', 'start_ms', 'published_ms'],
    publication: ['status', 'published_ms', 'id', 'hidden', 'start_wall'],
    title: ['status', 'hidden', 'title_key', 'id', 'start_wall', 'published_ms'],
    changed: [
      'status',
      'hidden',
      'updated_ms',
      'id',
      'start_wall',
      'published_ms',
      'end_wall',
      'start_ms',
      'end_ms',
      'featured',
      'parent_id',
    ],
    end: ['status', 'hidden', 'end_wall', 'id', 'start_wall', 'published_ms'],
    quarter_publication: ['status', 'hidden', 'start_quarter', 'published_ms', 'id', 'start_wall'],
    quarter_modified: ['status', 'hidden', 'start_quarter', 'updated_ms', 'id', 'start_wall', 'published_ms'],
  },
  // Most events are in no series, and have null in the first column of these indexes.
  sparse: ['unique_occurrence', 'series', 'extension'],
})

const venues = defineTable({
  name: 'venues',
  columns: {
    ...published,
    name: 'text',
    name_key: 'key',
    address: 'text',
    city: 'text',
    country: 'text',
    province: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text',
    website: 'text',
    state_province: 'text',
    show_map: 'small',
    show_map_link: 'small',
    exclusive: 'small',
    lat: 'double?',
    lng: 'double?',
    x: 'double?',
    y: 'double?',
    z: 'double?',
  },
  indexes: {
    unique_slug: ['slug'],
    unique_uid: ['uid'],
    name: ['status', 'name_key', 'id', 'published_ms'],
    published: ['status', 'published_ms', 'id'],
    author: ['author_id', 'status'],
    place: ['lat'],
  },
})

const organizers = defineTable({
  name: 'organizers',
  columns: { ...published, name: 'text', name_key: 'key', phone: 'text', website: 'text', email: 'text' },
  indexes: {
    unique_slug: ['slug'],
    unique_uid: ['uid'],
    name: ['status', 'name_key', 'id', 'published_ms'],
    published: ['status', 'published_ms', 'id'],
    author: ['author_id', 'status'],
  },
})

const terms = defineTable({
  name: 'terms',
  columns: {
    ...record,
    taxonomy: 'word',
    name: 'text',
    name_key: 'key',
    description: 'longText',
    search_text: 'longText',
    parent_id: 'integer',
    ancestor_ids: 'text',
    known: 'integer',
  },
  indexes: {
    unique_slug: ['taxonomy', 'slug'],
    unique_name: ['taxonomy', 'parent_id', 'name_key'],
    list: ['taxonomy', 'name_key', 'id'],
    parent: ['parent_id'],
  },
})

/** Counts of events by day, category, tag, and category and period (count/counts.ts). */
const eventCounts = defineTable({
  name: 'event_counts',
  columns: { id: 'id', kind: 'word', counted_id: 'integer', period: 'integer', status: 'word', events: 'integer' },
  indexes: { sum: ['kind', 'status', 'counted_id', 'period', 'events'] },
})

/** Rows that a transaction locks while it creates a record with a unique name (write/lock-names.ts). */
const nameLocks = defineTable({ name: 'name_locks', columns: { slot: 'integer', counter: 'integer' }, primaryKey: ['slot'] })

/**
 * Requests with keys, and the records that they have created (write/requests.ts). The row has an id of its own, by which MariaDB tells
 * whether an insert has met the unique key.
 */
const requests = defineTable({
  name: 'requests',
  columns: {
    id: 'id',
    key_hash: 'key',
    fingerprint: 'key',
    kind: 'word',
    record_id: 'integer',
    at_ms: 'integer',
  },
  indexes: { unique_key: ['key_hash'], age: ['at_ms'] },
})

/** Slugs and names by which records were found before (write/aliases.ts): an alias may have several records. */
const aliases = defineTable({
  name: 'aliases',
  columns: { kind: 'word', record_id: 'integer', of_member: 'word', alias: 'key', at_ms: 'integer' },
  primaryKey: ['kind', 'record_id', 'of_member', 'alias'],
  indexes: { alias: ['kind', 'of_member', 'alias', 'record_id'] },
})

/**
 * The tables of 0.1.0. This definition is never edited: a later change is a new migration. Its hash covers the folding of names and searched
 * texts too, because the tables hold folded ones.
 */
export const initial = (target: MigrationTarget): readonly Statement[] => [
  ...createTable(target, events),
  ...createTable(target, venues),
  ...createTable(target, organizers),
  ...createTable(target, terms),
  ...linkTables(target),
  ...logTables(target),
  ...createTable(target, eventCounts),
  ...createTable(target, nameLocks),
  ...createTable(target, requests),
  ...createTable(target, aliases),
  ...proposalTables(target),
]
