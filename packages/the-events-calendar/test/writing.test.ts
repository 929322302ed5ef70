import { de } from '@kalends/fetch/messages/de'
import { describe, expect, test } from 'vitest'
import { adapterStores, openPeer, type Peer, routes, storedRecord, testEach } from './support.ts'
import { loudDisplay, loudTitle } from './world.ts'

const asEditor = (body: unknown): { readonly as: string; readonly body: unknown } => ({ as: 'editor', body })

/** 2026-05-31 19:30 in Berlin. */
const seconds = String(Date.parse('2026-05-31T17:30:00Z') / 1_000)

/** A text of a date in a body, and the start that is stored for an event in Berlin; null for a text that is refused. */
const dateCases: readonly (readonly [given: string, stored: string | null])[] = [
  ['2026-05-31 19:30:00', '2026-05-31 19:30:00'],
  ['2026/05/31 19:30', '2026-05-31 19:30:00'],
  ['2026/05/31', '2026-05-31 00:00:00'],
  ['20260531', '2026-05-31 00:00:00'],
  ['05/31/2026', '2026-05-31 00:00:00'],
  ['05/31/2026 19:30:15', '2026-05-31 19:30:15'],
  ['31-05-2026', '2026-05-31 00:00:00'],
  ['31-05-2026 19:30', '2026-05-31 19:30:00'],
  ['31.05.2026 19:30', '2026-05-31 19:30:00'],
  ['2026-5-31 7:30 pm', '2026-05-31 19:30:00'],
  ['May 31, 2026', '2026-05-31 00:00:00'],
  ['31 May 2026 19:30', '2026-05-31 19:30:00'],
  ['december 1, 2026', '2026-12-01 00:00:00'],
  [seconds, '2026-05-31 19:30:00'],
  ['2026-05-31T19:30:00+00:00', '2026-05-31 21:30:00'],
  ['2026-05-31T17:30:00Z', '2026-05-31 19:30:00'],
  ['2026/13/01', null],
  ['2026-05-31 9:5:3', '2026-05-31 09:05:03'],
  ['2026-12', '2026-12-01 00:00:00'],
  // As in PHP, days that a month does not have count on.
  ['02/30/2026', '2026-03-02 00:00:00'],
  ['2026-11-31 10:00', '2026-12-01 10:00:00'],
  ['31/05/2026', null],
  ['Mai 31, 2026', null],
  // Fields take no relative dates.
  ['now', null],
  ['tomorrow', null],
  ['+1 day', null],
]

describe.each(adapterStores)('dates of fields, on $name', ({ open }) => {
  test('take the spellings of other services', async () => {
    const opened = await open()
    const peer = await openPeer(opened.store)
    const stored: unknown[] = []
    for (const [given] of dateCases) {
      const { status, body } = await peer.ask('POST /events', asEditor({ title: 'A', start_date: given, end_date: '2027-01-01' }))
      stored.push([given, status === 201 ? body.start_date : [status, body.code, body.data.params.start_date]])
    }
    expect(stored).toEqual(dateCases.map(([given, start]) => [given, start ?? [400, 'rest_invalid_param', expect.any(String)]]))
    const { body: published } = await peer.ask('POST /venues', asEditor({ venue: 'Dated', date: '01/15/2026' }))
    expect(published.date).toBe('2026-01-15 00:00:00')
    const { body: utc } = await peer.ask('POST /organizers', asEditor({ organizer: 'Dated', date_utc: '2026/01/15 10:00' }))
    expect([utc.date_utc, utc.date]).toEqual(['2026-01-15 10:00:00', '2026-01-15 11:00:00'])
    const { body: updated } = await peer.ask('PUT /events/{concert}', asEditor({ start_date: '20260530', end_date: '31-05-2026 20:00' }))
    expect([updated.start_date, updated.end_date]).toEqual(['2026-05-30 00:00:00', '2026-05-31 20:00:00'])
    await opened.close()
  })
})

/** A written text, and what is stored. */
const decoded: readonly (readonly [given: string, stored: string])[] = [
  [loudDisplay, 'Rock & Roll – it’s “live” <b>’n’ “loud”…'],
  ['A &amp; B &lt;i&gt; &quot;q&quot; &apos;a&apos; c&nbsp;d', 'A & B <i> "q" \'a\' c\u00a0d'],
  ['&#8217; &#x2019; &#X201C; &#x1F600;', '’ ’ “ 😀'],
  ['&amp;lt; &#038;amp;', '&lt; &amp;'],
  ['Taiz&eacute; &ndash; AT&T &c &unknown; &#; &#x;', 'Taizé – AT&T &c &unknown; &#; &#x;'],
  ['plain “text” – here', 'plain “text” – here'],
]

