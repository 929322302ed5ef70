import { type Draft, type PlainVenue, type StoredPoint, type VenueRecord, venueFields } from '@kalends/core/store'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { columnOf, plainCodec, selectColumns } from '../schema/plain-columns.ts'
import { publishedColumns, publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import type { VenueTable } from '../schema/tables.ts'

type PointColumn = 'lat' | 'lng' | 'x' | 'y' | 'z'

const plain = plainCodec<PlainVenue>(venueFields)

const columnsWithoutPoint = selectColumns<Omit<VenueTable, PointColumn>>('r', { ...publishedColumns, ...plain.columns, name_key: true })

const pointColumns = (['lat', 'lng', 'x', 'y', 'z'] as const satisfies readonly PointColumn[]).map((name) => ({
  name,
  column: columnOf('r', name),
}))

/** The columns of a venue. */
export const venueColumns = ({ exactDouble }: SqlDialect): RawBuilder<unknown> =>
  sql.join([columnsWithoutPoint, ...pointColumns.map(({ name, column }) => exactDouble(column).as(name))])

/** Converts a venue to a row to write. */
export function toVenueRow(venue: Draft<VenueRecord>): WrittenRow<VenueTable> {
  const { lat, lng, x, y, z } = venue.point ?? { lat: null, lng: null, x: null, y: null, z: null }
  return { ...publishedRow(venue), ...plain.toRow(venue), name_key: venue.nameKey, lat, lng, x, y, z }
}

/** Converts a row to a venue. */
export const toVenueRecord = (row: Selectable<VenueTable>): VenueRecord => ({
  ...publishedRecord(row),
  ...plain.toRecord(row),
  nameKey: row.name_key,
  point: toPoint(row),
})

function toPoint({ lat, lng, x, y, z }: Selectable<VenueTable>): StoredPoint | null {
  if (lat === null || lng === null || x === null || y === null || z === null) return null
  return { lat: Number(lat), lng: Number(lng), x: Number(x), y: Number(y), z: Number(z) }
}
