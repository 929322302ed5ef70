import { createCalendar, type Event, type EventInput } from '@kalends/core'
import { createFormatContext } from '@kalends/core/format'
import { type CsvRow, csv, toEventInput } from '@kalends/formats/csv'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRowSplitter, findDelimiter } from '../src/csv/rows.ts'
import { type ReadCsvOptions, readCsv } from '../src/csv.ts'
import type { ImportedEvent, ImportItem } from '../src/item.ts'

const times = Math.ceil(300 * Number(process.env['KALENDS_TIMES'] ?? 1))

const readAll = async (source: Parameters<typeof readCsv>[0], options: ReadCsvOptions): Promise<readonly ImportItem[]> => {
  const all: ImportItem[] = []
  for await (const item of readCsv(source, options)) all.push(item)
  return all
}

const eventsOf = (items: readonly ImportItem[]): readonly ImportedEvent[] => items.filter((item) => item.kind === 'event')

describe('rows', () => {
  test('of any file, cut anywhere, are those of csv-parse', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', ',', ';', '"', '\n', '\r', '\t', '😀'), maxLength: 8 })
    const row = fc.array(cell, { minLength: 2, maxLength: 4 })
    const lineEnds = fc.constantFrom('\n', '\r\n')
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t', '|'),
        lineEnds,
        fc.boolean(),
        fc.nat(40),
        (rows, delimiter, lineEnd, isEnded, cut) => {
          const text =
            rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter)).join(lineEnd) +
            (isEnded ? lineEnd : '')
          const splitter = createRowSplitter(delimiter, 1_000)
          const split = [...splitter.push(text.slice(0, cut)), ...splitter.push(text.slice(cut)), ...splitter.end()]
          expect(split.map(({ cells }) => cells)).toEqual(parse(text, { delimiter, relax_column_count: true, record_delimiter: lineEnd }))
        },
      ),
      { numRuns: times },
    )
  })

  const split = (text: string, maxLength = 100): readonly unknown[] => {
    const splitter = createRowSplitter(',', maxLength)
    return [...splitter.push(text), ...splitter.end()].map(({ cells, line, fault }) => [line, fault ?? cells])
  }

  test.each<readonly [string, string, readonly unknown[]]>([
    ['quotation marks in a cell', 'a,b"c"\n', [[1, ['a', 'b"c"']]]],
    ['text behind a quotation mark', '"a"b,"c" \n', [[1, ['ab', 'c ']]]],
    [
      'line ends of three systems',
      'a\rb\r\nc\nd',
      [
        [1, ['a']],
        [2, ['b']],
        [3, ['c']],
        [4, ['d']],
      ],
    ],
    [
      'lines in a cell',
      '"a\n\nb",c\nd',
      [
        [1, ['a\n\nb', 'c']],
        [4, ['d']],
      ],
    ],
    [
      'a quotation mark that is never closed',
      'a,b\n"c,d\ne,f\n',
      [
        [1, ['a', 'b']],
        [2, 'quote_not_closed'],
        [3, ['e', 'f']],
      ],
    ],
    [
      'a row that is too long',
      `a\n${'b'.repeat(200)}\nc\n`,
      [
        [1, ['a']],
        [2, 'too_long'],
        [3, ['c']],
      ],
    ],
    [
      'a cell that is too long',
      `a\n"${'b\n'.repeat(200)}`,
      [[1, ['a']], [2, 'too_long'], ...Array.from({ length: 199 }, (_, at) => [at + 3, ['b']])],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, rows) => expect(split(text)).toEqual(rows))

  test('a line without end is one row that is none', () => {
    const splitter = createRowSplitter(',', 10)
    const rows = ['abcdefghijk', 'lmnopqrst', 'u\nv'].flatMap((text) => [...splitter.push(text)])
    expect([...rows, ...splitter.end()]).toEqual([
      { cells: [], line: 1, fault: 'too_long' },
      { cells: ['v'], line: 2 },
    ])
  })

  test('a file of open quotation marks ends after a hundred of them', () => {
    const splitter = createRowSplitter(',', 1_000_000)
    const rows = [...splitter.push('x","\n'.repeat(20_000)), ...splitter.end()]
    expect(splitter.isBroken()).toBe(true)
    expect(rows).toHaveLength(101)
  })

  test.each([
    ['a;b;"c,d,e,f"', ';'],
    ['a\tb,c\td', '\t'],
    ['a|b', '|'],
    ['a,b', ','],
    ['title', ','],
    ['sep=;', ';'],
    ['sep=\t', '\t'],
  ])('%j has the delimiter %j', (line, delimiter) => expect(findDelimiter(line)).toBe(delimiter))
})

describe('the export of Kalends', () => {
  const inputs: readonly EventInput[] = [
    {
      ...{
        title: '=Choir, "loud"',
        startDate: '2026-05-31 19:30',
        endDate: '2026-05-31 21:00',
        uid: 'choir@example.org',
        cost: '€5',
        featured: true,
      },
      ...{ description: '<p>a\nb</p>', venues: [{ name: 'Hall', city: 'X', geoLat: 1.5, geoLng: 2 }, { name: 'Park' }], tags: ['b', '-1'] },
    },
    { title: 'Fair', startDate: '2026-06-01', endDate: '2026-06-02', allDay: true, organizers: [{ name: 'Town' }], categories: ['Ü, ä'] },
  ]

  test('comes back', async () => {
    const calendar = createCalendar({
      store: memoryStore(),
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      clock: fixedClock('2026-01-01T00:00:00Z'),
    })
    const events: Event[] = []
    for (const input of inputs) events.push(await calendar.events.create(input))
    const text = String(csv({ bom: true }).encode(events, createFormatContext(events, { publicUrl: 'https://town.example' })))
    const items = await readAll(text, { row: toEventInput })
    const rows = parse<CsvRow>(text, { columns: true, bom: true })
    expect(eventsOf(items).map(({ input }) => input)).toEqual(rows.map(toEventInput))
    expect(eventsOf(items).map(({ key, line }) => [key, line])).toEqual([
      ['choir@example.org', 2],
      ['event-2@town.example', text.slice(0, text.indexOf('\r\n2,')).split(/\r\n|\n/).length + 1],
    ])
    expect(items.at(-1)).toEqual({ kind: 'end', complete: true })
  })

  test('a row that is not converted is unreadable', async () => {
    const row = (): never => {
      throw new Error('no')
    }
    expect(await readAll('uid,title\na,b\n', { row })).toEqual([
      { kind: 'unreadable', index: 0, line: 2, key: 'a', code: 'row_failed', message: 'The row was not converted: no' },
      { kind: 'end', complete: true },
    ])
  })
})

describe('a table that is made to take long', () => {
  test('in small parts, with a quote that is not closed', async () => {
    async function* parts() {
      yield 'title,start\n"'
      for (let at = 0; at < 18_000; at++) yield 'x'.repeat(50)
    }
    const [item] = await readAll(parts(), { columns: { title: 'title', start: 'start' } })
    expect(item).toMatchObject({ code: 'quote_not_closed' })
  })

  test('with thousands of columns and short rows', async () => {
    const header = Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(',')
    const row = (cells: object) => ({ title: Object.keys(cells).join(' '), startDate: '2030-01-01', endDate: '2030-01-01' })
    const items = await readAll(`${header}\n${'x,y\n'.repeat(1_000)}`, { row })
    expect(items[0]).toMatchObject({ input: { title: 'c1 c0' } })
  })
})
