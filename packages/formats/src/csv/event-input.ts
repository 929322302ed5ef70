import type { EventInput, VenueInput } from '@kalends/core'
import { withoutApostrophes } from './apostrophes.ts'
import { toBoolean } from './booleans.ts'
import { fieldColumn, fromFieldCell } from './field-cells.ts'

/** A row as CSV parsers return it: the texts of its cells by the names of their columns. */
export type CsvRow = Readonly<Record<string, string | undefined>>

/**
 * Converts a row to the input of an event. Members without a column are undefined, but a missing title, start or end is an empty text.
 * Columns with other names are ignored; those of declared fields are named like `custom_fields.level`. The texts are not validated:
 * `create` does that, and `createMany` names the input, such as `inputs[3].allDay` for the fourth row below the names. Images that are
 * media ids and the addresses of organizers are lost, because the export does not write them.
 * @example
 * const rows = [{ title: 'Choir', start_date: '2026-05-31 19:30', end_date: '2026-05-31 21:00' }]
 * await calendar.events.createMany(rows.map(toEventInput), { onConflict: 'update' })
 */
export function toEventInput(row: CsvRow): EventInput {
  const text = (name: string): string | undefined => (row[name] === undefined ? undefined : withoutApostrophes(row[name]))
  const given = (name: string): string | undefined => text(name) || undefined
  const flag = (name: string): boolean | undefined => {
    const value = given(name)
    // `create` refuses any other text.
    return value === undefined ? undefined : (toBoolean(value) ?? (value as unknown as boolean))
  }
  const status = given('event_status')
  return {
    title: text('title') ?? '',
    startDate: text('start_date') ?? '',
    endDate: text('end_date') ?? '',
    uid: given('uid'),
    timeZone: given('timezone'),
    allDay: flag('all_day'),
    eventStatus: (status === 'moved_online' ? 'movedOnline' : status) as EventInput['eventStatus'],
    eventStatusReason: text('event_status_reason'),
    attendance: given('attendance_mode') as EventInput['attendance'],
    onlineUrl: text('online_url'),
    cost: text('cost'),
    website: text('website'),
    featured: flag('featured'),
    categories: toNames(text('categories')),
    tags: toNames(text('tags')),
    venues: toVenues(text),
    organizers: toNames(text('organizer')),
    status: given('status') as EventInput['status'],
    publishedUtc: given('date_utc'),
    slug: given('slug'),
    excerpt: text('excerpt'),
    description: text('description'),
    image: given('image'),
    fields: toFields(row, given),
  }
}

/** The declared fields of a row; undefined without a column of one. An empty cell is no value. */
function toFields(row: CsvRow, given: (name: string) => string | undefined): EventInput['fields'] {
  const columns = Object.keys(row).filter((name) => name.startsWith(fieldColumn))
  if (columns.length === 0) return undefined
  const cells = columns.flatMap((column) => {
    const cell = given(column)
    return cell === undefined ? [] : [[column.slice(fieldColumn.length), fromFieldCell(cell)]]
  })
  return Object.fromEntries(cells)
}

/** Names, so that a tag called 3 is not taken for the tag with that id. */
const toNames = (text: string | undefined): readonly { readonly name: string }[] | undefined =>
  text
    ?.split(/\r?\n/)
    .filter((name) => name !== '')
    .map((name) => ({ name }))

/** The venues of a row: each column has one line per venue, in the same order. */
function toVenues(text: (name: string) => string | undefined): readonly VenueInput[] | undefined {
  const lines = (name: string): readonly string[] => text(name)?.split(/\r?\n/) ?? []
  const [addresses, zips, cities, regions, countries] = ['address', 'zip', 'city', 'stateprovince', 'country'].map(lines)
  const [lats, lngs] = ['geo_lat', 'geo_lng'].map(lines)
  // Spreadsheets of many regions write a comma. `create` refuses what is no number.
  const degrees = (value = ''): number | undefined => (value.trim() === '' ? undefined : Number(value.trim().replace(',', '.')))
  return text('venue')
    ?.split(/\r?\n/)
    .map((name, index) => ({
      name,
      address: addresses?.[index],
      zip: zips?.[index],
      city: cities?.[index],
      stateProvince: regions?.[index],
      country: countries?.[index],
      geoLat: degrees(lats?.[index]),
      geoLng: degrees(lngs?.[index]),
    }))
    .filter(({ name }) => name !== '')
}
