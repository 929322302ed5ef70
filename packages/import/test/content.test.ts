import type { EventInput } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { type ReadIcalendarOptions, readIcalendar } from '../src/icalendar.ts'
import { calendar } from './nasty-files.ts'
import { readAll } from './support.ts'

/** The event with some lines. */
async function readOne(lines: readonly string[], options: ReadIcalendarOptions = {}, ofCalendar: readonly string[] = []) {
  const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Choir', 'DTSTART;VALUE=DATE:20260531', ...lines, 'END:VEVENT']
  const [item] = await readAll(calendar(...ofCalendar, ...event), options)
  if (item?.kind !== 'event') throw new Error('No event was read.')
  return item
}

const inputOf = async (...lines: readonly string[]): Promise<EventInput> => (await readOne(lines)).input

test('an event that says nothing has all members, so that what its source removes is removed', async () => {
  const { key, address, sequence, modifiedMs, input, line, index } = await readOne([])
  expect({ key, address, sequence, modifiedMs, line, index }).toEqual({ key: '1', address: '', line: 3, index: 0 })
  expect(input).toEqual({
    ...{
      title: 'Choir',
      description: '',
      website: '',
      image: false,
      onlineUrl: '',
      attendance: 'offline',
      eventStatus: 'scheduled',
      eventStatusReason: '',
    },
    ...{ categories: [], venues: [], organizers: [], uid: '1', startDate: '2026-05-31', endDate: '2026-05-31', allDay: true },
  })
})

test('SEQUENCE and LAST-MODIFIED say which revision it is', async () => {
  const { sequence, modifiedMs } = await readOne(['SEQUENCE:3', 'LAST-MODIFIED:20260301T120000Z', 'DTSTAMP:20260302T120000Z'])
  expect({ sequence, modifiedMs }).toEqual({ sequence: 3, modifiedMs: Date.UTC(2026, 2, 1, 12) })
  const unread = await readOne(['SEQUENCE:-1', 'LAST-MODIFIED:20260301T120000'])
  expect([unread.sequence, unread.modifiedMs]).toEqual([undefined, undefined])
})

describe('the description', () => {
  test.each([
    ['DESCRIPTION:One\\nTwo\\n\\nThree < 4 & 5', '<p>One<br>Two</p><p>Three &lt; 4 &amp; 5</p>'],
    ['DESCRIPTION:<b>Bold</b>\\nnext', '<b>Bold</b><br>next'],
    ['DESCRIPTION:a < b and b > a', '<p>a &lt; b and b &gt; a</p>'],
    ['DESCRIPTION:\\, \\; \\\\ \\N.', '<p>, ; \\<br>.</p>'],
  ])('%s is %s', async (line, html) => {
    expect(await inputOf(line)).toMatchObject({ description: html })
  })

  test('is that of X-ALT-DESC, if it has a text', async () => {
    expect(await inputOf('DESCRIPTION:plain', 'X-ALT-DESC;FMTTYPE=text/html:<p>rich</p>')).toMatchObject({ description: '<p>rich</p>' })
    expect(await inputOf('DESCRIPTION:plain', 'X-ALT-DESC;FMTTYPE=text/html:<p></p>')).toMatchObject({ description: '<p>plain</p>' })
    expect(await inputOf('DESCRIPTION:plain', 'X-ALT-DESC:rich')).toMatchObject({ description: '<p>plain</p>' })
  })

  test('has no address of the page behind it, as our export writes it', async () => {
    const url = 'https://club.example/choir'
    const { input, address } = await readOne([`DESCRIPTION:Songs\\n\\n${url}`, `URL:${url}`])
    expect(input).toMatchObject({ description: '<p>Songs</p>', website: url })
    expect(address).toBe(url)
  })

  test('and the title are shortened to what the calendar takes', async () => {
    const event = [
      'BEGIN:VEVENT',
      'UID:1',
      `SUMMARY:${'é'.repeat(300)}`,
      'DTSTART:20260531',
      `DESCRIPTION:${'<&'.repeat(40_000)}`,
      'END:VEVENT',
    ]
    const [item] = await readAll(calendar(...event))
    if (item?.kind !== 'event') throw new Error('No event was read.')
    expect(item.input.title).toBe('é'.repeat(200))
    expect(item.input.description?.length).toBeLessThanOrEqual(65_536)
    expect(item.warnings.map(({ code }) => code)).toEqual(['text_shortened', 'text_shortened'])
  })
})

