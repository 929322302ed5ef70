import type { EventInput } from '@kalends/core'
import jsonld from 'jsonld'
import type { Event as SchemaEvent, WithContext } from 'schema-dts'
import { describe, expect, test } from 'vitest'
import { type EventData, jsonLd, toJsonLd, toScriptText } from '../src/jsonld.ts'
import { lintJsonLd } from '../src/jsonld-lint.ts'
import { encode, hostile } from './documents.ts'
import { choir, openCalendar } from './support.ts'

const dataOf = async (input: Partial<EventInput>, timeZone = 'Europe/Berlin'): Promise<EventData> => {
  const calendar = openCalendar({ timeZone, currency: 'EUR', sanitizeHtml: (html) => html })
  return toJsonLd(await calendar.events.create({ ...choir, ...input }), { pageUrl: ({ slug }) => `https://town.example/${slug}` })
}

const whole: Partial<EventInput> = {
  description: '<p>Songs of <em>summer</em></p><p>Come!</p>',
  image: 'https://town.example/choir.jpg',
  website: 'https://choir.example',
  cost: '€5 - €12.50',
  categories: ['Music'],
  tags: ['outdoors'],
  venues: { name: 'Hall', address: 'Main St 1', zip: '12345', city: 'Quellbrunn', country: 'DE', phone: '1', geoLat: 50.5, geoLng: 10.25 },
  organizers: [
    { name: 'Friends', website: 'https://friends.example', phone: '2', email: 'friends@town.example' },
    { name: 'Band', email: 'band@town.example' },
  ],
}

test('an event has all of its properties, without e-mail addresses', async () => {
  const data = await dataOf(whole)
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Choir',
    startDate: '2026-05-31T19:30:00+02:00',
    endDate: '2026-05-31T21:00:00+02:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: 'Hall',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Main St 1',
        addressLocality: 'Quellbrunn',
        postalCode: '12345',
        addressCountry: 'DE',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 50.5, longitude: 10.25 },
      telephone: '1',
    },
    description: 'Songs of summer\nCome!',
    image: ['https://town.example/choir.jpg'],
    url: 'https://town.example/choir',
    sameAs: 'https://choir.example',
    offers: { '@type': 'AggregateOffer', lowPrice: '5', highPrice: '12.50', priceCurrency: 'EUR', url: 'https://choir.example' },
    organizer: [
      { '@type': 'Organization', name: 'Friends', telephone: '2', url: 'https://friends.example' },
      { '@type': 'Organization', name: 'Band' },
    ],
    keywords: 'Music, outdoors',
  })
  expect(JSON.stringify(data)).not.toContain('@town.example')
})

