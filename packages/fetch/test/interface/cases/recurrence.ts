import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import type { CalendarPair } from '../pair.ts'

/** A market on Tuesdays from 2 June 2026, 10:00 to 12:00 in Berlin. */
export const market = {
  title: 'Market',
  start_date: '2026-06-02 10:00:00',
  end_date: '2026-06-02 12:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
} as const

/** The same market on one day. */
export const single = { ...market, recurrence: null }

/** A single event with another slug: after a slug conflict, databases skip an id and the memory store does not. */
export const choir = { ...single, title: 'Choir' }

/** The slugs of a list. */
export const slugsOf = async (pair: CalendarPair, query = ''): Promise<readonly string[]> => {
  const { events, total } = await pair.get(`/events?${query}`)
  expect(total).toBe(events.length)
  return events.map((event: Record<string, string>) => event['slug'])
}

/** The slugs of the occurrences of `market`. */
export const tuesdays = ['market-2026-06-02', 'market-2026-06-09', 'market-2026-06-16', 'market-2026-06-23']

/** Series and their occurrences, as they are created, read and listed. */
export const recurrenceCases = collect('recurrence.test.ts', (covers) => {
  covers(
    'wire-7-recurrence-create',
    'an event with a recurrence is a series, whose occurrences are events with ids, slugs and URLs',
    async (pair) => {
      const { status, headers, body } = await pair.send('POST', '/events', { ...market, categories: 'Food', uid: 'm@example.org' })
      expect([status, headers.get('location'), body.id, body.slug]).toEqual([201, body.rest_url, 1, 'market'])
      expect(await pair.get('/events/1')).toEqual(body)
      expect(await pair.get('/events/by-slug/market')).toEqual(body)
      const { events, total } = await pair.get('/events')
      expect([total, events.map(({ id, slug }: Record<string, unknown>) => `${id} ${slug}`)]).toEqual([
        4,
        tuesdays.map((slug, index) => `${index + 2} ${slug}`),
      ])
      expect(events[1]).toMatchObject({
        title: 'Market',
        start_date: '2026-06-09 10:00:00',
        end_date: '2026-06-09 12:00:00',
        rest_url: 'http://localhost/calendar/events/v1/events/3',
        categories: [{ name: 'Food' }],
      })
      expect(await pair.get('/events/3')).toEqual(events[1])
      expect(await pair.get('/events/by-slug/market-2026-06-09')).toEqual(events[1])
      expect((await pair.get('/categories')).categories).toMatchObject([{ name: 'Food', count: 4 }])
    },
  )

  covers('wire-7-recurrence', 'a series and its occurrences have the member recurrence, which is null for a single event', async (pair) => {
    const series = await pair.post('/events', market)
    const shared = { series: 1, rule: 'FREQ=WEEKLY;COUNT=4', dates: [], except: [], overridden: [], listed_until: null }
    expect(JSON.stringify(series.recurrence)).toBe(
      '{"series":1,"id":"","rule":"FREQ=WEEKLY;COUNT=4","dates":[],"except":[],"overridden":[],"listed_until":null}',
    )
    expect((await pair.get('/events/3')).recurrence).toEqual({ ...shared, id: '2026-06-09 10:00:00' })
    for (const none of [null, '', undefined])
      expect((await pair.post('/events', { ...market, title: `Without ${none}`, recurrence: none })).recurrence).toBeNull()
  })

  covers('wire-7-recurrence', 'an endless series has the end of its listed occurrences as listed_until', async (pair) => {
    const { recurrence } = await pair.post('/events', { ...market, recurrence: 'FREQ=MONTHLY' })
    expect(recurrence.listed_until).toMatch(/^2028-09-\d\d \d\d:\d\d:\d\d$/)
    const { events } = await pair.get('/events?end_date=2200-01-01&per_page=100')
    expect(events.at(-1).start_date < recurrence.listed_until).toBe(true)
  })

  covers(
    'wire-7-recurrence-dates',
    'dates may be local times or days, and are read as local times; a rule is read in canonical form',
    async (pair) => {
      const { id, recurrence } = await pair.post('/events', {
        ...market,
        recurrence: {
          rule: 'rrule:byday=tu;wkst=MO;interval=1;count=4;freq=weekly',
          dates: ['2026-06-05', '2026-06-04T18:00'],
          except: ['2026-06-16'],
        },
      })
      expect(recurrence).toMatchObject({
        rule: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
        dates: ['2026-06-04 18:00:00', '2026-06-05 10:00:00'],
        except: ['2026-06-16 10:00:00'],
      })
      expect((await pair.get(`/events?series=${id}`)).events.map((event: Record<string, string>) => event['start_date'])).toEqual([
        '2026-06-02 10:00:00',
        '2026-06-04 18:00:00',
        '2026-06-05 10:00:00',
        '2026-06-09 10:00:00',
        '2026-06-23 10:00:00',
      ])
      const until = { ...market, slug: 'until', recurrence: 'FREQ=WEEKLY;UNTIL=20260609T080000Z' }
      expect((await pair.post('/events', until)).recurrence.rule).toBe('FREQ=WEEKLY;UNTIL=20260609T100000')
    },
  )

  covers('wire-7-recurrence-refused', 'an invalid recurrence is refused with the reason, and nothing is written', async (pair) => {
    const many = Array.from({ length: 501 }, () => '2026-06-09')
    const refused: readonly (readonly [unknown, string])[] = [
      ['FREQ=HOURLY', 'must have FREQ as DAILY, WEEKLY, MONTHLY or YEARLY'],
      ['FREQ=WEEKLY;BYDAY=MO', 'must name the date of the start: the first date from there that the rule names is 2026-06-08'],
      [{ rule: 'FREQ=WEEKLY', dates: many }, 'must have at most 500 dates, and at most 500 in except'],
      [{ rule: 'FREQ=WEEKLY', except: ['2026-06-10'] }, 'must list dates of the series in except: it has none on 2026-06-10 10:00:00'],
      [7, 'must be a rule such as FREQ=WEEKLY;BYDAY=TU, an object with rule, dates and except, or null'],
    ]
    for (const [recurrence, reason] of refused) {
      const { status, body } = await pair.send('POST', '/events', { ...market, recurrence })
      expect([status, body.data.params], JSON.stringify(recurrence)).toEqual([400, { recurrence: reason }])
    }
    const early = { ...market, start_date: '2020-06-02 10:00:00', end_date: '2020-06-02 12:00:00', recurrence: 'FREQ=DAILY' }
    const { body } = await pair.send('POST', '/events', early)
    expect(body.data.params.recurrence).toMatch(/^must end sooner or repeat less often: it has more than 2,000 dates by /)
    expect((await pair.get('/events?start_date=1900-01-01')).total).toBe(0)
  })

  covers('wire-7-recurring', 'recurring=next lists of each series the first occurrence that matches all other filters', async (pair) => {
    await pair.post('/events', market)
    await pair.post('/events', { ...market, title: 'Fair', recurrence: 'FREQ=DAILY;COUNT=30' })
    await pair.post('/events', choir)
    expect(await slugsOf(pair, 'recurring=next')).toEqual(['market-2026-06-02', 'fair-2026-06-02', 'choir'])
    expect(await slugsOf(pair, 'recurring=next&starts_after=2026-06-07')).toEqual(['fair-2026-06-08', 'market-2026-06-09'])
    expect(await slugsOf(pair, 'recurring=NEXT&search=market&order=desc')).toEqual(['market-2026-06-02'])
    expect((await pair.get('/events?recurring=all')).total).toBe(35)
    const page = await pair.get('/events?recurring=next&per_page=2')
    expect([page.total, page.total_pages, page.next_rest_url]).toEqual([3, 2, expect.stringContaining('recurring=next&per_page=2')])
    const one = '/events/fullcalendar?start=2026-06-01&end=2026-07-01&recurring=next'
    expect((await pair.get(one)).map(({ title }: Record<string, string>) => title)).toEqual(['Market', 'Fair', 'Choir'])
    for (const wrong of ['none', '1', ''])
      expect(await pair.problem('GET', `/events?recurring=${wrong}`)).toBe('400 invalid_input recurring')
  })

  covers('wire-7-series', 'the filter series lists occurrences, and include finds the series itself', async (pair) => {
    const series = await pair.post('/events', market)
    const fair = await pair.post('/events', { ...market, title: 'Fair', recurrence: 'FREQ=DAILY;COUNT=2' })
    await pair.post('/events', choir)
    expect(await slugsOf(pair, `series=${series.id}`)).toEqual(tuesdays)
    expect(await slugsOf(pair, `series=${series.id},${fair.id}`)).toHaveLength(6)
    expect(await slugsOf(pair, 'series=2,999')).toEqual([])
    expect((await pair.get(`/events?include=${series.id}`)).events).toEqual([series])
    expect(await pair.problem('GET', '/events?series=market')).toBe('400 invalid_input series')
    expect(await pair.problem('GET', '/events?series=')).toBe('400 invalid_input series')
  })

  covers('wire-7-uid wire-7-uid-filter', 'an occurrence has the uid of its series, and the filter uid finds the series', async (pair) => {
    const made = await pair.post('/events', market)
    const own = await pair.post('/events', { ...market, title: 'Fair', uid: 'm@example.org' })
    expect(made.uid).toBe('event-1@localhost')
    const uids = (await pair.get('/events')).events.map(({ uid }: Record<string, string>) => uid)
    expect(uids).toEqual(Array.from({ length: 4 }, () => [made.uid, own.uid]).flat())
    for (const { id, uid } of [made, own]) expect((await pair.get(`/events?uid=${uid}`)).events).toEqual([await pair.get(`/events/${id}`)])
    expect((await pair.get('/events?uid=event-2@localhost')).total).toBe(0)
  })

  covers('wire-7-recurrence-copy', 'an occurrence posted as a new event is a single event', async (pair) => {
    const series = await pair.post('/events', market)
    const occurrence = await pair.get('/events/3')
    const copy = await pair.post('/events', occurrence)
    expect([copy.recurrence, copy.start_date, copy.slug]).toEqual([null, '2026-06-09 10:00:00', 'market-2026-06-09-2'])
    const again = await pair.post('/events', series)
    expect(again.recurrence).toEqual({ ...series.recurrence, series: again.id })
    expect((await pair.get(`/events?series=${again.id}`)).total).toBe(4)
  })

  covers(
    'wire-7-recurrence-single',
    'a single event that gets a recurrence becomes a series with the same id, slug and uid',
    async (pair) => {
      const { id } = await pair.post('/events', { ...single, uid: 'm' })
      const { status, body } = await pair.send('PATCH', `/events/${id}`, { recurrence: { rule: 'FREQ=WEEKLY;COUNT=2', unknown: 7 } })
      expect([status, body.id, body.slug, body.uid, body.recurrence.rule]).toEqual([200, id, 'market', 'm', 'FREQ=WEEKLY;COUNT=2'])
      expect(await slugsOf(pair)).toEqual(['market-2026-06-02', 'market-2026-06-09'])
      const refused = await pair.send('PUT', `/events/${(await pair.post('/events', choir)).id}`, { recurrence: 'FREQ=WEEKLY;BYDAY=MO' })
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['recurrence']])
    },
  )

  covers(
    'wire-7-recurrence-unaware',
    'a client that ignores recurrence lists, reads and writes occurrences like single events',
    async (pair) => {
      await pair.post('/events', { ...market, venue: { venue: 'Square' }, cost: '5 - 10' })
      const seen: unknown[] = []
      for (let path: string | undefined = '/events?per_page=3'; path !== undefined; ) {
        const page = await pair.get(path)
        seen.push(...page.events)
        path = page.next_rest_url
      }
      expect(seen).toHaveLength(4)
      for (const method of ['PUT', 'PATCH', 'POST']) {
        const before = await pair.get('/events/3')
        const { status, body } = await pair.send(method, '/events/3', before)
        expect(status).toBe(200)
        expect(body).toEqual(before)
        expect(await pair.get('/events/3')).toEqual(body)
      }
      const { recurrence: _, ...unaware } = await pair.get('/events/4')
      expect((await pair.send('PUT', '/events/4', { ...unaware, title: 'Night market' })).body).toMatchObject({
        ...unaware,
        title: 'Night market',
        version: unaware.version + 1,
      })
      expect((await pair.get('/events')).events.map(({ title }: Record<string, string>) => title)).toEqual([
        'Market',
        'Market',
        'Night market',
        'Market',
      ])
    },
  )

  covers('wire-7-recurrence-caches', 'every occurrence has its own ETag', async (pair) => {
    await pair.post('/events', market)
    const { headers } = await pair.send('GET', '/events/3')
    const etag = headers.get('etag') ?? ''
    expect((await pair.send('GET', '/events/3', undefined, { 'if-none-match': etag })).status).toBe(304)
    expect((await pair.send('PATCH', '/events/3', { title: 'Night market' }, { 'if-match': etag })).status).toBe(200)
    expect((await pair.send('GET', '/events/3', undefined, { 'if-none-match': etag })).status).toBe(200)
    expect((await pair.send('PATCH', '/events/3', { title: 'Market' }, { 'if-match': etag })).status).toBe(412)
  })
})
