import { describe, expect } from 'vitest'
import { type Peer, routes, testEach } from './support.ts'

/** What programs of the other service do with its answers. The body of a response has no type, as in these programs. */
// biome-ignore lint/suspicious/noExplicitAny: these clients read what they get.
type Json = any

/** Reads as these programs do: by the full address. */
async function getJson({ ask }: Peer, url: string): Promise<{ readonly status: number; readonly body: Json; readonly headers: Headers }> {
  expect(URL.canParse(url)).toBe(true)
  return ask(`GET ${url}`)
}

const titlesOf = (events: readonly Json[]): readonly string[] => events.map(({ title }) => title)

/** Fills the calendar with more events than there are on a page: 12 on different days. */
async function addEvents({ calendar }: Peer): Promise<void> {
  for (let index = 10; index < 22; index += 1)
    await calendar.events.create({
      title: `Day ${index}`,
      startDate: `2026-09-${index}`,
      endDate: `2026-09-${index}`,
      timeZone: 'Europe/Berlin',
    })
}

const days = Array.from({ length: 12 }, (_, index) => `Day ${index + 10}`)
const september = 'start_date=2026-09-01&end_date=2026-09-30'

describe('a client', () => {
  for (const [name, query] of [
    ['next_rest_url', `per_page=5&${september}`],
    [
      'next_rest_url of a list with dates and an order of its own',
      'start_date=09/01/2026&end_date=30-09-2026&orderby=event_date&per_page=5&_fields=events,next_rest_url,title',
    ],
  ] as const) {
    testEach(`that follows ${name} until there is none reads each event once`, async (peer) => {
      await addEvents(peer)
      const titles: string[] = []
      let url: string | undefined = `${routes}/events?${query}`
      for (let pages = 0; url !== undefined && pages < 10; pages += 1) {
        const { status, body }: { status: number; body: Json } = await getJson(peer, url)
        expect(status).toBe(200)
        titles.push(...titlesOf(body.events))
        url = body.next_rest_url
      }
      expect(titles).toEqual(days)
    })
  }

  testEach('that increments page until its error ends at the last page', async (peer) => {
    await addEvents(peer)
    const titles: string[] = []
    let end: Json
    for (let page = 1; page < 20; page += 1) {
      const { status, body } = await getJson(peer, `${routes}/events/?page=${page}&per_page=4&${september}`)
      if (status !== 200) {
        end = { page, status, code: body.code, ofData: body.data.status }
        break
      }
      titles.push(...titlesOf(body.events))
    }
    expect([titles, end]).toEqual([days, { page: 4, status: 404, code: 'event-archive-page-not-found', ofData: 404 }])
  })

  testEach('that increments page until a list of terms is empty ends at the last page', async (peer) => {
    for (const name of ['A', 'B', 'C']) await peer.calendar.tags.create({ name })
    const names: string[] = []
    for (let page = 1; page < 20; page += 1) {
      const { status, body } = await getJson(peer, `${routes}/tags?hide_empty=false&per_page=2&page=${page}`)
      expect([page, status]).toEqual([page, 200])
      if (body.tags.length === 0) break
      names.push(...body.tags.map(({ name }: Json) => name))
    }
    expect(names).toEqual(['A', 'B', 'C', 'Kids&#8217; day', 'Silent'].filter((name) => names.includes(name)))
    expect(names.length).toBeGreaterThan(3)
  })

  testEach('that reads the number of pages from headers reads all of them', async (peer) => {
    await addEvents(peer)
    const url = `${routes}/events?per_page=5&${september}`
    const first = await getJson(peer, url)
    const count = Number.parseInt(first.headers.get('X-WP-TotalPages') ?? '', 10)
    const titles = [...titlesOf(first.body.events)]
    for (let page = 2; page <= count; page += 1) titles.push(...titlesOf((await getJson(peer, `${url}&page=${page}`)).body.events))
    expect([titles, first.headers.get('X-WP-Total'), first.body.total_pages]).toEqual([days, '12', count])
  })

  testEach('that goes back by previous_rest_url arrives at the first page', async (peer) => {
    await addEvents(peer)
    const numbers: number[] = []
    let url: string | undefined = `${routes}/events?per_page=5&page=3&${september}`
    for (let pages = 0; url !== undefined && pages < 10; pages += 1) {
      const { body }: { body: Json } = await getJson(peer, url)
      numbers.push(body.events.length)
      url = body.previous_rest_url
    }
    expect(numbers).toEqual([2, 5, 5])
  })

  testEach('that builds addresses by slug finds each record of a list', async (peer) => {
    await peer.calendar.events.create({ title: '大阪 Été', startDate: '2026-09-01', endDate: '2026-09-01' })
    for (const [list, nameOf] of [
      ['events', (record: Json) => record.title],
      ['venues', (record: Json) => record.venue],
      ['organizers', (record: Json) => record.organizer],
    ] as const) {
      const { body } = await getJson(peer, `${routes}/${list}`)
      expect(body[list].length).toBeGreaterThan(1)
      for (const record of body[list]) {
        const found = await getJson(peer, `${routes}/${list}/by-slug/${encodeURIComponent(record.slug)}`)
        // Only an event by itself has `json_ld`.
        const { json_ld: _, ...rest } = found.body
        expect([found.status, rest]).toEqual([200, record])
        expect(nameOf(found.body)).toBe(nameOf(record))
      }
    }
  })

  testEach('that asks by slug whether an event exists gets an error with a code', async (peer) => {
    const { status, body } = await getJson(peer, `${routes}/events/by-slug/no-such-event`)
    expect([status, typeof body.code, typeof body.message, body.data.status]).toEqual([400, 'string', 'string', 400])
  })

  testEach('that reads members of a venue with defaults shows no empty line', async (peer) => {
    const { body } = await getJson(peer, `${routes}/events`)
    const lines = body.events.map(({ venue }: Json) => {
      const one = Array.isArray(venue) ? venue[0] : venue
      if (!one) return 'Online'
      return [one.venue, one.address ?? 'no address', one.city ?? 'no city', 'zip' in one ? one.zip : 'no zip'].join(', ')
    })
    const hall = 'Town &#8220;Hall&#8221; &#038; Barn, Market 1 & 2, Bonn, 53111'
    expect(lines).toEqual(['Online', hall, hall])
    const { body: tour } = await getJson(peer, `${routes}/events/by-slug/tour`)
    const { geo_lat = 0, geo_lng = 0, website = 'none' } = tour.venue[1]
    expect([geo_lat, geo_lng, website]).toEqual([0, 0, 'none'])
  })

  testEach('that compares authors with a text finds its own events', async (peer) => {
    const { body } = await getJson(peer, `${routes}/events`)
    const own = body.events.filter(({ author }: Json) => author === '5')
    expect(titlesOf(own)).toHaveLength(2)
    expect(body.events.every(({ author }: Json) => /^\d+$/.test(author))).toBe(true)
  })

  testEach('that puts titles into innerHTML makes no elements', async (peer) => {
    await peer.askPlain('PUT /events/{concert}', { title: '<img src=x onerror=alert(1)>' })
    await peer.askPlain('PUT /venues/{hall}', { venue: '"><script>alert(1)</script>' })
    await peer.askPlain('PUT /organizers/{choir}', { organizer: '<i>' })
    await peer.askPlain('PUT /categories/{music}', { name: '<b>' })
    await peer.askPlain('PUT /tags/{kids}', { name: "'<b>'" })
    const { body } = await getJson(peer, `${routes}/events`)
    const shown = body.events.flatMap(({ title, venue, organizer, categories, tags }: Json) => [
      ...[title, ...[venue].flat().map((one: Json) => one.venue), ...organizer.map((one: Json) => one.organizer)],
      ...[...categories, ...tags].map(({ name }: Json) => name),
    ])
    expect(shown).toContain('&#8216;&lt;b&gt;&#8217;')
    expect(shown.filter((text: string) => /[<>"']/.test(text))).toEqual([])
  })

  testEach('that shows the organizer of json_ld in HTML shows name, telephone and mail', async (peer) => {
    await peer.askPlain('PUT /organizers/{choir}', { organizer: '<i>Choir</i>', phone: '<b>1', description: '<script>1</script>' })
    await peer.askPlain('PUT /events/{concert}', { organizer: '{club}' })
    const lines: string[] = []
    for (const slug of ['festival', 'concert']) {
      const { body } = await getJson(peer, `${routes}/events/by-slug/${slug}`)
      const { name, telephone, email } = body.json_ld.organizer
      lines.push(`${name} - ${telephone} <${email}>`)
      expect(JSON.stringify(body.json_ld)).not.toMatch(/[<>]/)
    }
    expect(lines).toEqual(['&lt;i&gt;Choir&lt;/i&gt; - &lt;b&gt;1 <choir@example.org>', 'Club -  <>'])
  })

  testEach('that reads the picture of each event shows those that there are', async (peer) => {
    const { body } = await getJson(peer, `${routes}/events`)
    const pictures = body.events.map(({ image }: Json) => (image ? image.sizes.medium.url : undefined))
    expect(pictures).toEqual([undefined, 'https://example.org/festival', undefined])
    expect(body.events.map(({ image }: Json) => image.url)).toEqual(pictures)
  })

  testEach('that reads terms inside events filters by them', async (peer) => {
    const { body } = await getJson(peer, `${routes}/events?start_date=now`)
    const [category] = body.events
      .flatMap(({ categories }: Json) => categories)
      .filter(({ taxonomy }: Json) => taxonomy === 'tribe_events_cat')
    const { body: found } = await getJson(peer, `${routes}/events?categories=${category.slug}`)
    expect(titlesOf(found.events)).toHaveLength(category.count)
    const { body: byId } = await getJson(peer, `${routes}/events?categories[]=${category.term_taxonomy_id}`)
    expect(byId.events).toEqual(found.events)
  })

  testEach('that adds shows from mails finds those of the day, drafts as well, and moves them', async (peer) => {
    const as = 'editor'
    const showsOn = async (day: string): Promise<readonly Json[]> =>
      (await peer.ask(`GET /events?start_date=${day} 00:00:00&end_date=${day} 23:59:59&status=draft,publish`, { as })).body.events
    expect(await showsOn('2026-07-24')).toEqual([])
    const { body: venue } = await peer.ask('POST /venues', { as, body: { venue: 'Lodge', stateprovince: 'CO', country: 'United States' } })
    const show = { title: 'Live at Lodge', status: 'draft', start_date: '2026-07-24 19:00:00', end_date: '2026-07-24 21:00:00' }
    const { body: draft } = await peer.ask('POST /events', { as, body: { ...show, venue: venue.id } })
    expect(titlesOf(await showsOn('2026-07-24'))).toEqual(['Live at Lodge'])
    const update = async (body: object): Promise<Json> => (await peer.ask(`POST /events/${draft.id}`, { as, body })).body
    expect(await update({ start_date: '2026-07-30 19:00:00' })).toMatchObject({ end_date: '2026-07-30 19:00:00', venue: { id: venue.id } })
    expect(await update({ end_date: '2026-07-30 22:00:00' })).toMatchObject({ start_date: '2026-07-30 19:00:00', status: 'draft' })
    expect(await update({ status: 'publish' })).toMatchObject({ status: 'publish', venue: { venue: 'Lodge', stateprovince: 'CO' } })
    expect([(await showsOn('2026-07-24')).length, titlesOf(await showsOn('2026-07-30'))]).toEqual([0, ['Live at Lodge']])
  })

  for (const now of ['now', '2026-03-04 13:00:00', '2026-03-04T12:00:00Z', '2026/03/04T13:00'])
    testEach(`that adds what no list from ${now} on has adds an event of today once`, async (peer) => {
      const website = 'https://tickets.example/event/100/'
      const show = { title: 'Doors & drinks', start_date: '2026-03-04 12:30:00', end_date: '2026-03-04 23:00:00', website }
      const query = `status=publish&per_page=50&start_date=${encodeURIComponent(now)}`
      const added: number[] = []
      for (let pass = 0; pass < 2; pass += 1) {
        const { body } = await peer.ask(`GET /events?${query}`, { as: 'editor' })
        const known = body.events.find((event: Json) => event.website === website)
        const { status } = await peer.ask(known ? `POST /events/${known.id}` : 'POST /events', { as: 'editor', body: show })
        added.push(status)
      }
      expect(added).toEqual([201, 200])
    })

  testEach('that asks for one day by two times gets all of the day, and drops other hours itself', async (peer) => {
    for (const [title, day] of [
      ['Early', '2026-06-20 04:00'],
      ['Night', '2026-06-20 23:30'],
      ['Next night', '2026-06-21 03:00'],
      ['Next evening', '2026-06-21 20:00'],
    ] as const)
      await peer.calendar.events.create({ title, startDate: day, endDate: day, timeZone: 'Europe/Berlin' })
    const url = 'http://localhost/?rest_route=/tribe/events/v1/events&start_date=2026/06/20T05:00&end_date=2026/06/21T04:59'
    const { body } = await getJson(peer, url)
    expect(titlesOf(body.events)).toEqual(['Early', 'Night', 'Next night', 'Next evening'])
    const kept = body.events.filter(({ start_date_details: { day, hour } }: Json) => (day === '20' ? hour > 5 : hour < 5))
    expect(titlesOf(kept)).toEqual(['Night', 'Next night'])
  })

  testEach('that imports the same events and venues twice makes no second venue', async (peer) => {
    const made: Json[] = []
    for (let pass = 0; pass < 2; pass += 1) {
      const { body: venue } = await peer.ask('POST /venues', { as: 'editor', body: { venue: 'Arena &amp; Bar', city: 'Ulm' } })
      const { body: organizer } = await peer.ask('POST /organizers', { as: 'editor', body: { organizer: 'Fans’ club' } })
      const fields = { title: 'Match', slug: `match-${pass}`, start_date: '06/20/2026 18:00', end_date: '06/20/2026 20:00' }
      const { body, status } = await peer.ask('POST /events', {
        as: 'editor',
        body: { ...fields, venue: venue.id, organizer: organizer.id },
      })
      expect(status).toBe(201)
      made.push([body.venue.id, body.organizer[0].id])
    }
    expect(made[1]).toEqual(made[0])
    expect((await getJson(peer, `${routes}/venues?search=arena`)).body.total).toBe(1)
  })
})
