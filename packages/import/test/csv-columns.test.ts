import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReadCsvOptions, readCsv } from '../src/csv.ts'
import type { ImportItem } from '../src/item.ts'

const times = Math.ceil(500 * Number(process.env['KALENDS_TIMES'] ?? 1))

const readAll = async (source: Parameters<typeof readCsv>[0], options: ReadCsvOptions): Promise<readonly ImportItem[]> => {
  const all: ImportItem[] = []
  for await (const item of readCsv(source, options)) all.push(item)
  return all
}

const columns = {
  ...{ title: 'Titel', start: 'Beginn', startTime: 'Uhrzeit', end: 'Ende', endTime: 'bis', allDay: 'ganztägig', timeZone: 'Zone' },
  ...{ description: 'Text', venue: 'Ort', city: 'Stadt', lat: 'Breite', lng: 'Länge', organizer: 'Verein', organizerEmail: 'Mail' },
  ...{
    categories: 'Rubrik',
    website: 'Seite',
    onlineUrl: 'Raum',
    cost: 'Eintritt',
    uid: 'Nr',
    url: 'Adresse',
    image: 'Bild',
    featured: 'Tipp',
  },
} as const

type Cells = Partial<Record<keyof typeof columns, string>>

/** Reads one row of the given cells. */
async function readRow(cells: Cells, options: Partial<ReadCsvOptions> = {}): Promise<ImportItem | undefined> {
  const given: Cells = { title: 'Chor', start: '31.05.2026', ...cells }
  const members = Object.keys(given) as (keyof typeof columns)[]
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const text = [members.map((member) => columns[member]), members.map((member) => given[member] ?? '')]
    .map((row) => row.map(quoted).join(';'))
    .join('\n')
  const named = Object.fromEntries(members.map((member) => [member, columns[member]]))
  const [item] = await readAll(text, { columns: { title: columns.title, start: columns.start, ...named }, ...options })
  return item
}

