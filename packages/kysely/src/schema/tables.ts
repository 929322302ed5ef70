import type { Alias, Kind, PlainEvent, PlainOrganizer, PlainVenue } from '@kalends/core/store'
import type { ColumnType, Generated } from 'kysely'
import type { Double, GeneratedInteger, Integer, OptionalInteger } from './column-types.ts'
import type { ChangeTable, HistoryTable, LogHoldTable } from './log-tables.ts'
import type { PreviewsTable, ProposalsTable } from './proposal-tables.ts'
import type { EventTextTable, EventWordTable, SearchStateTable } from './search-tables.ts'

/** The name of a member as a column: `showMap` is `show_map`. */
type ColumnName<Member extends string> = Member extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Member

/** The columns of plain fields. */
export type PlainColumns<T> = { [M in keyof T & string as ColumnName<M>]: T[M] extends string ? string : Integer }

/** The columns that every record table has. */
export interface RecordColumns {
  id: Generated<number>
  version: Integer
  slug: string
  created_ms: Integer
  updated_ms: Integer
  updated_local: string
  /** JSON: the values of the declared fields, and their keys (schema/fields-codec.ts); SQL null without any. */
  fields: string | null
}

/** The columns that events, venues and organizers share. */
export interface PublishedColumns extends RecordColumns {
  author_id: string
  status: string
  status_before_trash: string | null
  published_ms: Integer
  published_local: string
  description: string
  excerpt: string
  /** JSON: a number or a text; SQL null if there is none. */
  image: string | null
  search_text: string
  /** SQL null if there is none, because a unique index admits any number of nulls. */
  uid: string | null
}

/** The columns that an occurrence has of its own only where they are overridden: null stands for the value of its series. */
export interface InheritedColumns {
  description: string | null
  excerpt: string | null
  /** JSON: a number or a text. SQL null if there is none; an occurrence that overrides the image by none has the JSON `null`. */
  image: string | null
  search_text: string | null
  /** JSON. */
  cost: string | null
  website: string | null
  /**
   * As for other kinds. An occurrence that reads the fields of its series has SQL null, or an empty text if `event_fields` has rows for it;
   * an occurrence that overrides them by none has the JSON of none.
   */
  fields: string | null
}

/** The columns of events that hold the same as those of other kinds. */
type SharedColumns = Omit<PublishedColumns & PlainColumns<PlainEvent>, keyof InheritedColumns>

/** Events, without their links. */
export interface EventTable extends SharedColumns, InheritedColumns {
  title_key: string
  all_day: Integer
  start_local: string
  end_local: string
  time_zone: string
  time_zone_abbreviation: string
  start_ms: Integer
  end_ms: Integer
  previous_start_local: string
  previous_start_ms: OptionalInteger
  parent_id: Integer
  /** The role as a number (schema/event-role.ts). */
  role: Integer
  /** The series of an occurrence; SQL null for other events. */
  series_id: OptionalInteger
  /** The key of an occurrence as if it were UTC; SQL null for other events. Unique within the series. */
  key_wall: OptionalInteger
  /** JSON: the names of the members that an occurrence overrides; SQL null without any. */
  overridden: string | null
  /** JSON: how a series repeats; SQL null for other events. */
  recurrence: string | null
  /** The wall time before which all occurrences of a series are stored, as if it were UTC; SQL null if all are, and for other events. */
  extended_to: OptionalInteger
  /** `start_local` as if it were UTC, as a number: filters and orders by wall clock compare it. */
  start_wall: Integer
  /** `end_local` as if it were UTC. */
  end_wall: Integer
  /** The length class, one of six (span-class.ts). */
  span_class: Integer
  /** The quarter of the start, a generated column (list/times.ts). */
  start_quarter: GeneratedInteger
  /**
   * The series whose search text is that of an occurrence, a generated column that PostgreSQL lacks; null for events with a text of their own.
   */
  text_series_id: ColumnType<number | string | bigint | null, never, never>
}

/** Venues. */
export interface VenueTable extends PublishedColumns, PlainColumns<PlainVenue> {
  name_key: string
  lat: Double
  lng: Double
  x: Double
  y: Double
  z: Double
}

/** Organizers. */
export interface OrganizerTable extends PublishedColumns, PlainColumns<PlainOrganizer> {
  name_key: string
}

