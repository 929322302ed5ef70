import { type Draft, type EntityId, type EventRecord, eventFields, type PlainEvent, type StoredCost } from '@kalends/core/store'
import type { Selectable } from 'kysely'
import { idsOf, type LinkRow } from '../query/links.ts'
import { plainCodec, selectColumns } from '../schema/plain-columns.ts'
import { publishedColumns, publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import { spanClass } from '../schema/span-class.ts'
import type { EventTable } from '../schema/tables.ts'
import { wallMs } from '../schema/wall-time.ts'
import type { LinkCopies } from '../write/event-links.ts'

/** The row of an event in a result. */
export type EventRow = Omit<Selectable<EventTable>, 'start_wall' | 'end_wall' | 'span_class' | 'start_quarter'>

const plain = plainCodec<PlainEvent>(eventFields)

/** The columns of an event that are part of its record; the others are for filters and orders. */
export const eventColumns = selectColumns<EventRow>('e', {
  ...publishedColumns,
  ...plain.columns,
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
  cost: true,
  parent_id: true,
  role: true,
  series_id: true,
  occurrence_key: true,
  overridden: true,
  recurrence: true,
  extended_to: true,
})

/** Converts an event to a row to write. */
export function toEventRow(event: Draft<EventRecord>): WrittenRow<EventTable> {
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
    role: event.role,
    series_id: event.seriesId,
    occurrence_key: event.occurrenceKey,
    overridden: JSON.stringify(event.overridden),
    recurrence: event.recurrence === null ? null : JSON.stringify(event.recurrence),
    extended_to: event.extendedTo,
    start_wall: startWall,
    end_wall: endWall,
    span_class: spanClass({ startWall, endWall, startMs: times.startMs, endMs: times.endMs }),
  }
}

/** The columns that the links of an event copy from it. */
export const toLinkCopies = (event: Draft<EventRecord>): LinkCopies => ({
  status: event.status,
  hidden: Number(event.hidden),
  author_id: event.authorId,
  published_ms: event.publishedMs,
  start_wall: wallMs(event.times.startLocal),
  end_wall: wallMs(event.times.endLocal),
  start_ms: event.times.startMs,
})

/** Converts a row and its links to an event. */
export function toEventRecord(row: EventRow & LinkRow): EventRecord {
  return {
    ...publishedRecord(row),
    ...plain.toRecord(row),
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
    role: row.role as EventRecord['role'],
    seriesId: Number(row.series_id),
    occurrenceKey: row.occurrence_key,
    // Only toEventRow writes these columns.
    overridden: JSON.parse(row.overridden) as EventRecord['overridden'],
    recurrence: row.recurrence === null ? null : (JSON.parse(row.recurrence) as EventRecord['recurrence']),
    extendedTo: row.extended_to,
    venueIds: idsOf(row.venueIds),
    organizerIds: idsOf(row.organizerIds),
    categoryIds: idsOf(row.categoryIds),
    tagIds: idsOf(row.tagIds),
  }
}

/** The record as a later read returns it, made from the draft that was written. */
export function storedEvent(draft: Draft<EventRecord>, id: EntityId, version: number): EventRecord {
  const { venueIds, organizerIds, categoryIds, tagIds } = draft
  return toEventRecord({ ...toEventRow(draft), id, version, venueIds, organizerIds, categoryIds, tagIds })
}

function toCostText({ text, currencySymbol, currencyCode, currencyPosition, values }: StoredCost): string {
  return JSON.stringify({ text, currencySymbol, currencyCode, currencyPosition, values })
}

function fromCostText(json: string): StoredCost {
  // Only toCostText writes this column.
  return JSON.parse(json) as StoredCost
}
