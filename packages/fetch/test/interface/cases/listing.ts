import { roles } from '@kalends/core'
import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { type CalendarPair, least, namesIn } from '../pair.ts'
import { everythingBut } from '../policies.ts'

type Rows = readonly (readonly [query: string, titles: string])[]

/** Creates events by title; each row has the fields that differ from a default event. Returns the ids by title. */
async function events(pair: CalendarPair, rows: Readonly<Record<string, object>>): Promise<Readonly<Record<string, number>>> {
  const ids: Record<string, number> = {}
  for (const [title, more] of Object.entries(rows)) {
    const start = 'start_date' in more ? more.start_date : '2026-05-31 19:30'
    ids[title] = (await pair.post('/events', { title, start_date: start, end_date: start, ...more })).id
  }
  return ids
}

/** Sends several queries to a list, and compares the names in the responses. */
async function ask(pair: CalendarPair, list: string, rows: Rows): Promise<void> {
  const found: string[] = []
  for (const [query] of rows) found.push(`${query}: ${namesIn(await pair.get(`/${list}?${query}`)).join(' ')}`)
  expect(found).toEqual(rows.map(([query, titles]) => `${query}: ${titles}`))
}

/** Lists of events. */
export const eventListCases = collect('lists.test.ts', (covers) => {
  covers(
    'wire-5-events-order interface-1-events wire-6-utc-order',
    'events are sorted by local start, then id; orderby and order change that',
    async (pair) => {
      await events(pair, {
        C: { start_date: '2026-05-31 12:00', timezone: 'America/New_York', date: '2026-02-01' },
        B: { start_date: '2026-05-31 13:00', end_date: '2026-06-09', date: '2026-02-03' },
        A: { start_date: '2026-05-31 13:00', end_date: '2026-06-08', date: '2026-02-02' },
      })
      pair.clock.advance(60_000)
      await pair.post('/events/2', { excerpt: 'later' })
      await ask(pair, 'events', [
        ['page=1', 'C B A'],
        ['order=desc', 'A B C'],
        ['order=DESC&orderby=Start_Date', 'A B C'],
        ['orderby=utc_start_date', 'B A C'],
        ['orderby=utc_start_date&order=desc', 'C A B'],
        ['orderby=title', 'A B C'],
        ['orderby=title&order=desc', 'C B A'],
        ['orderby=end_date', 'C A B'],
        ['orderby=date', 'C A B'],
        ['orderby=id', 'C B A'],
        ['orderby=id&order=desc', 'A B C'],
        ['orderby=modified', 'C A B'],
        ['orderby=modified&order=desc', 'B A C'],
      ])
    },
  )
  covers('wire-5-hidden', 'lists leave out hidden events, and their own URL still has them', async (pair) => {
    const ids = await events(pair, { Shown: {}, Hidden: { hide_from_listings: true } })
    await ask(pair, 'events', [
      ['page=1', 'Shown'],
      [`include=${ids['Hidden']}`, ''],
      ['status=any', 'Shown'],
    ])
    expect((await pair.get(`/events/${ids['Hidden']}`)).hide_from_listings).toBe(true)
  })
  covers(
    'interface-4.5-start_date interface-4.5-end_date wire-5-bounds wire-6-bounds wire-5-reversed',
    'start_date and end_date are inclusive; a date without a time is the whole day',
    async (pair) => {
      await events(pair, {
        a: { start_date: '2026-05-30 23:59:59' },
        b: { start_date: '2026-05-31 00:00:00' },
        c: { start_date: '2026-05-31 12:00:00' },
        d: { start_date: '2026-05-31 23:59:59' },
        e: { start_date: '2026-06-01 00:00:00' },
      })
      await ask(pair, 'events', [
        ['start_date=2026-05-31', 'b c d e'],
        ['end_date=2026-05-31', 'a b c d'],
        ['start_date=2026-05-31&end_date=2026-05-31', 'b c d'],
        ['start_date=2026-05-31 12:00:00', 'c d e'],
        ['start_date=2026-05-31 12:00:01', 'd e'],
        ['end_date=2026-05-31T12:00', 'a b c'],
        ['end_date=2026-05-31T11:59:59', 'a b'],
        ['start_date=2026-06-01&end_date=2026-05-31', ''],
      ])
    },
  )
  covers('wire-5-wall-clock', 'a bound without offset compares local times, one with an offset instants', async (pair) => {
    await events(pair, {
      Tokyo: { start_date: '2026-05-31 12:00', timezone: 'Asia/Tokyo' },
      Berlin: { start_date: '2026-05-31 12:00' },
      York: { start_date: '2026-05-31 12:00', timezone: 'America/New_York' },
    })
    await ask(pair, 'events', [
      ['start_date=2026-05-31 12:00', 'Tokyo Berlin York'],
      ['end_date=2026-05-31 12:00', 'Tokyo Berlin York'],
      ['start_date=2026-05-31T10:00:00Z', 'Berlin York'],
      ['start_date=2026-05-31T12:00:00%2B02:00', 'Berlin York'],
      ['end_date=2026-05-31T10:00:00Z', 'Tokyo Berlin'],
      ['start_date=2026-05-31T10:00:01Z&end_date=2026-05-31 12:00', 'York'],
    ])
  })
  covers(
    'wire-7-author wire-7-modified-after',
    'author and modified_after filter events; modified_after includes the second that it names',
    async (pair) => {
      await events(pair, { A: { author: 5 }, B: { author: 6 }, C: { author: 5 } })
      pair.clock.advance(1_500)
      await pair.post('/events/2', { excerpt: 'later' })
      const { modified } = await pair.get('/events/2')
      expect(modified).toBe('2026-03-04 13:00:01')
      await ask(pair, 'events', [
        ['author=5', 'A C'],
        ['author=6,7', 'B'],
        ['author[]=5&author[]=6', 'A B C'],
        ['author=9', ''],
        ['modified_after=2026-03-04 12:59:59', 'A B C'],
        ['modified_after=2026-03-04 13:00:00', 'B'],
        [`modified_after=${modified}`, 'B'],
        ['modified_after=2026-03-04T13:00:01.5', ''],
        ['modified_after=2026-03-04T12:00:00Z', 'B'],
        ['modified_after=2026-03-04T11:59:59Z', 'A B C'],
        ['modified_after=2026-03-04', 'A B C'],
        ['modified_after=now&author=5', ''],
        ['modified_after=-1 hour&orderby=modified&order=desc', 'B C A'],
        ['modified_after=2026-03-05', ''],
        ['modified_after=-1 hour&ends_after=1900-01-01', 'A B C'],
      ])
      expect(await pair.problem('GET', '/events?author=x&modified_after=5')).toBe('400 invalid_input author,modified_after')
      expect(await pair.problem('GET', '/events?modified_after=-300 years')).toBe('400 invalid_input modified_after')
      const { next_rest_url } = await pair.get('/events?modified_after=-1+hour&author=5,6&per_page=2')
      expect(next_rest_url).toContain('modified_after=-1%20hour&author=5,6&per_page=2&page=2')
    },
  )
  covers(
    'wire-7-hidden',
    'hidden=include and hidden=only list the hidden events that the caller may update',
    async (pair) => {
      await pair.both(async ({ events: records }) => {
        const times = { startDate: '2026-05-31 10:00', endDate: '2026-05-31 11:00' }
        await records.create({ ...times, title: 'Shown' })
        await records.create({ ...times, title: 'Mine', authorId: '5', hidden: true })
        await records.create({ ...times, title: 'Yours', authorId: '6', hidden: true })
      })
      const found = async (query: string, who?: string): Promise<string> =>
        namesIn(await pair.get(`/events?${query}`, who === undefined ? {} : { authorization: who })).join(' ')
      for (const query of ['hidden=exclude', 'hidden=include', 'hidden=only', 'hidden=ONLY']) expect(await found(query)).toBe('Shown')
      expect([await found('hidden=include', 'editor'), await found('hidden=only', 'editor')]).toEqual(['Shown Mine Yours', 'Mine Yours'])
      expect([await found('hidden=include', 'author'), await found('hidden=only', 'author')]).toEqual(['Shown Mine', 'Mine'])
      expect([await found('page=1', 'editor'), await found('hidden=exclude', 'editor')]).toEqual(['Shown', 'Shown'])
      expect(await found('hidden=include')).toBe('Shown')
      for (const odd of ['yes', '', 'true', 'include,only'])
        expect(await pair.problem('GET', `/events?hidden=${odd}`)).toBe('400 invalid_input hidden')
    },
    {
      handler: {
        access: roles(),
        authenticate: ({ headers }) => {
          const role = headers.get('authorization')
          return role === null ? null : { id: '5', roles: [role] }
        },
      },
    },
  )
  covers(
    'wire-5-relative',
    'bounds may be relative to now; links repeat them unchanged, and fields of records refuse them',
    async (pair) => {
      // The clock shows 13:00 in Berlin, on 4 March.
      await events(pair, {
        yesterday: { start_date: '2026-03-03 10:00' },
        over: { start_date: '2026-03-04 12:00', end_date: '2026-03-04 12:59:59' },
        running: { start_date: '2026-03-04 12:30', end_date: '2026-03-04 14:00' },
        abroad: { start_date: '2026-03-04 06:30', end_date: '2026-03-04 08:30', timezone: 'America/New_York' },
        evening: { start_date: '2026-03-04 20:00' },
        tomorrow: { start_date: '2026-03-05 10:00' },
        week: { start_date: '2026-03-11 23:59' },
        month: { start_date: '2026-04-04 00:00' },
      })
      await ask(pair, 'events', [
        ['start_date=now', 'evening tomorrow week month'],
        ['start_date=today&end_date=today', 'abroad over running evening'],
        ['start_date=yesterday&end_date=tomorrow', 'yesterday abroad over running evening tomorrow'],
        ['starts_after=today', 'tomorrow week month'],
        ['starts_before=today', 'yesterday'],
        ['starts_before=now&ends_after=now', 'abroad running'],
        ['ends_before=NOW', 'yesterday over'],
        ['starts_after=-1 hour&starts_before=%2B1 hour', 'abroad running'],
        ['start_date=now&end_date=+1 week', 'evening tomorrow week'],
        ['start_date=today&end_date=1 Month', 'abroad over running evening tomorrow week month'],
        ['start_date=-1 day&end_date=-1 day', 'yesterday'],
      ])
      const page = await pair.get('/events?start_date=now&end_date=%2B1+week&per_page=1')
      expect(page.next_rest_url).toContain('start_date=now&end_date=%2B1%20week&per_page=1&page=2')
      expect(namesIn(await pair.get(page.next_rest_url))).toEqual(['tomorrow'])
      pair.clock.advance(60 * 60_000)
      await ask(pair, 'events', [['starts_before=now&ends_after=now', 'abroad']])
      const names = 'start_date end_date from to starts_before starts_after ends_before ends_after'.split(' ')
      for (const name of names) {
        expect(await pair.problem('GET', `/events?${name}=5`)).toBe(`400 invalid_input ${name}`)
        expect(await pair.problem('GET', `/events?${name}=200+years`)).toBe(`400 invalid_input ${name}`)
      }
      for (const text of ['now', 'today', '+1 week'])
        expect(await pair.problem('POST', '/events', { ...least['events'], start_date: text, date: text })).toBe(
          '400 invalid_input date,start_date',
        )
    },
  )
  covers(
    'wire-5-window interface-4.5-start_date interface-4.5-end_date',
    'the default window is from today to two years later, in local time',
    async (pair) => {
      await events(pair, {
        yesterday: { start_date: '2026-03-03 23:59:59' },
        today: { start_date: '2026-03-04 00:00:00' },
        last: { start_date: '2028-03-04 23:59:59' },
        beyond: { start_date: '2028-03-05 00:00:00' },
      })
      await ask(pair, 'events', [
        ['page=1', 'today last'],
        ['start_date=2026-01-01', 'yesterday today last'],
        ['end_date=2030-01-01', 'today last beyond'],
      ])
      pair.clock.set('2026-03-04T23:00:00Z')
      await ask(pair, 'events', [['page=1', 'last beyond']])
    },
  )
  covers('wire-5-strict', 'starts_* and ends_* are exclusive, and replace the default window', async (pair) => {
    await events(pair, {
      old: { start_date: '2001-01-01 10:00' },
      running: { start_date: '2026-03-03 10:00', end_date: '2026-03-05 10:00' },
      coming: { start_date: '2026-03-05 00:00', end_date: '2026-03-05 23:59:59' },
      far: { start_date: '2040-01-01 10:00' },
    })
    await ask(pair, 'events', [
      ['ends_after=2026-03-04T12:00:00Z', 'running coming far'],
      ['ends_before=2026-03-04 12:00', 'old'],
      ['starts_after=2026-03-03 10:00', 'coming far'],
      ['starts_after=2026-03-03 09:59:59', 'running coming far'],
      ['starts_before=2026-03-05 00:00', 'old running'],
      ['starts_before=2026-03-05 00:00:01', 'old running coming'],
      ['starts_before=2026-03-05', 'old running'],
      ['starts_after=2026-03-05', 'far'],
      ['ends_after=2026-03-05', 'far'],
      ['ends_before=2026-03-05', 'old'],
      ['ends_before=2026-03-05T10:00:00%2B01:00', 'old'],
      ['ends_before=2026-03-05T10:00:01%2B01:00', 'old running'],
      ['starts_after=2026-03-01&start_date=2026-03-04', 'coming far'],
      ['starts_after=2027-01-01&starts_before=2026-01-01', ''],
    ])
  })
  covers('wire-8-overlap wire-8-window', 'from, to and window=all replace the default window, and links keep them', async (pair) => {
    await events(pair, {
      old: { start_date: '2001-01-01 10:00' },
      ended: { start_date: '2026-03-03 10:00', end_date: '2026-03-04 00:00' },
      running: { start_date: '2026-03-03 10:00', end_date: '2026-03-04 14:00' },
      moment: { start_date: '2026-03-04 00:00', end_date: '2026-03-04 00:00' },
      evening: { start_date: '2026-03-04 20:00', end_date: '2026-03-05 02:00' },
      tomorrow: { start_date: '2026-03-05 00:00', end_date: '2026-03-05 23:59:59' },
      far: { start_date: '2040-01-01 10:00' },
    })
    await ask(pair, 'events', [
      ['from=2026-03-04&to=2026-03-04', 'running moment evening'],
      ['from=today&to=today', 'running moment evening'],
      ['from=now&to=now', 'running'],
      ['from=now', 'running evening tomorrow far'],
      ['from=2026-03-04T13:00:00Z', 'evening tomorrow far'],
      ['to=2026-03-04 00:00', 'old ended running moment'],
      ['from=2026-03-04&start_date=2026-03-05', 'tomorrow far'],
      ['to=2026-03-04&end_date=2026-03-03&starts_after=2002-01-01', 'ended running'],
      ['from=2026-03-05&to=2026-03-04', 'evening'],
      ['window=all', 'old ended running moment evening tomorrow far'],
      ['window=ALL&start_date=2026-03-05', 'tomorrow far'],
      ['window=all&end_date=2001-12-31', 'old'],
    ])
    const page = await pair.get('/events?from=2026-03-04&to=today&window=all&per_page=1&page=2')
    for (const link of [page.next_rest_url, page.previous_rest_url])
      expect(link).toMatch(/\/events\?from=2026-03-04&to=today&window=all&per_page=1&page=[13]$/)
    for (const name of ['from', 'to', 'window'])
      expect(await pair.problem('GET', `/events?${name}=soon&page=x`)).toBe(`400 invalid_input ${['page', name].sort().join()}`)
  })
  covers(
    'interface-4.5-search wire-5-search wire-5-search-literal',
    'search takes words and phrases, ignores case and accents, and has no wildcards',
    async (pair) => {
      await events(pair, {
        Frühling: { description: '<p>Ein <b>Fest</b> im Park</p>', excerpt: 'Blasmusik' },
        'Summer 100%': { description: 'snake_case and back\\slash' },
        Winter: { description: 'Straße im Fest', excerpt: 'park Music' },
      })
      await ask(pair, 'events', [
        ['search=fruhling', 'Frühling'],
        ['search=FRÜHLING', 'Frühling'],
        ['search=fest+park', 'Frühling Winter'],
        ['search=park+fest', 'Frühling Winter'],
        ['search="fest im park"', 'Frühling'],
        ['search="im fest"', 'Winter'],
        ['search=musik', 'Frühling'],
        ['search=music+strasse', 'Winter'],
        ['search=100%25', 'Summer 100%'],
        ['search=%25', 'Summer 100%'],
        ['search=_', 'Summer 100%'],
        ['search=e_c', 'Summer 100%'],
        ['search=k\\s', 'Summer 100%'],
        ['search=sum__r', ''],
        ["search='", ''],
        ['search=nothing', ''],
      ])
    },
    { calendar: { sanitizeHtml: (html) => html } },
  )
  covers(
    'interface-4.5-categories interface-4.5-tags wire-5-term-filters wire-5-all-hold wire-5-nothing wire-6-integer-filters',
    'categories and tags match any of their values, also by descendants; all parameters must match',
    async (pair) => {
      const music = await pair.post('/categories', { name: 'Music' })
      const jazz = await pair.post('/categories', { name: 'Jazz', parent: music.id })
      await pair.post('/categories', { name: '1984' })
      await events(pair, {
        a: { categories: 'music', tags: 'free' },
        b: { categories: 'jazz', tags: 'free,open' },
        c: { categories: '1984', tags: 'open' },
        d: {},
      })
      await ask(pair, 'events', [
        ['categories=music', 'a b'],
        [`categories=${music.id}`, 'a b'],
        ['categories=jazz', 'b'],
        [`categories=${jazz.id},1984`, 'b c'],
        ['categories=jazz&categories=1984', 'b c'],
        ['categories[]=jazz&categories[]=1984', 'b c'],
        ['categories=1984', 'c'],
        ['categories=999', ''],
        ['categories=none', ''],
        ['categories=none,jazz', 'b'],
        ['tags=free', 'a b'],
        ['tags=open,free', 'a b c'],
        ['tags=open&categories=music', 'b'],
        ['tags=free&categories=1984', ''],
      ])
    },
  )
  covers(
    'interface-4.5-venue interface-4.5-organizer wire-5-link-filters wire-6-integer-filters',
    'venue and organizer match any of their ids',
    async (pair) => {
      await events(pair, {
        a: { venue: { venue: 'V' }, organizer: { organizer: 'O' } },
        b: { venue: [{ venue: 'W' }, { venue: 'V' }], organizer: { organizer: 'P' } },
        c: {},
      })
      await ask(pair, 'events', [
        ['venue=1', 'a b'],
        ['venue=2', 'b'],
        ['venue=1,2', 'a b'],
        ['venue=9', ''],
        ['venue=99999999999999999999', ''],
        ['organizer=1', 'a'],
        ['organizer[]=1&organizer[]=2', 'a b'],
        ['organizer=2&venue=1', 'b'],
        ['organizer=1&venue=2', ''],
      ])
    },
  )
  covers(
    'interface-4.5-featured wire-5-featured wire-1-booleans',
    'featured filters by its value; without it, both kinds are listed',
    async (pair) => {
      await events(pair, { a: { featured: true }, b: {} })
      await ask(pair, 'events', [
        ['page=1', 'a b'],
        ['featured=yes', 'a'],
        ['featured=0', 'b'],
      ])
    },
  )
  covers('interface-4.5-status wire-5-status', 'status takes one value, several or any, and is publish by default', async (pair) => {
    await events(pair, { p: {}, d: { status: 'draft' }, v: { status: 'private' }, f: { date: '2027-01-01' }, t: { status: 'trash' } })
    await ask(pair, 'events', [
      ['page=1', 'p'],
      ['status=publish', 'p'],
      ['status=draft,private', 'd v'],
      ['status=future', 'f'],
      ['status=any', 'p d v f'],
      ['status=any,trash', 'p d v f t'],
      ['status=TRASH', 't'],
      ['status=pending', ''],
    ])
  })
  covers(
    'wire-5-status',
    'a list leaves out events that the caller cannot read',
    async (pair) => {
      await events(pair, { p: {}, v: { status: 'private' } })
      await ask(pair, 'events', [
        ['status=any', 'p'],
        ['status=private', ''],
      ])
    },
    { handler: everythingBut('private') },
  )
  covers('wire-8-has', 'has_image and four others list events with it, or without', async (pair) => {
    await events(pair, {
      All: { image: 'https://example.org/a.jpg', venue: { venue: 'V' }, organizer: { organizer: 'O' }, categories: 'c', description: 'x' },
      Blank: { image: '', venue: [], organizer: [], categories: [], description: ' ', tags: 't' },
    })
    for (const name of ['image', 'venue', 'organizer', 'category', 'description'])
      await ask(pair, 'events', [
        [`has_${name}=yes`, 'All'],
        [`has_${name}=0`, 'Blank'],
      ])
  })
  covers(
    'interface-4.5-geoloc interface-4.5-geoloc_lat interface-4.5-geoloc_lng interface-7-geoloc wire-5-geoloc wire-5-geoloc-centre',
    'geoloc filters by coordinates: present, absent or within a distance',
    async (pair) => {
      await events(pair, {
        Berlin: { venue: { venue: 'B', geo_lat: 52.52, geo_lng: 13.405 } },
        Potsdam: { venue: { venue: 'P', geo_lat: 52.4, geo_lng: 13.06 } },
        Fiji: { venue: { venue: 'F', geo_lat: -17, geo_lng: 179.99 } },
        Nowhere: { venue: { venue: 'N' } },
        None: {},
      })
      await ask(pair, 'events', [
        ['geoloc=true', 'Berlin Potsdam Fiji'],
        ['geoloc=false', 'Nowhere None'],
        ['geoloc_lat=52.52&geoloc_lng=13.4', 'Berlin'],
        ['geoloc_lat=52.52&geoloc_lng=13.4&geoloc_radius=30', 'Berlin Potsdam'],
        ['geoloc_lat=52.52&geoloc_lng=13.4&geoloc_radius=0.1', ''],
        ['geoloc_lat=-17&geoloc_lng=-179.99', 'Fiji'],
        ['geoloc_lat=52.52&geoloc_lng=13.4&geoloc_radius=20030', 'Berlin Potsdam Fiji'],
        ['geoloc_radius=1', 'Berlin Potsdam Fiji Nowhere None'],
      ])
      for (const one of ['geoloc_lat=1', 'geoloc_lng=1', 'geoloc_lat=1&geoloc_radius=3'])
        expect(await pair.problem('GET', `/events?${one}`)).toMatch(/^400 invalid_input geoloc_l/)
    },
  )
  covers('interface-4.5-include wire-5-include wire-1-lists', 'include overrides date bounds only', async (pair) => {
    const ids = await events(pair, { old: { start_date: '2001-01-01', tags: 'x' }, now: { featured: true }, draft: { status: 'draft' } })
    const all = Object.values(ids).join(',')
    await ask(pair, 'events', [
      [`include=${all}`, 'old now'],
      [`include=${all}&start_date=2026-01-01&starts_after=2026-01-01`, 'old now'],
      [`include=${all}&featured=true`, 'now'],
      [`include=${all}&tags=x`, 'old'],
      [`include=${all}&status=any`, 'old now draft'],
      ['include=1&include=2', 'old now'],
      ['include[]=1&include[]=2', 'old now'],
      ['include[0]=1&include[1]=2', 'old now'],
      ['include=99', ''],
    ])
  })
})

