import type { Event, EventInput } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { Ajv } from 'ajv'
import Parser from 'rss-parser'
import { describe, expect, test } from 'vitest'
import { atom } from '../src/atom.ts'
import type { FeedOptions } from '../src/feed/to-feed.ts'
import { jsonFeed } from '../src/jsonfeed.ts'
import { rss } from '../src/rss.ts'
import { encode, hostile } from './documents.ts'
import { jsonFeedSchema } from './json-feed-schema.ts'
import { choir, openCalendar } from './support.ts'

interface Entry {
  readonly title?: string | undefined
  readonly link?: string | undefined
  readonly id?: string | undefined
  readonly html?: string | undefined
  readonly published?: string | undefined
  readonly categories?: readonly unknown[] | undefined
}

interface Read {
  readonly title?: string | undefined
  readonly items: readonly Entry[]
}

async function readXml(text: string): Promise<Read> {
  const parser = new Parser<object, { summary?: string; id?: string }>()
  const { title, items } = await parser.parseString(text)
  return {
    title,
    items: items.map((item) => ({
      title: item.title,
      link: item.link,
      id: item.guid ?? item.id,
      html: item.summary ?? item.content,
      published: item.isoDate,
      categories: item.categories,
    })),
  }
}

async function readJson(text: string): Promise<Read> {
  const { title, items } = JSON.parse(text)
  return {
    title,
    items: items.map((item: Record<string, string>) => ({
      ...item,
      link: item['url'],
      html: item['content_html'],
      published: item['date_published'],
      categories: item['tags'],
    })),
  }
}

const feeds: readonly (readonly [name: string, (options?: FeedOptions) => Format<Event>, (text: string) => Promise<Read>])[] = [
  ['rss', rss, readXml],
  ['atom', atom, readXml],
  ['jsonFeed', jsonFeed, readJson],
]

const create = (input: Partial<EventInput> = {}): Promise<Event> =>
  openCalendar({ currency: 'EUR', sanitizeHtml: (html) => html }).events.create({ ...choir, ...input })

