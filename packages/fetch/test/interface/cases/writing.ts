import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { type CalendarPair, least, namesIn } from '../pair.ts'

const concert = least['events'] ?? {}

/** Creates an event and returns some of its members. */
async function created(pair: CalendarPair, body: object, ...names: readonly string[]): Promise<readonly unknown[]> {
  const event = await pair.post('/events', { ...concert, ...body })
  return names.map((name) => event[name])
}

const times = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'] as const

/** The times of a request, and the four times of the response in the order of `times`. */
const timeRows: readonly (readonly [ids: string, sent: object, answered: readonly string[]])[] = [
  [
    'wire-4-dates-offset',
    { start_date: '2026-05-31 19:30', end_date: '2026-05-31 21:00' },
    ['2026-05-31 19:30:00', '2026-05-31 21:00:00', '2026-05-31 17:30:00', '2026-05-31 19:00:00'],
  ],
  [
    'wire-4-dates-offset',
    { start_date: '2026-05-31T19:30:00Z', end_date: '2026-05-31T23:00:00-04:00' },
    ['2026-05-31 21:30:00', '2026-06-01 05:00:00', '2026-05-31 19:30:00', '2026-06-01 03:00:00'],
  ],
  [
    'wire-4-dates-offset wire-4-timezone',
    { start_date: '2026-05-31T19:30:00Z', end_date: '2026-05-31 21:00', timezone: 'America/New_York' },
    ['2026-05-31 15:30:00', '2026-05-31 21:00:00', '2026-05-31 19:30:00', '2026-06-01 01:00:00'],
  ],
  [
    'wire-4-timezone',
    { start_date: '2026-05-31 10:00', end_date: '2026-05-31 11:00', timezone: 'UTC-3.5' },
    ['2026-05-31 10:00:00', '2026-05-31 11:00:00', '2026-05-31 13:30:00', '2026-05-31 14:30:00'],
  ],
  [
    'wire-4-gap',
    { start_date: '2026-03-29 02:30', end_date: '2026-03-29 04:00' },
    ['2026-03-29 03:30:00', '2026-03-29 04:00:00', '2026-03-29 01:30:00', '2026-03-29 02:00:00'],
  ],
  [
    'wire-4-overlap',
    { start_date: '2026-10-25 02:30', end_date: '2026-10-25 03:00' },
    ['2026-10-25 02:30:00', '2026-10-25 03:00:00', '2026-10-25 00:30:00', '2026-10-25 02:00:00'],
  ],
  [
    'wire-6-second-pass',
    { start_date: '2026-10-25T01:30:00Z', end_date: '2026-10-25 03:00' },
    ['2026-10-25 02:30:00', '2026-10-25 03:00:00', '2026-10-25 01:30:00', '2026-10-25 02:00:00'],
  ],
  [
    'wire-4-all-day',
    { start_date: '2026-05-30 19:30', end_date: '2026-05-31 01:00', all_day: true },
    ['2026-05-30 00:00:00', '2026-05-31 23:59:59', '2026-05-29 22:00:00', '2026-05-31 21:59:59'],
  ],
  [
    'wire-4-all-day',
    { start_date: '2026-03-29', end_date: '2026-03-29', all_day: 'yes' },
    ['2026-03-29 00:00:00', '2026-03-29 23:59:59', '2026-03-28 23:00:00', '2026-03-29 21:59:59'],
  ],
  [
    'wire-6-no-midnight',
    { start_date: '2018-11-04', end_date: '2018-11-04', all_day: true, timezone: 'America/Sao_Paulo' },
    ['2018-11-04 00:00:00', '2018-11-04 23:59:59', '2018-11-04 03:00:00', '2018-11-05 01:59:59'],
  ],
  [
    'wire-6-no-midnight',
    { start_date: '2011-12-30', end_date: '2011-12-30', all_day: true, timezone: 'Pacific/Apia' },
    ['2011-12-31 00:00:00', '2011-12-31 23:59:59', '2011-12-30 10:00:00', '2011-12-31 09:59:59'],
  ],
]