testEach('names and titles are decoded once', async (peer) => {
  const stored: unknown[] = []
  for (const [given] of decoded) {
    await peer.ask('PUT /events/{concert}', asEditor({ title: given }))
    await peer.ask('PUT /venues/{bare}', asEditor({ venue: given }))
    await peer.ask('PATCH /organizers/by-slug/club', asEditor({ organizer: given }))
    await peer.ask('POST /tags/{silent}', asEditor({ name: given }))
    await peer.ask('POST /categories/{unused}', asEditor({ name: given }))
    stored.push([
      given,
      (await peer.askPlain('GET /events/{concert}')).body.title,
      (await peer.askPlain('GET /venues/{bare}')).body.venue,
      (await peer.askPlain('GET /organizers/{club}')).body.organizer,
      (await peer.askPlain('GET /tags/{silent}')).body.name,
      (await peer.askPlain('GET /categories/{unused}')).body.name,
    ])
  }
  expect(stored).toEqual(decoded.map(([given, text]) => [given, ...Array.from({ length: 5 }, () => text)]))
  await peer.ask('PUT /events/{concert}', asEditor({ description: 'A &amp;lt; B', excerpt: 'A &amp; B' }))
  expect((await peer.askPlain('GET /events/{concert}')).body).toMatchObject({ description: 'A &amp;lt; B', excerpt: 'A &amp; B' })
})

testEach('names inside an event are decoded, and link the records of that name', async (peer) => {
  const body = {
    ...{ title: 'A', start_date: '2026-05-31', end_date: '2026-05-31' },
    venue: { venue: 'town &quot;Hall&quot; &#038; barn' },
    organizer: [{ organizer: 'Choir &#8211; &#8220;Été&#8221;' }, { organizer: 'New &amp; old' }],
    categories: ['Music &#038; &quot;Dance&quot;'],
    tags: ['Kids&#8217; day'],
  }
  const { body: made, status } = await peer.ask('POST /events', asEditor(body))
  expect(status).toBe(201)
  const plain = (await peer.askPlain(`GET /events/${made.id}`)).body
  expect(plain).toMatchObject(
    peer.withIds({
      venue: { id: '{hall}' },
      organizer: [{ id: '{choir}' }, { organizer: 'New & old' }],
      categories: [{ id: '{music}' }],
      tags: [{ id: '{kids}' }],
    }) as object,
  )
})

const paths = [
  ...['/events/{concert}', '/events/{festival}', '/events/{tour}', '/events/by-slug/festival', '/events/by-slug/concert', '/events/{plan}'],
  ...['/venues/{hall}', '/venues/{bare}', '/venues/by-slug/hall', '/organizers/{choir}', '/organizers/{club}'],
  ...['/categories/{music}', '/categories/{jazz}', '/tags/{kids}'],
]

/** Sends the answer of each record back, and compares what is stored. */
async function sendAllBack(peer: Peer, methods: readonly string[] = ['PUT']): Promise<void> {
  for (const path of paths)
    for (const method of methods) {
      const before = await storedRecord(peer, path)
      const answer = await peer.ask(`GET ${path}`, { as: 'editor' })
      const { status, body } = await peer.ask(`${method} ${path}`, asEditor(answer.text))
      expect([method, path, status, await storedRecord(peer, path)]).toEqual([method, path, 200, before])
      const { modified: _, modified_utc: _utc, ...rest } = answer.body
      expect(body).toMatchObject(rest)
    }
}

