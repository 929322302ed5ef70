import { type Event, type EventInput, isCalendarError } from '@kalends/core'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withApostrophes, withoutApostrophes } from '../src/csv/apostrophes.ts'
import { type CsvRow, csv, toEventInput } from '../src/csv.ts'
import { encode, hostile } from './documents.ts'
import { choir, openCalendar } from './support.ts'

const rowsOf = (text: string): readonly CsvRow[] => parse<Record<string, string>>(text, { columns: true, bom: true })

const whole: EventInput = {
  ...choir,
  uid: 'a-uid',
  timeZone: 'Asia/Tokyo',
  eventStatus: 'movedOnline',
  attendance: 'mixed',
  onlineUrl: 'https://live.example',
  cost: '€5 - €12.50',
  website: 'https://choir.example',
  featured: true,
  categories: ['Music, live', 'Art; "new"'],
  tags: ['=tag', '-1'],
  venues: [
    {
      name: 'Hall, big',
      address: '-1+1',
      zip: '01234',
      city: 'Quellbrunn',
      stateProvince: 'X',
      country: 'DE',
      geoLat: -50.5,
      geoLng: -10.25,
    },
    { name: '@home' },
    { name: 'Park', city: 'Y', geoLat: 1, geoLng: 2 },
  ],
  organizers: [{ name: '+Friends+' }, { name: "'=B" }],
  publishedUtc: '2026-01-02 03:04:05',
  slug: 'the-choir',
  excerpt: 'Come!',
  description: '<p>Songs,\r\nmany "of" them</p>',
  image: 'https://town.example/choir.jpg',
}

const openWith = (): ReturnType<typeof openCalendar> => openCalendar({ currency: 'EUR', sanitizeHtml: (html) => html })
const create = (input: EventInput): Promise<Event> => openWith().events.create(input)

test('a document has a row of names, and a row for each event', async () => {
  const event = await create({ ...choir, venues: [{ name: 'Hall', city: 'Quellbrunn' }, { name: 'Park' }], tags: ['b', 'a'] })
  expect(encode(csv(), [event])).toBe(
    'id,uid,title,start_date,end_date,timezone,all_day,event_status,attendance_mode,online_url,cost,website,featured,categories,tags,' +
      'venue,address,zip,city,stateprovince,country,geo_lat,geo_lng,organizer,status,date_utc,slug,excerpt,description,image,url,event_status_reason\r\n' +
      '1,event-1@town.example,Choir,2026-05-31 19:30:00,2026-05-31 21:00:00,Europe/Berlin,false,scheduled,offline,,,,false,,"a\nb",' +
      '"Hall\nPark",,,"Quellbrunn\n",,,,,,publish,2026-03-04 12:00:00,choir,,,,https://town.example/choir,\r\n',
  )
  expect(rowsOf(encode(csv(), [event]))).toHaveLength(1)
})

