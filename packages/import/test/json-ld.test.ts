import { createCalendar, type EventInput } from '@kalends/core'
import { toJsonLd, toScriptText } from '@kalends/formats/jsonld'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportedEvent, ImportItem } from '../src/item.ts'
import { type ReadJsonLdOptions, readJsonLd } from '../src/json-ld.ts'

const times = Math.ceil(500 * Number(process.env['KALENDS_TIMES'] ?? 1))

const readAll = async (source: Parameters<typeof readJsonLd>[0], options?: ReadJsonLdOptions): Promise<readonly ImportItem[]> => {
  const all: ImportItem[] = []
  for await (const item of readJsonLd(source, options)) all.push(item)
  return all
}

const choir = { '@type': 'MusicEvent', name: 'Choir', startDate: '2026-05-31T19:30+02:00' }

const script = (data: unknown, type = 'application/ld+json'): string => `<script type="${type}">${JSON.stringify(data)}</script>`

const titles = (items: readonly ImportItem[]): readonly unknown[] =>
  items.map((item) => {
    if (item.kind === 'event') return item.input.title
    return item.kind === 'unreadable' ? item.code : item.kind === 'end' ? item.reason?.code : item.kind
  })

async function readEvent(members: object, options?: ReadJsonLdOptions): Promise<ImportedEvent> {
  const [item] = await readAll(JSON.stringify({ ...choir, ...members }), options)
  if (item?.kind !== 'event') throw new Error(`The event was not read: ${JSON.stringify(item)}`)
  return item
}

