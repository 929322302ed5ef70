import { roles } from '@kalends/core'
import { fillMessage, issueCodes } from '@kalends/core/internal'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { english } from '../src/options/settings.ts'
import { languages } from './languages.ts'
import { base, concert, startCalendar } from './support.ts'

const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro'], 'must be beginner or pro').optional(), filter: 'is' },
    seats: { schema: z.int().optional(), filter: 'range' },
    note: { schema: z.any() },
  },
} as const

/** A request that is refused: `[method, path, body, headers]`. */
type Refused = readonly [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>]

const event = (members: object): Refused => ['POST', '/events', { ...concert, ...members }]
const venue = (members: object): Refused => ['POST', '/venues', { venue: 'Hall', ...members }]
const list = (query: string): Refused => ['GET', `/events?${query}`]
const rule = (recurrence: unknown): Refused => event({ recurrence })
const note = (value: unknown): Refused => event({ custom_fields: { note: value } })

/** A request for each code. Event 1, a concert, event 2, a weekly series with event 3 as its first date, and category 1 exist. */
const requests: Readonly<Record<string, Refused>> = {
  required: event({ start_date: '' }),
  empty: event({ title: '' }),
  invalid_field: event({ custom_fields: { level: 'expert' } }),
  not_a_text: event({ title: 5 }),
  control_character: event({ title: 'a\u0001' }),
  half_character: event({ title: 'a\ud800' }),
  too_long: event({ title: 'x'.repeat(201) }),
  too_much_html: event({ venue: Array.from({ length: 5 }, (_, i) => ({ venue: `Hall ${i}`, description: 'x'.repeat(60_000) })) }),
  invisible: event({ title: '\u200d' }),
  invisible_name: event({ tags: ['\u200d'] }),
  not_a_boolean: event({ featured: 'maybe' }),
  not_a_number: list('custom_fields[seats][gte]=x'),
  not_an_integer: list('page=0'),
  integer_out_of_range: ['GET', '/changes?limit=1.5'],
  number_out_of_range: venue({ geo_lat: 91, geo_lng: 0 }),
  too_many_items: event({ tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }),
  not_one_of: list('order=up'),
  not_among: list('status=gone'),
  not_a_date: event({ start_date: 'soon' }),
  not_a_list_date: list('start_date=soonish'),
  outside_years: event({ start_date: '1899-12-31', end_date: '1899-12-31' }),
  not_a_time_zone: event({ timezone: 'Moon' }),
  other_offset: event({ start_date: '2026-05-31T19:30:00+01:00[Europe/Berlin]' }),
  other_time_zone: event({ start_date: '2026-05-31T19:30:00+02:00[Europe/Paris]', timezone: 'Europe/Berlin' }),
  before_start: event({ end_date: '2026-05-30' }),
  not_publication_date: event({ date: '2026-05-30 10:00:00', date_utc: '2026-05-30 10:00:00' }),
  not_a_web_address: event({ website: 'ftp://example.org' }),
  not_an_email: ['POST', '/organizers', { organizer: 'Choir', email: 'x' }],
  not_an_image: event({ image: 0 }),
  image_without_source: event({ image: {} }),
  slug_without_letter: event({ slug: '!!' }),
  not_a_cost: event({ cost: -1 }),
  one_coordinate: venue({ geo_lat: 48 }),
  not_a_term: event({ tags: [{}] }),
  not_a_link: event({ venue: 'Hall' }),
  unknown_event: event({ post_parent: 99 }),
  unknown_venue: event({ venue: 99 }),
  unknown_organizer: event({ organizer: 99 }),
  unknown_category: event({ categories: [{ id: 99 }] }),
  unknown_tag: event({ tags: [{ id: 99 }] }),
  own_parent: ['PATCH', '/events/1', { post_parent: 1 }],
  parent_below: ['PATCH', '/categories/1', { parent: 1 }],
  undeclared_field: list('custom_fields[color]=red'),
  too_many_bytes: note('x'.repeat(20_000)),
  not_filterable: list('custom_fields[note]=x'),
  filter_without_range: list('custom_fields[level][gte]=x'),
  filter_without_field: list('custom_fields=x'),
  filter_without_value: list('custom_fields[seats][eq]=5'),
  filter_with_both: list('custom_fields[seats]=5&custom_fields[seats][gte]=5'),
  not_a_recurrence: rule(5),
  not_series_dates: rule({ rule: 'FREQ=WEEKLY', dates: ['soon'] }),
  too_many_dates: rule({ dates: Array.from({ length: 501 }, (_, i) => new Date(Date.UTC(2026, 5, 1 + i)).toISOString().slice(0, 10)) }),
  no_rule_or_dates: rule({}),
  dates_outside_years: rule({ rule: 'FREQ=WEEKLY', dates: ['1899-12-31'] }),
  not_in_series: rule({ rule: 'FREQ=WEEKLY', except: ['2026-06-01'] }),
  all_excluded: rule({ dates: ['2026-05-31'], except: ['2026-05-31'] }),
  not_a_series: ['PATCH', '/events/1?scope=all', { title: 'x' }],
  whole_series: ['PATCH', '/events/2?scope=this', { title: 'x' }],
  rule_too_long: rule(`FREQ=DAILY;BYMONTH=${'1,'.repeat(500)}1`),
  rule_with_exrule: rule('EXRULE:FREQ=DAILY'),
  several_rules: rule('RRULE:FREQ=DAILY\nRRULE:FREQ=DAILY'),
  rule_not_one_line: rule('FREQ=DAILY; COUNT=2'),
  rule_part_twice: rule('FREQ=DAILY;FREQ=DAILY'),
  rule_without_freq: rule('COUNT=2'),
  count_and_until: rule('FREQ=DAILY;COUNT=2;UNTIL=20270101'),
  weekday_zero: rule('FREQ=MONTHLY;BYDAY=0TH'),
  rule_with_time: rule('FREQ=DAILY;BYHOUR=9'),
  rule_with_rscale: rule('RSCALE=GREGORIAN;FREQ=DAILY'),
  rule_with_skip: rule('FREQ=DAILY;SKIP=OMIT'),
  unknown_rule_part: rule('FREQ=DAILY;BYEASTER=0'),
  invalid_freq: rule('FREQ=HOURLY'),
  invalid_interval: rule('FREQ=DAILY;INTERVAL=0'),
  invalid_count: rule('FREQ=DAILY;COUNT=0'),
  invalid_until: rule('FREQ=DAILY;UNTIL=soon'),
  invalid_bymonth: rule('FREQ=YEARLY;BYMONTH=13'),
  invalid_byweekno: rule('FREQ=YEARLY;BYWEEKNO=54'),
  invalid_byyearday: rule('FREQ=YEARLY;BYYEARDAY=367'),
  invalid_bymonthday: rule('FREQ=MONTHLY;BYMONTHDAY=32'),
  invalid_byday: rule('FREQ=WEEKLY;BYDAY=XX'),
  invalid_bysetpos: rule('FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0'),
  invalid_wkst: rule('FREQ=WEEKLY;WKST=XX'),
  monthday_in_weekly: rule('FREQ=WEEKLY;BYMONTHDAY=1'),
  yearday_not_yearly: rule('FREQ=MONTHLY;BYYEARDAY=1'),
  weekno_not_yearly: rule('FREQ=MONTHLY;BYWEEKNO=1'),
  numbered_weekday: rule('FREQ=WEEKLY;BYDAY=1MO'),
  setpos_in_weekly: rule('FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1'),
  setpos_alone: rule('FREQ=YEARLY;BYSETPOS=1'),
  monthday_without_month: rule('FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR'),
  weekno_and_number: rule('FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO'),
  weekno_and_days: rule('FREQ=YEARLY;BYWEEKNO=1;BYYEARDAY=1'),
  weekno_and_interval: rule('FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1'),
  weekno_and_setpos: rule('FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;BYSETPOS=1'),
  rule_without_dates: rule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  not_on_rule: rule('FREQ=WEEKLY;BYDAY=TU'),
  until_before_start: rule('FREQ=DAILY;UNTIL=20260101'),
  not_a_token: ['GET', '/changes?since=x'],
  not_utf8: ['GET', '/events?search=%FF'],
  given_twice: list('page=1&page=2'),
  not_same_as: ['GET', '/categories?post=1&event=2'],
  longitude_alone: list('geoloc_lng=10'),
  latitude_alone: list('geoloc_lat=48'),
  not_a_key: ['POST', '/venues', { venue: 'Hall' }, { 'idempotency-key': 'a b' }],
}