describe('the properties of an event', () => {
  test.each<[string, Partial<EventInput>, Partial<Record<keyof EventData, unknown>>]>([
    ['on whole days', { allDay: true, startDate: '2026-05-31', endDate: '2026-06-01' }, { startDate: '2026-05-31', endDate: '2026-06-01' }],
    ['with a start alone', { endDate: '2026-05-31 19:30' }, { endDate: undefined }],
    ['in UTC', { timeZone: 'UTC' }, { startDate: '2026-05-31T19:30:00+00:00' }],
    ['in a zone west of UTC', { timeZone: 'America/St_Johns' }, { startDate: '2026-05-31T19:30:00-02:30' }],
    ['at an offset', { timeZone: '+05:30' }, { startDate: '2026-05-31T19:30:00+05:30' }],
    [
      'at a time that occurs twice',
      { startDate: '2026-10-25T01:30:00Z', endDate: '2026-10-25 04:00' },
      { startDate: '2026-10-25T02:30:00+01:00', endDate: '2026-10-25T04:00:00+01:00' },
    ],
    [
      'at an offset with seconds',
      { startDate: '1910-05-31 19:30', endDate: '1910-05-31 21:00', timeZone: 'Africa/Monrovia' },
      { startDate: '1910-05-31T20:13:08Z' },
    ],
    ['that is cancelled', { eventStatus: 'cancelled' }, { eventStatus: 'https://schema.org/EventCancelled' }],
    ['that is postponed', { eventStatus: 'postponed' }, { eventStatus: 'https://schema.org/EventPostponed' }],
    [
      'that has moved online',
      { eventStatus: 'movedOnline', attendance: 'online', onlineUrl: 'https://live.example/1' },
      {
        eventStatus: 'https://schema.org/EventMovedOnline',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: 'https://live.example/1' },
      },
    ],
    ...(['offline', 'mixed', 'online'] as const).map((attendance): [string, Partial<EventInput>, object] => [
      `that has moved online from a venue and was ${attendance}`,
      { eventStatus: 'movedOnline', attendance, venues: { name: 'Hall' } },
      {
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: 'https://town.example/choir' },
      },
    ]),
    [
      'that people attend in two ways',
      { attendance: 'mixed', venues: { name: 'Hall' } },
      {
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
        location: [
          { '@type': 'Place', name: 'Hall' },
          { '@type': 'VirtualLocation', url: 'https://town.example/choir' },
        ],
      },
    ],
    [
      'with one amount',
      { cost: 12 },
      { offers: { '@type': 'Offer', price: '12', priceCurrency: 'EUR', url: 'https://town.example/choir' } },
    ],
    [
      'with links in its description',
      { description: '<p>See <a href="/plan">the plan</a>, <a href="https://x.example/">x.example</a></p>' },
      { description: 'See the plan (https://town.example/plan), x.example' },
    ],
    ['with a cost in words', { cost: 'ask at the door' }, { offers: undefined }],
    ['with a number that is no price', { cost: 'Free for kids under 12' }, { offers: undefined }],
    [
      'with a price among other numbers',
      { cost: 'from 18 years on: 12 €' },
      { offers: { '@type': 'Offer', price: '12', priceCurrency: 'EUR', url: 'https://town.example/choir' } },
    ],
    ...[0, '0 €', 'Free', 'Eintritt frei', 'Entrée libre', 'Entrada gratuita'].map((cost): [string, Partial<EventInput>, object] => [
      `that is free: ${cost}`,
      { cost },
      { offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR', url: 'https://town.example/choir' } },
    ]),
  ])('%s', async (_name, input, expected) => {
    const data = await dataOf(input)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, data[name as keyof EventData]]))).toEqual(expected)
  })

  test('that has been rescheduled include its first start', async () => {
    const { events } = openCalendar()
    const { id } = await events.create(choir)
    const moved = await events.update(id, { startDate: '2026-06-01 19:30', endDate: '2026-06-01 21:00' })
    expect(toJsonLd(moved)).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      startDate: '2026-06-01T19:30:00+02:00',
      previousStartDate: '2026-05-31T19:30:00+02:00',
    })
  })
})

describe('a series', () => {
  const weekly: EventInput = { ...choir, description: '<p>Songs</p>', startDate: '2026-03-06 19:30', endDate: '2026-03-06 21:00' }
  const at = (text: string): { readonly nowMs: number } => ({ nowMs: Date.parse(text) })

  test.each([
    ['before the first date', '2026-01-01T00:00:00Z', '2026-03-06T19:30:00+01:00'],
    ['during a date', '2026-03-06T19:00:00Z', '2026-03-06T19:30:00+01:00'],
    ['after it', '2026-03-06T21:00:00Z', '2026-03-13T19:30:00+01:00'],
    ['before an excluded and a further date', '2026-03-14T00:00:00Z', '2026-03-24T12:00:00+01:00'],
    ['in summer time', '2026-03-28T00:00:00Z', '2026-04-03T19:30:00+02:00'],
    ['after the last date', '2030-01-01T00:00:00Z', '2026-04-03T19:30:00+02:00'],
  ])('is the event of its next date, %s', async (_name, now, startDate) => {
    const recurrence = { rule: 'FREQ=WEEKLY;COUNT=5', dates: ['2026-03-24 12:00'], except: ['2026-03-20 19:30'] }
    const series = await openCalendar().events.create({ ...weekly, recurrence })
    expect(toJsonLd(series, at(now))).toMatchObject({ '@type': 'Event', startDate })
  })

  test('without an end has a date that is to come by the clock of the machine', async () => {
    const series = await openCalendar().events.create({
      ...weekly,
      startDate: '2020-03-06',
      endDate: '2020-03-06',
      allDay: true,
      recurrence: 'FREQ=WEEKLY',
    })
    const { startDate } = toJsonLd(series)
    expect(Date.parse(startDate)).toBeGreaterThan(Date.parse('2026-03-01'))
  })

  test('with its exceptions is an EventSeries with the dates to come', async () => {
    const { events } = openCalendar()
    const { id } = await events.create({ ...weekly, description: 'Songs', recurrence: 'FREQ=WEEKLY;COUNT=6' })
    const { items } = await events.list({ seriesIds: id })
    const idAt = (place: number): number => items[place]?.id ?? 0
    await events.update(idAt(2), { startDate: '2026-03-21 20:00', endDate: '2026-03-21 22:00', title: 'Guests' })
    await events.trash(idAt(3))
    await events.update(idAt(4), { eventStatus: 'cancelled' })
    const [series] = await events.series([id])
    const data = series && toJsonLd(series, { ...at('2026-03-10T00:00:00Z'), pageUrl: ({ slug }) => `https://town.example/${slug}` })
    expect(data).toMatchObject({
      '@type': 'EventSeries',
      name: 'Choir',
      description: 'Songs',
      startDate: '2026-03-13T19:30:00+01:00',
      endDate: '2026-04-10T21:00:00+02:00',
      url: 'https://town.example/choir',
    })
    const dates = data?.subEvent.map(({ '@type': type, name, startDate, eventStatus }) => [type, name, startDate, eventStatus.slice(24)])
    expect(dates).toEqual([
      ['Event', 'Choir', '2026-03-13T19:30:00+01:00', 'Scheduled'],
      ['Event', 'Guests', '2026-03-21T20:00:00+01:00', 'Rescheduled'],
      ['Event', 'Choir', '2026-04-03T19:30:00+02:00', 'Cancelled'],
      ['Event', 'Choir', '2026-04-10T19:30:00+02:00', 'Scheduled'],
    ])
    expect(JSON.stringify(data?.subEvent)).not.toMatch(/description|@context/)
  })

  test('without an end has no endDate, and at most 100 dates', async () => {
    const { events } = openCalendar()
    const { id } = await events.create({ ...weekly, recurrence: 'FREQ=DAILY' })
    const [series] = await events.series([id])
    const data = series && toJsonLd(series, at('2026-03-10T00:00:00Z'))
    expect([data?.subEvent.length, data?.subEvent[0]?.startDate.slice(0, 10), data?.endDate]).toEqual([100, '2026-03-10', undefined])
  })
})

