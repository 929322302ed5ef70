import type { Event, Venue } from '@kalends/core'
import type { EventSeries, Format } from '@kalends/core/format'
import { describe, expect, test } from 'vitest'
import { maxPageCharacters } from '../../src/response/encode-body.ts'
import { lines, rules, serve } from './support.ts'

/** Five events on three days. */
async function serveDays(format: Format<Event>) {
  const served = serve([format])
  for (const [title, day] of [
    ['A', '2026-05-01'],
    ['B', '2026-05-02'],
    ['C', '2026-05-02'],
    ['D', '2026-05-03'],
    ['E', '2026-05-03'],
  ] as const)
    await served.add(title, day)
  return { ...served, titles: async (query = '') => (await served.read(`/events.txt${query}`)).text.replace(/\S+ \S+ |\n/g, '') }
}

describe('the window of a document', () => {
  test.each([
    [5, 'ABCDE'],
    [4, 'ABC'],
    [3, 'ABC'],
    [2, 'A'],
    [1, 'A'],
  ])('that has no end of its own and at most %i items is cut after the last whole day that fits', async (maxItems, expected) => {
    const { titles } = await serveDays({ ...lines, maxItems })
    expect(await titles()).toBe(expected)
    expect(await titles('?start_date=2026-05-01')).toBe(expected)
    expect(await titles('?starts_after=2026-04-01')).toBe(expected)
  })

  test.each(['end_date=2026-05-03', 'starts_before=2026-05-04', 'ends_before=2026-05-04'])(
    'that ends with %s is never cut',
    async (end) => {
      const { read, titles } = await serveDays({ ...lines, maxItems: 4 })
      const { status, text } = await read(`/events.txt?${end}`)
      expect([status, JSON.parse(text).data.params]).toEqual([
        400,
        { end_date: 'must come sooner: until then are more than 4 events, and at most 4 are sent' },
      ])
      expect(await titles('?end_date=2026-05-02')).toBe('ABC')
    },
  )

  test('that ends with to is never cut either', async () => {
    const { read, titles } = await serveDays({ ...lines, maxItems: 4 })
    const { status, text } = await read('/events.txt?from=2026-05-01&to=2026-05-03')
    expect([status, Object.keys(JSON.parse(text).data.params)]).toEqual([400, ['to']])
    expect(await titles('?from=2026-05-02&to=2026-05-02')).toBe('BC')
    expect(await titles('?from=2026-05-02')).toBe('BCDE')
  })

  test.each([
    ['', 'end_date'],
    ['?end_date=2026-05-03', 'end_date'],
    ['?from=2026-05-01&to=2026-05-03', 'to'],
  ])('of too many characters is refused, and the error names the filter that ends it: %s', async (query, name) => {
    const { read } = await serveDays({ ...lines, encode: () => new Uint8Array(maxPageCharacters + 1) })
    const { status, text } = await read(`/events.txt${query}`)
    expect([status, JSON.parse(text).data.params]).toEqual([
      400,
      { [name]: `must come sooner: the document has more than ${maxPageCharacters} characters` },
    ])
  })

  test('begins today, or as many days before as the format says', async () => {
    const { add, read } = serve([lines, { ...lines, extension: 'back', daysBack: 90 }])
    for (const [title, day] of [
      ['Gone', '2025-12-03'],
      ['Past', '2025-12-04'],
      ['Today', '2026-03-04'],
    ] as const)
      await add(title, day)
    const titles = async (path: string): Promise<string> => (await read(path)).text.replace(/\S+ \S+ /g, '')
    expect(await titles('/events.txt')).toBe('Today')
    expect(await titles('/events.back')).toBe('Past\nToday')
    expect(await titles('/events.back?start_date=today')).toBe('Today')
    expect(await titles('/events.back?ends_after=2025-01-01')).toBe('Gone\nPast\nToday')
    expect(await titles('/events.back?from=today')).toBe('Today')
    for (const extension of ['txt', 'back']) expect(await titles(`/events.${extension}?window=all`)).toBe('Gone\nPast\nToday')
  })

  test('does not apply to a format of the newest events', async () => {
    const { add, read, calendar, clock } = serve([{ ...lines, selection: 'newest', maxItems: 150 }])
    for (let day = 1; day <= 160; day++) {
      clock.advance(60_000)
      await add(`N${day}`, '2026-06-01')
    }
    expect(calendar.maxPerPage).toBe(100)
    const titles = (await read('/events.txt')).text.replace(/\S+ \S+ /g, '').split('\n')
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([150, 'N160', 'N11'])
  })

  test('does not apply to venues, of which the newest are listed', async () => {
    const names: Format<Venue> = { ...lines, kinds: ['venue'], maxItems: 2, encode: (venues) => venues.map(({ name }) => name).join(' ') }
    const { calendar, clock, read } = serve([names])
    for (const name of ['A', 'B', 'C']) {
      clock.advance(60_000)
      await calendar.venues.create({ name })
    }
    expect((await read('/venues.txt')).text).toBe('C B')
  })
})