describe('a row', () => {
  test.each<[string, EventInput]>([
    ['of all fields', whole],
    ['of the smallest event', choir],
    ['of whole days', { ...choir, allDay: true, startDate: '2026-05-31', endDate: '2026-06-02' }],
    ['of a cancelled draft', { ...choir, eventStatus: 'cancelled', eventStatusReason: '=1, "2"', status: 'draft' }],
    ['of hostile texts', { ...choir, title: hostile, description: hostile, venues: { name: hostile }, categories: hostile.slice(0, 99) }],
    ...['=1+1', '-1+1', '@x', '+49 1', "'=1", "''=1", "'x", '-12', '＝1', '"quoted"', "it's"].map((title): [string, EventInput] => [
      `of the title ${title}`,
      { ...choir, title },
    ]),
  ])('can be imported as an event that is written as the same row: %s', async (_name, input) => {
    const text = encode(csv(), [await create(input)])
    const [row] = rowsOf(text)
    expect(encode(csv(), [await create(toEventInput(row ?? {}))])).toBe(text)
  })

  test('can be imported after a spreadsheet has changed the booleans and the line ends', async () => {
    const text = encode(csv(), [await create({ ...whole, allDay: true })])
    const [row] = rowsOf(text.replaceAll(',true,', ',TRUE,').replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'))
    const categories = [{ name: 'Art; "new"' }, { name: 'Music, live' }]
    expect(toEventInput(row ?? {})).toMatchObject({ allDay: true, featured: true, categories })
  })

  test('keeps terms whose names are the ids or slugs of others', async () => {
    const { events } = openWith()
    const names = ['C++', 'c', '1', '2'].map((name) => ({ name }))
    const event = await events.create({ ...choir, tags: names, categories: names })
    const [row] = rowsOf(encode(csv(), [event]))
    expect(await events.create(toEventInput(row ?? {}))).toMatchObject({ tags: event.tags, categories: event.categories })
  })

  test.each([
    ...['true', 'TRUE', '1', 'yes', 'on', 'WAHR', 'Vrai', 'VERDADERO', ' wahr '].map((word) => [word, true] as const),
    ...['false', 'FALSE', '0', 'no', 'off', 'FALSCH', 'FAUX', 'falso'].map((word) => [word, false] as const),
    ['', undefined] as const,
  ])('has the boolean %j as %s', (word, expected) => {
    const { allDay, featured } = toEventInput({ all_day: word, featured: word })
    expect([allDay, featured]).toEqual([expected, expected])
    if (word !== '' && word.trim() === word.toUpperCase() && word.length > 3)
      expect(toEventInput({ 'custom_fields.open': word }).fields).toEqual({ open: expected })
  })

  test.each([
    ['all_day', 'ja', 'inputs[1].allDay'],
    ['featured', 'TRUE!', 'inputs[1].featured'],
    ['geo_lat', 'north', 'inputs[1].venues[0].geoLat'],
  ])('with %s %j is refused by its place', async (column, value, issue) => {
    const row = { title: 'Choir', start_date: '2026-05-31 19:30', end_date: '2026-05-31 21:00', venue: 'Hall' }
    const failure = await openWith()
      .events.createMany([row, { ...row, [column]: value }].map(toEventInput))
      .catch((error: unknown) => error)
    expect(isCalendarError(failure, 'invalid_input') && Object.keys(failure.details.params)).toEqual([issue])
  })

  test('has degrees with a comma, and none where a cell is blank', () => {
    expect(toEventInput({ venue: 'A\nB', geo_lat: '-50,5\n ', geo_lng: '10.25' }).venues).toMatchObject([
      { geoLat: -50.5, geoLng: 10.25 },
      { geoLat: undefined, geoLng: undefined },
    ])
  })

  test('may lack columns', () => {
    const input = toEventInput({ title: 'Choir', start_date: '2026-05-31 19:30', end_date: '2026-05-31 21:00', other: 'x' })
    expect(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))).toEqual(choir)
  })
})

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '＝1', '＋1', '－1', '＠1', "'=1"])('no cell is a formula: %s', async (title) => {
  const [row] = rowsOf(encode(csv(), [await create({ ...choir, title, description: `\t${title}` })]))
  expect([row?.['title'], row?.['description']]).toEqual([`'${title}`, expect.stringMatching(/^'/)])
})

test.each([';', '\t', '\n', '\r\n', '\r', ';"', ";'", ';;', '\t\t'])('no cell is a formula after %j', async (separator) => {
  const description = `x${separator}=1+1${separator}@y${separator}-3`
  const text = encode(csv(), [await create({ ...choir, description, tags: ['a', '+b'] })])
  const cells = text.split(/[;\t\r\n]/).map((cell) => cell.replace(/^"+/, ''))
  expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([])
  const [row] = rowsOf(text)
  expect(toEventInput(row ?? {}).description).toBe(description)
})

test('what was written before formulas is taken away again', () => {
  const unit = fc.constantFrom('=', '+', '-', '@', "'", '"', ';', '\t', '\r', '\n', '1', '.', 'x', '＝', ' ')
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const cell = withApostrophes(text)
      expect(withoutApostrophes(cell)).toBe(text)
      const begun = cell.split(/[;\t\r\n]/).map((part) => part.replace(/^"+/, ''))
      expect(begun.filter((part) => /^[=+@＝]/.test(part) || (part.startsWith('-') && !/^-\d+(\.\d+)?$/.test(part)))).toEqual([])
    }),
  )
})

test('negative numbers get no apostrophe', async () => {
  const [row] = rowsOf(encode(csv(), [await create({ ...choir, venues: { name: 'Hall', geoLat: -1.5, geoLng: -0.25 } })]))
  expect([row?.['geo_lat'], row?.['geo_lng']]).toEqual(['-1.5', '-0.25'])
})

test('occurrences of a series have different uids', async () => {
  const { events } = openCalendar()
  await events.create({ ...choir, recurrence: 'FREQ=WEEKLY;COUNT=2' })
  const rows = rowsOf(encode(csv(), (await events.list({ startsFrom: '2026-05-01' })).items))
  expect(new Set(rows.map(({ uid }) => uid)).size).toBe(2)
})

test('the options set a byte order mark and the number of rows', async () => {
  expect(encode(csv({ bom: true }), []).charCodeAt(0)).toBe(0xfeff)
  expect(encode(csv(), []).charCodeAt(0)).not.toBe(0xfeff)
  expect([csv().maxItems, csv({ maxItems: 7 }).maxItems]).toEqual([5_000, 7])
  expect(() => csv({ BOM: true } as object)).toThrow(TypeError)
})
