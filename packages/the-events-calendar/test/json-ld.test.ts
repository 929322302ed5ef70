import { expect } from 'vitest'
import { type Peer, routes, storedRecord, testEach } from './support.ts'
import { loudDisplay } from './world.ts'

const site = (path: string): string => `${routes}/${path}`

const jsonLdOf = async ({ ask }: Peer, path: string, as = 'editor'): Promise<unknown> => (await ask(`GET ${path}`, { as })).body.json_ld

testEach('an event with all members has them in json_ld', async (peer) => {
  const expected = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: loudDisplay,
    description: 'Rock &#038; Roll &#8211; loud',
    image: 'https://example.org/festival',
    url: site('events/{festival}'),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: '2026-06-10T10:00:00+02:00',
    endDate: '2026-06-11T18:00:00+02:00',
    location: {
      ...{ '@type': 'Place', name: 'Town &#8220;Hall&#8221; &#038; Barn', description: 'Old &#038; new &#8211; &#8220;here&#8221;' },
      url: site('venues/{hall}'),
      address: {
        ...{ '@type': 'PostalAddress', streetAddress: 'Market 1 &#038; 2', addressLocality: 'Bonn', addressRegion: 'NRW' },
        ...{ postalCode: '53111', addressCountry: 'Germany' },
      },
      geo: { '@type': 'GeoCoordinates', latitude: 50.7, longitude: 7.1 },
      ...{ telephone: '+49 228 1', sameAs: 'https://hall.example/' },
    },
    organizer: {
      ...{ '@type': 'Person', name: 'Choir &#8211; &#8220;Été&#8221;', description: 'Sings', url: 'https://choir.example/' },
      ...{ telephone: '+49 228 2', email: 'choir@example.org', sameAs: 'https://choir.example/' },
    },
    offers: { '@type': 'AggregateOffer', lowPrice: '5', highPrice: '7', priceCurrency: 'EUR', url: site('events/{festival}') },
  }
  for (const path of ['/events/{festival}', '/events/by-slug/festival'])
    for (const as of ['nobody', 'editor']) expect(await jsonLdOf(peer, path, as)).toEqual(peer.withIds(expected))
})

testEach('an event with few members has few in json_ld', async (peer) => {
  expect(await jsonLdOf(peer, '/events/{concert}')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    ...{ name: 'Concert', description: '', url: peer.withIds(site('events/{concert}')) },
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: '2026-05-31T19:30:00+02:00',
    endDate: '2026-05-31T21:00:00+02:00',
  })
  await peer.askPlain('PUT /events/{concert}', { venue: '{bare}', organizer: '{club}' })
  expect(await jsonLdOf(peer, '/events/{concert}')).toMatchObject({
    location: {
      ...{ '@type': 'Place', name: 'Café Müller', description: '', telephone: '', sameAs: '' },
      ...{ url: peer.withIds(site('venues/{bare}')), address: { '@type': 'PostalAddress' } },
    },
    organizer: { '@type': 'Person', name: 'Club', url: '', telephone: '', email: '', sameAs: '' },
  })
  expect(await jsonLdOf(peer, '/events/{concert}')).not.toHaveProperty('location.geo')
})

