import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import type { CalendarPair } from '../pair.ts'

/** Values of one kind of parameter, each with its specified status. They are raw query strings. */
type Values = readonly (readonly [raw: string, status: 200 | 400])[]

const refused = (texts: string): Values => texts.split(' ').map((raw) => [raw, 400])
const accepted = (texts: string): Values => texts.split(' ').map((raw) => [raw, 200])

/** Invalid in every parameter: control characters, invalid UTF-8 (with surrogates as CESU-8 has them), invalid percent-encoding. */
const broken = refused('%00 a%00b %01 %1F %7F %FF %C3 %ED%A0%80 %E0%A4 %zz %')
const noNumber = refused('x 1x 1e3 0x1 1.5 %2B1 -1 -0 %EF%BC%91 %D9%A1 true null NaN Infinity 1%2B1 1%C2%A02 [1] {} " \' 1;2')
const spaced = '+1 %201 1%20'.split(' ')
const withSpaces = (status: 200 | 400): Values => spaced.map((raw) => [raw, status])

const positive: Values = [
  ...broken,
  ...noNumber,
  ...withSpaces(400),
  ['', 400],
  ['0', 400],
  ['1', 200],
  ['01', 200],
  ['000001', 200],
  ['1,1', 400],
]
const perPage: Values = [...positive, ...accepted('2 100 101 9007199254740991')]
const integer: Values = [
  ...broken,
  ...noNumber,
  ...withSpaces(400),
  ['', 400],
  ...accepted('0 1 007 9007199254740991 9007199254740992 99999999999999999999'),
  ['1,2', 400],
]
// Spaces around the items of a list are allowed, as in `1, 2`.
const ids: Values = [
  ...broken,
  ...noNumber,
  ...withSpaces(200),
  ['', 400],
  [',', 400],
  ['1,', 400],
  [',1', 400],
  ['1,,2', 400],
  ...accepted('0 1 1,2 1,1 9007199254740992 99999999999999999999'),
]
const tooMany: Values = [
  [Array.from({ length: 100 }, (_, index) => index + 1).join(','), 200],
  [Array.from({ length: 101 }, (_, index) => index + 1).join(','), 400],
]
const refs: Values = [
  ...broken,
  ['', 400],
  [',', 400],
  ['a,', 400],
  [',a', 400],
  ['a,,b', 400],
  ...accepted(
    'a 1 1,b music MUSIC m%C3%BCsic %F0%9F%8E%89 -1 1.5 1e3 0x1 +1 %EF%BC%91 true null [1] {} \' " %25 _ \\ ; -- a%20b 99999999999999999999',
  ),
  ['x'.repeat(200), 200],
  ['x'.repeat(201), 400],
]
const flag: Values = [
  ...broken,
  ['', 400],
  ...accepted('true false 1 0 yes no on off TRUE False YES oN'),
  ...refused('2 -1 01 00 1.0 t f y n ja null undefined %20true true%20 true,false [true] {} " \' maybe %EF%BC%91'),
]
const when: Values = [
  ...broken,
  ['', 400],
  ...accepted(
    '2026-03-04 2026-03-04%2010:00:00 2026-03-04+10:00 2026-03-04T10:00:00Z 2026-03-04T10:00:00%2B02:00 2026-03-04T10:00:00.5 1900-01-01 2200-12-31 2028-02-29 2026-03-29T02:30 now NOW today yesterday tomorrow %2B1%20week +1+week 1%20week -3+months 2hours 90+minutes 1%20YEAR',
  ),
  ...refused(
    '5 %2B5 +5 week 1.5+days %2B-1+day %2B%2B1+day 1++day 1+day+ 1+second 1+fortnight 300+years -300+years 999999999+minutes 9999999999+days 1+day+ago today+10:00 midnight 2026 2026-03 2026-3-4 04.03.2026 2026-02-29 2026-02-30 2026-13-01 2026-00-10 2026-01-00 2026-03-04T24:00 2026-03-04T10:60 2026-03-04T10:00:60 2026-03-04T 2026-03-04T10 1899-12-31 2201-01-01 0 1772625600 20260304 2026-W10 %2B002026-03-04 2026-03-04Z10:00 2026-03-04T10:00:00%2B25:00 2026-03-04T10:00:00ZZ 2026-03-04,2026-03-05 next%20monday -1 2026/03/04',
  ),
]
const search: Values = [
  ...broken,
  ['', 400],
  ...accepted(
    "a %25 _ %5C %27 %22 %22%22 %22a%20b%22 %22open ; -- * [ ] ( %F0%9F%8E%89 %C3%A9 e%CC%81 %09 %0A %20 %EF%BB%BFa 1 null ' OR+1=1 <b> %D7%A9 $x",
  ),
  ['x'.repeat(200), 200],
  ['x'.repeat(201), 400],
]
const slug: Values = [
  ...broken,
  ['', 400],
  ...accepted(
    'a music MUSIC 1 -1 %F0%9F%8E%89 m%C3%BCsic a,b a%20b % %25 \' " ; -- [1] {} null true _ . .. a/b a%2Fb __trashed constructor'.replace(
      '% ',
      '',
    ),
  ),
  ['x'.repeat(200), 200],
  ['x'.repeat(201), 400],
]
const degrees = (max: number): Values => [
  ...broken,
  ['', 400],
  ...accepted(`0 -0 1 1.5 -1.5 0.000001 ${max} -${max} ${max}.0 00 52.520008`),
  ...refused(
    `${max}.1 -${max}.1 1000 x 1e1 0x1 +1 %2B1 1, 1,2 NaN Infinity -Infinity .5 5. 1.2.3 -- - %EF%BC%91 true null 52%C2%B0 52N [1] %201`,
  ),
]
const radius: Values = [
  ...broken,
  ['', 400],
  ...accepted('0 0.5 1 25 100 20000 00'),
  ...refused('-1 20039 99999999 x 1e1 0x1 +1 NaN Infinity .5 5. 5km 5,5 true null - %EF%BC%91 [1]'),
]
const words = (known: string): Values => [
  ...broken,
  ['', 400],
  ...accepted(known),
  ...known.split(' ').map((word): readonly [string, 200] => [word.toUpperCase(), 200]),
  ...refused(
    'x rand random none -1 0 1 true null \' " ; -- %20asc asc,desc start_date%20asc id;drop [0] {} title%27 constructor __proto__ menu_order',
  ),
]
const status: Values = [
  ...broken,
  ['', 400],
  [',', 400],
  ['publish,', 400],
  ...accepted('publish draft pending private trash future any PUBLISH Draft publish,draft draft,publish any,trash publish,publish'),
  ...refused('live published 0 1 true null all * \' " ; -- publish;draft [publish] {} publish,live constructor'),
]
const anyText: Values = [
  ...broken,
  ['', 400],
  ...accepted('view edit embed VIEW x 1 0 true null %F0%9F%8E%89 %25 _ ; -- {} [1] a,b a%20b -1 1.5 \' " constructor'),
]