describe('dates and times', () => {
  type Case = readonly [cells: Cells, start: string, end: string, allDay: boolean, options?: Partial<ReadCsvOptions>]
  const cases: readonly Case[] = [
    [{ start: '31.05.2026', startTime: '19:30' }, '2026-05-31 19:30:00', '2026-05-31 19:30:00', false],
    [{ start: '31.5.26', startTime: '9.05 Uhr' }, '2026-05-31 09:05:00', '2026-05-31 09:05:00', false],
    [{ start: '2026-05-31', startTime: '7:30 pm', endTime: '21h15' }, '2026-05-31 19:30:00', '2026-05-31 21:15:00', false],
    [{ start: '31.05.2026 19 Uhr' }, '2026-05-31 19:00:00', '2026-05-31 19:00:00', false],
    [{ start: '31.05.2026, 19:30', end: '23:00' }, '2026-05-31 19:30:00', '2026-05-31 23:00:00', false],
    [{ start: '31.05.2026 22:00', endTime: '02:00' }, '2026-05-31 22:00:00', '2026-06-01 02:00:00', false],
    [{ start: '31.05.2026 22:00', end: '02.06.2026', endTime: '02:00' }, '2026-05-31 22:00:00', '2026-06-02 02:00:00', false],
    [{ start: '31.05.2026 22:00', end: '02.06.2026' }, '2026-05-31 22:00:00', '2026-06-02 23:59:59', false],
    [{ start: '31.05.2026 22:00', end: '31.05.2026' }, '2026-05-31 22:00:00', '2026-05-31 22:00:00', false],
    [{ start: '31.05.2026' }, '2026-05-31', '2026-05-31', true],
    [{ start: '31.05.2026', end: '2.6.2026' }, '2026-05-31', '2026-06-02', true],
    [{ start: '31.05.2026 10:00', end: '1.6.2026 12:00', allDay: 'ja' }, '2026-05-31', '2026-06-01', true],
    [{ start: '2026-05-31T19:30:00+02:00', end: '2026-05-31T21:00Z' }, '2026-05-31T19:30:00+02:00', '2026-05-31T21:00:00Z', false],
    [{ start: '05/31/2026 12:00 AM' }, '2026-05-31 00:00:00', '2026-05-31 00:00:00', false, { dates: 'MM/DD/YYYY' }],
    [{ start: '31/05/2026' }, '2026-05-31', '2026-05-31', true, { dates: ['YYYY-MM-DD', 'DD/MM/YYYY'] }],
    [{ start: '20260531', end: '2026/6/1' }, '2026-05-31', '2026-06-01', true, { dates: ['YYYYMMDD', 'YYYY/MM/DD'] }],
    [{ start: '31-05-2026' }, '2026-05-31', '2026-05-31', true, { dates: 'DD-MM-YYYY' }],
    [{ start: '29.02.2028' }, '2028-02-29', '2028-02-29', true],
  ]
  test.each(cases.map((each) => [JSON.stringify(each[0]), each] as const))(
    '%s',
    async (_, [cells, startDate, endDate, allDay, options]) => {
      expect(await readRow(cells, options)).toMatchObject({ kind: 'event', input: { startDate, endDate, allDay } })
    },
  )

  const refused: readonly (readonly [cells: Cells, code: string, options?: Partial<ReadCsvOptions>])[] = [
    [{ start: '30.02.2026' }, 'not_a_date'],
    [{ start: '05/06/2026' }, 'not_a_date'],
    [{ start: '31.05.2026x' }, 'not_a_date'],
    [{ start: '31.05.2026 25:00' }, 'not_a_date'],
    [{ start: '31.05.2026', end: 'bald' }, 'not_a_date'],
    [{ start: '' }, 'not_a_date'],
    [{ start: '31.13.2026' }, 'not_a_date', { dates: ['DD.MM.YYYY'] }],
    [{ startTime: '19' }, 'not_a_time'],
    [{ startTime: '13:00 pm' }, 'not_a_time'],
    [{ timeZone: 'Mittelerde' }, 'not_a_time_zone'],
    [{ title: ' ' }, 'no_title'],
  ]
  test.each(refused.map((each) => [JSON.stringify(each[0]), each] as const))('%s is not guessed', async (_, [cells, code, options]) => {
    expect(await readRow(cells, options)).toMatchObject({ kind: 'unreadable', line: 2, code })
  })

  test('zones: of the row, of the option, else none', async () => {
    expect(await readRow({ timeZone: 'asia/tokyo' }, { timeZone: 'Europe/Berlin' })).toMatchObject({ input: { timeZone: 'Asia/Tokyo' } })
    expect(await readRow({ timeZone: '' }, { timeZone: 'europe/berlin' })).toMatchObject({ input: { timeZone: 'Europe/Berlin' } })
    expect(await readRow({})).not.toHaveProperty('input.timeZone')
  })
})

