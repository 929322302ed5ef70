import type { Draft, StoredPoint, VenueRecord } from '@kalends/core'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { profileColumns, publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import type { VenueTable } from '../schema/tables.ts'

/** The columns of a venue. */
export const venueColumns = ({ exactDouble }: SqlDialect): RawBuilder<unknown> => sql`
  ${profileColumns}, r.address, r.city, r.country, r.province, r.state, r.zip, r.state_province, r.show_map, r.show_map_link,
  ${exactDouble(sql`r.lat`)} as lat, ${exactDouble(sql`r.lng`)} as lng,
  ${exactDouble(sql`r.x`)} as x, ${exactDouble(sql`r.y`)} as y, ${exactDouble(sql`r.z`)} as z`

/** Converts a venue to a row to write. */
export function toVenueRow(venue: Draft<VenueRecord>): WrittenRow<VenueTable> {
  const { lat, lng, x, y, z } = venue.point ?? { lat: null, lng: null, x: null, y: null, z: null }
  return {
    ...publishedRow(venue),
    name: venue.name,
    name_key: venue.nameKey,
    address: venue.address,
    city: venue.city,
    country: venue.country,
    province: venue.province,
    state: venue.state,
    zip: venue.zip,
    phone: venue.phone,
    website: venue.website,
    state_province: venue.stateProvince,
    show_map: Number(venue.showMap),
    show_map_link: Number(venue.showMapLink),
    lat,
    lng,
    x,
    y,
    z,
  }
}

/** Converts a row to a venue. */
export function toVenueRecord(row: Selectable<VenueTable>): VenueRecord {
  return {
    ...publishedRecord(row),
    name: row.name,
    nameKey: row.name_key,
    address: row.address,
    city: row.city,
    country: row.country,
    province: row.province,
    state: row.state,
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    stateProvince: row.state_province,
    showMap: Number(row.show_map) === 1,
    showMapLink: Number(row.show_map_link) === 1,
    point: toPoint(row),
  }
}

function toPoint({ lat, lng, x, y, z }: Selectable<VenueTable>): StoredPoint | null {
  if (lat === null || lng === null || x === null || y === null || z === null) return null
  return { lat: Number(lat), lng: Number(lng), x: Number(x), y: Number(y), z: Number(z) }
}