const paging = { page: positive, per_page: perPage, search } as const
const profile = {
  event: integer,
  has_events: flag,
  only_with_upcoming: flag,
  status,
  include: [...ids, ...tooMany],
  author: [...ids, ...tooMany],
  modified_after: when,
  order: words('asc desc'),
  orderby: words('date name modified id'),
}
const term = {
  exclude: [...ids, ...tooMany],
  include: [...ids, ...tooMany],
  order: words('asc desc'),
  orderby: words('name id slug count description include term_group'),
  hide_empty: flag,
  post: integer,
  event: integer,
  slug,
}

const lists: Readonly<Record<string, { section: string; parameters: Readonly<Record<string, Values>> }>> = {
  '/events': {
    section: '4.5',
    parameters: {
      ...paging,
      start_date: when,
      end_date: when,
      from: when,
      to: when,
      window: words('all'),
      starts_before: when,
      starts_after: when,
      ends_before: when,
      ends_after: when,
      categories: [...refs, ...tooMany],
      tags: [...refs, ...tooMany],
      venue: [...ids, ...tooMany],
      organizer: [...ids, ...tooMany],
      featured: flag,
      status,
      geoloc: flag,
      has_image: flag,
      has_venue: flag,
      has_organizer: flag,
      has_category: flag,
      has_description: flag,
      geoloc_lat: degrees(90),
      geoloc_lng: degrees(180),
      geoloc_radius: radius,
      include: [...ids, ...tooMany],
      post_parent: integer,
      author: [...ids, ...tooMany],
      modified_after: when,
      hidden: words('exclude include only'),
      orderby: words('start_date utc_start_date end_date title date modified id'),
      order: words('asc desc'),
    },
  },
  '/venues': { section: '4.6', parameters: { ...paging, ...profile } },
  '/organizers': { section: '4.7', parameters: { ...paging, ...profile } },
  '/categories': { section: '4.8', parameters: { ...paging, ...term, parent: integer } },
  '/tags': { section: '4.9', parameters: { ...paging, ...term } },
  '': { section: '4.2', parameters: { context: anyText } },
}