describe('cells', () => {
  const cases: readonly (readonly [name: string, cells: Cells, input: object, codes?: readonly string[]])[] = [
    [
      'names in a cell',
      { categories: 'Musik, Kinder;Musik|  \nTanz' },
      { categories: [{ name: 'Musik' }, { name: 'Kinder' }, { name: 'Tanz' }] },
    ],
    ['plain text', { description: 'a < b\n\nc\nd' }, { description: '<p>a &lt; b</p><p>c<br>d</p>' }],
    ['HTML', { description: '<p>a &lt; b</p>' }, { description: '<p>a &lt; b</p>' }],
    [
      'a venue',
      { venue: 'Halle', city: 'Ulm', lat: '48,4', lng: '9.99' },
      { venues: [{ name: 'Halle', city: 'Ulm', geoLat: 48.4, geoLng: 9.99 }] },
    ],
    ['a point that is none', { venue: 'Halle', lat: '148', lng: '9' }, { venues: [{ geoLat: null, geoLng: null }] }, ['not_a_point']],
    ['no venue', { venue: '', city: 'Ulm' }, { venues: [] }],
    ['an organizer', { organizer: 'Verein', organizerEmail: 'a@b.example' }, { organizers: [{ name: 'Verein', email: 'a@b.example' }] }],
    ['an address that is none', { website: 'javascript:alert(1)' }, { website: '' }, ['not_a_web_address']],
    ['an address without scheme', { website: 'www.chor.example' }, { website: 'http://www.chor.example' }],
    ['a room', { onlineUrl: 'https://room.example/1', venue: 'Halle' }, { onlineUrl: 'https://room.example/1', attendance: 'mixed' }],
    ['no room', { onlineUrl: '' }, { onlineUrl: '', attendance: 'offline' }],
    ['a tip', { featured: 'x' }, { featured: true }],
    ['no image', { image: '' }, { image: false }],
    ['a long title', { title: 'x'.repeat(300) }, { title: 'x'.repeat(200) }, ['text_shortened']],
  ]
  test.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, cells, input, codes = []]) => {
    const item = await readRow(cells)
    expect(item).toMatchObject({ kind: 'event', input })
    expect(item?.kind === 'event' && item.warnings.map(({ code }) => code)).toEqual(codes)
  })

  test('members without a column are not there', async () => {
    const item = await readRow({})
    expect(item?.kind === 'event' && Object.keys(item.input).sort()).toEqual(['allDay', 'endDate', 'startDate', 'title'])
  })

  test('keys and pages', async () => {
    expect(await readRow({ uid: ' 17 ', url: 'https://chor.example/17' })).toMatchObject({ key: '17', address: 'https://chor.example/17' })
    expect(await readRow({})).toMatchObject({ key: '', address: '', line: 2, index: 0 })
  })
})