/** Codes that no request of this table provokes, and the tests that do. */
const elsewhere: readonly string[] = [
  // Only code without types passes such arguments: packages/core/test/arguments.test.ts, packages/core/src/fields/*.test.ts.
  ...[
    'not_valid',
    'not_ahead',
    'too_many_proposals',
    'not_iterable',
    'not_a_ref',
    'not_a_circle',
    'not_json',
    'forbidden_member',
    'not_a_scalar',
    'not_a_range',
  ],
  ...[
    'not_a_bound',
    'range_without_bounds',
    'range_of_two_types',
    'not_an_object',
    'too_deep',
    'invalid_date',
    'no_list',
    'not_followed',
    'not_a_scope',
  ],
  // HTML that grows when it is made safe: packages/core/src/input/html.test.ts.
  'too_long_made_safe',
  // Handlers with texts as author ids: packages/fetch/test/author-ids.test.ts.
  'not_an_author',
  // Changes of series: packages/core/test/series.test.ts and packages/core/src/kinds/event/series.
  ...['too_many_occurrences', 'ends_outside_years', 'too_many_links', 'two_on_one_day', 'rule_does_not_move'],
  // Limits of responses, forms, keys, and the adapter of The Events Calendar.
  ...['page_too_large', 'document_too_large', 'too_many_events', 'too_many_around', 'days_too_large', 'too_many_counts', 'too_many_days'],
  ...['not_a_form', 'too_many_fields', 'unknown_names'],
]