/** The lines of wire.md for parameters that it adds to those of interface.md. */
const extensions: Readonly<Record<string, string>> = {
  from: 'wire-8-overlap',
  to: 'wire-8-overlap',
  window: 'wire-8-window',
  starts_before: 'wire-5-strict',
  starts_after: 'wire-5-strict',
  ends_before: 'wire-5-strict',
  ends_after: 'wire-5-strict',
  has_image: 'wire-8-has',
  has_venue: 'wire-8-has',
  has_organizer: 'wire-8-has',
  has_category: 'wire-8-has',
  has_description: 'wire-8-has',
  geoloc_radius: 'wire-5-geoloc-centre',
  author: 'wire-7-author',
  modified_after: 'wire-7-modified-after',
  hidden: 'wire-7-hidden',
}

function idOf(list: string, section: string, name: string): string {
  const isTermList = list === '/categories' || list === '/tags'
  if (isTermList || !['order', 'orderby', 'include'].includes(name)) return extensions[name] ?? `interface-${section}-${name}`
  if (list === '/events') return name === 'include' ? 'interface-4.5-include' : 'wire-5-events-order'
  return 'wire-5-parties-order'
}

/** The other half of a pair of parameters that must be given together. */
const companions: Readonly<Record<string, string>> = { geoloc_lat: '&geoloc_lng=10', geoloc_lng: '&geoloc_lat=10' }

/** Creates two events with all links, so that page 1 of `per_page=1` is not the last page. */
async function createRecords(pair: CalendarPair): Promise<void> {
  const start_date = '2026-05-31 10:00'
  const category = await pair.post('/categories', { name: 'Music' })
  await pair.post('/categories', { name: 'Music below', parent: category.id })
  const event = {
    start_date,
    end_date: start_date,
    categories: ['Music'],
    tags: ['a', 'b'],
    venue: { venue: 'V', geo_lat: 10, geo_lng: 10 },
    organizer: { organizer: 'O' },
  }
  for (const title of ['One', 'Two']) await pair.post('/events', { ...event, title })
}

async function tryValues(pair: CalendarPair, list: string, name: string, values: Values): Promise<void> {
  await createRecords(pair)
  const answers: string[] = []
  const expected: string[] = []
  for (const [raw, wanted] of values) {
    const reply = await pair.send('GET', `${list}?${name}=${raw}${companions[name] ?? ''}`)
    const refusedNames = Object.keys(reply.body.data?.params ?? {})
    // The companion is given because a missing one would be refused as well.
    answers.push(`${raw.slice(0, 80)} ${reply.status} ${refusedNames}`)
    expected.push(`${raw.slice(0, 80)} ${wanted} ${wanted === 400 ? name : ''}`)
  }
  expect(answers).toEqual(expected)
}

