import type { Event } from '@kalends/core'
import type { Format, FormatContext } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { withApostrophes } from './csv/apostrophes.ts'
import { fieldColumn, toFieldCell } from './csv/field-cells.ts'
import { toWireStatus } from './event-status.ts'
import { toUidOf } from './uid.ts'

export { type CsvRow, toEventInput } from './csv/event-input.ts'

/** Options of CSV. */
export interface CsvOptions {
  /** Whether a document begins with a byte order mark: Excel reads UTF-8 only with one. @default false */
  readonly bom?: boolean | undefined
  /** The largest number of rows, without the names. @default 5,000 */
  readonly maxItems?: number | undefined
}

type Column = readonly [name: string, cell: (event: Event, context: FormatContext) => string]

/** The columns and their cells. New ones are appended, because programs find columns by their place as well as by their name. */
const columns: readonly Column[] = [
  ['id', ({ id }) => String(id)],
  ['uid', toUidOf],
  ['title', ({ title }) => title],
  ['start_date', ({ startDate }) => startDate],
  ['end_date', ({ endDate }) => endDate],
  ['timezone', ({ timeZone }) => timeZone],
  ['all_day', ({ allDay }) => String(allDay)],
  ['event_status', toWireStatus],
  ['attendance_mode', ({ attendance }) => attendance],
  ['online_url', ({ onlineUrl }) => onlineUrl],
  ['cost', ({ cost }) => cost.text],
  ['website', ({ website }) => website],
  ['featured', ({ featured }) => String(featured)],
  ['categories', ({ categories }) => toLines(categories.map(({ name }) => name))],
  ['tags', ({ tags }) => toLines(tags.map(({ name }) => name))],
  ['venue', ({ venues }) => toLines(venues.map(({ name }) => name))],
  ['address', ({ venues }) => toLines(venues.map(({ address }) => address))],
  ['zip', ({ venues }) => toLines(venues.map(({ zip }) => zip))],
  ['city', ({ venues }) => toLines(venues.map(({ city }) => city))],
  ['stateprovince', ({ venues }) => toLines(venues.map(({ stateProvince }) => stateProvince))],
  ['country', ({ venues }) => toLines(venues.map(({ country }) => country))],
  ['geo_lat', ({ venues }) => toLines(venues.map(({ geoLat }) => geoLat ?? ''))],
  ['geo_lng', ({ venues }) => toLines(venues.map(({ geoLng }) => geoLng ?? ''))],
  ['organizer', ({ organizers }) => toLines(organizers.map(({ name }) => name))],
  ['status', ({ status }) => status],
  ['date_utc', ({ publishedUtc }) => publishedUtc],
  ['slug', ({ slug }) => slug],
  ['excerpt', ({ excerpt }) => excerpt],
  ['description', ({ description }) => description],
  ['image', (event, { imageUrl }) => imageUrl(event)],
  ['url', (event, { pageUrl }) => pageUrl(event)],
  ['event_status_reason', ({ eventStatusReason }) => eventStatusReason],
]

/** A column for each declared field of which an event has a value, after the others, in alphabetical order. */
function fieldColumns(events: readonly Event[]): readonly Column[] {
  const names = [...new Set(events.flatMap(({ fields }) => Object.keys(fields)))].sort()
  return names.map((name): Column => [`${fieldColumn}${name}`, ({ fields }) => toFieldCell(fields[name])])
}

/** A list in one cell: one item per line, because names can have commas and semicolons, but no line breaks. */
const toLines = (items: readonly (string | number)[]): string => (items.every((item) => item === '') ? '' : items.join('\n'))

/**
 * The format CSV (RFC 4180), for spreadsheets. Cells that a spreadsheet would take for formulas get an apostrophe at the start.
 * `toEventInput` converts a row back to an input.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([csv({ bom: true })])] })
 */
export function csv(options: CsvOptions = {}): Format<Event> {
  requireKnownOptions('csv', options, { bom: true, maxItems: true })
  return {
    mediaType: 'text/csv; charset=utf-8',
    extension: 'csv',
    kinds: ['event'],
    maxItems: options.maxItems ?? 5_000,
    isFile: true,
    encode: (events, context) => {
      const all = [...columns, ...fieldColumns(events)]
      const rows = events.map((event) => all.map(([, cell]) => toCell(cell(event, context))))
      const lines = [all.map(([name]) => name), ...rows].map((cells) => `${cells.join(',')}\r\n`)
      return `${options.bom === true ? '\ufeff' : ''}${lines.join('')}`
    },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no cell may contain them.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function toCell(text: string): string {
  const safe = withApostrophes(text.replace(controls, ''))
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
