import { CalendarError, createCalendar } from '@kalends/core'
import { failingStore, fixedClock } from '@kalends/testing'
import { type App, servingOptions } from 'example-server/app.ts'
import { progressOn } from 'example-server/progress.ts'
import { readSettings } from 'example-server/settings.ts'
import { openStore } from 'example-server/store.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'
import { createImportForm } from '../import-form.ts'

const url = 'http://127.0.0.1:3001'

const event = (uid: string, title: string, day: string, more = ''): string =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDTSTART;TZID=Europe/Berlin:${day}T193000\nDURATION:PT90M\nLOCATION:Old Mill\n${more}END:VEVENT\n`
const calendarOf = (...events: readonly string[]): string => `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`
const choir = event('choir@club.example', 'Club Choir', '20310620')
const jazz = event('jazz@club.example', 'Club Jazz', '20310621')
const broken = event('broken@club.example', 'Club Dance', '20310230')

let app: App
let handle: ReturnType<App['handlerAt']>
const open = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', DEMO: '0', TIME_ZONE: 'Europe/Berlin', ...environment })
  app = await buildTown(settings, { clock: fixedClock('2031-06-11T10:20:00Z') })
  handle = app.handlerAt(url)
}
type Fields = Readonly<Record<string, string | readonly string[] | File>>
const decode = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
const pagesOf = (markup: string) => ({ markup, page: decode(markup) })
const post = async (fields: Fields, headers: Readonly<Record<string, string>> = { origin: url }) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one)
  const form = new Response(data)
  const body = await form.arrayBuffer()
  const sent = { 'content-type': form.headers.get('content-type') ?? '', 'content-length': String(body.byteLength), ...headers }
  const response = await handle(new Request(`${url}/import`, { method: 'POST', body, headers: sent }))
  return { status: response.status, ...pagesOf(await response.text()) }
}
const ofClub = (text: string | Uint8Array<ArrayBuffer>, name = 'club.ics'): Fields => ({
  ...{ person: 'demo-editor', source: 'Sports club', file: new File([text], name) },
})
/** The fields that a page with a loaded file sends. */
const fieldsOf = (page: string, more: Fields = {}): Fields => {
  const values = [...page.matchAll(/<input [^>]*name="([\w-]+)"[^>]*? value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  const keys = values.flatMap(([name, value = '']) => (name === 'key' ? [value] : []))
  const person = /<option value="([^"]*)" selected/.exec(page)?.[1] ?? ''
  return { ...Object.fromEntries(values), key: keys, person, ...more }
}
const countsOf = (page: string): string | undefined => /<p role="status">([^<]*)/.exec(page)?.[1]
const listedOn = (page: string): readonly string[] => [...page.matchAll(/<li>(Club [^<]*|Frühstück[^<]*)/g)].map(([, text = '']) => text)
const titles = async (): Promise<readonly string[]> =>
  (await app.calendar.events.list({ status: ['publish', 'draft'] })).items.map(({ title }) => title)

describe.each([{ STORE: 'memory' }, { STORE: 'sqlite', DATABASE_URL: ':memory:' }])('the import of a file with $STORE', (store) => {
  beforeEach(() => open(store))
  afterEach(() => app.close())

  test('shows what it would do and writes nothing, then imports the same file', async () => {
    const preview = await post(ofClub(calendarOf(choir, broken, jazz)))
    expect([preview.status, countsOf(preview.page), await titles()]).toEqual([
      200,
      '2 new, 0 changed, 0 unchanged, 1 not imported. Nothing is written yet.',
      [],
    ])
    expect(preview.page).toContain('Line 9</th><td data-head="Event">—</td><td data-head="Reason">The DTSTART in line 12 is not a date')
    expect(listedOn(preview.page)).toEqual(['Club Choir, 2031-06-20 19:30:00', 'Club Jazz, 2031-06-21 19:30:00'])
    const done = await post(fieldsOf(preview.page, { import: 'yes' }))
    expect([countsOf(done.page), await titles()]).toEqual(['2 new, 0 changed, 0 unchanged, 1 not imported.', ['Club Choir', 'Club Jazz']])

    const later = event('jazz@club.example', 'Club Jazz', '20310621', 'DESCRIPTION:Outside\n')
    const second = await post(ofClub(calendarOf(choir, later)))
    expect(countsOf(second.page)).toBe('0 new, 1 changed, 1 unchanged, 0 not imported. Nothing is written yet.')
    const moved = event('jazz@club.example', 'Club Jazz', '20310622')
    expect(countsOf((await post(ofClub(calendarOf(choir, moved)))).page)).toBe(
      '0 new, 1 changed, 1 unchanged, 0 not imported. Nothing is written yet.',
    )
  })

  test.each([
    ['', ['Club Choir', 'Club Choir'], 1],
    ['same', ['Club Choir'], 0],
    ['other', ['Club Choir', 'Club Choir'], 0],
    ['ignore', ['Club Choir'], 0],
  ])('shows the event that a doubtful one may be, and remembers the choice %j', async (choice, expected, doubtful) => {
    await post(fieldsOf((await post(ofClub(calendarOf(choir)))).page, { import: 'yes' }))
    const [known] = (await app.calendar.events.list()).items
    const file = { ...ofClub(calendarOf(event('1@town.example', 'Club Choir', '20310620'))), source: 'Town office' }
    const { page } = await post(file)
    expect(page).toContain('<a href="/event/club-choir">Club Choir, 2031-06-20 19:30:00</a> from “Sports club (2)”')
    const decision = choice === 'same' ? `same ${known?.id}` : choice
    expect(page).toContain(`<option value="${decision}"`)
    await post(fieldsOf(page, { decision, import: 'yes' }))
    expect(await titles()).toEqual(expected)
    const again = await post(file)
    expect(again.page.split('name="decision"').length - 1).toBe(doubtful)
  })
})

describe('the import of a file', () => {
  afterEach(() => app.close())

  test('takes no decision about another item or record, nor about a file that has no preview yet', async () => {
    await open({})
    await post(fieldsOf((await post(ofClub(calendarOf(choir)))).page, { import: 'yes' }))
    const { id } = await app.calendar.events.get('club-choir')
    const { page } = await post({ ...ofClub(calendarOf(jazz)), source: 'Town office', import: 'yes' })
    expect(await titles()).toEqual(['Club Choir'])
    const done = await post(fieldsOf(page, { key: ['jazz@club.example'], decision: [`same ${id}`], import: 'yes' }))
    expect([countsOf(done.page), await titles()]).toEqual(['1 new, 0 changed, 0 unchanged, 0 not imported.', ['Club Choir', 'Club Jazz']])
  })

  test('lets nobody link an event that they may not change', async () => {
    await open({})
    await post(fieldsOf((await post(ofClub(calendarOf(choir)))).page, { import: 'yes' }))
    const { id } = await app.calendar.events.get('club-choir')
    const other = calendarOf(event('1@town.example', 'Club Choir', '20310620'))
    const { page } = await post({ ...ofClub(other), person: 'demo-author' })
    const answer = await post(fieldsOf(page, { decision: `same ${id}`, import: 'yes' }))
    expect([answer.status, answer.page.includes('You may not change one of the events'), await titles()]).toEqual([
      403,
      true,
      ['Club Choir'],
    ])
  })

  test('offers no event of the trash, and links none', async () => {
    await open({})
    await post(fieldsOf((await post(ofClub(calendarOf(choir)))).page, { import: 'yes' }))
    const { id } = await app.calendar.events.get('club-choir')
    const other = { ...ofClub(calendarOf(event('1@town.example', 'Club Choir', '20310620'))), source: 'Town office' }
    const offered = (await post(other)).page
    await app.calendar.events.trash(id)
    const preview = await post(other)
    expect([preview.status, preview.page.includes('Perhaps here already')]).toEqual([200, true])
    expect([offered, preview.page].map((page) => page.includes('It is the same: Club Choir'))).toEqual([true, false])
    const late = await post(fieldsOf(offered, { decision: `same ${id}`, import: 'yes' }))
    expect([late.status, late.page.includes('or it is gone: choose again'), await titles()]).toEqual([403, true, []])
    const done = await post(fieldsOf(preview.page, { decision: 'other', import: 'yes' }))
    expect([countsOf(done.page), await titles()]).toEqual(['1 new, 0 changed, 0 unchanged, 0 not imported.', ['Club Choir']])
  })

  test('asks the access about each record, and keeps the imports of people apart', async () => {
    await open({})
    const source = calendarOf(choir)
    await post(fieldsOf((await post(ofClub(source))).page, { import: 'yes' }))
    const changed = calendarOf(event('choir@club.example', 'Club Choir of Arno', '20310620'), jazz)
    const { page } = await post({ ...ofClub(changed), person: 'demo-author' })
    await post(fieldsOf(page, { import: 'yes' }))
    const { items } = await app.calendar.events.list()
    expect(items.map(({ title, authorId }) => [title, authorId])).toEqual([
      ['Club Choir', '2'],
      ['Club Jazz', '3'],
    ])
    expect(page).toContain('<td data-head="Event">Club Choir of Arno, 2031-06-20 19:30:00</td><td data-head="Reason">')
  })

  test('reads a table by the names of its columns, in the encoding of spreadsheets, and an export of the calendar', async () => {
    await open({})
    const table = Uint8Array.from('Titel;Beginn;Uhrzeit\nFr\xfchst\xfcck;31.05.2032;9:30 Uhr\n', (character) => character.charCodeAt(0))
    const unnamed = await post(ofClub(table, 'Termine.CSV'))
    expect(unnamed.page).toContain('The table has no column “title”. It has Titel, Beginn, Uhrzeit.')
    const columns = { 'column-title': 'Titel', 'column-start': 'Beginn', 'column-startTime': 'Uhrzeit' }
    const { page } = await post(fieldsOf(unnamed.page, columns))
    expect(listedOn(page)).toEqual(['Frühstück, 2032-05-31 09:30:00'])
    await post(fieldsOf(page, { import: 'yes' }))
    const exported = await (await handle(new Request(`${url}/calendar/events/v1/events.csv?start_date=2031-01-01`))).text()
    expect(countsOf((await post(ofClub(exported, 'export.csv'))).page)).toContain('0 new, 0 changed, 1 unchanged')
  })

  test('says that a file has too many events', async () => {
    await open({})
    const rows = Array.from({ length: 1_001 }, (_, at) => `Show ${at},2031-07-01 10:00\n`)
    const { page } = await post(ofClub(`title,start\n${rows.join('')}`, 'club.csv'))
    expect(page).toContain('The file was not read as a whole. The source has more than 1000 rows.')
    expect(countsOf(page)).toContain('1000 new,')
  })

  test.each([
    [503, new CalendarError('unavailable', {}), []],
    [500, new Error('broken'), ['broken']],
  ])('responds with %i when the storage fails, without details', async (status, error, reported) => {
    await open({})
    const settings = await readSettings({ STORE: 'memory', ACCESS: 'open' })
    const { store } = await openStore(settings, progressOn({ write: () => undefined }))
    const calendar = createCalendar({ store: failingStore(store, { failAt: 1, error }) })
    const errors: unknown[] = []
    const form = createImportForm({
      ...{ settings, publicUrl: url, calendar, imports: app.imports, served: servingOptions(settings, url) },
      onError: (one) => errors.push(one),
    })
    handle = async (request) => (await form(request)) ?? new Response()
    const answer = await post(ofClub(calendarOf(choir)))
    expect([answer.status, answer.page.includes('import the file again later'), answer.page.includes('broken')]).toEqual([
      status,
      true,
      false,
    ])
    expect(errors.map((one) => (one instanceof Error ? one.message : one))).toEqual(reported)
  })

  test('refuses everybody where the calendar is only read, and takes anybody where it is open', async () => {
    await open({ ACCESS: 'read-only' })
    expect((await post(ofClub(calendarOf(choir)))).status).toBe(401)
    await app.close()
    await open({ ACCESS: 'open' })
    const { page } = await post({ ...ofClub(calendarOf(choir)), person: '' })
    await post(fieldsOf(page, { import: 'yes' }))
    expect(await titles()).toEqual(['Club Choir'])
  })
})

describe('the form of an import', () => {
  beforeAll(() => open({}))
  afterAll(() => app.close())

  test.each<[string, Fields, number, string]>([
    ['a visitor', { person: '' }, 401, 'Only people who may create events'],
    ['an unknown token', { person: 'ä\n' }, 401, 'Only people who may create events'],
    ['a source without a name', { source: ' ' }, 400, 'Say where the events are from.'],
    ['no file', { file: new File([], '') }, 400, 'Choose a file'],
    ['another kind of file', { file: new File(['%PDF'], 'club.pdf') }, 400, 'Choose a file'],
    ['a file of more than 1 MB', { file: new File([' '.repeat(1_000_001)], 'club.ics') }, 413, 'larger than 1 MB'],
  ])('refuses %s', async (_, fields, status, message) => {
    const answer = await post({ ...ofClub(calendarOf(choir)), ...fields })
    expect([answer.status, answer.page.includes(message), countsOf(answer.page)]).toEqual([status, true, undefined])
  })

  test.each<[string, Readonly<Record<string, string>>, number]>([
    ['a form of another site', { origin: 'https://evil.example' }, 403],
    ['a request without an origin', {}, 403],
    ['a form of 3 MB', { origin: url, 'content-length': '3000000' }, 413],
    ['a body that is no form', { origin: url, 'content-type': 'application/json' }, 400],
  ])('refuses %s', async (_, headers, status) => {
    expect((await post(ofClub(calendarOf(choir)), headers)).status).toBe(status)
  })

  test('is a page that runs no script, and that escapes what a file holds', async () => {
    const response = await handle(new Request(`${url}/import`))
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self';")
    expect(await response.text()).toContain('<h1>Import events</h1>')
    const attack = '"><script>alert(1)</script>'
    const file = ofClub(calendarOf(event('x', attack, '20310620')), `${attack}.ics`)
    expect((await post({ ...file, source: attack })).markup).not.toContain('<script')
    for (const path of ['/new', '/plain']) expect(await (await handle(new Request(url + path))).text()).toContain('href="/import"')
  })
})
