import { type ReadCsvOptions, readSettings } from './csv/options.ts'
import { readRows } from './csv/read.ts'
import type { ImportSource } from './icalendar/source.ts'
import type { ImportItem } from './item.ts'

export type { CsvMember } from './csv/columns.ts'
export type { DateForm } from './csv/dates.ts'
export type { CsvCells, CsvColumns, ReadCsvOptions } from './csv/options.ts'
export type { ImportSource } from './icalendar/source.ts'

/**
 * Reads the events of a table in CSV for `importRecords`: the export of Kalends, or a table of another program whose columns are named. The
 * file is UTF-8, UTF-16 with its mark, or Windows-1252, and is not held in memory as a whole. Nothing in it throws: a row that cannot be read is
 * an item that says why, and the last item says whether the file was read as a whole.
 * @throws TypeError an option is unknown or has no meaning, or neither `row` nor `columns` is given
 * @example
 * import { readFile } from 'node:fs/promises'
 *
 * const items = readCsv(await readFile('termine.csv'), { columns: { title: 'Titel', start: 'Beginn', startTime: 'Uhrzeit', venue: 'Ort' } })
 */
export function readCsv(source: ImportSource, options: ReadCsvOptions): AsyncIterable<ImportItem> {
  return readRows(source, readSettings(options))
}