/** Categories and tags. */
export interface TermTable extends RecordColumns {
  taxonomy: string
  name: string
  name_key: string
  description: string
  search_text: string
  parent_id: Integer
  /** JSON: the ancestors from the root down. The table `term_ancestors` holds a copy of them for filters. */
  ancestor_ids: string
  known: Integer
}

/** The columns that a link copies from its event, in the same transaction, so that lists by linked record need not read the events. */
export interface LinkColumns {
  event_id: Integer
  status: string
  hidden: Integer
  author_id: string
  published_ms: Integer
  start_wall: Integer
  end_wall: Integer
  start_ms: Integer
}

/** The venues of events. */
export interface EventVenueTable extends LinkColumns {
  venue_id: Integer
  position: Integer
}

/** The organizers of events. */
export interface EventOrganizerTable extends LinkColumns {
  organizer_id: Integer
  position: Integer
}

/** The categories and tags of events. */
export interface EventTermTable extends LinkColumns {
  term_id: Integer
  taxonomy: string
  position: Integer
}

/** A key of a declared field. */
export interface FieldKeyColumns {
  /** The name of the field. */
  name: string
  key_text: string
}

/** The keys of the declared fields of events. */
export interface EventFieldTable extends LinkColumns, FieldKeyColumns {
  /** The position among the keys of the field, which are sorted. */
  position: Integer
}

/** The keys of the declared fields of venues, organizers or terms. */
export interface RecordFieldTable extends FieldKeyColumns {
  record_id: Integer
}

/** The ancestors of terms. */
export interface TermAncestorTable {
  ancestor_id: Integer
  term_id: Integer
}

/** A part of an event count: of a day, a category, a tag, or a category in a period, by status, without hidden events (count/counts.ts). */
export interface EventCountsTable {
  id: Generated<number>
  /** `day`, `category`, `tag` or `categoryPeriod`. */
  kind: string
  /** The start of the day in milliseconds, like `start_wall`, or the term's id. */
  counted_id: Integer
  /** The start of four weeks in milliseconds, like `start_wall`, of the kind `categoryPeriod`; 0 for other kinds. */
  period: Integer
  status: string
  /** Events added minus events removed. */
  events: Integer
}

/** Rows that a transaction locks while it creates a record with a unique name (lock-names.ts). */
export interface NameLockTable {
  slot: Integer
  /** Counts the locks on MariaDB and MySQL: an update that changes nothing is no write for the other servers of a cluster. */
  counter: Integer
}

/** Requests with keys, and the records that they have created (write/requests.ts). */
export interface RequestsTable {
  id: Generated<number>
  key_hash: string
  fingerprint: string
  kind: Kind
  /** 0 until the record is created. */
  record_id: Integer
  at_ms: Integer
}

/** The aliases of records (write/aliases.ts). */
export interface AliasTable {
  /** The table of the record: ids of categories and tags are one sequence. */
  kind: RecordTableName
  record_id: Integer
  /** `slug` or `nameKey`. */
  of_member: Alias['of']
  alias: string
  at_ms: Integer
}

/** The migrations that have run. */
export interface MigrationTable {
  name: string
  /** The hash of its statements (migration-hashes.ts). */
  hash: string
  at_ms: Integer
}

/** All tables of a calendar, under the names without prefix. */
export interface Tables {
  events: EventTable
  venues: VenueTable
  organizers: OrganizerTable
  terms: TermTable
  event_venues: EventVenueTable
  event_organizers: EventOrganizerTable
  event_terms: EventTermTable
  event_fields: EventFieldTable
  venue_fields: RecordFieldTable
  organizer_fields: RecordFieldTable
  term_fields: RecordFieldTable
  term_ancestors: TermAncestorTable
  changes: ChangeTable
  history: HistoryTable
  log_holds: LogHoldTable
  event_counts: EventCountsTable
  name_locks: NameLockTable
  requests: RequestsTable
  aliases: AliasTable
  proposals: ProposalsTable
  previews: PreviewsTable
  search_state: SearchStateTable
  event_texts: EventTextTable
  /** The words of each text, on MariaDB and MySQL. */
  event_words: EventWordTable
  /** Each word once, or a few times, with an event that has or had it. */
  distinct_words: EventWordTable
  migration: MigrationTable
}

/** The tables that hold records. */
export type RecordTableName = 'events' | 'venues' | 'organizers' | 'terms'

/** The values that a column can hold. */
export type SqlValue = string | number | null

/** The record tables with only the columns that all kinds of records share. */
export interface AnyTables {
  [table: string]: { [column: string]: SqlValue }
}