/** Members of an event, and what `json_ld` has for them. */
const cases: readonly (readonly [fields: object, expected: object])[] = [
  [{ event_status: 'cancelled' }, { eventStatus: 'https://schema.org/EventCancelled' }],
  [{ event_status: 'postponed' }, { eventStatus: 'https://schema.org/EventPostponed' }],
  [
    { event_status: 'moved_online' },
    { eventStatus: 'https://schema.org/EventMovedOnline', eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode' },
  ],
  [{ start_date: '2026-05-31 19:00' }, { eventStatus: 'https://schema.org/EventRescheduled' }],
  [{ attendance_mode: 'online' }, { eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode' }],
  [{ attendance_mode: 'mixed' }, { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' }],
  [{ cost: '$12.50' }, { offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'USD' } }],
  [{ cost: 'Children from 6 on: €4' }, { offers: { '@type': 'Offer', price: '4', priceCurrency: 'EUR' } }],
  [{ cost: '0' }, { offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' } }],
  [
    { all_day: true },
    { startDate: expect.stringContaining('2026-05-31T00:00:00+02:00'), endDate: expect.stringContaining('2026-05-31T23:59:59+02:00') },
  ],
  [{ timezone: 'America/St_Johns' }, { startDate: '2026-05-31T19:30:00-02:30' }],
  [{ timezone: 'UTC' }, { startDate: '2026-05-31T19:30:00+00:00' }],
  // An offset with seconds: Monrovia was 44 minutes and 30 seconds behind.
  [
    { timezone: 'Africa/Monrovia', start_date: '1970-01-05 10:00', end_date: '1970-01-05 11:00' },
    { startDate: '1970-01-05T10:44:30+00:00' },
  ],
  [{ description: '<p>Warm</p><p>A &lt;b&gt;</p>' }, { description: expect.not.stringMatching(/[<>]/) }],
  [{ description: 'Warm & sweet' }, { description: 'Warm &#038; sweet' }],
]

testEach('json_ld says when, whether and how an event takes place', async (peer) => {
  const found: unknown[] = []
  const { body: concert } = await peer.askPlain('GET /events/{concert}')
  for (const [fields] of cases) {
    const { body } = await peer.askPlain('POST /events', { ...concert, uid: '', slug: '', ...fields })
    // The start of an event that is public has moved.
    const isMoved = 'start_date' in fields && !('timezone' in fields)
    if (isMoved) await peer.askPlain(`PUT /events/${body.id}`, { start_date: '2026-05-31 20:00' })
    found.push([fields, await jsonLdOf(peer, `/events/${body.id}`)])
  }
  expect(found).toMatchObject(cases.map(([fields, expected]) => [fields, expected]))
})

testEach('a venue and an organizer have in json_ld what an event has of them', async (peer) => {
  const { location, organizer } = Object(await jsonLdOf(peer, '/events/{festival}'))
  for (const [path, data] of [
    ['/venues/{hall}', location],
    ['/organizers/by-slug/choir', organizer],
  ] as const)
    expect(await jsonLdOf(peer, path)).toEqual({ '@context': 'https://schema.org', ...data })
  expect((await peer.ask('PUT /venues/{hall}', { as: 'editor', body: { city: 'Ulm' } })).body.json_ld.address.addressLocality).toBe('Ulm')
  for (const list of ['venues', 'organizers'])
    for (const record of (await peer.ask(`GET /${list}`)).body[list]) expect(record.json_ld).toBeUndefined()
  expect((await peer.ask('GET /events/{festival}')).body.venue).not.toHaveProperty('json_ld')
})

testEach('answers of writes have json_ld, and lists have not', async (peer) => {
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const { body } = await peer.ask(`${method} /events/{festival}`, { as: 'editor', body: { title: method } })
    expect(body.json_ld).toMatchObject({ name: method, startDate: '2026-06-10T10:00:00+02:00' })
    expect(await jsonLdOf(peer, '/events/{festival}')).toEqual(body.json_ld)
  }
  const created = { title: 'New', start_date: '2026-06-01', end_date: '2026-06-01', venue: '{hall}' }
  expect((await peer.ask('POST /events', { as: 'editor', body: created })).body.json_ld).toMatchObject({
    ...{ name: 'New', location: { name: 'Town &#8220;Hall&#8221; &#038; Barn' } },
  })
  expect((await peer.ask('DELETE /events/{tour}', { as: 'editor' })).body.json_ld).toMatchObject({ name: 'Tour' })
  for (const { json_ld } of (await peer.ask('GET /events')).body.events) expect(json_ld).toBeUndefined()
  for (const path of ['/categories/{music}', '/tags/{kids}']) expect(await jsonLdOf(peer, path)).toBeUndefined()
  expect((await peer.askPlain('GET /events/{festival}')).body).not.toHaveProperty('json_ld')
})

testEach('_fields selects json_ld', async (peer) => {
  expect((await peer.ask('GET /events/{concert}?_fields=json_ld')).body).toEqual({ json_ld: await jsonLdOf(peer, '/events/{concert}') })
  expect((await peer.ask('GET /events/{concert}?_fields=id')).body).toEqual({ id: peer.ids['concert'] })
})

testEach('json_ld that is sent changes nothing', async (peer) => {
  const before = await storedRecord(peer, '/events/{festival}')
  const { body } = await peer.ask('GET /events/{festival}', { as: 'editor' })
  for (const json_ld of [body.json_ld, { name: 'Other', startDate: 'never' }, 'text', null]) {
    expect((await peer.ask('PUT /events/{festival}', { as: 'editor', body: { ...body, json_ld } })).status).toBe(200)
    expect(await storedRecord(peer, '/events/{festival}')).toEqual(before)
  }
})

testEach('json_ld shows no venue and no organizer that the caller may not see', async (peer) => {
  await peer.askPlain('PUT /events/{concert}', { venue: '{hiddenVenue}', organizer: '{hiddenOrganizer}' })
  expect(await jsonLdOf(peer, '/events/{concert}', 'editor')).toMatchObject({
    location: { name: 'Secret hall' },
    organizer: { name: 'Secret club' },
  })
  for (const as of ['nobody', 'reader', 'author']) {
    const { text, body } = await peer.ask('GET /events/{concert}', { as })
    expect([as, text.includes('Secret'), Object.hasOwn(body.json_ld, 'location'), Object.hasOwn(body.json_ld, 'organizer')]).toEqual([
      ...[as, false, false, false],
    ])
  }
  await peer.askPlain('PUT /events/{concert}', { venue: ['{hiddenVenue}', '{bare}'], organizer: ['{hiddenOrganizer}', '{club}'] })
  expect(await jsonLdOf(peer, '/events/{concert}', 'nobody')).toMatchObject({
    location: { name: 'Café Müller' },
    organizer: { name: 'Club' },
  })
})

testEach(
  'json_ld has the image of resolveImage, and none without an address',
  async (peer) => {
    expect(await jsonLdOf(peer, '/events/{festival}')).toMatchObject({ image: 'https://cdn.example/f.jpg' })
    await peer.askPlain('PUT /events/{festival}', { image: 4 })
    expect(await jsonLdOf(peer, '/events/{festival}')).not.toHaveProperty('image')
  },
  { resolveImage: (image) => (image === 'https://example.org/festival' ? { url: 'https://cdn.example/f.jpg' } : null) },
)
