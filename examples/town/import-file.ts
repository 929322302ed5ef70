import type { Calendar } from '@kalends/core'
import { toEventInput } from '@kalends/formats/csv'
import { type ImportItem, type ImportOptions, type ImportReport, importRecords } from '@kalends/import'
import { readCsv } from '@kalends/import/csv'
import { readIcalendar } from '@kalends/import/icalendar'

/** A file from a form. */
export interface ImportFile {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
  /** The names of the columns of a table, by their members; those that are empty are not read. */
  readonly columns: Readonly<Record<string, string>>
}

/** The largest accepted file in bytes. */
export const maxFileBytes = 1_000_000

/** The largest number of events in a file: a person waits for the answer. */
const maxEvents = 1_000

/** Whether the name of a file ends as one that can be read. */
export const isReadable = (name: string): boolean => /\.(?:ics|csv)$/i.test(name)

/** Whether a file is a table. */
export const isTable = ({ name }: ImportFile): boolean => /\.csv$/i.test(name)

function readItems({ timeZone, clock }: Calendar, file: ImportFile): AsyncIterable<ImportItem> {
  const { content, columns } = file
  const source = new Blob([content]).stream()
  const limits = { maxBytes: maxFileBytes }
  if (!isTable(file)) return readIcalendar(source, { ...limits, calendarZone: timeZone, clock, maxEvents })
  const named = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== ''))
  const firstLine = /[^\r\n]*/.exec(new TextDecoder().decode(content))?.[0] ?? ''
  const isExport = Object.keys(named).length === 0 && firstLine.split(',').includes('start_date')
  const rows = isExport ? { row: toEventInput } : { columns: { title: 'title', start: 'start', ...named }, timeZone }
  return readCsv(source, { ...limits, ...rows, maxRows: maxEvents })
}

/** An event of the file. */
export interface ListedEvent {
  readonly index: number
  readonly line: number | undefined
  readonly title: string
  readonly start: string
}

/** The result of an import, with the events of the file. */
export interface FileReport {
  readonly report: ImportReport
  readonly events: readonly ListedEvent[]
}

/** Imports a file. @param calendar the calendar as the person who imports has it @throws unavailable the storage is down or too busy */
export async function importFile(calendar: Calendar, file: ImportFile, options: ImportOptions): Promise<FileReport> {
  const events: ListedEvent[] = []
  const map: ImportOptions['map'] = (item) => {
    const { index, line, kind, input } = item
    if (kind === 'event') events.push({ index, line, title: input.title, start: String(input.startDate) })
    return item
  }
  return { report: await importRecords(calendar, readItems(calendar, file), { ...options, map }), events }
}