describe('a page', () => {
  const pages: readonly (readonly [name: string, text: string, expected: readonly unknown[], options?: ReadJsonLdOptions])[] = [
    ['with one event', `<html><body>${script(choir)}`, ['Choir', undefined]],
    ['with a list', script([choir, { ...choir, name: 'B' }]), ['Choir', 'B', undefined]],
    ['with several documents', script(choir) + script({ '@type': 'WebSite' }) + script({ ...choir, name: 'B' }), ['Choir', 'B', undefined]],
    ['with one event in two documents', script(choir) + script(choir), ['Choir', undefined]],
    ['with a graph', script({ '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, choir] }), ['Choir', undefined]],
    [
      'with a list of items',
      script({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: choir }] }),
      ['Choir', undefined],
    ],
    ['with events of a place', script({ '@type': 'Place', name: 'Hall', event: [choir] }), ['Choir', undefined]],
    [
      'with full names',
      script({ '@type': ['https://schema.org/Event'], 'https://schema.org/name': [{ '@value': 'A' }], 'schema:startDate': '2026-05-31' }),
      ['A', undefined],
    ],
    [
      'with things that are no events',
      script([{ ...choir, '@type': 'DeliveryEvent' }, { ...choir, '@type': 'Article' }, { name: 'x' }, 7, null]),
      [undefined],
    ],
    ['with a profile in the type', script(choir, 'Application/LD+JSON; charset=utf-8'), ['Choir', undefined]],
    ['with other scripts', `${script(choir, 'application/json')}<script>{"@type":"Event"}</script>${script(choir)}`, ['Choir', undefined]],
    ['with a comment around a script', `<!-- ${script(choir)} -->`, [undefined]],
    ['with CDATA', `<script type="application/ld+json">//<![CDATA[\n${JSON.stringify(choir)}\n//]]></script>`, ['Choir', undefined]],
    ['with a semicolon', `<script type="application/ld+json">${JSON.stringify(choir)};</script>`, ['Choir', undefined]],
    ['with a comment of HTML', `<script type="application/ld+json"><!-- ${JSON.stringify(choir)} --></script>`, ['Choir', undefined]],
    [
      'with line ends in texts',
      `<script type="application/ld+json">{"@type":"Event","name":"A\nB","startDate":"2026-05-31"}</script>`,
      ['A B', undefined],
    ],
    [
      'with encoded quotation marks',
      `<script type="application/ld+json">${JSON.stringify(choir).replaceAll('"', '&quot;')}</script>`,
      ['Choir', undefined],
    ],
    ['with a broken document', `<script type="application/ld+json">{"@type":</script>${script(choir)}`, ['not_json', 'Choir', 'not_json']],
    ['without events', '<html><body>Hello', [undefined]],
    ['that is empty', ' ', ['empty']],
    ['that is JSON', JSON.stringify([choir]), ['Choir', undefined]],
    ['that is JSON with a mark', `\ufeff${JSON.stringify(choir)}`, ['Choir', undefined]],
    ['that is broken JSON', '{"@type":"Event"', ['not_json', 'not_json']],
    ['that is cut', `${script(choir)}<script type="application/ld+json">{"@type":"Ev`, ['Choir', 'not_json', 'not_json']],
    ['with too many events', script([choir, { ...choir, name: 'B' }]), ['Choir', 'too_many_events'], { maxEvents: 1 }],
    ['that is too large', script(choir), ['too_large'], { maxBytes: 20 }],
    ['that is not wanted any more', script(choir), ['aborted'], { signal: { aborted: true } }],
    ['that is nested without end', `${'['.repeat(50_000)}`, ['not_json', 'not_json']],
    ['that is nested deep', `${'['.repeat(3_000)}1${']'.repeat(3_000)}`, [undefined]],
    [
      'with names of objects',
      '{"__proto__":{"@type":"Event","name":""},"constructor":[{"@type":"Event","name":"A","startDate":"2026-05-31"}]}',
      ['no_title', 'A', undefined],
    ],
  ]
  test.each(pages.map((each) => [each[0], each] as const))('%s', async (_, [, text, expected, options]) => {
    expect(titles(await readAll(text, options))).toEqual(expected)
  })

  test('says on which line the element of an event begins', async () => {
    const text = `<html>\r\n<head>\r\n${script(choir)}\r\n</head>\n<body>\n\n<p>x</p> ${script([
      { ...choir, name: 'B' },
      { ...choir, name: '' },
    ])}`
    expect((await readAll(text)).map((item) => [Reflect.get(item, 'index'), Reflect.get(item, 'line')])).toEqual([
      ...[
        [0, 3],
        [1, 7],
        [2, 7],
      ],
      [undefined, undefined],
    ])
  })

  test('in Windows-1252, and in parts', async () => {
    const octets = Uint8Array.from(script({ ...choir, name: 'Grüße' }), (character) => character.charCodeAt(0))
    async function* parts(): AsyncIterable<Uint8Array> {
      for (const octet of octets) yield Uint8Array.of(octet)
    }
    expect(titles(await readAll(parts()))).toEqual(['Grüße', undefined])
  })

  test('whatever it holds: nothing is thrown, and the end comes last', async () => {
    const value = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('2026-05-31', 'x', '', 7, null, true, '\ud800', 'https://x.example/', '&#x110000;', 'PT2H'),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            '@id',
            '@type',
            '@value',
            '@graph',
            'name',
            'startDate',
            'endDate',
            'location',
            'address',
            'geo',
            'offers',
            'price',
            'subEvent',
            'superEvent',
            'image',
            'url',
            'organizer',
            'keywords',
          ),
          tie('node'),
          { maxKeys: 6 },
        ),
      ),
    })).node
    const event = value.map((node) => ({ ...choir, ...(typeof node === 'object' ? node : {}), '@type': 'Event' }))
    const text = fc.oneof(
      event.map((node) => script(node)),
      value.map((node) => script(node)),
      fc.tuple(fc.nat(400), event).map(([cut, node]) => script(node).slice(0, cut)),
    )
    await fc.assert(
      fc.asyncProperty(text, async (page) => {
        const items = await readAll(page, { url: 'https://x.example/a' })
        expect(items.at(-1)?.kind).toBe('end')
      }),
      { numRuns: times },
    )
  })
})