/** The cost of the request, its text in the response, and its amounts. */
const costRows: readonly (readonly [sent: unknown, text: string, values: readonly string[], code?: string])[] = [
  ['€ 25,50', '€ 25,50', ['25.50'], 'EUR'],
  ['1,234.50', '1,234.50', ['1234.50'], 'EUR'],
  ['$10 - $20', '$10 – $20', ['10', '20'], 'USD'],
  ['Free', 'Free', []],
  ['0', 'Free', ['0']],
  [0, 'Free', ['0']],
  [15, '15', ['15']],
  [[20, 10], '10 – 20', ['10', '20']],
  [['10', '5'], '5 – 10', ['5', '10']],
  ['', '', []],
  ['25 EUR', '25 EUR', ['25'], 'EUR'],
  ['£5', '£5', ['5'], 'GBP'],
  ['10 / 12 / 15 €', '10 € – 15 €', ['10', '12', '15'], 'EUR'],
  ['€0', 'Free', ['0'], 'EUR'],
  ['Free for kids under 12', 'Free for kids under 12', ['12']],
  ['from 5', 'from 5', ['5']],
  ['VVK 12 / AK 15', 'VVK 12 / AK 15', ['12', '15']],
  ['$5 and €6', '$5 and €6', ['5', '6'], 'USD'],
  [['VVK 12', 'AK 15'], 'VVK 12 - AK 15', ['12', '15']],
  [1e12, '1000000000000', ['1000000000000']],
  [0.0625, '0.0625', ['0.0625']],
  ['5 or 1000000000001', '5 or 1000000000001', ['5']],
  ['5 or 0.00001', '5 or 0.00001', ['5']],
]

