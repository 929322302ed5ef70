import type { EventInput } from '@kalends/core'
import { type CallAfter, type ImportSource, readParts } from '../icalendar/source.ts'
import type { ImportedEvent, ImportItem, ImportWarning, ItemPlace, UnreadableItem } from '../item.ts'
import { createDecoder } from '../values/decode.ts'
import { toLine } from '../values/texts.ts'
import { readCells } from './columns.ts'
import { type CsvCells, type CsvSettings, toColumnKey } from './options.ts'
import { createRowSplitter, findDelimiter, type RowSplitter, type SplitRow } from './rows.ts'

/** Reads the events of a file; the last item is the end. */
export async function* readRows(source: ImportSource, settings: CsvSettings, after?: CallAfter): AsyncGenerator<ImportItem, void> {
  const decoder = createDecoder()
  const table = createTable(settings, decoder.guess)
  let reason: ImportWarning | undefined
  for await (const part of readParts(source, settings, after)) {
    if ('code' in part) reason = part
    else {
      yield* table.read(decoder.push(part))
      reason = table.fault()
    }
    if (reason !== undefined) break
  }
  if (reason === undefined) {
    yield* table.read(decoder.end())
    yield* table.end()
    reason = table.fault() ?? (table.hasHeader() ? undefined : { code: 'empty', message: 'The source is empty.' })
  }
  yield reason === undefined ? { kind: 'end', complete: true } : { kind: 'end', complete: false, reason }
}

interface Table {
  /** Takes text, and returns the items of the rows that it completes. */
  read(text: string): Iterable<ImportItem>
  /** Returns the items of what is left. */
  end(): Iterable<ImportItem>
  hasHeader(): boolean
  /** Why the file is not read any further. */
  fault(): ImportWarning | undefined
}

/** The longest first line that is waited for. */
const maxFirstLine = 100_000

function createTable(settings: CsvSettings, guess: () => 'windows-1252' | 'broken' | undefined): Table {
  const { delimiter, maxRowLength, maxRows } = settings
  let splitter: RowSplitter | undefined
  let [first, index] = ['', 0]
  let header: Header | undefined
  let fault: ImportWarning | undefined
  let warned = false

  function* take(rows: Iterable<SplitRow>): Iterable<ImportItem> {
    for (const row of rows) {
      if (row.fault === undefined && (row.cells.every((cell) => cell.trim() === '') || isSeparatorLine(row))) continue
      if (header === undefined) {
        header = readHeader(row)
        fault =
          row.fault === undefined
            ? missingColumn(header, settings)
            : { code: row.fault, message: `No names of columns: ${rowFaults[row.fault]}` }
      } else if (index >= maxRows) fault = { code: 'too_many_rows', message: `The source has more than ${maxRows} rows.` }
      else {
        const encoding = warned ? undefined : encodingWarnings[guess() ?? '']
        warned ||= encoding !== undefined
        yield toItem(row, header, { index: index++, line: row.line }, settings, encoding === undefined ? [] : [encoding])
      }
      if (fault !== undefined) return
    }
    if (splitter?.isBroken() === true) fault = { code: 'quotes_broken', message: 'Too many rows of the source are none; is it CSV?' }
  }

  const start = (text: string): Iterable<ImportItem> => {
    splitter = createRowSplitter(delimiter ?? findDelimiter(firstLineOf(text)), maxRowLength)
    return take(splitter.push(text))
  }

  return {
    read(text) {
      if (splitter !== undefined) return take(splitter.push(text))
      first += text
      return delimiter !== undefined || /[\r\n]/.test(first.trimStart()) || first.length > maxFirstLine ? start(first) : []
    },
    *end() {
      if (splitter === undefined) yield* start(first)
      if (fault === undefined && splitter !== undefined) yield* take(splitter.end())
    },
    hasHeader: () => header !== undefined,
    fault: () => fault,
  }
}

const firstLineOf = (text: string): string => /[^\r\n]+/.exec(text.trimStart())?.[0] ?? ''

/** Excel names the delimiter in a line of its own. */
const isSeparatorLine = ({ line, cells }: SplitRow): boolean =>
  line === 1 && /^sep=.?$/i.test(cells[0] ?? '') && cells.slice(1).join('') === ''

const encodingWarnings: Readonly<Record<string, ImportWarning>> = {
  'windows-1252': { code: 'encoding_guessed', message: 'The file is no UTF-8; it is read as Windows-1252.' },
  broken: { code: 'encoding_broken', message: 'The file is UTF-8 with broken characters, which are replaced.' },
}

interface Header {
  /** The names of the columns, in order. */
  readonly names: readonly string[]
  /** The places of the columns by their names in lower case. */
  readonly places: ReadonlyMap<string, number>
}

function readHeader({ cells }: SplitRow): Header {
  const names = cells.map((cell) => cell.trim())
  // Of several columns with one name, the first one counts.
  return { names, places: new Map(names.map((name, at) => [toColumnKey(name), at] as const).reverse()) }
}

function missingColumn({ places, names }: Header, { columns }: CsvSettings): ImportWarning | undefined {
  for (const column of columns.values())
    if (!places.has(column))
      return { code: 'no_column', message: `The table has no column “${column}”. It has ${names.join(', ').slice(0, 1_000)}.` }
  return undefined
}

const rowFaults = { too_long: 'The row is too long.', quote_not_closed: 'A quotation mark of the row is not closed.' } as const

function toItem(
  row: SplitRow,
  header: Header,
  place: ItemPlace,
  settings: CsvSettings,
  warnings: ImportWarning[],
): ImportedEvent | UnreadableItem {
  const cellOf = (name: string): string | undefined => {
    const at = header.places.get(name)
    return at === undefined ? undefined : row.cells[at]
  }
  // The export of Kalends has columns of these names.
  const columnOf = (member: 'uid' | 'url'): string =>
    toLine(cellOf(settings.row === undefined ? (settings.columns.get(member) ?? '') : member))
  const key = columnOf('uid')
  if (row.fault !== undefined) return { ...place, kind: 'unreadable', key, code: row.fault, message: rowFaults[row.fault] }
  if (row.cells.slice(header.names.length).some((cell) => cell !== ''))
    warnings.push({ code: 'too_many_cells', message: 'The row has more cells than there are columns; the others are left out.' })
  const input = readInput(() => toCells(row, header), cellOf, settings, warnings)
  if ('code' in input) return { ...place, ...input, kind: 'unreadable', key }
  return { ...place, kind: 'event', key, address: columnOf('url'), warnings, input }
}

/** The cells that the row has: a header may name thousands of columns, and each row few. */
const toCells = ({ cells }: SplitRow, { names }: Header): CsvCells =>
  Object.fromEntries(
    names
      .slice(0, cells.length)
      .map((name, at) => [name, cells[at]] as const)
      .reverse(),
  )

function readInput(
  cells: () => CsvCells,
  cellOf: (name: string) => string | undefined,
  { row, columns, ...options }: CsvSettings,
  warnings: ImportWarning[],
): EventInput | ImportWarning {
  try {
    if (row !== undefined) return row(cells())
  } catch (error) {
    return { code: 'row_failed', message: `The row was not converted: ${error instanceof Error ? error.message : String(error)}` }
  }
  return readCells((member) => cellOf(columns.get(member) ?? ''), options, warnings)
}