describe('times', () => {
  const cases: readonly (readonly [members: object, input: object, options?: ReadJsonLdOptions])[] = [
    [
      { startDate: '2026-05-31T19:30', endDate: '2026-05-31T21:00:00' },
      { startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00', allDay: false },
    ],
    [{ startDate: '2026-05-31T19:30:00.000Z' }, { startDate: '2026-05-31T19:30:00Z', endDate: '2026-05-31T19:30:00Z' }],
    [{ startDate: '2026-05-31T19:30-0500' }, { startDate: '2026-05-31T19:30:00-05:00' }],
    [{ startDate: '2026-05-31 9:30' }, { startDate: '2026-05-31 09:30:00' }],
    [{ startDate: '2026-05-31 19:30:00 +0200' }, { startDate: '2026-05-31T19:30:00+02:00' }],
    [{ duration: 'PT2H30M' }, { endDate: '2026-05-31T22:00:00+02:00' }],
    [{ duration: 'P1Y' }, { endDate: '2026-05-31T19:30:00+02:00' }],
    [{ startDate: '2026-05-31' }, { startDate: '2026-05-31', endDate: '2026-05-31', allDay: true }],
    [
      { startDate: '2026-05-31', endDate: '2026-06-02' },
      { startDate: '2026-05-31', endDate: '2026-06-02', allDay: true },
    ],
    [
      { startDate: '2026-05-31T00:00:00+02:00', endDate: '2026-06-01T23:59:59+02:00' },
      { startDate: '2026-05-31', endDate: '2026-06-01', allDay: true },
    ],
    [{ endDate: '2026-06-02' }, { endDate: '2026-06-02T23:59:59+02:00', allDay: false }],
    [{ endDate: '2026-05-31' }, { endDate: '2026-05-31T19:30:00+02:00', allDay: false }],
    [{}, { timeZone: 'Europe/Berlin' }, { timeZone: 'europe/berlin' }],
  ]
  test.each(cases.map((each) => [JSON.stringify(each[0]), each] as const))('%s', async (_, [members, input, options]) => {
    expect((await readEvent(members, options)).input).toMatchObject(input)
  })

  test.each([{ startDate: '2026-02-30' }, { startDate: 'tomorrow' }, { startDate: null }, { startDate: '' }, { endDate: '2026-13-01' }])(
    '%o is not guessed',
    async (members) => expect(titles(await readAll(JSON.stringify({ ...choir, ...members })))).toEqual(['not_a_date', undefined]),
  )
})

describe('members', () => {
  const place = {
    '@type': 'Place',
    name: 'Hall &amp; Yard',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Way 1',
      addressLocality: 'Ulm',
      postalCode: 89_073,
      addressRegion: 'BW',
      addressCountry: { '@type': 'Country', name: 'DE' },
    },
  }
  const cases: readonly (readonly [name: string, members: object, input: object, codes?: readonly string[]])[] = [
    ['a name encoded as display text', { name: 'A &#8211; R&amp;B' }, { title: 'A – R&B' }],
    [
      'names in languages',
      {
        name: [
          { '@value': 'Chor', '@language': 'de' },
          { '@value': 'Choir', '@language': 'en' },
        ],
      },
      { title: 'Chor' },
    ],
    ['a long name', { name: 'x'.repeat(300) }, { title: 'x'.repeat(200) }, ['text_shortened']],
    ['plain text', { description: 'a < b &amp; c\n\nd' }, { description: '<p>a &lt; b &amp; c</p><p>d</p>' }],
    ['HTML', { description: '<p>a &amp; b</p>' }, { description: '<p>a &amp; b</p>' }],
    ['encoded HTML', { description: '&lt;p&gt;a &amp;amp; b&lt;/p&gt;' }, { description: '<p>a &amp; b</p>' }],
    [
      'a place',
      { location: place },
      {
        venues: [{ name: 'Hall & Yard', address: 'Way 1', city: 'Ulm', zip: '89073', stateProvince: 'BW', country: 'DE' }],
        attendance: 'offline',
      },
    ],
    [
      'a place with a point',
      { location: { ...place, geo: { latitude: '48.4', longitude: 9.9 } } },
      { venues: [{ geoLat: 48.4, geoLng: 9.9 }] },
    ],
    [
      'a place with a point that is none',
      { location: { ...place, geo: { latitude: 480, longitude: 9.9 } } },
      { venues: [{ geoLat: null }] },
      ['not_a_point'],
    ],
    [
      'a place with an address as a text',
      { location: { '@type': 'Place', name: 'Hall', address: 'Way 1, Ulm' } },
      { venues: [{ name: 'Hall', address: 'Way 1, Ulm' }] },
    ],
    [
      'a place without a name',
      { location: { '@type': 'Place', address: { addressLocality: 'Ulm' } } },
      { venues: [{ name: 'Ulm', city: 'Ulm' }] },
    ],
    ['an address as a place', { location: { ...place.address } }, { venues: [{ name: 'Way 1', address: 'Way 1' }] }],
    ['a place as a text', { location: 'Hall' }, { venues: [{ name: 'Hall' }] }],
    ['places', { location: ['Hall', place, {}] }, { venues: [{ name: 'Hall' }, { name: 'Hall & Yard' }] }],
    [
      'a room',
      { location: { '@type': 'VirtualLocation', url: 'https://room.example/' } },
      { venues: [], onlineUrl: 'https://room.example/', attendance: 'online' },
    ],
    ['a room as a text', { location: ['https://room.example/', 'Hall'] }, { onlineUrl: 'https://room.example/', attendance: 'mixed' }],
    ['a mode', { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' }, { attendance: 'mixed' }],
    ['a status', { eventStatus: 'http://schema.org/EventCancelled' }, { eventStatus: 'cancelled' }],
    ['an event that has moved', { eventStatus: 'EventRescheduled', previousStartDate: '2026-05-01' }, { eventStatus: 'scheduled' }],
    ['a price', { offers: { price: 10, priceCurrency: 'EUR' } }, { cost: '10 EUR' }],
    ['prices', { offers: [{ price: '25.50', priceCurrency: 'EUR' }, { price: '5' }, { price: '12' }] }, { cost: '5 – 25.50 EUR' }],
    ['a range', { offers: { '@type': 'AggregateOffer', lowPrice: 5, highPrice: 10, priceCurrency: 'USD' } }, { cost: '5 – 10 USD' }],
    ['a price as a text', { offers: { price: '10 € / 8 €' } }, { cost: '10 € / 8 €' }],
    ['no price', { isAccessibleForFree: true }, { cost: '0' }],
    ['an image', { image: 'https://x.example/a.jpg' }, { image: 'https://x.example/a.jpg' }],
    [
      'images',
      { image: [{ '@type': 'ImageObject', contentUrl: '/a.jpg' }, 'https://x.example/b.jpg'] },
      { image: 'https://town.example/a.jpg' },
    ],
    ['an image that is none', { image: 'data:image/png;base64,AA' }, { image: false }, ['not_a_web_address']],
    [
      'organizers',
      { organizer: [{ name: 'A', url: 'https://a.example', email: 'mailto:a@a.example', telephone: '1' }, 'B', {}] },
      { organizers: [{ name: 'A', website: 'https://a.example', email: 'a@a.example', phone: '1' }, { name: 'B' }] },
    ],
    [
      'keywords and performers',
      { keywords: 'a, b,a', performer: [{ name: 'C' }, 'D'] },
      { tags: ['a', 'b', 'C', 'D'].map((name) => ({ name })), categories: [] },
    ],
    ['keywords in a list', { keywords: ['a', { '@type': 'DefinedTerm', name: 'b' }] }, { tags: [{ name: 'a' }, { name: 'b' }] }],
    ['a page and a website', { url: '/choir', sameAs: 'https://choir.example' }, { website: 'https://choir.example' }],
    ['a page alone', { url: '/choir' }, { website: 'https://town.example/choir' }],
  ]
  test.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, members, input, codes = []]) => {
    const event = await readEvent(members, { url: 'https://town.example/events' })
    expect(event.input).toMatchObject(input)
    expect(event.warnings.map(({ code }) => code)).toEqual(codes)
  })

  test('by option', async () => {
    const { input } = await readEvent(
      { keywords: 'a', performer: 'C', organizer: 'B' },
      { keywords: 'categories', performers: 'organizers' },
    )
    expect(input).toMatchObject({ categories: [{ name: 'a' }], tags: [], organizers: [{ name: 'B' }, { name: 'C' }] })
    expect((await readEvent({ keywords: 'a', performer: 'C' }, { keywords: 'ignore', performers: 'ignore' })).input).toMatchObject({
      categories: [],
      tags: [],
    })
  })

  test.each([
    [{ '@id': 'https://x.example/1#event', url: 'https://x.example/1' }, 'https://x.example/1#event', 'https://x.example/1'],
    [{ '@id': '_:b0', identifier: '17' }, '17', ''],
    [{ identifier: { '@type': 'PropertyValue', value: 17 } }, '17', ''],
    [{ dateModified: 'x' }, '', ''],
  ])('key and page of %o', async (members, key, address) => expect(await readEvent(members)).toMatchObject({ key, address }))

  test('the time of the last change', async () => {
    expect((await readEvent({ dateModified: '2026-01-02T03:04:05Z' })).modifiedMs).toBe(Date.UTC(2026, 0, 2, 3, 4, 5))
  })
})