/** Dates and times. */
export const timeCases = collect('records.test.ts', (covers) => {
  for (const [ids, sent, answered] of timeRows) {
    covers(`${ids} wire-3-times`, `the times ${JSON.stringify(sent)} are read as ${answered.join(', ')}`, async (pair) => {
      expect(await created(pair, sent, ...times)).toEqual(answered)
    })
  }
  covers('wire-4-end-before-start', 'an end before the start is refused, as a local time and as an instant', async (pair) => {
    const { id } = await pair.post('/events', concert)
    for (const end_date of ['2026-05-31 19:29:59', '2026-05-30', '2026-05-31T17:29:59Z']) {
      expect(await pair.problem('POST', '/events', { ...concert, end_date })).toBe('400 invalid_input end_date')
      expect(await pair.problem('PATCH', `/events/${id}`, { end_date })).toBe('400 invalid_input end_date')
    }
    expect(await created(pair, { end_date: concert['start_date'] }, 'end_date')).toEqual(['2026-05-31 19:30:00'])
    expect(await pair.problem('PATCH', `/events/${id}`, { start_date: '2026-06-01' })).toMatch(/^400 invalid_input .*_date/)
  })
  covers('wire-4-recompute wire-4-dates', 'changing one date, the zone or all_day recomputes UTC', async (pair) => {
    const { id } = await pair.post('/events', concert)
    const patch = async (body: object): Promise<readonly unknown[]> => {
      const event = await pair.post(`/events/${id}`, body)
      return times.map((name) => event[name])
    }
    expect(await patch({ start_date: '2026-05-31 18:00' })).toEqual([
      '2026-05-31 18:00:00',
      '2026-05-31 21:00:00',
      '2026-05-31 16:00:00',
      '2026-05-31 19:00:00',
    ])
    expect(await patch({ timezone: 'America/New_York' })).toEqual([
      '2026-05-31 18:00:00',
      '2026-05-31 21:00:00',
      '2026-05-31 22:00:00',
      '2026-06-01 01:00:00',
    ])
    expect(await patch({ all_day: true })).toEqual([
      '2026-05-31 00:00:00',
      '2026-05-31 23:59:59',
      '2026-05-31 04:00:00',
      '2026-06-01 03:59:59',
    ])
    expect(await patch({ end_date: '2026-06-02T02:00:00Z' })).toEqual([
      '2026-05-31 00:00:00',
      '2026-06-01 22:00:00',
      '2026-05-31 04:00:00',
      '2026-06-02 02:00:00',
    ])
  })
  covers(
    'wire-6-second-pass wire-6-unchanged-date',
    'a start in the second pass of a repeated hour does not change when an update omits it or posts it back',
    async (pair) => {
      const event = await pair.post('/events', { ...concert, start_date: '2026-10-25T01:30:00Z', end_date: '2026-10-25 03:00' })
      for (const body of [{ title: 'Other' }, event, { start_date: '2026-10-25 02:30:00' }, { end_date: '2026-10-25 04:00:00' }])
        expect((await pair.post(`/events/${event.id}`, body)).utc_start_date, JSON.stringify(body).slice(0, 60)).toBe('2026-10-25 01:30:00')
      expect((await pair.post(`/events/${event.id}`, { start_date: '2026-10-25 02:29' })).utc_start_date).toBe('2026-10-25 00:29:00')
    },
  )
  covers('wire-4-timezone wire-6-zones', 'the default zone is that of the calendar; an IANA alias keeps its name', async (pair) => {
    expect(await created(pair, {}, 'timezone', 'timezone_abbr')).toEqual(['Europe/Berlin', 'CEST'])
    expect(await created(pair, { timezone: 'asia/calcutta' }, 'timezone')).toEqual(['Asia/Calcutta'])
    expect(await created(pair, { timezone: 'us/eastern' }, 'timezone')).toEqual(['US/Eastern'])
  })
  covers(
    'interface-4.4-all-day wire-4-all-day-reset',
    'an update without all_day sets it to false, one of the TypeScript API does not',
    async (pair) => {
      const { id } = await pair.post('/events', { ...concert, all_day: true })
      await pair.both((calendar) => calendar.events.update(id, { title: 'By the library' }))
      expect((await pair.get(`/events/${id}`)).all_day).toBe(true)
      expect((await pair.post(`/events/${id}`, { title: 'Other' })).all_day).toBe(false)
    },
  )
  covers(
    'wire-4-all-day-reset',
    'with allDayOnUpdate: keep, an update without all_day does not change it',
    async (pair) => {
      const { id } = await pair.post('/events', { ...concert, all_day: true })
      expect((await pair.post(`/events/${id}`, { title: 'Other' })).all_day).toBe(true)
    },
    { handler: { allDayOnUpdate: 'keep' } },
  )
  covers('interface-2-strings wire-3-times wire-3-details', 'times are strings, and their details zero-padded strings', async (pair) => {
    const event = await pair.post('/events', { ...concert, start_date: '2026-03-04 05:06:07' })
    expect(event.start_date_details).toEqual({ year: '2026', month: '03', day: '04', hour: '05', minutes: '06', seconds: '07' })
    for (const name of ['date', 'date_utc', 'modified', 'modified_utc', ...times])
      expect(event[name]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    for (const name of times) expect(Object.values(event[`${name}_details`]).join(' ')).toBe(event[name].replace(/\D/g, ' '))
  })
  for (const [sent, answered, values, code] of costRows) {
    covers(
      'interface-2.1-cost wire-4-cost-values wire-4-cost-text wire-4-cost-currency wire-3-cost-details',
      `a cost of ${JSON.stringify(sent)} is read as "${answered}"`,
      async (pair) => {
        const event = await pair.post('/events', { ...concert, cost: sent })
        expect([event.cost, event.cost_details.values]).toEqual([answered, values])
        expect(Object.keys(event.cost_details)).toEqual(['currency_symbol', 'currency_code', 'currency_position', 'values'])
        expect(event.cost_details.currency_code).toBe(code ?? 'EUR')
        expect(['prefix', 'postfix']).toContain(event.cost_details.currency_position)
        expect((await pair.post(`/events/${event.id}`, { cost: event.cost })).cost_details).toEqual(event.cost_details)
      },
    )
  }
})

/** Status, publication, slugs and partial updates. */
export const recordCases = collect('records.test.ts', (covers) => {
  for (const list of ['events', 'venues', 'organizers']) {
    const noun = { events: 'title', venues: 'venue', organizers: 'organizer' }[list] ?? ''
    covers(
      'interface-3-status wire-4-status wire-2-trash-list',
      `${list} store every status, and the filter status lists it`,
      async (pair) => {
        for (const status of ['publish', 'draft', 'pending', 'private', 'trash']) {
          const made = await pair.post(`/${list}`, { ...least[list], status })
          expect(made.status).toBe(status)
          const { [list]: found } = await pair.get(`/${list}?status=${status}`)
          expect(found.map((record: { id: number }) => record.id)).toEqual([made.id])
        }
      },
    )
    covers('wire-4-future wire-6-future', `${list} with a later date have the status future until that date`, async (pair) => {
      const made = await pair.post(`/${list}`, { ...least[list], date: '2026-03-05 09:00:00', status: 'future' })
      expect([made.status, made.date_utc]).toEqual(['future', '2026-03-05 08:00:00'])
      expect((await pair.get(`/${list}`)).total).toBe(0)
      expect((await pair.get(`/${list}?status=future`)).total).toBe(1)
      pair.clock.set('2026-03-05T08:00:00Z')
      expect((await pair.get(`/${list}`)).total).toBe(1)
      expect((await pair.get(`/${list}/${made.id}`)).status).toBe('publish')
    })
    covers('wire-4-date', `${list} accept date and date_utc if they are the same instant`, async (pair) => {
      const both = { date: '2026-02-01 10:00:00', date_utc: '2026-02-01 09:00:00' }
      expect(await pair.post(`/${list}`, { ...least[list], ...both })).toMatchObject(both)
      expect(await pair.problem('POST', `/${list}`, { ...least[list], ...both, date_utc: '2026-02-01 10:00:00' })).toMatch(
        /^400 invalid_input .*date_utc$/,
      )
      expect(await pair.post(`/${list}`, least[list])).toMatchObject({ date: '2026-03-04 13:00:00', date_utc: '2026-03-04 12:00:00' })
    })
    covers(
      'wire-2-delete wire-4-status-trash wire-2-trash-gone wire-2-trash-restore wire-2-in-trash',
      `${list} move to the trash by DELETE and by status, and give 410 until they are restored`,
      async (pair) => {
        const made = await pair.post(`/${list}`, least[list])
        const path = `/${list}/${made.id}`
        for (const remove of [() => pair.send('DELETE', path), () => pair.send('PATCH', path, { status: 'trash' })]) {
          const removed = await remove()
          expect([removed.status, removed.body.status, removed.body.slug]).toEqual([200, 'trash', `${made.slug}__trashed`])
          for (const method of ['GET', 'DELETE']) expect(await pair.problem(method, path)).toBe('410 in_trash')
          expect((await pair.send('HEAD', path)).status).toBe(410)
          expect(await pair.problem('GET', `/${list}/by-slug/${removed.body.slug}`)).toBe('410 in_trash')
          expect(await pair.problem('GET', `/${list}/by-slug/${made.slug}`)).toBe('404 not_found')
          expect(await pair.problem('PATCH', path, { description: 'x' })).toBe('410 in_trash')
          expect(await pair.problem('PATCH', path, { status: 'trash' })).toBe('410 in_trash')
          expect((await pair.get(`/${list}?status=trash`)).total).toBe(1)
          expect((await pair.get(`/${list}?status=any`)).total).toBe(0)
          expect(await pair.post(path, { status: 'publish' })).toMatchObject({ status: 'publish', slug: made.slug })
        }
      },
    )
    covers(
      'wire-2-force wire-6-trash',
      `force=true deletes ${list} for good, also from the trash; an update may restore and change them`,
      async (pair) => {
        const [first, second, third] = [
          await pair.post(`/${list}`, least[list]),
          await pair.post(`/${list}`, least[list]),
          await pair.post(`/${list}`, least[list]),
        ]
        expect((await pair.send('DELETE', `/${list}/${first.id}?force=true`)).body).toEqual(first)
        await pair.send('DELETE', `/${list}/${second.id}`)
        expect((await pair.send('DELETE', `/${list}/${second.id}?force=1`)).body).toMatchObject({ id: second.id, status: 'trash' })
        for (const { id } of [first, second]) expect(await pair.problem('GET', `/${list}/${id}`)).toBe('404 not_found')
        await pair.send('DELETE', `/${list}/${third.id}?force=no`)
        expect(await pair.post(`/${list}/${third.id}`, { status: 'draft', [noun]: 'Changed' })).toMatchObject({
          status: 'draft',
          [noun]: 'Changed',
        })
        for (const odd of ['', 'x', '2', 'force', 'true&force=true'])
          expect(await pair.problem('DELETE', `/${list}/${third.id}?force=${odd}`)).toBe('400 invalid_input force')
      },
    )
    covers(
      'wire-4-slug-made wire-4-slug-unique wire-4-slug-stays wire-6-slug-taken wire-4-slug-parties',
      `slugs of ${list} are generated, unique, kept by updates, and generated again for "" and null`,
      async (pair) => {
        const make = async (name: string, more = {}): Promise<string> =>
          (await pair.post(`/${list}`, { ...least[list], [noun]: name, ...more })).slug
        expect(await make('Crème brûlée & Tee')).toBe('creme-brulee-tee')
        expect(await make('Crème brûlée & Tee')).toBe('creme-brulee-tee-2')
        expect(await make('creme BRULEE tee')).toBe('creme-brulee-tee-3')
        expect(await make('Другой', { slug: 'creme brulee tee' })).toBe('creme-brulee-tee-4')
        expect(await make('Встреча 7')).toBe('встреча-7')
        expect(await make('!!!')).not.toBe('')
        const made = await pair.post(`/${list}`, { ...least[list], [noun]: 'Once' })
        expect((await pair.post(`/${list}/${made.id}`, { [noun]: 'Twice' })).slug).toBe('once')
        expect((await pair.post(`/${list}/${made.id}`, { slug: 'once' })).slug).toBe('once')
        expect((await pair.post(`/${list}/${made.id}`, { slug: '' })).slug).toBe('twice')
        expect((await pair.post(`/${list}/${made.id}`, { [noun]: 'Thrice', slug: null })).slug).toBe('thrice')
      },
    )
    covers('wire-4-slug-trash', `the slug of trashed ${list} is free, and a restore takes it back or gets a suffix`, async (pair) => {
      const first = await pair.post(`/${list}`, { ...least[list], slug: 'party' })
      await pair.send('DELETE', `/${list}/${first.id}`)
      const second = await pair.post(`/${list}`, { ...least[list], slug: 'party' })
      expect(second.slug).toBe('party')
      await pair.send('DELETE', `/${list}/${second.id}`)
      const third = await pair.post(`/${list}`, { ...least[list], slug: 'party' })
      expect((await pair.post(`/${list}/${first.id}`, { status: 'publish' })).slug).toBe('party-2')
      expect((await pair.post(`/${list}/${second.id}`, { status: 'publish' })).slug).toMatch(/^party-/)
      expect(third.slug).toBe('party')
    })
    covers(
      'wire-4-partial wire-2-update wire-1-ignored',
      `an update of ${list} keeps omitted fields, and a response posted back changes nothing`,
      async (pair) => {
        const full = {
          ...least[list],
          description: 'D',
          excerpt: 'E',
          website: 'https://example.org/',
          slug: 'own',
          author: 4,
          date: '2026-02-01 10:00:00',
          image: 'https://example.org/a.png',
        }
        const made = await pair.post(`/${list}`, full)
        const changed = await pair.post(`/${list}/${made.id}`, { excerpt: 'Other' })
        expect(changed).toEqual({ ...made, excerpt: 'Other', version: 2 })
        for (const method of ['POST', 'PUT', 'PATCH'])
          expect((await pair.send(method, `/${list}/${made.id}`, changed)).body).toEqual(changed)
      },
    )
    covers(
      'wire-1-path-names interface-4.4-path',
      `a write of ${list} goes to the record of the path, whatever id or slug the body has`,
      async (pair) => {
        const [one, two] = [await pair.post(`/${list}`, least[list]), await pair.post(`/${list}`, { ...least[list], slug: 'second' })]
        expect(await pair.post(`/${list}/${one.id}?id=${two.id}`, { id: two.id, description: 'x' })).toMatchObject({
          id: one.id,
          description: 'x',
        })
        expect(await pair.post(`/${list}/by-slug/second`, { id: one.id, slug: 'renamed' })).toMatchObject({ id: two.id, slug: 'renamed' })
        expect((await pair.send('GET', `/${list}/by-slug/second`)).status).toBe(301)
        expect((await pair.get(`/${list}/by-slug/renamed`)).id).toBe(two.id)
      },
    )
  }
  covers('wire-4-clear', 'null, "" and [] empty a field', async (pair) => {
    const full = {
      ...concert,
      description: 'D',
      excerpt: 'E',
      website: 'https://example.org/',
      cost: 5,
      image: 3,
      categories: 'A,B',
      tags: ['c'],
      venue: { venue: 'V' },
      organizer: [{ organizer: 'O' }],
      post_parent: (await pair.post('/events', concert)).id,
    }
    const empty = {
      description: '',
      excerpt: '',
      website: '',
      cost: '',
      image: false,
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
      post_parent: 0,
    }
    for (const value of [null, '']) {
      const { id } = await pair.post('/events', full)
      expect(await pair.post(`/events/${id}`, Object.fromEntries(Object.keys(empty).map((name) => [name, value])))).toMatchObject(empty)
    }
    const { id } = await pair.post('/events', full)
    expect(await pair.post(`/events/${id}`, { categories: [], tags: [], venue: [], organizer: [] })).toMatchObject({
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
    })
  })
  covers('interface-7-required', 'one response names all required fields that a creation lacks', async (pair) => {
    expect(await pair.problem('POST', '/events', {})).toBe('400 invalid_input end_date,start_date,title')
    expect(await pair.problem('POST', '/events', { start_date: 'x', status: 'y' })).toBe(
      '400 invalid_input end_date,start_date,status,title',
    )
    expect(await pair.problem('POST', '/venues', {})).toBe('400 invalid_input venue')
    expect(await pair.problem('POST', '/organizers', {})).toBe('400 invalid_input organizer')
    for (const list of ['categories', 'tags']) expect(await pair.problem('POST', `/${list}`, {})).toBe('400 invalid_input name')
  })
  covers('wire-6-posts-make', 'POST on venues and organizers always creates a record', async (pair) => {
    for (const list of ['venues', 'organizers']) {
      const [one, two] = [await pair.post(`/${list}`, least[list]), await pair.post(`/${list}`, least[list])]
      expect(two.id).not.toBe(one.id)
      expect(two.slug).toBe(`${one.slug}-2`)
    }
  })
  covers('wire-3-stateprovince', 'stateprovince is the state in the US and the province elsewhere, unless it is given', async (pair) => {
    const make = async (body: object): Promise<string> =>
      (await pair.post('/venues', { venue: 'V', state: 'S', province: 'P', ...body })).stateprovince
    for (const country of ['', 'US', 'usa', 'U.S.', 'u.s.a.', 'United States', 'united states of america'])
      expect(await make({ country }), country).toBe('S')
    for (const country of ['Germany', 'CA']) expect(await make({ country }), country).toBe('P')
    expect(await make({ country: 'CA', stateprovince: 'Own' })).toBe('Own')
    const venue = await pair.post('/venues', { venue: 'V', state: 'S', province: 'P' })
    expect((await pair.post(`/venues/${venue.id}`, { country: 'CA' })).stateprovince).toBe('P')
    expect((await pair.post(`/venues/${venue.id}`, { province: 'Q' })).stateprovince).toBe('Q')
    expect((await pair.post(`/venues/${venue.id}`, { country: 'US' })).stateprovince).toBe('S')
  })
  covers('wire-3-geo wire-4-post-parent', 'a venue has both geo_lat and geo_lng, or neither', async (pair) => {
    const venue = await pair.post('/venues', { venue: 'V', geo_lat: '52.5', geo_lng: -13.25 })
    expect([venue.geo_lat, venue.geo_lng]).toEqual([52.5, -13.25])
    expect(await pair.post('/venues', least['venues'])).toMatchObject({ geo_lat: null, geo_lng: null })
    expect(await pair.problem('POST', '/venues', { venue: 'V', geo_lat: 1 })).toMatch(/^400 invalid_input .*geo_l/)
    expect(await pair.problem('PATCH', `/venues/${venue.id}`, { geo_lat: null })).toMatch(/^400 invalid_input .*geo_l/)
    expect(await pair.post(`/venues/${venue.id}`, { geo_lat: 0 })).toMatchObject({ geo_lat: 0, geo_lng: -13.25 })
    for (const odd of ['north', 91, -91, [], true, '1e1'])
      expect(await pair.problem('PATCH', `/venues/${venue.id}`, { geo_lat: odd })).toBe('400 invalid_input geo_lat')
    for (const odd of ['x', 181, -181, {}])
      expect(await pair.problem('PATCH', `/venues/${venue.id}`, { geo_lng: odd })).toBe('400 invalid_input geo_lng')
    expect(await pair.post(`/venues/${venue.id}`, { geo_lat: null, geo_lng: '' })).toMatchObject({ geo_lat: null, geo_lng: null })
  })
  covers(
    'wire-4-post-parent wire-6-post-parent wire-5-post-parent interface-4.5-post_parent',
    'post_parent is stored, filters lists, and is refused for an unknown id',
    async (pair) => {
      const parent = await pair.post('/events', { ...concert, title: 'Parent' })
      const child = await pair.post('/events', { ...concert, title: 'Child', post_parent: parent.id })
      expect([parent.post_parent, child.post_parent]).toEqual([0, parent.id])
      expect(namesIn(await pair.get(`/events?post_parent=${parent.id}`))).toEqual(['Child'])
      expect(namesIn(await pair.get('/events?post_parent=0'))).toEqual(['Parent'])
      for (const post_parent of [99, child.id + 1])
        expect(await pair.problem('POST', '/events', { ...concert, post_parent })).toBe('400 invalid_input post_parent')
      expect(await pair.problem('PATCH', `/events/${parent.id}`, { post_parent: 'x' })).toBe('400 invalid_input post_parent')
      expect((await pair.post(`/events/${child.id}`, { post_parent: null })).post_parent).toBe(0)
    },
  )
  covers('wire-6-author', 'author is 0 for anonymous callers', async (pair) => {
    expect((await pair.post('/events', concert)).author).toBe(0)
    expect((await pair.post('/events', { ...concert, author: 5 })).author).toBe(5)
  })
  covers(
    'wire-6-author',
    'author is the id of the actor',
    async (pair) => {
      for (const list of ['events', 'venues', 'organizers']) expect((await pair.post(`/${list}`, least[list])).author).toBe(77)
    },
    { handler: { authenticate: () => ({ id: '77' }) } },
  )
  covers('wire-6-one-line wire-3-plain', 'names and titles stay plain text', async (pair) => {
    const [title] = await created(pair, { title: '\t<b>Tom</b> & "Jerry"\r\n&amp; more ' }, 'title')
    expect(title).toBe('<b>Tom</b> & "Jerry" &amp; more')
  })
  covers(
    'wire-3-html',
    'description and excerpt are sanitized when they are written',
    async (pair) => {
      const event = await pair.post('/events', { ...concert, description: '<script>', excerpt: 'E' })
      expect([event.description, event.excerpt]).toEqual(['safe:<script>', 'safe:E'])
      expect((await pair.get(`/events/${event.id}`)).description).toBe('safe:<script>')
    },
    { calendar: { sanitizeHtml: (html) => `safe:${html}` } },
  )
})
