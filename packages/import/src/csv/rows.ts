/** A row of a file. */
export interface SplitRow {
  /** Its cells, without quotation marks. */
  readonly cells: readonly string[]
  /** The number of its first line, from 1. */
  readonly line: number
  /** Why its cells are none. */
  readonly fault?: 'too_long' | 'quote_not_closed'
}

/** Splits texts into rows. */
export interface RowSplitter {
  /** Takes the next text, and returns the rows that it completes. */
  push(text: string): Iterable<SplitRow>
  /** Returns what is left. */
  end(): Iterable<SplitRow>
  /** Whether so many rows are none that the file is not read any further. */
  isBroken(): boolean
}

/** The largest number of rows that are none. The text behind a quote that is never closed is read again, each time. */
const maxFaults = 100

/**
 * Splits a file by RFC 4180, and by what programs write beside it: any delimiter, any line end, quotation marks inside of cells. csv-parse takes
 * 13 seconds for 18 MB on platforms without Node's buffers, holds all of them, and loses everything behind a quote that is never closed.
 * @param maxLength the largest number of characters of a row
 */
export function createRowSplitter(delimiter: string, maxLength: number): RowSplitter {
  let [rest, line, faults, isInside] = ['', 1, 0, false]
  // A row that the text has not ended is read again when it is twice as long, so that small parts do not read it once for each.
  let wanted = 0

  function* split(isEnd: boolean): Iterable<SplitRow> {
    if (rest.length < wanted && !isEnd) return
    let at = 0
    wanted = 0
    while (at < rest.length && faults <= maxFaults) {
      const row = isInside ? undefined : splitRow(rest, at, { delimiter, isEnd })
      if (row === undefined && !isInside && !isEnd && rest.length - at <= maxLength) {
        wanted = Math.min(2 * (rest.length - at), maxLength)
        break
      }
      const end = row?.end ?? lineEnd(rest, at)
      if (row !== undefined && end - at <= maxLength) yield { cells: row.cells, line }
      else if (!isInside) {
        faults++
        yield { cells: [], line, fault: row === undefined && isEnd ? 'quote_not_closed' : 'too_long' }
      }
      // The end of a line that was too long may follow.
      isInside = row === undefined && !/[\r\n]/.test(rest[end - 1] ?? '')
      line += rest.slice(at, end).match(/\r\n|\r|\n/g)?.length ?? 0
      at = end
    }
    rest = rest.slice(at)
  }

  return {
    push(text) {
      rest += text
      return split(false)
    },
    end: () => split(true),
    isBroken: () => faults > maxFaults,
  }
}

interface Rules {
  readonly delimiter: string
  /** Whether no text follows. */
  readonly isEnd: boolean
}

/** The cells of the row at a place, and where the next one begins; undefined if the text ends before the row does. */
function splitRow(text: string, start: number, rules: Rules): { readonly cells: readonly string[]; readonly end: number } | undefined {
  const { delimiter, isEnd } = rules
  const cells: string[] = []
  for (let at = start; ; at++) {
    let cell = ''
    if (text[at] === '"') {
      const end = closingQuote(text, at)
      // A quotation mark at the end of the text may be the first one of two.
      if (end === undefined || (end === text.length - 1 && !isEnd)) return undefined
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    }
    // Text behind the closing quotation mark belongs to the cell.
    const end = plainEnd(text, at, delimiter)
    cells.push(cell + text.slice(at, end))
    at = end
    if (at >= text.length) return isEnd ? { cells, end: text.length } : undefined
    if (text[at] === delimiter) continue
    if (text[at] === '\r' && at === text.length - 1 && !isEnd) return undefined
    return { cells, end: text.startsWith('\r\n', at) ? at + 2 : at + 1 }
  }
}

/** The place of the quotation mark that closes the one at a place; undefined without one. Two of them stand for one in the cell. */
function closingQuote(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return undefined
}

/** Where a cell without quotation marks around it ends. */
function plainEnd(text: string, start: number, delimiter: string): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === delimiter || character === '\n' || character === '\r') return at
  }
  return text.length
}

/** Where the line behind a place begins. */
function lineEnd(text: string, start: number): number {
  const end = /\r\n|\r|\n/g
  end.lastIndex = start
  const found = end.exec(text)
  return found === null ? text.length : end.lastIndex
}

/** The delimiters of which the first line has one. */
const delimiters = [',', ';', '\t', '|']

/** The delimiter of a file: the one that its first line has most often outside of quotation marks. Excel can name it: `sep=;`. */
export function findDelimiter(firstLine: string): string {
  const named = /^sep=(.)$/i.exec(firstLine)?.[1]
  if (named !== undefined) return named
  const bare = firstLine
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join('')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