describe('events that belong together', () => {
  test('a part has the place of the whole, and stands beside it', async () => {
    const festival = {
      '@type': 'Festival',
      name: 'Festival',
      startDate: '2026-05-31',
      location: 'Park',
      description: 'All',
      subEvent: [choir, { ...choir, name: 'B', location: 'Hall' }],
    }
    const [whole, first, second] = await readAll(script(festival))
    expect(whole).toMatchObject({ input: { title: 'Festival' } })
    expect(first).toMatchObject({ input: { title: 'Choir', venues: [{ name: 'Park' }], description: '' } })
    expect(second).toMatchObject({ input: { title: 'B', venues: [{ name: 'Hall' }] } })
  })

  test('a reference to the whole', async () => {
    const graph = [
      { ...choir, superEvent: { '@id': '#festival' } },
      { '@id': '#festival', '@type': 'Festival', name: 'F', startDate: '2026-05-31', location: { '@id': '#park' } },
      { '@id': '#park', '@type': 'Place', name: 'Park' },
    ]
    const items = await readAll(script({ '@graph': graph }))
    expect(titles(items)).toEqual(['Choir', 'F', undefined])
    expect(items[0]).toMatchObject({ input: { venues: [{ name: 'Park' }] } })
  })

  test('references in a circle', async () => {
    const graph = [
      { '@id': '#a', ...choir, superEvent: { '@id': '#b' }, subEvent: { '@id': '#b' } },
      { '@id': '#b', ...choir, name: 'B', superEvent: { '@id': '#a' }, subEvent: { '@id': '#a' } },
    ]
    expect(titles(await readAll(script(graph)))).toEqual(['Choir', 'B', undefined])
  })

  test('dates with one id get keys of their own', async () => {
    const dates = ['2026-05-31', '2026-06-01', '2026-06-01'].map((startDate) => ({ ...choir, '@id': 'https://x.example/choir', startDate }))
    const items = await readAll(script(dates))
    expect(items.map((item) => Reflect.get(item, 'key'))).toEqual([
      'https://x.example/choir 2026-05-31',
      'https://x.example/choir 2026-06-01',
      undefined,
    ])
  })
})