describe('every code of an issue', () => {
  const translated = [['', english] as const, ...Object.entries(languages)]
  const world = startCalendar({ languages }, { fields })
  const ready = (async () => {
    await world.request('POST', '/events', concert)
    await world.request('POST', '/events', { ...concert, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    await world.request('POST', '/categories', { name: 'Music' })
  })()

  test('is provoked here, or named with the place where it is', () => {
    expect([...Object.keys(requests), ...elsewhere].sort()).toEqual([...issueCodes].sort())
  })

  test.each(Object.entries(requests))('%s has a message in each language', async (code, [method, path, body, headers]) => {
    await ready
    for (const [language, { issues: messages }] of translated) {
      const prefix = language === '' ? '' : `http://localhost/${language}${base}`
      const { status, body: sent } = await world.request(method, `${prefix}${path}`, body, headers)
      expect([status, sent.code]).toEqual([400, 'invalid_input'])
      const { params, issues } = sent.data
      const issue = issues.find((one: { code: string }) => one.code === code)
      expect(issue, JSON.stringify(issues)).toBeDefined()
      for (const { path: place, message, ...reason } of issues) {
        expect(message).toBe(fillMessage(messages?.[reason.code as keyof typeof messages] ?? '', reason))
        expect(message).not.toMatch(/undefined|[{}]/)
        expect(Object.keys(params).filter((name) => place.startsWith(name) && params[name].includes(message))).toHaveLength(1)
      }
      expect(sent.message).toContain(Object.keys(params).join(', '))
    }
  })
})

describe('a wrong name of a zone', () => {
  const { request } = startCalendar({ languages })
  const wrong = { timezone: 'Europe/Berln', start_date: '2026-05-31T19:30:00+02:00[Berlin]' }

  test.each([['', english] as const, ...Object.entries(languages)])(
    'is answered with the nearest one: %s',
    async (language, { issues }) => {
      const prefix = language === '' ? '' : `http://localhost/${language}${base}`
      const { body } = await request('POST', `${prefix}/events`, { ...concert, ...wrong })
      const message = fillMessage(issues?.not_a_time_zone ?? '', { nearest: 'Europe/Berlin' })
      expect(message).toMatch(/Europe\/Berlin$/)
      const issue = { code: 'not_a_time_zone', nearest: 'Europe/Berlin', message }
      expect(body.data.issues).toEqual([
        { path: 'start_date', ...issue },
        { path: 'timezone', ...issue },
      ])
    },
  )

  test('is answered in a bound of a list, and in the zone of a component', async () => {
    const bound = await request('GET', '/events?ends_after=2026-05-31T19:30:00%2B02:00[Europe/Berln]')
    expect(bound.body.data.issues).toMatchObject([{ path: 'ends_after', nearest: 'Europe/Berlin' }])
    const component = await request('GET', '/events/fullcalendar?start=2026-05-01&end=2026-06-01&timeZone=Europe/Berln')
    expect(component.body.data.issues).toMatchObject([{ path: 'timeZone', nearest: 'Europe/Berlin' }])
  })

  test('is no other issue: a zone of the other date is named by its field', async () => {
    const times = { start_date: '2026-05-31T19:30:00+02:00[Europe/Berlin]', end_date: '2026-06-01T04:30:00+09:00[Asia/Tokyo]' }
    const { body } = await request('POST', '/events', { ...concert, ...times, timezone: undefined })
    expect(body.data.issues).toEqual([
      { path: 'end_date', code: 'other_time_zone', name: 'start_date', message: 'names another time zone than start_date' },
    ])
    const zone = await request('POST', '/events', { ...concert, ...times, timezone: 'Europe/Paris' })
    expect(zone.body.data.issues).toMatchObject([
      { path: 'start_date', name: 'timezone' },
      { path: 'end_date', name: 'timezone' },
    ])
    const made = await request('POST', '/events', { ...concert, ...times, timezone: undefined, end_date: '20260531T180000Z' })
    expect(made.body).toMatchObject({ timezone: 'Europe/Berlin', start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 20:00:00' })
  })
})

describe('messages of errors', () => {
  const { request } = startCalendar({ languages, access: roles({ publishers: [] }), authenticate: () => ({ id: '7', roles: ['author'] }) })

  test.each(Object.entries(languages))('are in %s below its address', async (language, { errors, sentences }) => {
    const address = `http://localhost/${language}${base}`
    const messageOf = async (method: string, path: string, body?: unknown): Promise<string> =>
      (await request(method, `${address}${path}`, body)).body.message
    expect(await messageOf('GET', '/events/99')).toBe(errors?.not_found)
    expect(await messageOf('GET', '/nothing')).toBe(errors?.not_found)
    expect(await messageOf('DELETE', '/events')).toBe(errors?.method_not_allowed)
    expect(await messageOf('POST', '/events', '{')).toBe(`${errors?.invalid_json} ${sentences?.jsonUnreadable}`)
    expect(await messageOf('POST', '/tags', { name: 'x' })).toBe(errors?.forbidden)
    expect(await messageOf('POST', '/events', concert)).toBe(`${errors?.forbidden} ${sentences?.draftAllowed}`)
  })

  test('are in English below other addresses', async () => {
    expect((await request('GET', 'http://localhost/it/events')).body.message).toBe('There is no such record.')
  })
})

describe('a forbidden write that a draft would be allowed for', () => {
  const { request } = startCalendar({ access: roles({ publishers: [] }), authenticate: () => ({ id: '7', roles: ['author'] }) })

  test.each([
    ['of a new event', 'POST', '/events', concert],
    ['of a scheduled event', 'POST', '/events', { ...concert, date: '2030-01-01' }],
    ['of a new venue', 'POST', '/venues', { venue: 'Hall' }],
  ])('%s says so', async (_, method, path, body) => {
    const { status, body: sent } = await request(method, path, body)
    expect([status, sent]).toEqual([
      403,
      {
        code: 'forbidden',
        message: 'You may not do this. You may save it as a draft.',
        data: { status: 403, allowed: 'draft' },
      },
    ])
    expect((await request(method, path, { ...body, status: 'draft' })).status).toBe(201)
  })

  test('does not say so where a draft is denied as well, or nothing is written', async () => {
    for (const [method, path, body] of [
      ['POST', '/tags', { name: 'x' }],
      ['POST', '/venues', { venue: 'Hall', author: 8 }],
    ] as const) {
      expect((await request(method, path, body)).body).toEqual({
        code: 'forbidden',
        message: 'You may not do this.',
        data: { status: 403 },
      })
    }
  })
})

test.each([[''], [null], [' \t ']])('a blank date %j is a missing one, on creation and on update', async (blank) => {
  const { request } = startCalendar()
  const body = { start_date: blank, end_date: blank }
  const required = { start_date: 'is required', end_date: 'is required' }
  expect((await request('POST', '/events', { title: 'Concert', ...body })).body.data.params).toEqual(required)
  await request('POST', '/events', concert)
  expect((await request('PATCH', '/events/1', body)).body.data.params).toEqual(required)
})