describe('the place', () => {
  test.each<readonly [readonly string[], object]>([
    [['LOCATION:Town Hall'], { venues: [{ name: 'Town Hall' }] }],
    [
      ['LOCATION:Town Hall\\nMain St 1\\, 2nd floor\\nBerlin'],
      { venues: [{ name: 'Town Hall', address: 'Main St 1, 2nd floor, Berlin' }] },
    ],
    [['LOCATION:Town Hall', 'GEO:52.5;13.4'], { venues: [{ name: 'Town Hall', geoLat: 52.5, geoLng: 13.4 }] }],
    [['GEO:52.5;13.4'], { venues: [] }],
    [
      ['LOCATION:x', 'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Main St 1\\nBerlin";X-TITLE="Town ^\'Hall^\'":geo:52.5,13.4'],
      { venues: [{ name: 'Town "Hall"', address: 'Main St 1, Berlin', geoLat: 52.5, geoLng: 13.4 }] },
    ],
    [[`LOCATION:Town Hall\\, ${'long '.repeat(60)}`], { venues: [{ name: 'Town Hall', address: 'long '.repeat(60).trim() }] }],
    [['LOCATION:https://meet.example/1'], { venues: [], onlineUrl: 'https://meet.example/1', attendance: 'online' }],
    [['CONFERENCE;VALUE=URI:https://meet.example/1'], { venues: [], onlineUrl: 'https://meet.example/1', attendance: 'online' }],
    [['LOCATION:Hall', 'X-GOOGLE-CONFERENCE:https://meet.example/1'], { onlineUrl: 'https://meet.example/1', attendance: 'mixed' }],
    [['CONFERENCE:tel:+49301234'], { onlineUrl: '', attendance: 'offline' }],
  ])('%j', async (lines, expected) => {
    expect(await inputOf(...lines)).toMatchObject(expected)
  })

  test('is left out with a warning where it is none', async () => {
    const { input, warnings } = await readOne(['LOCATION:Hall', 'GEO:152.5;13.4'])
    expect(input.venues).toEqual([{ name: 'Hall' }])
    expect(warnings.map(({ code }) => code)).toEqual(['not_a_point'])
  })
})

describe('organizers', () => {
  test.each<readonly [readonly string[], object]>([
    [['ORGANIZER;CN="Choir, Berlin":mailto:choir@example.org'], [{ name: 'Choir, Berlin', email: 'choir@example.org' }]],
    [['ORGANIZER;CN=Choir: Berlin:MAILTO:choir@example.org'], [{ name: 'Choir', email: 'choir@example.org' }]],
    [['ORGANIZER:mailto:choir@example.org'], [{ name: 'choir@example.org', email: 'choir@example.org' }]],
    [['ORGANIZER;CN=Choir:invalid:nomail'], [{ name: 'Choir' }]],
    [['ORGANIZER:nobody'], []],
    [
      ['CONTACT:Choir\\, +49 30 123456\\, choir@example.org', 'CONTACT:Band\\, Berlin'],
      [{ name: 'Choir', phone: '+49 30 123456', email: 'choir@example.org' }, { name: 'Band, Berlin' }],
    ],
  ])('%j', async (lines, organizers) => {
    expect((await inputOf(...lines)).organizers).toEqual(organizers)
  })
})

describe('categories', () => {
  const lines = ['CATEGORIES:Music\\, live,Jazz,', 'CATEGORIES:Jazz,Open air']
  const names = [{ name: 'Music, live' }, { name: 'Jazz' }, { name: 'Open air' }]

  test('are categories', async () => {
    expect((await inputOf(...lines)).categories).toEqual(names)
  })

  test('are tags by option', async () => {
    const { input } = await readOne(lines, { categories: 'tags' })
    expect(input).toMatchObject({ tags: names })
    expect(input).not.toHaveProperty('categories')
  })
})

test.each<readonly [readonly string[], string | undefined]>([
  [['STATUS:CANCELLED'], 'cancelled'],
  [['STATUS:CONFIRMED'], 'scheduled'],
  [['STATUS:TENTATIVE'], undefined],
])('%j', async (lines, eventStatus) => {
  expect((await inputOf(...lines)).eventStatus).toBe(eventStatus)
})

test.each<readonly [readonly string[], string | undefined]>([
  [['STATUS:CANCELLED', 'COMMENT:Storm\\, and\\n rain'], 'Storm, and rain'],
  [['STATUS:CANCELLED'], ''],
  [['STATUS:CONFIRMED', 'COMMENT:Bring a chair'], ''],
  [['STATUS:TENTATIVE', 'COMMENT:Bring a chair'], undefined],
])('the reason of %j', async (lines, reason) => {
  expect((await inputOf(...lines)).eventStatusReason).toBe(reason)
})

test('METHOD:CANCEL cancels', async () => {
  expect((await readOne(['STATUS:CONFIRMED'], {}, ['METHOD:CANCEL'])).input.eventStatus).toBe('cancelled')
})

test.each(['PRIVATE', 'CONFIDENTIAL'])('an event with CLASS:%s is private, unless the option says otherwise', async (name) => {
  expect(await inputOf(`CLASS:${name}`)).toMatchObject({ status: 'private' })
  expect((await readOne([`CLASS:${name}`], { privateEvents: 'publish' })).input).toMatchObject({ status: 'publish' })
  expect(await inputOf('CLASS:PUBLIC')).not.toHaveProperty('status')
})

test.each<readonly [readonly string[], string | false]>([
  [['IMAGE;VALUE=URI:https://club.example/a.png'], 'https://club.example/a.png'],
  [
    ['ATTACH;FMTTYPE=application/pdf:https://club.example/a.pdf', 'ATTACH;FMTTYPE=image/png:https://club.example/a.png'],
    'https://club.example/a.png',
  ],
  [['IMAGE;ENCODING=BASE64;VALUE=BINARY:AAAA'], false],
])('the image of %j is %s', async (lines, image) => {
  expect(await inputOf(...lines)).toMatchObject({ image })
})

test('options are checked when the reader is called', () => {
  expect(() => readIcalendar('', { floatingZone: 'Mars' })).toThrow('floatingZone must be a time zone')
  expect(() => readIcalendar('', { category: 'tags' } as ReadIcalendarOptions)).toThrow('readIcalendar has no option category')
})