describe('an answer that is sent back', () => {
  testEach('changes nothing', (peer) => sendAllBack(peer, ['POST', 'PUT', 'PATCH']))

  testEach('changes nothing with resolved images and links', (peer) => sendAllBack(peer), {
    links: (kind, { slug }) => `https://site.example/${kind}/${slug}`,
    resolveImage: (image) => (image === 12 ? null : { url: 'https://cdn.example/a.jpg', width: 5 }),
  })

  testEach('changes nothing with unknown images', (peer) => sendAllBack(peer), { resolveImage: () => null })

  testEach(
    'changes nothing under the address of a language',
    async (peer) => {
      const address = 'http://localhost/wp-json/de/tribe/events/v1'
      for (const path of ['/events/{concert}', '/events/by-slug/concert', '/events/{festival}']) {
        const before = await storedRecord(peer, path)
        const { body } = await peer.ask(`GET ${address}${path}`, { as: 'editor' })
        if (path !== '/events/{festival}') expect(body.website).toBe(peer.withIds(`${address}/events/{concert}`))
        // The answer of one address can be sent to any other.
        for (const base of [address, routes]) {
          expect((await peer.ask(`PUT ${base}${path}`, asEditor(body))).status).toBe(200)
          expect([base, path, await storedRecord(peer, path)]).toEqual([base, path, before])
        }
      }
    },
    { languages: { de } },
  )

  testEach('changes nothing in a series and its occurrences', async (peer) => {
    const recurrence = 'FREQ=DAILY;COUNT=3'
    const { body: series } = await peer.askPlain('POST /events', {
      ...{ title: loudTitle, start_date: '2026-05-01 10:00', end_date: '2026-05-01 11:00', recurrence, venue: '{hall}' },
    })
    const { events } = (await peer.askPlain(`GET /events?series=${series.id}`)).body
    for (const { id } of [series, ...events]) {
      const before = await storedRecord(peer, `/events/${id}`)
      const answer = await peer.ask(`GET /events/${id}`, { as: 'editor' })
      expect((await peer.ask(`PUT /events/${id}`, asEditor(answer.text))).status).toBe(200)
      expect(await storedRecord(peer, `/events/${id}`)).toEqual(before)
    }
  })

  testEach('to the collection makes a copy without a website that was only filled in', async (peer) => {
    const { body: answer } = await peer.ask('GET /events/{concert}')
    const { status, body, headers } = await peer.ask('POST /events', asEditor(answer))
    expect([status, headers.get('location')]).toEqual([201, body.rest_url])
    const { id, slug, title, venue, author, start_date } = (await peer.askPlain(`GET /events/${body.id}`)).body
    expect({ slug, title, venue, author, start_date }).toEqual({
      ...{ slug: 'concert-2', title: 'Concert', venue: [], author: 5, start_date: '2026-05-31 19:30:00' },
    })
    expect(id).not.toBe(answer.id)
  })

  testEach('keeps a website that was given, and takes another one', async (peer) => {
    const websiteOf = async (name: string): Promise<unknown> => (await peer.askPlain(`GET /events/{${name}}`)).body.website
    const { body: festival } = await peer.ask('GET /events/{festival}')
    await peer.ask('PUT /events/{festival}', asEditor({ website: festival.website }))
    expect(await websiteOf('festival')).toBe('https://festival.example/')
    const { body: concert } = await peer.ask('GET /events/{concert}')
    await peer.ask('PUT /events/{concert}', asEditor({ website: concert.url }))
    expect(await websiteOf('concert')).toBe('')
    await peer.ask('PUT /events/{concert}', asEditor({ website: 'https://other.example/' }))
    expect(await websiteOf('concert')).toBe('https://other.example/')
    await peer.ask('PUT /events/{concert}', asEditor({ website: '' }))
    expect(await websiteOf('concert')).toBe('')
  })

  testEach('changes nothing where names are as long as they may be', async (peer) => {
    const long = '&“'.repeat(100)
    for (const [path, body] of [
      ['/events/{festival}', { title: long }],
      ['/venues/{hall}', { venue: long }],
      ['/organizers/{choir}', { organizer: long }],
      ['/categories/{music}', { name: long }],
      ['/tags/{kids}', { name: long }],
    ] as const)
      expect((await peer.askPlain(`PUT ${path}`, body)).status).toBe(200)
    await sendAllBack(peer)
    const { status, body } = await peer.ask('POST /venues', asEditor({ venue: '&amp;&#8220;'.repeat(100) }))
    expect([status, body.id]).toEqual([201, peer.ids['hall']])
  })

  testEach('clears or replaces an image only if the image differs', async (peer) => {
    const { body } = await peer.ask('GET /organizers/{choir}')
    await peer.ask('PUT /organizers/{choir}', asEditor({ image: body.image }))
    expect((await peer.askPlain('GET /organizers/{choir}')).body.image).toEqual({ id: 12 })
    await peer.ask('PUT /organizers/{choir}', asEditor({ image: { ...body.image, id: 13 } }))
    expect((await peer.askPlain('GET /organizers/{choir}')).body.image).toEqual({ id: 13 })
    await peer.ask('PUT /venues/{hall}', asEditor({ image: false }))
    expect((await peer.ask('GET /venues/{hall}')).body).not.toHaveProperty('image')
  })
})