describe('the export of Kalends', () => {
  const input: EventInput = {
    ...{
      title: 'Choir',
      startDate: '2026-05-31 19:30',
      endDate: '2026-05-31 21:00',
      description: '<p>Songs &amp; more</p>',
      cost: '€5 - €12.50',
    },
    ...{ website: 'https://choir.example', organizers: [{ name: 'Friends', phone: '1' }], tags: ['a', 'b'], eventStatus: 'cancelled' },
    venues: [{ name: 'Hall', address: 'Way 1', city: 'Ulm', zip: '1', stateProvince: 'BW', country: 'DE', geoLat: 1.5, geoLng: 2 }],
  }
  const open = () =>
    createCalendar({
      store: memoryStore(),
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      sanitizeHtml: (html) => html,
      clock: fixedClock('2026-01-01T00:00:00Z'),
    })

  test('comes back', async () => {
    const [first, second] = [open(), open()]
    const before = await first.events.create(input)
    const items = await readAll(`<script type="application/ld+json">${toScriptText(toJsonLd(before))}</script>`)
    const [item] = items
    if (item?.kind !== 'event') throw new Error('The event was not read.')
    const after = await second.events.create(item.input)
    expect(toJsonLd(after)).toEqual(toJsonLd(before))
    expect(items.at(-1)).toEqual({ kind: 'end', complete: true })
  })

  test('a series comes as its dates, with what they share', async () => {
    const calendar = open()
    const { id } = await calendar.events.create({ ...input, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    const [series] = await calendar.events.series([id])
    if (series === undefined) throw new Error('There is no series.')
    const items = await readAll(JSON.stringify(toJsonLd(series, { nowMs: 0 })))
    expect(items.map((item) => item.kind === 'event' && [item.input.title, item.input.startDate, item.input.description])).toEqual([
      ...['2026-05-31', '2026-06-07', '2026-06-14'].map((day) => ['Choir', `${day}T19:30:00+02:00`, '<p>Songs &amp; more</p>']),
      false,
    ])
  })
})

test.each<readonly [string, object]>([
  ['an unknown option', { page: 'x' }],
  ['an unknown zone', { timeZone: 'Berlin' }],
  ['no address', { url: 'x' }],
])('%s: a TypeError', (_, options) => expect(() => readJsonLd('', options)).toThrow(TypeError))

describe('a document that is made to take long', () => {
  const nodes = (count: number, toNode: (index: number) => object): readonly object[] =>
    Array.from({ length: count }, (_, at) => toNode(at))

  test('with series that name each other twice, and in a circle', async () => {
    const subEvents = (at: number) => [{ '@id': `#${at + 1}` }, { '@id': `#${at + 1}` }, { '@id': '#0' }]
    const series = nodes(40, (at) => ({ '@type': 'EventSeries', '@id': `#${at}`, name: 'S', subEvent: subEvents(at) }))
    expect(titles(await readAll(JSON.stringify({ '@graph': [...series, { ...choir, '@id': '#40' }] })))).toEqual(['Choir', undefined])
  })

  test('with thousands of places that hundreds of parts share', async () => {
    const location = nodes(10_000, (at) => ({ '@type': 'Place', name: `P${at}` }))
    const subEvent = nodes(300, (at) => ({ ...choir, name: `E${at}` }))
    const items = await readAll(JSON.stringify({ ...choir, location, organizer: location, subEvent }))
    expect(items.length).toBe(302)
  })
})

test('a status is none that all objects have', async () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(await readEvent({ eventStatus: name, eventAttendanceMode: name })).toMatchObject({
      input: { eventStatus: 'scheduled', attendance: 'offline' },
    })
})
