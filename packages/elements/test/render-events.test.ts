import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { type ListedEvent, type ListOptions, renderEvents } from '../src/index.ts'
import { listedEvent, wholeDays } from './events.ts'

/** What a reader of HTML finds: the elements with their attributes, and the text in one line. */
function parse(markup: string) {
  const elements: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = []
  let text = ''
  const parser = new Parser({
    onopentag: (name, attributes) => void elements.push({ name, attributes }),
    ontext: (part) => {
      text += part
    },
    oncomment: () => void elements.push({ name: 'comment', attributes: {} }),
  })
  parser.end(markup)
  return { elements, text: toPlain(text) }
}

/** In one line, and without what versions of the data of languages differ in: "Friday, 6 June at 11:00" or "Friday 6 June, 11:00". */
const toPlain = (text: string): string =>
  text
    .replace(/[\s\u202f\u00a0]+/g, ' ')
    .replace(/,| at(?= \d)/g, '')
    .trim()

const textOf = (events: readonly ListedEvent[], options?: ListOptions): string =>
  parse(renderEvents(events, { calendars: [], ...options })).text

const berlin = { lang: 'en-GB', timeZone: 'Europe/Berlin', calendars: [] } satisfies ListOptions

describe('a list', () => {
  test('has a heading for each day, with times that programs read', () => {
    const evening = listedEvent()
    const events = [evening, listedEvent({ title: 'Jazz', start_date: '2031-06-05 20:00:00' }), wholeDays('2031-06-06', '2031-06-08')]
    const { elements } = parse(renderEvents(events, berlin))
    expect(elements.flatMap(({ name, attributes }) => (name === 'time' ? [attributes['datetime']] : []))).toEqual([
      ...['2031-06-05', '2031-06-05T17:30:00Z', '2031-06-05T19:00:00Z', '2031-06-05T17:30:00Z', '2031-06-05T19:00:00Z'],
      ...['2031-06-06', '2031-06-06', '2031-06-08'],
    ])
    expect(elements.filter(({ name }) => name === 'h2')).toHaveLength(2)
    expect(elements.filter(({ name }) => name === 'li')).toHaveLength(3)
  })

  test.each<[string, readonly ListedEvent[], string]>([
    ['an evening', [listedEvent()], 'Thursday 5 June 2031 Choir 19:30 – 21:00 Town Hall, Ulm'],
    ['a moment', [listedEvent({ utc_end_date: '2031-06-05 17:30:00' })], 'Thursday 5 June 2031 Choir 19:30 Town Hall, Ulm'],
    ['a day', [wholeDays('2031-06-06', '2031-06-06')], 'Friday 6 June 2031 Fair All day Town Hall, Ulm'],
    [
      'a night',
      [listedEvent({ end_date: '2031-06-06 11:00:00', utc_end_date: '2031-06-06 09:00:00', venue: [] })],
      'Thursday 5 June 2031 Choir 19:30 – Friday 6 June 11:00',
    ],
    [
      'two venues',
      [listedEvent({ venue: [{ venue: 'Hall' }, { venue: 'Mill', city: 'Ulm' }] })],
      'Thursday 5 June 2031 Choir 19:30 – 21:00 Hall; Mill, Ulm',
    ],
    ['a cancelled event', [listedEvent({ event_status: 'cancelled', venue: [] })], 'Thursday 5 June 2031 Choir Cancelled 19:30 – 21:00'],
    [
      'the reason of a cancellation',
      [listedEvent({ event_status: 'cancelled', event_status_reason: 'Storm <b>', venue: [] })],
      'Thursday 5 June 2031 Choir Cancelled Storm <b> 19:30 – 21:00',
    ],
    [
      'no reason of an event that takes place',
      [listedEvent({ event_status: 'scheduled', event_status_reason: 'Storm', venue: [] })],
      'Thursday 5 June 2031 Choir 19:30 – 21:00',
    ],
    [
      'an event that has moved online',
      [listedEvent({ event_status: 'moved_online', online_url: 'https://meet.example' })],
      'Thursday 5 June 2031 Choir Moved online 19:30 – 21:00 Take part online',
    ],
    ['no events', [], 'No events.'],
    [
      'times that are none',
      [listedEvent({ start_date: 'soon', end_date: 'soon', utc_start_date: 'soon', utc_end_date: 'soon', venue: [] })],
      'soon 00:00:00 Choir soon',
    ],
  ])('shows %s', (_, events, expected) => expect(textOf(events, berlin)).toBe(toPlain(expected)))

  test.each([
    ['de', 'Donnerstag, 5. Juni 2031 Choir Abgesagt 19:30 – 21:00'],
    ['es-MX', 'jueves, 5 de junio de 2031 Choir Cancelado'],
    ['fr', 'jeudi 5 juin 2031 Choir Annulé 19:30 – 21:00'],
    ['en', 'Thursday, June 5, 2031 Choir Cancelled 7:30 PM – 9:00 PM'],
    ['it', 'Thursday, June 5, 2031 Choir Cancelled'],
    ['frr', 'Thursday, June 5, 2031 Choir Cancelled'],
    ['constructor', 'Thursday, June 5, 2031 Choir Cancelled'],
    ['no tag', 'Thursday, June 5, 2031 Choir Cancelled'],
    ['', 'Thursday, June 5, 2031 Choir Cancelled'],
  ])('is in the language %s', (lang, expected) => {
    const markup = renderEvents([listedEvent({ event_status: 'cancelled', venue: [] })], { ...berlin, lang })
    expect(parse(markup).text).toContain(toPlain(expected))
    expect(markup).toContain(expected.startsWith('Thursday') ? 'lang="en"' : `lang="${lang}"`)
  })

  test('takes texts of a language that it does not have', () => {
    const event = listedEvent({ event_status: 'cancelled' })
    expect(textOf([event], { ...berlin, lang: 'it', texts: { cancelled: 'Annullato' } })).toContain('giovedì 5 giugno 2031 Choir Annullato')
  })

  test.each<[string | undefined, string]>([
    ['Europe/Vienna', '19:30 – 21:00 Town'],
    ['America/New_York', '19:30 – 21:00 CEST (13:30 in your time zone) Town'],
    ['Pacific/Auckland', '19:30 – 21:00 CEST (Fri 05:30 in your time zone) Town'],
    ['Nowhere/At_All', '19:30 – 21:00 CEST Town'],
    [undefined, '19:30 – 21:00 CEST Town'],
  ])('says the zone of an event to a visitor of %s', (timeZone, expected) => {
    expect(textOf([listedEvent()], { ...berlin, timeZone })).toContain(expected)
    expect(textOf([wholeDays('2031-06-06', '2031-06-06')], { ...berlin, timeZone })).not.toContain('CEST')
  })

  test('shows each series once if it is asked to, and that it repeats', () => {
    const events = [1, 2, 1, null].map((series) => listedEvent({ recurrence: series === null ? null : { series } }))
    expect(textOf(events, berlin).match(/Choir/g)).toHaveLength(4)
    expect(textOf(events, { ...berlin, series: 'once' }).match(/Choir|Repeats/g)).toEqual(['Choir', 'Repeats', 'Choir', 'Repeats', 'Choir'])
  })

  test.each([
    [listedEvent(), 'https://town.example/event/choir'],
    [listedEvent({ url: listedEvent().rest_url, website: 'https://choir.example' }), 'https://choir.example'],
    [listedEvent({ url: listedEvent().rest_url }), undefined],
    [listedEvent({ url: 'javascript:alert(1)' }), undefined],
    [listedEvent({ url: ' https://town.example' }), undefined],
    [listedEvent({ url: '/event/choir' }), '/event/choir'],
  ])('links the page of an event, case %#', (event, href) => {
    expect(parse(renderEvents([event], berlin)).elements.find(({ name }) => name === 'a')?.attributes['href']).toBe(href)
  })

  test('offers calendars, but not for a cancelled event', () => {
    const links = (event: ListedEvent, options: ListOptions = {}) =>
      [...renderEvents([event], options).matchAll(/<li><a href="(?:https:..)?([\w.]*)/g)].map(([, host]) => host)
    expect(links(listedEvent())).toEqual(['calendar.google.com', 'outlook.live.com', 'calendar.yahoo.com', 'town.example'])
    expect(links(listedEvent({ rest_url: undefined }), { calendars: ['ics', 'google'] })).toEqual(['calendar.google.com'])
    expect(links(listedEvent({ event_status: 'cancelled' }))).toEqual([])
    expect(renderEvents([listedEvent()], { calendars: [] })).not.toContain('<details')
    const unknown = JSON.parse('["constructor", "icloud", ""]')
    expect(renderEvents([listedEvent()], { calendars: unknown })).not.toContain('<details')
  })

  test('offers a subscription by a whole address alone', () => {
    const { elements } = parse(renderEvents([], { subscribe: 'https://town.example/events.ics?tags=a&b=1' }))
    expect(elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes['href'])).toEqual([
      'webcal://town.example/events.ics?tags=a&b=1',
      'https://town.example/events.ics?tags=a&b=1',
    ])
    expect(elements.find(({ name }) => name === 'button')?.attributes).toMatchObject({
      hidden: '',
      value: 'https://town.example/events.ics?tags=a&b=1',
    })
    for (const subscribe of ['/events.ics', 'javascript:alert(1)']) expect(renderEvents([], { subscribe })).not.toContain('<a ')
  })

  test.each([
    [3, 'h3'],
    [9, 'h6'],
    [-1, 'h1'],
    [Number.NaN, 'h2'],
    [2.7, 'h2'],
  ])('has headings of a level, %s', (headingLevel, name) =>
    expect(renderEvents([listedEvent()], { headingLevel })).toContain(`<${name}><time`),
  )

  test('takes the answer of a handler', async () => {
    const calendar = createCalendar({ store: memoryStore(), clock: fixedClock('2031-06-01T10:00:00Z'), timeZone: 'Europe/Berlin' })
    await calendar.events.create({
      title: 'Tom & Jerry',
      startDate: '2031-06-05 19:30',
      endDate: '2031-06-05 21:00',
      venues: { name: 'Hall' },
    })
    await calendar.events.create({ title: 'Fair', startDate: '2031-06-06', endDate: '2031-06-07', allDay: true })
    const handler = createHandler(calendar, { access: allowAll(), publicUrl: 'https://town.example' })
    const { events } = await (await handler(new Request('https://town.example/calendar/events/v1/events'))).json()
    expect(textOf(events, berlin)).toBe(
      'Thursday 5 June 2031 Tom & Jerry 19:30 – 21:00 Hall Friday 6 June 2031 Fair All day until Saturday 7 June 2031',
    )
  })
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', '`', '{}', '\0', '\ud800', 'script', 'onload', '--', ']]>', '&lt;', 'x'),
  }),
  fc.constantFrom(
    ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", '</time></title><svg/onload=alert(1)>'],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
    ],
    ...['https://x" onclick="alert(1)', '//evil.example', '/\\evil.example', '<!--', '$&', '__proto__'],
  ),
)

const hostileEvent: fc.Arbitrary<ListedEvent> = fc
  .record({
    ...{
      title: nasty,
      start_date: nasty,
      end_date: nasty,
      utc_start_date: nasty,
      utc_end_date: nasty,
      timezone: nasty,
      timezone_abbr: nasty,
    },
    ...{ url: nasty, rest_url: nasty, website: nasty, excerpt: nasty, description: nasty, online_url: nasty, all_day: fc.boolean() },
    event_status: fc.oneof(nasty, fc.constantFrom('cancelled', 'postponed', 'moved_online', '__proto__', 'constructor')),
    venue: fc.oneof(fc.record({ venue: nasty, city: nasty, address: nasty }), fc.array(fc.record({ venue: nasty, city: nasty }))),
    recurrence: fc.option(fc.record({ series: fc.integer() })),
  })
  .chain((members) =>
    fc
      .subarray(Object.keys(members))
      .map((kept) => listedEvent(Object.fromEntries(Object.entries(members).filter(([name]) => kept.includes(name))))),
  )

const hostileOptions: fc.Arbitrary<ListOptions> = fc.record(
  {
    lang: nasty,
    timeZone: nasty,
    subscribe: nasty,
    headingLevel: fc.double(),
    texts: fc.record({ add: nasty, until: nasty, yourTime: nasty, subscribe: nasty }),
  },
  { requiredKeys: [] },
)

const allowed = new Set([
  ...['div', 'section', 'ul', 'li', 'p', 'a', 'bdi', 'strong', 'time', 'abbr', 'span', 'details', 'summary', 'button'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])
const allowedAttributes = new Set(['class', 'lang', 'role', 'datetime', 'title', 'href', 'download', 'type', 'value', 'hidden'])

const page = 'https://town.example'

describe('what somebody writes into an event', () => {
  test('becomes no element, no attribute and no address of a script', () => {
    fc.assert(
      fc.property(fc.array(hostileEvent, { maxLength: 3 }), hostileOptions, (events, options) => {
        const { elements } = parse(renderEvents(events, options))
        for (const { name, attributes } of elements) {
          expect(allowed).toContain(name)
          for (const attribute of Object.keys(attributes)) expect(allowedAttributes).toContain(attribute)
          const { href } = attributes
          if (href !== undefined && URL.canParse(href, page)) expect(new URL(href, page).protocol).toMatch(/^(?:https?|webcal):$/)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('is shown as it was written', () => {
    fc.assert(
      fc.property(
        nasty.filter((title) => !/[\0\r]/.test(title)),
        (title) => {
          let shown: string | undefined
          let isTitle = false
          const parser = new Parser({
            onopentag: (name) => {
              if (name === 'bdi' && shown === undefined) [shown, isTitle] = ['', true]
            },
            ontext: (text) => {
              if (isTitle) shown += text
            },
            onclosetag: () => {
              isTitle = false
            },
          })
          parser.end(renderEvents([listedEvent({ title })]))
          expect(shown).toBe(title)
        },
      ),
      { numRuns: 100 },
    )
  })
})

test('says that records of a calendar are no events of an answer', async () => {
  const { events } = createCalendar({ store: memoryStore() })
  const record = await events.create({ title: 'Choir', startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00' })
  expect(() => renderEvents([record as never])).toThrow(/^renderEvents takes the events of an answer of the REST interface/)
})

test.each(['title', 'timezone', 'timezone_abbr'])('escapes any JSON, as a foreign service may send it for %s', (member) => {
  for (const value of [{ markup: '<img src=x onerror=alert(1)>' }, [{ markup: '<b>' }], ['<b>'], 7, { toString: 1 }]) {
    const { elements } = parse(renderSafely({ ...listedEvent({}), [member]: value }))
    expect(elements.filter(({ name }) => name === 'img' || name === 'b')).toEqual([])
  }
})

/** What is shown of an event that no type describes; nothing where it cannot be shown. */
function renderSafely(event: object): string {
  try {
    return renderEvents([event as ListedEvent])
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}