describe('a file', () => {
  const plain = { columns: { title: 'Titel', start: 'Beginn' } } as const
  const titles = (items: readonly ImportItem[]): readonly unknown[] =>
    items.map((item) =>
      item.kind === 'event' ? item.input.title : (Reflect.get(item, 'code') ?? Reflect.get(Reflect.get(item, 'reason') ?? item, 'code')),
    )
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)))
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

  test('names its columns in any order and letter case', async () => {
    const items = await readAll('x;BEGINN ;  titel\n1;31.05.2026;Chor\n;;\n2;1.6.2026;"Fest;""groß"""\n', plain)
    expect(titles(items)).toEqual(['Chor', 'Fest;"groß"', undefined])
    expect(items.map((item) => Reflect.get(item, 'line'))).toEqual([2, 4, undefined])
  })

  test('in Windows-1252 is read with a warning', async () => {
    const items = await readAll(latin('Titel;Beginn\nA;31.05.2026\nGrüße für 5 €;31.05.2026\n'), plain)
    expect(titles(items)).toEqual(['A', 'Grüße für 5 €', undefined])
    expect(items[0]).toMatchObject({ warnings: [{ code: 'encoding_guessed' }] })
    expect(items[1]).toMatchObject({ warnings: [] })
  })

  test('in UTF-8 with a broken character stays UTF-8', async () => {
    const items = await readAll(Uint8Array.of(...encode('Titel;Beginn\nGrüße;31.05.2026\nB'), 0xfc, ...encode(';31.05.2026\n')), plain)
    expect(titles(items)).toEqual(['Grüße', 'B\ufffd', undefined])
    expect(items[0]).toMatchObject({ warnings: [{ code: 'encoding_broken' }] })
  })

  test('in UTF-8 or UTF-16 with its mark', async () => {
    const text = '\ufeffTitel;Beginn\nGrüße;31.05.2026\n'
    const utf16 = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer)
    for (const source of [encode(text), utf16, text]) expect(titles(await readAll(source, plain))).toEqual(['Grüße', undefined])
  })

  test('in parts of one octet is the same', async () => {
    const octets = encode('\ufeffTitel;Beginn\r\n"Grü""ße 😀";31.05.2026\r\n')
    async function* parts(): AsyncIterable<Uint8Array> {
      for (const octet of octets) yield Uint8Array.of(octet)
    }
    expect(titles(await readAll(parts(), plain))).toEqual(['Grü"ße 😀', undefined])
  })

  const files: readonly (readonly [name: string, text: string, expected: readonly unknown[], options?: Partial<ReadCsvOptions>])[] = [
    ['a named delimiter', 'sep=;\nTitel;Beginn\nA;31.05.2026', ['A', undefined]],
    ['tabs', 'Titel\tBeginn\nA, b; c\t31.05.2026', ['A, b; c', undefined]],
    ['a given delimiter', 'Titel~Beginn\nA~31.05.2026', ['A', undefined], { delimiter: '~' }],
    ['blank lines before the names', '\n \nTitel,Beginn\nA,31.05.2026', ['A', undefined]],
    ['names alone', 'Titel,Beginn', [undefined]],
    ['nothing', '', ['empty']],
    ['names that have no end', '"'.repeat(199), ['quote_not_closed']],
    ['long names', 'x'.repeat(200), ['too_long'], { maxRowLength: 100 }],
    ['another table', 'Name,Datum\nA,31.05.2026', ['no_column']],
    ['too many rows', 'Titel,Beginn\nA,31.05.2026\nB,31.05.2026', ['A', 'too_many_rows'], { maxRows: 1 }],
    ['too many octets', 'Titel,Beginn\nA,31.05.2026', ['too_large'], { maxBytes: 20 }],
    ['a quotation mark that is never closed', 'Titel,Beginn\n"A,31.05.2026\nB,31.05.2026\n', ['quote_not_closed', 'B', undefined]],
    ['open quotation marks', `Titel,Beginn\n${'x","\n'.repeat(300)}`, [...Array(101).fill('quote_not_closed'), 'quotes_broken']],
    ['a row of many cells', 'Titel,Beginn\nA,31.05.2026,,\nB,31.05.2026,x', ['A', 'B', undefined]],
    ['two columns of one name', 'Titel,Titel,Beginn\nA,B,31.05.2026', ['A', undefined]],
    ['names of objects', '__proto__,constructor,Titel,Beginn\n1,2,A,31.05.2026', ['A', undefined]],
  ]
  test.each(files.map((each) => [each[0], each] as const))('with %s', async (_, [, text, expected, options]) => {
    expect(titles(await readAll(text, { ...plain, ...options }))).toEqual(expected)
  })

  test('whatever it holds: nothing is thrown, and the end comes last', async () => {
    const piece = fc.constantFrom('Titel', 'Beginn', ',', ';', '"', '\n', '\r\n', '31.05.2026', 'x', '\ud800', '\u0000', '😀', '""', '\t')
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => encode(`Titel,Beginn\n${pieces.join('')}`)),
    )
    await fc.assert(
      fc.asyncProperty(octets, fc.boolean(), async (file, hasRow) => {
        const items = await readAll(file, hasRow ? { row: () => ({ title: 'A', startDate: '2026-05-31', endDate: '2026-05-31' }) } : plain)
        expect(items.at(-1)?.kind).toBe('end')
      }),
      { numRuns: times },
    )
  })

  test('that fails or stops is incomplete', async () => {
    async function* failing(): AsyncIterable<string> {
      yield 'Titel,Beginn\nA,31.05.2026\n'
      throw new Error('gone')
    }
    expect(titles(await readAll(failing(), plain))).toEqual(['A', 'source_failed'])
    expect(titles(await readAll('Titel,Beginn', { ...plain, signal: { aborted: true } }))).toEqual(['aborted'])
  })
})

test.each<readonly [string, object]>([
  ['neither rows nor columns', {}],
  ['both', { row: () => ({}), columns: { title: 'a', start: 'b' } }],
  ['an unknown member', { columns: { title: 'a', start: 'b', name: 'c' } }],
  ['an unknown form of dates', { columns: { title: 'a', start: 'b' }, dates: 'DD.MM' }],
  ['an unknown zone', { columns: { title: 'a', start: 'b' }, timeZone: 'Berlin' }],
  ['a long delimiter', { columns: { title: 'a', start: 'b' }, delimiter: '::' }],
  ['an unknown option', { columns: { title: 'a', start: 'b' }, encoding: 'latin1' }],
])('%s: a TypeError', (_, options) => {
  // The types refuse these options, too.
  expect(() => readCsv('', options as ReadCsvOptions)).toThrow(TypeError)
})