/** Lists of venues, organizers and terms. */
export const otherListCases = collect('lists.test.ts', (covers) => {
  for (const { list, noun, section, fields } of [
    {
      list: 'venues',
      noun: 'venue',
      section: '4.6',
      fields: 'description excerpt address city country province state zip phone stateprovince website',
    },
    { list: 'organizers', noun: 'organizer', section: '4.7', fields: 'description excerpt phone website email' },
  ]) {
    const make = (pair: CalendarPair, name: string, more = {}): Promise<{ id: number }> => pair.post(`/${list}`, { [noun]: name, ...more })
    covers(`wire-5-parties-order interface-1-parties`, `${list} are sorted newest first, then by id descending`, async (pair) => {
      await make(pair, 'B', { date: '2026-02-01' })
      await make(pair, 'C', { date: '2026-02-02' })
      await make(pair, 'A', { date: '2026-02-01' })
      pair.clock.advance(60_000)
      await pair.post(`/${list}/1`, { description: 'x' })
      await ask(pair, list, [
        ['page=1', 'C A B'],
        ['order=asc', 'B A C'],
        ['orderby=name', 'A B C'],
        ['orderby=name&order=desc', 'C B A'],
        ['orderby=id&order=asc', 'B C A'],
        ['orderby=modified&order=desc', 'B A C'],
      ])
    })
    covers('wire-7-author wire-7-modified-after', `author and modified_after filter ${list}`, async (pair) => {
      await make(pair, 'A', { author: 5, date: '2026-02-01' })
      await make(pair, 'B', { author: 6, date: '2026-02-02' })
      pair.clock.advance(1_500)
      await pair.post(`/${list}/1`, { description: 'x' })
      await ask(pair, list, [
        ['author=5', 'A'],
        ['author=6,5', 'B A'],
        ['author=9', ''],
        ['modified_after=2026-03-04 13:00:00', 'A'],
        ['modified_after=2026-03-04 13:00:01', 'A'],
        ['modified_after=2026-03-04 13:00:02', ''],
        ['modified_after=2026-03-04T11:59:59Z', 'B A'],
        ['modified_after=-1 minute&author=6', 'B'],
        ['modified_after=tomorrow', ''],
      ])
      expect(await pair.problem('GET', `/${list}?modified_after=300+years&author=x`)).toBe('400 invalid_input author,modified_after')
    })
    covers(`interface-${section}-search wire-5-search-parties`, `search finds ${list} by every text field`, async (pair) => {
      for (const field of fields.split(' ')) {
        const word = `find${field}z`
        const value = { email: `${word}@example.org`, website: `https://example.org/${word}` }[field] ?? `A ${word}.`
        await make(pair, `In ${field}`, { [field]: value })
      }
      for (const field of fields.split(' ')) await ask(pair, list, [[`search=FIND${field}Z`, `In ${field}`]])
      await ask(pair, list, [
        ['search=in+findphonez', 'In phone'],
        ['search="findphonez in"', ''],
        ['search=%25', ''],
      ])
    })
    covers(`interface-${section}-event wire-5-parties-event`, `event lists the ${list} of that event`, async (pair) => {
      await events(pair, { a: { [noun]: [{ [noun]: 'One' }, { [noun]: 'Two' }] }, b: { [noun]: { [noun]: 'Three' } }, c: {} })
      await ask(pair, list, [
        ['event=1&orderby=name', 'One Two'],
        ['event=2', 'Three'],
        ['event=3', ''],
        ['event=99', ''],
        ['event=0', ''],
      ])
    })
    covers(
      `interface-${section}-has_events interface-${section}-only_with_upcoming wire-5-has-events wire-5-upcoming wire-6-has-and-upcoming`,
      `has_events and only_with_upcoming filter ${list} by their events`,
      async (pair) => {
        for (const name of ['Never', 'Past', 'Now', 'Soon', 'Hidden', 'Draft']) await make(pair, name)
        const link = (id: number): object => ({ [noun]: id })
        await events(pair, {
          past: { start_date: '2001-01-01', ...link(2) },
          now: { start_date: '2026-03-04 13:00:00', ...link(3) },
          soon: { start_date: '2026-03-04 13:00:01', ...link(4) },
          hidden: { hide_from_listings: true, ...link(5) },
          draft: { status: 'draft', ...link(6) },
        })
        await ask(pair, list, [
          ['orderby=id&order=asc&has_events=true', 'Past Now Soon'],
          ['orderby=id&order=asc&has_events=0', 'Never Hidden Draft'],
          ['only_with_upcoming=true', 'Soon'],
          ['orderby=id&order=asc&only_with_upcoming=false', 'Never Past Now Soon Hidden Draft'],
          ['has_events=yes&only_with_upcoming=1', 'Soon'],
          ['has_events=false&only_with_upcoming=true', ''],
        ])
      },
    )
    covers(`interface-${section}-status wire-5-status`, `status filters ${list}`, async (pair) => {
      for (const status of ['publish', 'draft', 'pending', 'private', 'trash']) await make(pair, status, { status })
      await make(pair, 'future', { date: '2027-01-01' })
      await ask(pair, list, [
        ['page=1', 'publish'],
        ['status=draft,pending&orderby=id&order=asc', 'draft pending'],
        ['status=future', 'future'],
        ['status=any&orderby=id&order=asc', 'publish draft pending private future'],
        ['status=trash', 'trash'],
      ])
    })
  }
  for (const { list, section } of [
    { list: 'categories', section: '4.8' },
    { list: 'tags', section: '4.9' },
  ]) {
    const make = (pair: CalendarPair, name: string, more = {}): Promise<{ id: number }> => pair.post(`/${list}`, { name, ...more })
    covers(
      `interface-${section}-order interface-${section}-orderby wire-5-terms-order wire-6-has-and-upcoming wire-6-utc-order`,
      `orderby and order sort ${list} by each of their keys`,
      async (pair) => {
        await make(pair, 'Éclair', { slug: 'z', description: 'm' })
        await make(pair, 'alpha', { slug: 'y', description: 'n' })
        await make(pair, 'Zeta', { slug: 'x', description: 'l' })
        await events(pair, { a: { [list]: 'alpha,Zeta' }, b: { [list]: 'Zeta' } })
        await ask(pair, list, [
          ['hide_empty=0', 'alpha Éclair Zeta'],
          ['hide_empty=0&order=desc', 'Zeta Éclair alpha'],
          ['hide_empty=0&orderby=NAME&order=ASC', 'alpha Éclair Zeta'],
          ['hide_empty=0&orderby=term_group', 'alpha Éclair Zeta'],
          ['hide_empty=0&orderby=id', 'Éclair alpha Zeta'],
          ['hide_empty=0&orderby=slug', 'Zeta alpha Éclair'],
          ['hide_empty=0&orderby=description', 'Zeta Éclair alpha'],
          ['hide_empty=0&orderby=count', 'Éclair alpha Zeta'],
          ['hide_empty=0&orderby=count&order=desc', 'Zeta alpha Éclair'],
          ['hide_empty=0&orderby=include&include=3,1,2', 'Zeta Éclair alpha'],
          ['hide_empty=0&orderby=include&include=2,3', 'alpha Zeta'],
        ])
      },
    )
    covers(
      `interface-${section}-hide_empty wire-5-hide-empty`,
      `hide_empty leaves out ${list} without events, and is the default`,
      async (pair) => {
        await make(pair, 'Empty')
        await events(pair, {
          a: { [list]: 'Used' },
          b: { [list]: 'Draft', status: 'draft' },
          c: { [list]: 'Past', start_date: '2001-01-01' },
        })
        await ask(pair, list, [
          ['page=1', 'Past Used'],
          ['hide_empty=true', 'Past Used'],
          ['hide_empty=0', 'Draft Empty Past Used'],
        ])
      },
    )
    covers(
      `interface-${section}-include interface-${section}-exclude interface-${section}-slug interface-${section}-search wire-5-terms-filters wire-5-search-parties`,
      `include, exclude, slug and search filter ${list}`,
      async (pair) => {
        await make(pair, 'One', { slug: 'first', description: 'Blue' })
        await make(pair, 'Two', { description: 'green' })
        await make(pair, 'Three', { description: 'blue' })
        await ask(pair, list, [
          ['hide_empty=0&include=1,3', 'One Three'],
          ['hide_empty=0&include=1,99', 'One'],
          ['hide_empty=0&exclude=1,3', 'Two'],
          ['hide_empty=0&exclude=99', 'One Three Two'],
          ['hide_empty=0&include=1,2&exclude=2', 'One'],
          ['hide_empty=0&slug=first', 'One'],
          ['hide_empty=0&slug=one', ''],
          ['hide_empty=0&search=BLUE', 'One Three'],
          ['hide_empty=0&search=first', 'One'],
          ['hide_empty=0&search=two+green', 'Two'],
          ['hide_empty=0&search=%25', ''],
        ])
      },
    )
    covers(
      `interface-${section}-post interface-${section}-event wire-5-terms-post`,
      `post and event list the ${list} of that event`,
      async (pair) => {
        await events(pair, { a: { [list]: 'x,y' }, b: { [list]: 'y' }, c: {} })
        await ask(pair, list, [
          ['post=1', 'x y'],
          ['event=1', 'x y'],
          ['post=2&event=2', 'y'],
          ['post=3', ''],
          ['post=99', ''],
        ])
        expect(await pair.problem('GET', `/${list}?post=1&event=2`)).toBe('400 invalid_input event,post')
      },
    )
  }
  covers('interface-4.8-parent wire-5-terms-filters', 'parent filters categories, and is ignored for tags', async (pair) => {
    const root = await pair.post('/categories', { name: 'Root' })
    await pair.post('/categories', { name: 'Child', parent: root.id })
    await ask(pair, 'categories', [
      ['hide_empty=0&parent=0', 'Root'],
      [`hide_empty=0&parent=${root.id}`, 'Child'],
      ['hide_empty=0&parent=99', ''],
    ])
    await pair.post('/tags', least['tags'])
    await ask(pair, 'tags', [['hide_empty=0&parent=x', 'Free']])
  })
})
