import {
  type Draft,
  type EntityId,
  type EventRecord,
  eventFields,
  hasOwnSearchText,
  inheritedTexts,
  type PlainEvent,
  type SeriesMembers,
  type StoredCost,
  type StoredRecurrence,
  singleEvent,
} from '@kalends/core/store'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { idsOf, type LinkRow } from '../query/links.ts'
import { isHiddenColumn, roleNumbers, toHiddenColumn, toRole } from '../schema/event-role.ts'
import { emptyFieldsText, hasKeys, inheritedFieldsText, toFieldsText, toStoredFields } from '../schema/fields-codec.ts'
import { plainCodec, selectColumns } from '../schema/plain-columns.ts'
import { publishedColumns, publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import { rememberTexts } from '../schema/remember-texts.ts'
import { spanClass } from '../schema/span-class.ts'
import type { EventTable, InheritedColumns } from '../schema/tables.ts'
import { wallMs, wallText } from '../schema/wall-time.ts'

/** The columns that serve only filters and orders. */
type DerivedColumn = 'start_wall' | 'end_wall' | 'span_class' | 'start_quarter' | 'text_series_id'

/** The texts of an event in a result: an occurrence without texts of its own has those of its series. */
interface ReadTexts extends Record<Exclude<keyof InheritedColumns, 'image' | 'fields'>, string> {
  image: string | null
  fields: string | null
}

/** The row of an event in a result. */
export type EventRow = Omit<Selectable<EventTable>, DerivedColumn | keyof InheritedColumns> & ReadTexts

const plain = plainCodec<PlainEvent>(eventFields)

const { description: _d, excerpt: _e, image: _i, search_text: _s, uid: _u, fields: _f, ...ownPublished } = publishedColumns
const { website: _w, ...ownPlain } = plain.columns

/**
 * The columns that an occurrence reads from its series, called `s`, unless it has values of its own. Columns that are never null have a
 * default here, so that a list can be read even if the series of an occurrence is missing.
 */
const readThrough = {
  description: ", ''",
  excerpt: ", ''",
  search_text: ", ''",
  website: ", ''",
  cost: `, '{"text":"","currencySymbol":"","currencyCode":"","currencyPosition":"prefix","values":[]}'`,
  image: '',
  uid: '',
  recurrence: '',
  extended_to: '',
} as const

const ownColumns = selectColumns<Omit<EventRow, keyof typeof readThrough | 'fields'>>('e', {
  ...ownPublished,
  ...ownPlain,
  title_key: true,
  all_day: true,
  start_local: true,
  end_local: true,
  time_zone: true,
  time_zone_abbreviation: true,
  start_ms: true,
  end_ms: true,
  previous_start_local: true,
  previous_start_ms: true,
  parent_id: true,
  role: true,
  series_id: true,
  key_wall: true,
  overridden: true,
})

const inheritedColumns = [
  "coalesce(nullif(e.fields, ''), s.fields) as fields",
  ...Object.entries(readThrough).map(([column, otherwise]) => `coalesce(e.${column}, s.${column}${otherwise}) as ${column}`),
]

/**
 * The columns of an event that are part of its record; the others are for filters and orders. As in {@link selectColumns}, the inherited ones
 * are one SQL text: each of ten expressions takes Kysely half a microsecond in each list.
 */
// biome-ignore lint/plugin: names of columns and texts from this file, never from input
export const eventColumns: RawBuilder<unknown> = sql`${ownColumns}, ${sql.raw(inheritedColumns.join(', '))}`

const uninheritedColumns = [
  "nullif(e.fields, '') as fields",
  ...Object.entries(readThrough).map(([column, otherwise]) =>
    otherwise === '' ? `e.${column}` : `coalesce(e.${column}${otherwise}) as ${column}`,
  ),
]

/** The same columns without the series: those that an occurrence would read from it are empty. */
// biome-ignore lint/plugin: names of columns and texts from this file, never from input
export const columnsWithoutInherited: RawBuilder<unknown> = sql`${ownColumns}, ${sql.raw(uninheritedColumns.join(', '))}`

/** The row of an event with all columns that are part of its record. */
type WholeRow = Omit<WrittenRow<EventTable>, keyof InheritedColumns> & ReadTexts

/** Converts an event to a row with all columns, also those that an occurrence reads from its series. */
function toWholeRow(event: Draft<EventRecord>): WholeRow {
  const { times } = event
  const startWall = wallMs(times.startLocal)
  const endWall = wallMs(times.endLocal)
  return {
    ...publishedRow(event),
    ...plain.toRow(event),
    title_key: event.titleKey,
    all_day: Number(times.allDay),
    start_local: times.startLocal,
    end_local: times.endLocal,
    time_zone: times.timeZone,
    time_zone_abbreviation: times.timeZoneAbbreviation,
    start_ms: times.startMs,
    end_ms: times.endMs,
    previous_start_local: event.previousStartLocal,
    previous_start_ms: event.previousStartMs,
    cost: toCostText(event.cost),
    parent_id: event.parentId,
    hidden: toHiddenColumn(event),
    role: roleNumbers[event.role],
    series_id: event.role === 'occurrence' ? event.seriesId : null,
    key_wall: event.role === 'occurrence' ? (event.occurrenceKey === times.startLocal ? startWall : wallMs(event.occurrenceKey)) : null,
    overridden: event.overridden.length === 0 ? null : JSON.stringify(event.overridden),
    recurrence: event.recurrence === null ? null : JSON.stringify(event.recurrence),
    extended_to: event.extendedTo === '' ? null : wallMs(event.extendedTo),
    start_wall: startWall,
    end_wall: endWall,
    span_class: spanClass({ startWall, endWall, startMs: times.startMs, endMs: times.endMs }),
  }
}

/** Converts an event to a row to write: an occurrence without the columns that it reads from its series. */
export function toEventRow(event: Draft<EventRecord>): WrittenRow<EventTable> {
  const row = toWholeRow(event)
  if (event.role !== 'occurrence') return row
  const own: Partial<ReadTexts> = {}
  for (const text of inheritedTexts) if (event.overridden.includes(text)) Object.assign(own, { [text]: row[text] })
  return {
    ...row,
    ...noTexts,
    ...own,
    // JSON's `null` means no image; SQL's null would mean the image of the series.
    ...(own.image === null && { image: 'null' }),
    fields: event.overridden.includes('fields') ? (row.fields ?? emptyFieldsText) : inheritedMark(event),
    ...(hasOwnSearchText(event) && { search_text: row.search_text }),
    uid: null,
    recurrence: null,
    extended_to: null,
  }
}

/** The column `fields` of an occurrence that reads them from its series: other than null if it has rows in `event_fields`. */
const inheritedMark = ({ fields }: Draft<EventRecord>): string | null => (hasKeys(fields) ? inheritedFieldsText : null)

const noTexts = {
  description: null,
  excerpt: null,
  image: null,
  search_text: null,
  cost: null,
  website: null,
  fields: null,
} satisfies InheritedColumns

/** Converts a row and its links to an event. */
export function toEventRecord(row: EventRow & LinkRow): EventRecord {
  return {
    ...publishedRecord(row),
    ...plain.toRecord(row),
    hidden: isHiddenColumn(row.hidden),
    titleKey: row.title_key,
    times: {
      allDay: Number(row.all_day) === 1,
      startLocal: row.start_local,
      endLocal: row.end_local,
      timeZone: row.time_zone,
      timeZoneAbbreviation: row.time_zone_abbreviation,
      startMs: Number(row.start_ms),
      endMs: Number(row.end_ms),
    },
    previousStartLocal: row.previous_start_local,
    previousStartMs: row.previous_start_ms === null ? null : Number(row.previous_start_ms),
    cost: fromCostText(row.cost),
    parentId: Number(row.parent_id),
    ...toSeriesMembers(row),
    venueIds: idsOf(row.venueIds),
    organizerIds: idsOf(row.organizerIds),
    categoryIds: idsOf(row.categoryIds),
    tagIds: idsOf(row.tagIds),
  }
}

const noneOverridden: EventRecord['overridden'] = Object.freeze([])

// The casts are safe, because only toWholeRow writes these columns.
const fromOverriddenText = rememberTexts((json) => Object.freeze(JSON.parse(json) as EventRecord['overridden']))

const fromRecurrenceText = rememberTexts((json): StoredRecurrence => {
  const { rule, dates, except } = JSON.parse(json) as StoredRecurrence
  return Object.freeze({ rule, dates: Object.freeze(dates), except: Object.freeze(except) })
})

function toSeriesMembers(row: EventRow): SeriesMembers {
  const role = toRole(row.role)
  if (role === 'single') return singleEvent
  return {
    role,
    seriesId: Number(row.series_id),
    occurrenceKey: row.key_wall === null ? '' : wallText(Number(row.key_wall)),
    overridden: row.overridden === null ? noneOverridden : fromOverriddenText(row.overridden),
    recurrence: row.recurrence === null ? null : fromRecurrenceText(row.recurrence),
    extendedTo: row.extended_to === null ? '' : wallText(Number(row.extended_to)),
  }
}

/** The record that a write of an event returns: the draft with its id and version. */
export const storedEvent = (draft: Draft<EventRecord>, id: EntityId, version: number): EventRecord => ({
  ...draft,
  id,
  version,
  fields: toStoredFields(toFieldsText(draft.fields)),
})

function toCostText({ text, currencySymbol, currencyCode, currencyPosition, values }: StoredCost): string {
  return JSON.stringify({ text, currencySymbol, currencyCode, currencyPosition, values })
}

const fromCostText = rememberTexts((json): StoredCost => {
  // The cast is safe, because only toCostText writes this column.
  const cost = JSON.parse(json) as StoredCost
  return Object.freeze({ ...cost, values: Object.freeze(cost.values) })
})
