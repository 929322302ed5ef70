import type { EventInput } from '@kalends/core'
import { canonicalZone } from '@kalends/core/internal'
import { type AbortSignalLike, requireKnownOptions } from '@kalends/core/store'
import type { SourceLimits } from '../icalendar/source.ts'
import { type CellOptions, type CsvMember, csvMembers } from './columns.ts'
import { type DateForm, dateForms, isDateForm } from './dates.ts'

/** A row: the texts of its cells by the names of their columns. */
export type CsvCells = Readonly<Record<string, string | undefined>>

/** The name of the column of each member. */
export type CsvColumns = { readonly title: string; readonly start: string } & { readonly [Member in CsvMember]?: string | undefined }

/** Options of the reader of CSV: `row` or `columns`. */
export interface ReadCsvOptions {
  /** Converts a row to the input of an event: for the export of Kalends, `toEventInput` of `@kalends/formats/csv`. */
  readonly row?: ((row: CsvCells) => EventInput) | undefined
  /** The columns of a table of another program: `{ title: 'Titel', start: 'Beginn', venue: 'Ort' }`. Letter case makes no difference. */
  readonly columns?: CsvColumns | undefined
  /**
   * How the cells of `columns` write days. Several forms are tried in their order. `DD/MM/YYYY` and `MM/DD/YYYY` have to be named.
   * @default ['YYYY-MM-DD', 'DD.MM.YYYY']
   */
  readonly dates?: DateForm | readonly DateForm[] | undefined
  /** The zone of events whose row names none. @default the items name no zone, so that they get that of the calendar */
  readonly timeZone?: string | undefined
  /** What separates names of categories and tags in a cell. @default a comma, a semicolon, `|` or a line end */
  readonly listDelimiter?: string | undefined
  /** What separates cells: one character. @default `,`, `;`, a tab or `|`, as the first line has it */
  readonly delimiter?: string | undefined
  /** The largest number of characters of a row. @default 1,000,000 */
  readonly maxRowLength?: number | undefined
  /** The largest number of rows; the source ends at the next one. @default 100,000 */
  readonly maxRows?: number | undefined
  /** The largest number of octets; a larger source ends there. @default 200,000,000 */
  readonly maxBytes?: number | undefined
  /** The longest time between two parts of the source, in milliseconds. @default 10,000 */
  readonly idleMs?: number | undefined
  /** Stops the reading: the source ends, and is not complete. @default never */
  readonly signal?: AbortSignalLike | undefined
}

const names: Readonly<Record<keyof ReadCsvOptions, true>> = {
  ...{ row: true, columns: true, dates: true, timeZone: true, listDelimiter: true, delimiter: true },
  ...{ maxRowLength: true, maxRows: true, maxBytes: true, idleMs: true, signal: true },
}

/** {@link ReadCsvOptions} with their defaults. */
export interface CsvSettings extends SourceLimits, CellOptions {
  /** Makes an event of a row in place of the columns. */
  readonly row: ((row: CsvCells) => EventInput) | undefined
  /** The names of the columns in lower case, by their members. */
  readonly columns: ReadonlyMap<CsvMember, string>
  /** Undefined for the one that the first row has. */
  readonly delimiter: string | undefined
  /** The longest row in characters. */
  readonly maxRowLength: number
  /** The largest number of rows. */
  readonly maxRows: number
}

/** @throws TypeError an option is unknown or has no meaning */
export function readSettings(options: ReadCsvOptions): CsvSettings {
  requireKnownOptions('readCsv', options, names)
  const { row, columns, delimiter, listDelimiter, maxRowLength = 1_000_000, maxRows = 100_000 } = options
  const { maxBytes = 200_000_000, idleMs = 10_000, signal } = options
  if ((row === undefined) === (columns === undefined)) throw new TypeError('readCsv needs row or columns, and not both')
  if (delimiter !== undefined && !/^[^"\r\n]$/.test(delimiter)) throw new TypeError('readCsv: delimiter must be one character, such as ;')
  return {
    ...{ row, delimiter, lists: listDelimiter ?? /[,;|\r\n]/, maxRowLength, maxRows, maxBytes, idleMs, signal },
    columns: readColumns(columns ?? {}),
    dates: readDates(options.dates),
    timeZone: readZone(options.timeZone),
  }
}

function readColumns(columns: Partial<CsvColumns>): ReadonlyMap<CsvMember, string> {
  const found = new Map<CsvMember, string>()
  for (const [member, column] of Object.entries(columns)) {
    if (!csvMembers.has(member)) throw new TypeError(`readCsv: columns has ${member}; there are ${[...csvMembers].join(', ')}`)
    // The set has the members alone.
    if (column !== undefined) found.set(member as CsvMember, toColumnKey(column))
  }
  return found
}

/** A name of a column, for comparisons. */
export const toColumnKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

function readDates(dates: ReadCsvOptions['dates'] = ['YYYY-MM-DD', 'DD.MM.YYYY']): readonly DateForm[] {
  return [dates].flat().map((form) => {
    if (!isDateForm(form)) throw new TypeError(`readCsv: dates has ${String(form)}; there are ${dateForms.join(', ')}`)
    return form
  })
}

function readZone(text: string | undefined): string | undefined {
  const zone = text === undefined ? undefined : canonicalZone(text)
  if (text !== undefined && zone === undefined)
    throw new TypeError(`readCsv: timeZone must be a time zone such as Europe/Berlin, not ${text}`)
  return zone
}