describe.each(feeds)('%s', (name, format, read) => {
  test('has the day in the title, and day, place and cost in the text', async () => {
    const event = await create({
      description: '<p>Songs</p>',
      cost: '€5',
      categories: ['Music & more'],
      tags: ['outdoors'],
      venues: { name: 'Hall <big>', city: 'Quellbrunn' },
      onlineUrl: 'https://live.example/?a=1&b=2',
      publishedUtc: '2026-01-02 03:04:05',
    })
    const { title, items } = await read(encode(format(), [event], { title: 'Town & country' }))
    expect(title).toBe('Town & country')
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      title: 'Sun 31 May, 19:30: Choir',
      link: 'https://town.example/choir',
      id: 'https://town.example/rest/1',
      html: '<p>Sun 31 May, 19:30<br>Hall &lt;big&gt;, Quellbrunn<br>https://live.example/?a=1&amp;b=2<br>€5</p><p>Songs</p>',
    })
    expect(Date.parse(items[0]?.published ?? '')).toBe(Date.parse('2026-01-02T03:04:05Z'))
    if (name !== 'atom') expect(items[0]?.categories).toEqual(['Music & more', 'outdoors'])
    else expect(encode(format(), [event])).toContain('<category term="Music &amp; more"/><category term="outdoors"/>')
  })

  test('is well-formed with hostile texts', async () => {
    const made = await create({ categories: ['<b>"\'&', 'Art'], venues: { name: hostile } })
    const event = { ...made, title: `${hostile}\u0001`, description: `<p>${hostile}</p>\u0001` }
    const text = encode(format(), [event, await create()], { title: hostile })
    const { title, items } = await read(text)
    expect(items).toHaveLength(2)
    expect(title).toBe(hostile)
    const { title: first = '', html = '' } = items[0] ?? {}
    const control = name === 'jsonFeed' ? '\u0001' : ''
    expect(first).toBe(`Sun 31 May, 19:30: ${hostile}${control}`)
    expect(html).toContain(`&amp;amp; A\\`)
    expect(html.endsWith(`<p>${hostile}</p>${control}`)).toBe(true)
    expect(items[1]?.title).toBe('Sun 31 May, 19:30: Choir')
  })

  test('depends on its arguments alone', async () => {
    const event = await create()
    expect(encode(format(), [event])).toBe(encode(format(), [event]))
    expect(encode(format(), [])).toBe(encode(format(), []))
    expect(encode(format(), [])).not.toContain(String(new Date().getUTCFullYear()))
  })

  test('links to the REST interface if the page has no absolute address', async () => {
    const { items } = await read(encode(format(), [await create()], { pageUrl: () => '/choir' }))
    expect(items[0]?.link).toBe('https://town.example/rest/1')
  })

  test.each([
    [{ eventStatus: 'cancelled' }, 'en', 'Sun 31 May, 19:30: Cancelled: Choir', '<p>Cancelled<br>Sun 31 May, 19:30<br>Hall</p>'],
    [
      { eventStatus: 'cancelled', eventStatusReason: 'Storm & rain' },
      'en',
      'Sun 31 May, 19:30: Cancelled: Choir',
      '<p>Cancelled: Storm &amp; rain<br>Sun 31 May, 19:30<br>Hall</p>',
    ],
    [{ eventStatus: 'scheduled', eventStatusReason: 'Storm' }, 'en', 'Sun 31 May, 19:30: Choir', '<p>Sun 31 May, 19:30<br>Hall</p>'],
    [{ eventStatus: 'postponed' }, 'de-AT', 'So., 31. Mai, 19:30: Verschoben: Choir', '<p>Verschoben<br>So., 31. Mai, 19:30<br>Hall</p>'],
    [{ eventStatus: 'cancelled' }, 'nl', 'zo 31 mei, 19:30: Cancelled: Choir', '<p>Cancelled<br>zo 31 mei, 19:30<br>Hall</p>'],
    [
      { eventStatus: 'movedOnline', onlineUrl: 'https://live.example/' },
      'en',
      'Sun 31 May, 19:30: Moved online: Choir',
      '<p>Moved online<br>Sun 31 May, 19:30<br>https://live.example/</p>',
    ],
  ] as const)('says that an event does not take place as planned: %j, %s', async (input, language, title, html) => {
    const event = await create({ ...input, venues: { name: 'Hall' } })
    expect((await read(encode(format(), [event], { language }))).items[0]).toMatchObject({ title, html })
  })

  test('encodes letters of other scripts in the address of a page', async () => {
    const { items } = await read(encode(format(), [await create()], { pageUrl: () => 'https://town.example/東京' }))
    expect(items[0]?.link).toBe('https://town.example/%E6%9D%B1%E4%BA%AC')
  })

  test('was last changed today if it has no items', () => {
    const text = encode(format(), [], { updatedMs: 0, todayMs: Date.parse('2026-05-30T22:00:00Z') })
    const expected = {
      rss: '<lastBuildDate>Sat, 30 May 2026 22:00:00 GMT<',
      atom: '<updated>2026-05-30T22:00:00Z<',
      jsonFeed: '"items":[]',
    }
    expect(text).toContain(expected[name as keyof typeof expected])
  })

  test('has the newest events, or with an option the next ones', () => {
    expect(format()).toMatchObject({ selection: 'newest', maxItems: 100, kinds: ['event'] })
    expect(format({ order: 'start', maxItems: 7 })).toMatchObject({ selection: 'window', maxItems: 7 })
    expect(() => format({ order: 'end' } as object)).toThrow(`order of ${name} must be published or start, not end`)
    expect(() => format({ sort: 'start' } as object)).toThrow(TypeError)
  })

  test('has the title and the web page of the options', async () => {
    const text = encode(format({ title: 'Our town', homeUrl: 'https://town.example/' }), [])
    expect((await read(text)).title).toBe('Our town')
    expect(text).toContain('https://town.example/"'.slice(0, -1))
  })
})