describe('an update of the start alone', () => {
  const cases: readonly (readonly [fields: object, start: string, end: string])[] = [
    [{ start_date: '2026-06-02 18:00' }, '2026-06-02 18:00:00', '2026-06-02 18:00:00'],
    [{ start_date: '06/02/2026 6:00 pm' }, '2026-06-02 18:00:00', '2026-06-02 18:00:00'],
    [{ start_date: '2026-05-31T21:00:01' }, '2026-05-31 21:00:01', '2026-05-31 21:00:01'],
    [{ start_date: '2026-05-31T21:30:00+00:00' }, '2026-05-31 23:30:00', '2026-05-31 23:30:00'],
    [{ start_date: '2026-06-02', all_day: true }, '2026-06-02 00:00:00', '2026-06-02 23:59:59'],
    // The end that is stored stays where it is not before the start.
    [{ start_date: '2026-05-31T20:00:00' }, '2026-05-31 20:00:00', '2026-05-31 21:00:00'],
    [{ start_date: '2026-05-31 21:00' }, '2026-05-31 21:00:00', '2026-05-31 21:00:00'],
    [{ start_date: '2026-05-31T19:00:00Z' }, '2026-05-31 21:00:00', '2026-05-31 21:00:00'],
    [{ start_date: '2026-05-31' }, '2026-05-31 00:00:00', '2026-05-31 21:00:00'],
    [{ start_date: '2026-05-01' }, '2026-05-01 00:00:00', '2026-05-31 21:00:00'],
  ]
  testEach('moves an end that would be before it', async (peer) => {
    const found: unknown[] = []
    for (const [fields] of cases) {
      await peer.askPlain('PUT /events/{concert}', { start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' })
      const { body } = await peer.ask('PATCH /events/{concert}', asEditor(fields))
      found.push([fields, body.start_date, body.end_date])
    }
    expect(found).toEqual(cases)
  })

  testEach('keeps errors where the end is sent, and where the start is no date', async (peer) => {
    for (const [fields, invalid] of [
      [{ start_date: '2026-06-02', end_date: '2026-06-01' }, 'end_date'],
      [{ end_date: '2026-05-01' }, 'end_date'],
      [{ start_date: 'tomorrow' }, 'start_date'],
      [{ start_date: 7 }, 'start_date'],
    ] as const) {
      const { status, body } = await peer.ask('PATCH /events/{concert}', asEditor(fields))
      expect([fields, status, Object.keys(body.data.params)]).toEqual([fields, 400, [invalid]])
    }
    expect((await peer.ask('PATCH /events/{plan}', { as: 'author', body: { start_date: '2027-01-01' } })).status).toBe(404)
    // Without the extension it is an error.
    expect((await peer.askPlain('PUT /events/{concert}', { start_date: '2026-06-02 18:00' })).status).toBe(400)
  })
})

describe('values that stand for nothing', () => {
  const dates = { title: 'Talk', start_date: '2026-06-01 10:00', end_date: '2026-06-01 11:00' }
  const cases: readonly (readonly [string, object])[] = [
    ...[0, '0', '', {}, [], [0], [{}]].map((none) => [`venue ${JSON.stringify(none)}`, { venue: none, organizer: none }] as const),
    ['an empty zone', { timezone: '' }],
    ['a uid and a recurrence of another service', { uid: 'a\nb', recurrence: { type: 'weekly', count: 3 } }],
  ]
  for (const [name, fields] of cases) {
    testEach(`${name} is taken for none`, async (peer) => {
      const { status, body } = await peer.ask('POST /events', asEditor({ ...dates, ...fields }))
      expect([status, body.venue, body.organizer, body.timezone]).toEqual([201, [], [], 'Europe/Berlin'])
      expect(await peer.askPlain(`GET /events/${body.id}`)).toMatchObject({ body: { uid: `event-${body.id}@localhost`, recurrence: null } })
    })
  }
})
