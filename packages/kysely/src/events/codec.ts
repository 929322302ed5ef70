import type { Draft, EntityId, EventRecord, StoredCost } from '@kalends/core'
import { type Selectable, sql } from 'kysely'
import { idsOf, type LinkRow } from '../query/links.ts'
import { publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import { spanClass } from '../schema/span-class.ts'
import type { EventTable } from '../schema/tables.ts'
import { wallMs } from '../schema/wall-time.ts'
import type { LinkCopies } from '../write/event-links.ts'

/**
 * The columns of an event that are part of its record; the others are for filters and orders. They are written as SQL text: building thirty
 * names for each statement takes longer than SQLite takes to find the row.
 */
export const eventColumns = sql`
  e.id, e.version, e.slug, e.created_ms, e.updated_ms, e.updated_local, e.author_id, e.status, e.status_before_trash,
  e.published_ms, e.published_local, e.description, e.excerpt, e.image, e.search_text, e.title, e.title_key, e.all_day,
  e.start_local, e.end_local, e.time_zone, e.time_zone_abbreviation, e.start_ms, e.end_ms, e.cost, e.website, e.show_map,
  e.show_map_link, e.hidden, e.sticky, e.featured, e.parent_id`

/** The row of an event in a result. */
export type EventRow = Omit<Selectable<EventTable>, 'start_wall' | 'end_wall' | 'span_class' | 'start_quarter'>

/** Converts an event to a row to write. */
export function toEventRow(event: Draft<EventRecord>): WrittenRow<EventTable> {
  const startWall = wallMs(event.startLocal)
  const endWall = wallMs(event.endLocal)
  return {
    ...publishedRow(event),
    title: event.title,
    title_key: event.titleKey,
    all_day: Number(event.allDay),
    start_local: event.startLocal,
    end_local: event.endLocal,
    time_zone: event.timeZone,
    time_zone_abbreviation: event.timeZoneAbbreviation,
    start_ms: event.startMs,
    end_ms: event.endMs,
    cost: toCostText(event.cost),
    website: event.website,
    show_map: Number(event.showMap),
    show_map_link: Number(event.showMapLink),
    hidden: Number(event.hidden),
    sticky: Number(event.sticky),
    featured: Number(event.featured),
    parent_id: event.parentId,
    start_wall: startWall,
    end_wall: endWall,
    span_class: spanClass({ startWall, endWall, startMs: event.startMs, endMs: event.endMs }),
  }
}

/** The columns that the links of an event copy from it. */
export const toLinkCopies = (event: Draft<EventRecord>): LinkCopies => ({
  status: event.status,
  hidden: Number(event.hidden),
  author_id: event.authorId,
  published_ms: event.publishedMs,
  start_wall: wallMs(event.startLocal),
  end_wall: wallMs(event.endLocal),
  start_ms: event.startMs,
})

/** Converts a row and its links to an event. */
export function toEventRecord(row: EventRow & LinkRow): EventRecord {
  return {
    ...publishedRecord(row),
    title: row.title,
    titleKey: row.title_key,
    allDay: Number(row.all_day) === 1,
    startLocal: row.start_local,
    endLocal: row.end_local,
    timeZone: row.time_zone,
    timeZoneAbbreviation: row.time_zone_abbreviation,
    startMs: Number(row.start_ms),
    endMs: Number(row.end_ms),
    cost: fromCostText(row.cost),
    website: row.website,
    showMap: Number(row.show_map) === 1,
    showMapLink: Number(row.show_map_link) === 1,
    hidden: Number(row.hidden) === 1,
    sticky: Number(row.sticky) === 1,
    featured: Number(row.featured) === 1,
    parentId: Number(row.parent_id),
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