describe.each(feeds)('%s', (name, format, read) => {
  test('has addresses in full, resolved against the page of the event', async () => {
    const description =
      '<p><a href="/map?a=1&amp;b=2">Map</a> <a href="#top">Top</a> <a href=\'//live.example\'>Live</a> <a href=mailto:a@b.example>Mail</a></p>' +
      '<table><tr><td><img alt="Hall" src="img/hall.png" srcset="a.png 1x, /b.png 2x"></td></tr></table><ul><li><a href="https://x.example">X</a></li></ul>'
    const expected =
      '<p><a href="https://town.example/map?a=1&amp;b=2">Map</a> <a href="https://town.example/on/choir#top">Top</a> <a href="https://live.example/">Live</a> <a href=mailto:a@b.example>Mail</a></p>' +
      '<table><tr><td><img alt="Hall" src="https://town.example/on/img/hall.png" srcset="https://town.example/on/a.png 1x, https://town.example/b.png 2x"></td></tr></table><ul><li><a href="https://x.example">X</a></li></ul>'
    const text = encode(format(), [await create({ description })], { pageUrl: () => 'https://town.example/on/choir' })
    expect((await read(text)).items[0]?.html).toContain(expected)
    // Without a page, the address of the item is the page.
    const other = encode(format(), [await create({ description: '<a href="x">x</a>' })], { pageUrl: () => '' })
    expect((await read(other)).items[0]?.html).toContain('<a href="https://town.example/rest/x">x</a>')
  })

  test.each([
    ['https://town.example/choir.jpg', 'https://town.example/choir.jpg', 'image/jpeg'],
    ['https://town.example/Choir.PNG?w=1&h=2', 'https://town.example/Choir.PNG?w=1&h=2', 'image/png'],
    ['/media/7', 'https://town.example/media/7', undefined],
    ['choir.webp', 'https://town.example/choir.webp', 'image/webp'],
    ['https://bücher.example/ä.png', 'https://xn--bcher-kva.example/%C3%A4.png', 'image/png'],
  ])('has the image %s', async (imageUrl, url, type) => {
    const text = encode(format(), [await create()], { imageUrl: () => imageUrl })
    const written = url.replaceAll('&', '&amp;')
    const typed = type === undefined ? '' : ` type="${type}"`
    const expected: Readonly<Record<string, string>> = {
      rss: `<enclosure url="${written}" length="0" type="${type ?? 'image/*'}"/>`,
      atom: `<link rel="enclosure" href="${written}"${typed}/>`,
      jsonFeed: `"image":"${url}"`,
    }
    expect(text).toContain(expected[name])
    expect(encode(format(), [await create()])).not.toMatch(/enclosure|"image"/)
  })

  test('has its language, and the organizers as authors without their e-mail addresses', async () => {
    const organizers = [{ name: 'Friends & co', email: 'friends@town.example', website: 'https://friends.example/' }, { name: 'Choir' }]
    const text = encode(format(), [await create({ organizers })], { language: 'de' })
    const expected: Readonly<Record<string, readonly string[]>> = {
      rss: ['<language>de</language>', '<dc:creator>Friends &amp; co</dc:creator><dc:creator>Choir</dc:creator>'],
      atom: [
        ' xml:lang="de">',
        '<author><name>Town</name></author><generator>',
        '<author><name>Friends &amp; co</name><uri>https://friends.example/</uri></author><author><name>Choir</name></author>',
      ],
      jsonFeed: [
        '"version":"https://jsonfeed.org/version/1.1"',
        '"language":"de","authors":[{"name":"Town"}]',
        '"authors":[{"name":"Friends & co","url":"https://friends.example/"},{"name":"Choir"}]',
      ],
    }
    for (const part of expected[name] ?? []) expect(text).toContain(part)
    expect(text).not.toContain('friends@')
  })
})

test('JSON Feed fits its schema', async () => {
  const isValid = new Ajv().compile(jsonFeedSchema)
  const whole = await create({
    description: `<p>${hostile}</p>`,
    image: 'https://town.example/choir.jpg',
    venues: { name: hostile },
    categories: ['Music & more'],
    tags: ['outdoors'],
    organizers: { name: 'Friends', email: 'friends@town.example', website: 'https://friends.example/' },
  })
  for (const items of [[], [whole, await create()]]) {
    isValid(JSON.parse(encode(jsonFeed(), items, { title: hostile })))
    expect(isValid.errors).toBeNull()
  }
})

test('JSON Feed contains the image', async () => {
  const text = encode(jsonFeed(), [await create({ image: 'https://town.example/choir.jpg' })])
  expect(JSON.parse(text).items[0].image).toBe('https://town.example/choir.jpg')
})

describe('the day in a title', () => {
  test.each<[string, Partial<EventInput>, string, string]>([
    ['has the time of an event', {}, 'en', 'Sun 31 May, 19:30: Choir'],
    ['has no time for an all-day event', { allDay: true, startDate: '2026-05-31', endDate: '2026-05-31' }, 'en', 'Sun 31 May: Choir'],
    [
      'has both days of an all-day event of several days',
      { allDay: true, startDate: '2026-05-31', endDate: '2026-06-01' },
      'en',
      'Sun 31 May – Mon 1 Jun: Choir',
    ],
    [
      'has the year if it is not that of the publication',
      { startDate: '2027-05-31 19:30', endDate: '2027-05-31 21:00' },
      'en',
      'Mon 31 May 2027, 19:30: Choir',
    ],
  ])('%s', async (_name, input, language, expected) => {
    expect(JSON.parse(encode(jsonFeed(), [await create(input)], { language })).items[0].title).toBe(expected)
  })

  test('is in the language of the address', async () => {
    const { title } = JSON.parse(encode(jsonFeed(), [await create()], { language: 'de' })).items[0]
    expect(title).toMatch(/^So.*31.*Mai, 19:30: Choir$/)
  })

  test('keeps the comma of other languages, whatever the letters of the weekday', async () => {
    const days = [
      ['2026-05-30 19:30', '2026-05-30 21:00'],
      ['2026-06-01 19:30', '2026-06-01 21:00'],
    ] as const
    const events = await Promise.all(days.map(([startDate, endDate]) => create({ startDate, endDate })))
    const titles = events.map((event): string => JSON.parse(encode(jsonFeed(), [event], { language: 'es' })).items[0].title)
    const commas = titles.map((title) => /^(?:sáb|lun)(,?) \d/.exec(title)?.[1])
    expect(commas[0]).toBeDefined()
    expect(commas[1]).toBe(commas[0])
  })
})