describe('a format with rules', () => {
  /** A weekly series of ten Wednesdays, and a single event between them. */
  async function serveSeries(more: Partial<typeof rules> = {}) {
    const served = serve([{ ...rules, ...more }, lines])
    const series = await served.add('Choir', '2026-03-04', { recurrence: 'FREQ=WEEKLY;COUNT=10' })
    await served.add('Single', '2026-03-12')
    const { items } = await served.calendar.events.list({ seriesIds: series.id })
    const occurrence = (place: number): number => items[place]?.id ?? 0
    return { ...served, series, occurrence, text: async (query = '') => (await served.read(`/events.rules${query}`)).text }
  }

  test('has a series once, with its exceptions', async () => {
    const { calendar, occurrence, text } = await serveSeries()
    await calendar.events.update(occurrence(1), { title: 'Guests' })
    await calendar.events.update(occurrence(2), { status: 'draft' })
    await calendar.events.trash(occurrence(3))
    await calendar.events.delete(occurrence(4))
    expect(await text()).toBe(
      'FREQ=WEEKLY;COUNT=10 Choir (2026-03-11 Guests) without 2026-03-18, 2026-03-25, 2026-04-01\n2026-03-12 19:00 Single',
    )
  })

  test('has a series if one of its dates is in the window', async () => {
    const { text } = await serveSeries()
    expect(await text('?start_date=2026-03-12&end_date=2026-03-17')).toBe('2026-03-12 19:00 Single')
    expect(await text('?start_date=2026-03-12&end_date=2026-03-18')).toBe('2026-03-12 19:00 Single\nFREQ=WEEKLY;COUNT=10 Choir () without ')
  })

  test('has an occurrence that matches alone as an event, and leaves those out that do not match', async () => {
    const { calendar, occurrence, text } = await serveSeries()
    await calendar.events.update(occurrence(1), { title: 'Guests', featured: true })
    expect(await text('?featured=true')).toBe('2026-03-11 19:00 Guests')
    expect(await text('?featured=false&search=choir')).toBe('FREQ=WEEKLY;COUNT=10 Choir () without 2026-03-11')
  })

  test('has the next occurrence as an event if the request asks for it', async () => {
    expect(await (await serveSeries()).text('?recurring=next&search=choir')).toBe('2026-03-04 19:00 Choir')
  })

  test('has an occurrence named by id as an event, and a series named by id or uid as a series', async () => {
    const { series, occurrence, text } = await serveSeries()
    expect(await text(`?include=${occurrence(2)}`)).toBe('2026-03-18 19:00 Choir')
    expect(await text(`?include=${series.id}`)).toBe('FREQ=WEEKLY;COUNT=10 Choir () without ')
    expect(await text(`?uid=event-${series.id}@localhost`)).toBe('FREQ=WEEKLY;COUNT=10 Choir () without ')
  })

  test('has the occurrences of a series that it cannot write, in the window', async () => {
    const { series, text, read } = await serveSeries({ expanded: (all) => all })
    const expected = '2026-04-29 19:00 Choir\n2026-05-06 19:00 Choir'
    expect(await text('?start_date=2026-04-23')).toBe(expected)
    expect(await text(`?include=${series.id}&start_date=2026-04-23`)).toBe(expected)
    expect((await read(`/events/${series.id}.rules`)).text.split('\n')).toHaveLength(10)
  })

  test('counts a series once, and its exceptions', async () => {
    const { calendar, occurrence, text } = await serveSeries({ maxItems: 3 })
    await calendar.events.update(occurrence(1), { title: 'Guests' })
    expect(await text()).toContain('Single')
    await calendar.events.update(occurrence(2), { title: 'Others' })
    expect(await text()).toBe('FREQ=WEEKLY;COUNT=10 Choir (2026-03-11 Guests, 2026-03-18 Others) without ')
  })

  test('reads no more series than a document can hold', async () => {
    const numbers: number[] = []
    const expanded = (series: readonly EventSeries[]): readonly EventSeries[] => {
      numbers.push(series.length)
      return []
    }
    const { add, read } = serve([{ ...rules, maxItems: 60, expanded }])
    const recurrence = { rule: 'FREQ=WEEKLY;COUNT=2', dates: ['2026-06-01', '2026-06-02'] }
    for (let day = 10; day < 20; day++)
      for (let event = 0; event < 10; event++) await add(`Choir ${event}`, `2026-04-${day}`, { recurrence })
    // Three dates each: two days of ten series fill the document.
    expect((await read('/events.rules')).text.split('\n')).toHaveLength(20)
    expect(numbers).toEqual([50])
  })

  describe('with more series than one read has', () => {
    /** Serves weekly series of two dates each, and collects how many of them the format is asked about at once. */
    async function serveMany(count: number, isExpanded: (asked: number) => boolean, recurrence: object = {}) {
      const asked: number[] = []
      const expanded = (series: readonly EventSeries[]): readonly EventSeries[] => {
        asked.push(series.length)
        return isExpanded(series.length) ? series : []
      }
      const { calendar, read } = serve([{ ...rules, maxItems: 200, expanded }])
      const choir = { startDate: '2026-04-10 19:00', endDate: '2026-04-10 20:00' }
      for (let number = 0; number < count; number++)
        await calendar.events.create({ title: `Choir ${number}`, ...choir, recurrence: { rule: 'FREQ=WEEKLY;COUNT=2', ...recurrence } })
      const { status, text } = await read('/events.rules')
      return { status, lines: text.split('\n'), asked }
    }

    test('has all of them as rules', async () => {
      const { lines, asked } = await serveMany(120, () => false)
      expect(lines.filter((line) => line.startsWith('FREQ'))).toHaveLength(120)
      expect(asked).toEqual([50, 70, 120])
    })

    test('has the occurrences of those that cannot be written, as far as they fit', async () => {
      const { lines } = await serveMany(90, () => true)
      expect(lines.filter((line) => /^2026-04-1[07] 19:00 Choir/.test(line))).toHaveLength(180)
    })

    test('reads on if only the whole document shows that they cannot be written', async () => {
      const { lines, asked } = await serveMany(90, (number) => number > 50, { dates: ['2026-06-01', '2026-06-02', '2026-06-03'] })
      expect(asked).toEqual([50, 40, 90])
      expect(lines.filter((line) => line.startsWith('FREQ'))).toEqual([])
    })

    test('reads fewer at once after many exceptions', async () => {
      const except = Array.from({ length: 11 }, (_, day) => `2026-04-${day + 12}`)
      const { asked } = await serveMany(70, () => false, { rule: 'FREQ=DAILY;COUNT=13', except })
      expect(asked).toEqual([50, 13, 7, 70])
    })
  })

  test('has a series at its own URL, and an occurrence as an event', async () => {
    const { calendar, series, occurrence, read } = await serveSeries()
    await calendar.events.update(occurrence(1), { title: 'Guests' })
    expect((await read(`/events/${series.id}.rules`)).text).toBe('FREQ=WEEKLY;COUNT=10 Choir (2026-03-11 Guests) without ')
    expect((await read(`/events/${occurrence(1)}.rules`)).text).toBe('2026-03-11 19:00 Guests')
    expect((await read('/events/by-slug/choir.txt')).text).toBe('2026-03-04 19:00 Choir')
  })
})
