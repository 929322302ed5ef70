import type { EventInput } from '@kalends/core'
import { createFormatContext } from '@kalends/core/format'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { engines } from '../../kysely/test/engines.ts'
import { toUtc } from '../src/icalendar/times.ts'
import { jsonFeed } from '../src/jsonfeed.ts'
import { choir, componentsOf, eventsOf, linesOf, openCalendar, write, writeNew } from './support.ts'

test('an event has its properties in a fixed order', async () => {
  const calendar = openCalendar({ sanitizeHtml: (html) => html })
  const event = await calendar.events.create({
    ...choir,
    description: '<p>Songs of <em>summer</em>;<br>free.</p>\n<p>Come!</p>',
    image: 'https://town.example/choir.jpg',
    onlineUrl: 'https://town.example/live',
    categories: ['Music, live', 'Art'],
    tags: ['outdoors'],
    venues: { name: 'Hall', address: 'Main St 1', zip: '12345', city: 'Quellbrunn', country: 'DE', geoLat: 50.5, geoLng: 10.25 },
    organizers: [
      { name: 'Friends', phone: '+49 1' },
      { name: 'Choir "A"', email: 'choir@town.example' },
      { name: 'B', email: 'b@town.example' },
    ],
  })
  const text = write([event], { name: 'Town', pageUrl: ({ slug }) => `https://town.example/${slug}`, color: () => 'teal' })
  expect(text.replaceAll('\r\n ', '').replaceAll('\r\n', '\n')).toBe(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Kalends//Kalends//EN
NAME:Town
X-WR-CALNAME:Town
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:20250330T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20251026T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:event-1@town.example
DTSTAMP:20260304T120000Z
LAST-MODIFIED:20260304T120000Z
SEQUENCE:0
CREATED:20260304T120000Z
DTSTART;TZID=Europe/Berlin:20260531T193000
DTEND;TZID=Europe/Berlin:20260531T210000
SUMMARY:Choir
DESCRIPTION:Songs of summer\\;\\nfree.\\nCome!\\n\\nhttps://town.example/choir
LOCATION:Hall\\, Main St 1\\, 12345 Quellbrunn\\, DE
GEO:50.5;10.25
URL:https://town.example/choir
CATEGORIES:Art,Music\\, live,outdoors
CONTACT:Friends\\, +49 1
CONTACT:Choir "A"\\, choir@town.example
CONTACT:B\\, b@town.example
STATUS:CONFIRMED
TRANSP:TRANSPARENT
IMAGE;VALUE=URI;DISPLAY=BADGE:https://town.example/choir.jpg
CONFERENCE;VALUE=URI:https://town.example/live
COLOR:teal
END:VEVENT
END:VCALENDAR
`)
})

describe('times', () => {
  test.each<[string, Partial<EventInput>, readonly string[]]>([
    [
      'all-day, with an exclusive end',
      { allDay: true, startDate: '2026-05-31', endDate: '2026-06-01' },
      ['DTSTART;VALUE=DATE:20260531', 'DTEND;VALUE=DATE:20260602'],
    ],
    ['without length', { endDate: '2026-05-31 19:30' }, ['DTSTART;TZID=Europe/Berlin:20260531T193000']],
    ['in UTC', { timeZone: 'UTC' }, ['DTSTART:20260531T193000Z', 'DTEND:20260531T210000Z']],
    ['at an offset', { timeZone: '+05:30' }, ['DTSTART:20260531T140000Z', 'DTEND:20260531T153000Z']],
    [
      'of a zone without clock changes',
      { timeZone: 'Asia/Tokyo' },
      ['DTSTART;TZID=Asia/Tokyo:20260531T193000', 'DTEND;TZID=Asia/Tokyo:20260531T210000'],
    ],
    ['of a zone without one yearly rule', { timeZone: 'Africa/Casablanca' }, ['DTSTART:20260531T183000Z', 'DTEND:20260531T200000Z']],
    [
      'in a repeated hour, the first pass',
      { startDate: '2026-10-25 02:30', endDate: '2026-10-25 04:00' },
      ['DTSTART:20261025T003000Z', 'DTEND:20261025T030000Z'],
    ],
    [
      'in a repeated hour, the second pass',
      { startDate: '2026-10-25T01:30:00Z', endDate: '2026-10-25 04:00' },
      ['DTSTART:20261025T013000Z', 'DTEND:20261025T030000Z'],
    ],
    [
      'that end in a repeated hour',
      { startDate: '2026-10-24 22:00', endDate: '2026-10-25 02:30' },
      ['DTSTART:20261024T200000Z', 'DTEND:20261025T003000Z'],
    ],
  ])('%s', async (_name, input, expected) => {
    const text = await writeNew(input)
    expect([...linesOf(text, 'DTSTART'), ...linesOf(text, 'DTEND')]).toEqual(expected)
    const zones = componentsOf(text, 'VTIMEZONE').flatMap((lines) => lines.filter((line) => line.startsWith('TZID:')))
    expect(zones).toEqual(expected[0]?.includes('TZID=') ? [expected[0].replace(/.*(TZID)=([^:]*):.*/, '$1:$2')] : [])
  })

  test('of years with different rules are in UTC', async () => {
    const { events } = openCalendar({ timeZone: 'America/New_York' })
    const old = await events.create({ ...choir, startDate: '2006-05-31 19:30', endDate: '2006-05-31 21:00' })
    const text = write([old, await events.create(choir)])
    expect(eventsOf(text).map((lines) => lines.find((line) => line.startsWith('DTSTART')))).toEqual([
      'DTSTART:20060531T233000Z',
      'DTSTART:20260531T233000Z',
    ])
  })
})

describe('a status', () => {
  test.each<[EventInput['eventStatus'], 'status' | 'title', readonly string[]]>([
    ['scheduled', 'status', ['SUMMARY:Choir', 'STATUS:CONFIRMED']],
    ['movedOnline', 'status', ['SUMMARY:Choir', 'STATUS:CONFIRMED']],
    ['postponed', 'status', ['SUMMARY:Choir', 'STATUS:TENTATIVE']],
    ['cancelled', 'status', ['SUMMARY:Choir', 'STATUS:CANCELLED']],
    ['cancelled', 'title', ['SUMMARY:Cancelled: Choir', 'STATUS:CONFIRMED']],
    ['postponed', 'title', ['SUMMARY:Choir', 'STATUS:TENTATIVE']],
  ])('%s is written as the option %s says', async (eventStatus, cancelled, expected) => {
    const text = await writeNew({ eventStatus }, { cancelled })
    expect([...linesOf(text, 'SUMMARY'), ...linesOf(text, 'STATUS')]).toEqual(expected)
  })

  test('has its reason beside it, in one line of any length', async () => {
    const eventStatusReason = `Storm; no ferry, no choir\\: ${'x'.repeat(150)}`
    const text = await writeNew({ eventStatus: 'cancelled', eventStatusReason })
    expect(linesOf(text, 'COMMENT')).toEqual([`COMMENT:Storm\\; no ferry\\, no choir\\\\: ${'x'.repeat(150)}`])
    expect(linesOf(await writeNew({ eventStatus: 'cancelled' }), 'COMMENT')).toEqual([])
    expect(linesOf(await writeNew({ eventStatus: 'scheduled', eventStatusReason }), 'COMMENT')).toEqual([])
  })

  test('moved online has no place any more, but the address at which it takes place', async () => {
    const venues = { name: 'Hall', geoLat: 50.7, geoLng: 10.6 }
    const places = async (input: Partial<EventInput>): Promise<readonly string[]> => {
      const text = await writeNew({ ...input, venues, onlineUrl: 'https://live.example/1' })
      return ['LOCATION', 'GEO', 'CONFERENCE'].flatMap((name) => linesOf(text, name))
    }
    const conference = 'CONFERENCE;VALUE=URI:https://live.example/1'
    expect(await places({ eventStatus: 'movedOnline' })).toEqual([conference])
    expect(await places({ eventStatus: 'postponed' })).toEqual(['LOCATION:Hall', 'GEO:50.7;10.6', conference])
  })

  test('cancelled is left out with omit, and has the note of the host with title', async () => {
    expect(eventsOf(await writeNew({ eventStatus: 'cancelled' }, { cancelled: 'omit' }))).toEqual([])
    const text = await writeNew({ eventStatus: 'cancelled' }, { cancelled: 'title', cancelledNote: 'Abgesagt: ' })
    expect(linesOf(text, 'SUMMARY')).toEqual(['SUMMARY:Abgesagt: Choir'])
  })
})

describe('the stamps of an event', () => {
  test('change with the event and with its venue, but SEQUENCE with the event only', async () => {
    const clock = { ms: Date.parse('2026-03-04T12:00:00Z'), nowMs: () => clock.ms }
    const { events, venues } = openCalendar({ clock })
    const { id } = await events.create({ ...choir, venues: { name: 'Hall' } })
    const stamps = async (): Promise<readonly string[]> => {
      const text = write([await events.get(id)])
      return ['SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED'].flatMap((name) => linesOf(text, name))
    }
    expect(await stamps()).toEqual(['SEQUENCE:0', 'DTSTAMP:20260304T120000Z', 'LAST-MODIFIED:20260304T120000Z'])
    clock.ms += 60_000
    await events.update(id, { title: 'Band' })
    expect(await stamps()).toEqual(['SEQUENCE:1', 'DTSTAMP:20260304T120100Z', 'LAST-MODIFIED:20260304T120100Z'])
    clock.ms += 60_000
    await venues.update(1, { name: 'New hall' })
    expect(await stamps()).toEqual(['SEQUENCE:1', 'DTSTAMP:20260304T120200Z', 'LAST-MODIFIED:20260304T120200Z'])
  })
})

test.each(['memory', 'SQLite'] as const)(
  'LAST-MODIFIED rises with each record that an event links, and with each feed, on %s',
  async (name) => {
    const clock = fixedClock('2026-03-04T12:00:00Z')
    const database = name === 'SQLite' ? await engines.find((engine) => engine.name === 'node-sqlite')?.open() : undefined
    const store = database === undefined ? memoryStore() : kyselyStore(database.db, database.options)
    const { events, categories, tags, venues, organizers } = openCalendar({ clock, store })
    const { id } = await events.create({
      ...choir,
      recurrence: 'FREQ=WEEKLY;COUNT=3',
      ...{ categories: ['Music'], tags: ['Outdoors'], venues: { name: 'Hall' }, organizers: { name: 'Friends' } },
    })
    const changes = [
      () => categories.update(1, { name: 'Concerts' }),
      () => tags.update(2, { name: 'Open air' }),
      () => tags.update(2, { slug: 'air' }),
      () => venues.update(1, { name: 'Barn' }),
      () => organizers.update(1, { name: 'Club' }),
      () => events.update(id, { title: 'Band' }),
    ]
    for (const change of changes) {
      clock.advance(60_000)
      await change()
      const stamp = toUtc(clock.nowMs())
      const { items } = await events.list({ seriesIds: id })
      for (const text of [write(await events.series([id])), write(items), write([await events.get(id)])]) {
        expect([...linesOf(text, 'LAST-MODIFIED'), ...linesOf(text, 'DTSTAMP')]).toEqual([`LAST-MODIFIED:${stamp}`, `DTSTAMP:${stamp}`])
      }
      const context = createFormatContext(items, { publicUrl: 'https://town.example' })
      expect([context.updatedMs, JSON.parse(String(jsonFeed().encode(items, context))).items[0].date_modified]).toEqual([
        clock.nowMs(),
        new Date(clock.nowMs()).toISOString().replace('.000', ''),
      ])
    }
    await database?.close()
  },
)

describe('the people', () => {
  test.each<[string, boolean | undefined]>([
    ['TRANSPARENT', undefined],
    ['TRANSPARENT', false],
    ['OPAQUE', true],
  ])('who subscribe are %s with the option %s', async (expected, busy) => {
    for (const input of [{}, { allDay: true }, { recurrence: 'FREQ=DAILY;COUNT=3' }]) {
      expect(linesOf(await writeNew(input, { busy }), 'TRANSP')).toEqual([`TRANSP:${expected}`])
    }
  })

  test('who organize are contacts, and with the option the first one with an e-mail address is the organizer', async () => {
    const organizers = [
      { name: 'Friends', phone: '+49 1' },
      { name: 'Choir "A"', email: 'choir@town.example' },
      { name: 'B', email: 'b@town.example' },
    ]
    const text = await writeNew({ organizers }, { organizer: 'organizer' })
    expect([...linesOf(text, 'CONTACT'), ...linesOf(text, 'ORGANIZER')]).toEqual([
      'CONTACT:Friends\\, +49 1',
      'CONTACT:B\\, b@town.example',
      `ORGANIZER;CN="Choir 'A'":mailto:choir@town.example`,
    ])
  })
})

test.each([
  [undefined, 'the plan (https://town.example/plan)\\nwrite (mailto:a@b.example)'],
  ['https://town.example/on/choir', 'the plan (https://town.example/plan)\\nwrite (mailto:a@b.example)\\n\\nhttps://town.example/on/choir'],
])('the links of a description keep their addresses, with the page %s', async (page, expected) => {
  const calendar = openCalendar({ sanitizeHtml: (html) => html })
  const description = '<p><a href="/plan">the plan</a></p><p><a href="mailto:a@b.example">write</a></p>'
  const text = write([await calendar.events.create({ ...choir, description })], page === undefined ? {} : { pageUrl: () => page })
  expect(linesOf(text, 'DESCRIPTION')).toEqual([`DESCRIPTION:${expected}`])
})

describe('optional properties', () => {
  test('are absent without values', async () => {
    const names = (eventsOf(await writeNew({}))[0] ?? []).map((line) => line.replace(/[:;].*/, ''))
    expect(names).toEqual(['UID', 'DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE', 'CREATED', 'DTSTART', 'DTEND', 'SUMMARY', 'STATUS', 'TRANSP'])
  })

  test.each<[string, EventInput['venues'], readonly string[], readonly string[]]>([
    [
      'two places',
      [
        { name: 'A', geoLat: 1, geoLng: 2 },
        { name: 'B', geoLat: 3, geoLng: 4 },
      ],
      ['LOCATION:A\\; B'],
      [],
    ],
    ['two places, one with a point', [{ name: 'A' }, { name: 'B', geoLat: 3, geoLng: -0.0000001 }], ['LOCATION:A\\; B'], ['GEO:3;0']],
  ])('contain GEO only for a single point: %s', async (_name, venues, location, geo) => {
    const text = await writeNew({ venues })
    expect([linesOf(text, 'LOCATION'), linesOf(text, 'GEO')]).toEqual([location, geo])
  })

  test.each(['#008080', 'rgb(0,0,0)', 'teal\r\nX:y', ''])('COLOR is left out for %j, which is not a name of a color', async (color) => {
    expect(linesOf(await writeNew({}, { color: () => color }), 'COLOR')).toEqual([])
  })
})

describe('the calendar', () => {
  test('has a time zone when it has no events', () => {
    expect(componentsOf(write([], { timeZone: 'Europe/Berlin' }), 'VTIMEZONE')[0]).toContain('TZID:Europe/Berlin')
    expect(componentsOf(write([], { timeZone: '+05:30' }), 'VTIMEZONE')[0]).toContain('TZID:UTC')
    expect(write([])).toContain('BEGIN:VTIMEZONE')
  })

  test('has the properties that the options set', () => {
    const text = write([], { name: 'Town; all', refresh: 'PT15M', method: 'PUBLISH' })
    expect(text).toContain('METHOD:PUBLISH\r\nNAME:Town\\; all\r\nX-WR-CALNAME:Town\\; all\r\nREFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n')
  })

  test.each(['town.example', 'ftp://town.example', ''])('refuses the address %j', (publicUrl) => {
    expect(() => write([], { publicUrl })).toThrow(/publicUrl must be an address/)
  })
})
