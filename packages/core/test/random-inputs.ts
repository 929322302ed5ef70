import * as fc from 'fast-check'

// Random inputs of every kind, over all fields and their extremes; some of them are refused.

const text = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'É', ' ', '\t', '<', '&', '"', '😀', '\uFDFA', '\u0301', '\u200B', ',', '1', '%'),
      maxLength: Math.min(max, 40),
    }),
    fc.constantFrom('x'.repeat(max), '😀'.repeat(max), `${'\uFDFA'.repeat(max - 1)}a`),
  )
const name = text(200).filter((value) => /[a-zÉ,1%<&"😀\uFDFA]/u.test(value))
const html = fc.oneof(text(500), fc.constantFrom('<'.repeat(16_384), '&'.repeat(13_107), 'x'.repeat(65_536), '<b>'.repeat(900)))
const year = fc.constantFrom('1900-01-01', '1900-01-02', '1901-12-13', '1970-01-01', '2026-03-29', '2026-10-25', '2011-12-30', '2200-12-31')
const clock = fc.constantFrom('', ' 00:00', ' 02:30', ' 23:59:59', ' 12:00:00.999')
const offset = fc.constantFrom('', 'Z', '+14:00', '-14:00', '+01:00')
const time = fc.tuple(year, clock, offset).map(([day, at, zone]) => (at === '' ? day : `${day}${at}${zone}`))
const zone = fc.constantFrom(
  'UTC',
  '+14:00',
  '-14:00',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
)
const url = fc.constantFrom('', 'https://example.org/', `http://example.org/${'x'.repeat(2_029)}`)
const published = {
  authorId: fc.constantFrom('', '7', String(Number.MAX_SAFE_INTEGER), 'anna'),
  published: fc.option(time),
  status: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future'),
  description: html,
  excerpt: html,
  slug: fc.constantFrom('', 'own', 'x'.repeat(200), '字'.repeat(200)),
  image: fc.constantFrom(null, 5, Number.MAX_SAFE_INTEGER, 'https://example.org/a.png'),
}
const parts = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }, requiredKeys: (keyof T & string)[]): fc.Arbitrary<object> =>
  fc.record(model, { requiredKeys })
const line = text(500)
const venue = parts(
  {
    name,
    ...published,
    ...{
      address: line,
      city: line,
      country: fc.oneof(line, fc.constantFrom('US', 'Chile')),
      province: line,
      state: line,
      zip: line,
      phone: line,
    },
    ...{ website: url, stateProvince: line, showMap: fc.boolean(), showMapLink: fc.boolean() },
  },
  ['name'],
)
const place = fc
  .tuple(venue, fc.option(fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))))
  .map(([fields, point]) => ({ ...fields, ...(point && { geoLat: point[0], geoLng: point[1] }) }))
const organizer = parts({ name, ...published, phone: line, website: url, email: fc.constantFrom('', 'a@example.org') }, ['name'])
const term = parts({ name, description: html, slug: published.slug }, ['name'])
const cost = fc.oneof(
  fc.constantFrom(
    0,
    1e12,
    0.0001,
    12.125,
    '$10 - $20 - $30',
    'from 5',
    'Free',
    'VVK 12 / AK 15',
    '0 €',
    '9'.repeat(500),
    '1 CHF,'.repeat(83),
  ),
  fc.constant(['10', '20', 'x']),
)
const named = text(200).filter((value) => /[aÉ1%😀]/u.test(value) && !value.includes(','))
const event = parts(
  {
    title: name,
    ...published,
    ...{ startDate: time, endDate: time, timeZone: zone, allDay: fc.boolean(), cost, website: url },
    ...{ showMap: fc.boolean(), showMapLink: fc.boolean(), hidden: fc.boolean(), sticky: fc.boolean(), featured: fc.boolean() },
    ...{ eventStatus: fc.constantFrom('scheduled', 'cancelled', 'postponed', 'movedOnline'), eventStatusReason: text(200), onlineUrl: url },
    attendance: fc.constantFrom('offline', 'online', 'mixed'),
    categories: fc.array(named, { maxLength: 3 }),
    tags: fc.array(named, { maxLength: 3 }),
    venues: fc.array(venue, { maxLength: 2 }),
    organizers: fc.array(organizer, { maxLength: 2 }),
  },
  ['title', 'startDate', 'endDate', 'timeZone'],
)
/** Random inputs of records, by kind. */
export const inputs = { events: event, venues: place, organizers: organizer, categories: term, tags: term }