describe('a document', () => {
  test('is an array of events, and an object of a single one', async () => {
    const event = await openCalendar().events.create(choir)
    expect(JSON.parse(encode(jsonLd(), [event]))).toEqual([expect.objectContaining({ name: 'Choir' })])
    expect(JSON.parse(encode(jsonLd(), [event], { isSingle: true }))).toMatchObject({ name: 'Choir', url: 'https://town.example/choir' })
    expect(encode(jsonLd(), [])).toBe('[]')
  })

  test('contains no `<`, which could end a script element around it', async () => {
    const data = await dataOf({ title: `<!-- ${hostile}` })
    const text = toScriptText(data)
    expect(text).not.toContain('<')
    expect(JSON.parse(text)).toEqual(data)
  })

  test('expands to properties of schema.org, links included', async () => {
    const names = ['eventStatus', 'eventAttendanceMode', 'url', 'sameAs', 'image']
    const types = Object.fromEntries(names.map((name) => [name, { '@type': '@id' }]))
    const documentLoader = async (documentUrl: string): Promise<object> => {
      expect(documentUrl).toBe('https://schema.org')
      return { documentUrl, document: { '@context': { '@vocab': 'https://schema.org/', ...types } } }
    }
    const [expanded] = await jsonld.expand(await dataOf(whole), { documentLoader })
    expect(expanded).toMatchObject({
      '@type': ['https://schema.org/Event'],
      'https://schema.org/eventStatus': [{ '@id': 'https://schema.org/EventScheduled' }],
      'https://schema.org/image': [{ '@id': 'https://town.example/choir.jpg' }],
      'https://schema.org/location': [{ '@type': ['https://schema.org/Place'], 'https://schema.org/name': [{ '@value': 'Hall' }] }],
    })
  })

  test('has the type of an Event of schema.org', async () => {
    // It compiles only if each property and value is one of schema.org.
    const typed: WithContext<SchemaEvent> = await dataOf(whole)
    expect(typed).toHaveProperty('name', 'Choir')
  })
})

describe('what search engines miss', () => {
  test.each<[string, Partial<EventInput>, readonly string[]]>([
    ['nothing', { ...whole, organizers: { name: 'Friends', website: 'https://friends.example' } }, []],
    ['most of it', {}, ['location', 'description', 'image', 'offers', 'organizer']],
    ['an address', { ...whole, venues: { name: 'Hall' } }, ['location.address', 'organizer.url']],
    ['a place, not only an online address', { ...whole, venues: [], onlineUrl: 'https://live.example' }, ['location', 'organizer.url']],
    ['an end', { ...whole, endDate: '2026-05-31 19:30', organizers: [] }, ['endDate', 'organizer']],
  ])('is %s', async (_name, input, expected) => {
    const issues = lintJsonLd(await dataOf(input))
    expect(issues.map(({ property }) => property)).toEqual(expected)
    for (const { property, level } of issues) expect(level).toBe(property.startsWith('location') ? 'required' : 'recommended')
  })
})