const spellings = ['a=1,2', 'a=1&a=2', 'a[]=1&a[]=2', 'a[0]=1&a[1]=2', 'a%5B%5D=1&a%5B%5D=2', 'a%5B0%5D=1&a=2']

/** Every query parameter with accepted and refused values. */
export const oddValueCases = collect('odd-values.test.ts', (covers) => {
  for (const [list, { section, parameters }] of Object.entries(lists)) {
    for (const [name, values] of Object.entries(parameters)) {
      covers(
        `${idOf(list, section, name)} wire-1-empty${values.some(([raw]) => raw === '%D9%A1') ? ' wire-1-integers' : ''}${values.some(([raw]) => raw === 'oN') ? ' wire-1-booleans' : ''}`,
        `${values.length} values of ${name} in GET ${list || 'the root'} give 200 or 400 as specified`,
        (pair) => tryValues(pair, list, name, values),
      )
      const isList = values.some(([raw, wanted]) => wanted === 200 && raw === '1,2') || ['status', 'categories', 'tags'].includes(name)
      const [good = ''] = values.find(([raw, wanted]) => wanted === 200 && raw !== '') ?? []
      covers(
        isList ? 'wire-1-lists' : 'wire-1-twice',
        `${name} of ${list || 'the root'} ${isList ? 'may be' : 'is refused if it is'} repeated or in brackets`,
        async (pair) => {
          await createRecords(pair)
          const item = name === 'status' ? 'publish' : isList ? '1' : good
          const other = name === 'status' ? 'draft' : isList ? '2' : good
          const texts = new Set<string>()
          for (const spelling of spellings) {
            const query = spelling.replaceAll(/\ba\b/g, name).replace(/=1\b/, `=${item}`).replace(/2$/, other)
            const reply = await pair.send('GET', `${list}?${query}${companions[name] ?? ''}`)
            const isComma = spelling === 'a=1,2'
            if (!isComma || isList) expect(reply.status, query).toBe(isList ? 200 : 400)
            if (isList) texts.add(reply.text)
          }
          expect(texts.size).toBe(isList ? 1 : 0)
        },
      )
    }
  }
  covers(
    'interface-4.2-namespace wire-6-root',
    'the root accepts its own namespace as a parameter, and gives 404 for another one',
    async (pair) => {
      expect((await pair.send('GET', '?namespace=calendar/events/v1')).status).toBe(200)
      expect((await pair.send('GET', '?namespace=calendar%2Fevents%2Fv1')).status).toBe(200)
      for (const other of ['x', 'calendar/events/v2', 'CALENDAR/EVENTS/V1', '1', '%25'])
        expect(await pair.problem('GET', `?namespace=${other}`)).toBe('404 not_found')
      for (const odd of ['', '%00', '%FF']) expect(await pair.problem('GET', `?namespace=${odd}`), odd).toBe('400 invalid_input namespace')
    },
  )
  covers('wire-2-params', 'one response names every refused parameter', async (pair) => {
    const names = Object.keys(lists['/events']?.parameters ?? {})
    const query = names.map((name) => `${name}=%01`).join('&')
    expect(await pair.problem('GET', `/events?${query}`)).toBe(`400 invalid_input ${names.toSorted().join(',')}`)
  })
  covers('wire-1-unknown-parameter wire-6-links', 'unknown parameters are ignored, and left out of links', async (pair) => {
    await createRecords(pair)
    const plain = await pair.send('GET', '/events?per_page=1')
    for (const extra of ['foo=1', 'foo=', 'foo[]=1&foo[]=2', '__proto__=1', 'constructor[prototype]=1', '=1', '&&', 'Page=9', 'id=5'])
      expect((await pair.send('GET', `/events?${extra}&per_page=1`)).text, extra).toBe(plain.text)
  })
})
