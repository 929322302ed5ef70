import { expect } from 'vitest'
import { type Case, describeCases, storedRecord, testEach } from './support.ts'

const asEditor = (body: unknown): { readonly as: string; readonly body: unknown } => ({ as: 'editor', body })

const created = { 'content-type': 'application/json; charset=utf-8', location: expect.any(String) }

const sameNames: readonly Case[] = [
  {
    body: { venue: 'Café Müller', city: 'Köln' },
    status: 201,
    answer: { id: '{bare}', city: 'Köln', slug: 'cafe' },
    answerHeaders: created,
  },
  { body: { venue: ' CAFE  muller ' }, status: 201, answer: { id: '{bare}' }, answerHeaders: created },
  { body: { venue: 'Town &quot;hall&quot; &#038; Barn' }, status: 201, answer: { id: '{hall}', city: 'Bonn' }, answerHeaders: created },
  { body: { venue: 'Secret hall' }, status: 201, answer: { id: '{hiddenVenue}', status: 'draft' }, answerHeaders: created },
  { body: { venue: 'Café' }, status: 201, answer: { venue: 'Café' } },
  { body: { venue: 'Café Müller 2' }, status: 201, answer: { venue: 'Café Müller 2' } },
  // In the trash its name is free.
  { body: { venue: 'Old hall' }, status: 201, answer: { venue: 'Old hall', status: 'publish' } },
].map((one) => ({ ...one, as: 'editor', request: 'POST /venues', answerHeaders: one.answerHeaders ?? created }))

const sameNamesOfOthers: readonly Case[] = [
  { request: 'POST /venues', as: 'author', body: { venue: 'town "hall" & barn', city: 'Köln' }, status: 201, answer: { id: '{hall}' } },
  // Another author may see it, but not change it.
  { request: 'POST /venues', as: 'other author', body: { venue: 'Town "Hall" & Barn' }, status: 201, answer: { author: '6' } },
  // One author may see the draft and change it; for the others it does not exist.
  { request: 'POST /venues', as: 'other author', body: { venue: 'secret HALL' }, status: 201, answer: { id: '{hiddenVenue}' } },
  { request: 'POST /venues', as: 'author', body: { venue: 'Secret hall' }, status: 201, answer: { author: '5', status: 'publish' } },
  { request: 'POST /venues', body: { venue: 'Café Müller' }, status: 401, answer: { code: 'rest_forbidden' } },
  { request: 'POST /organizers', as: 'editor', body: { organizer: 'CLUB', phone: '1' }, status: 201, answer: { id: '{club}', phone: '1' } },
  { request: 'POST /organizers', as: 'editor', body: { organizer: 'Clubs' }, status: 201, answer: { organizer: 'Clubs' } },
  { request: 'POST /organizers', as: 'editor', body: { organizer: 'Secret club' }, status: 201, answer: { id: '{hiddenOrganizer}' } },
  {
    request: 'POST /organizers',
    as: 'editor',
    body: { organizer: 'Club', email: 'nobody' },
    status: 400,
    answer: { code: 'rest_invalid_param' },
  },
  // Events have no such rule.
  {
    ...{ request: 'POST /events', as: 'editor', body: { title: 'Concert', start_date: '2026-05-31', end_date: '2026-05-31' } },
    ...{ status: 201, answer: { slug: 'concert-2' } },
  },
]

describeCases('a venue with the name of another one', sameNames)
describeCases('a record with the name of another one', sameNamesOfOthers)

const resolved = { resolveImage: () => ({ url: 'https://cdn.example/a.jpg', width: 5 }) }

for (const [title, options] of [
  ['stored images', {}],
  ['resolved images', resolved],
] as const)
  testEach(
    `an answer that is posted to its collection changes nothing, with ${title}`,
    async (peer) => {
      for (const path of ['/venues/{hall}', '/venues/{bare}', '/organizers/{choir}', '/organizers/{club}']) {
        const before = await storedRecord(peer, path)
        const { text } = await peer.ask(`GET ${path}`)
        const { status, body } = await peer.ask(`POST ${path.replace(/\/{.*/, '')}`, asEditor(text))
        expect([path, status, body.id, await storedRecord(peer, path)]).toEqual([path, 201, JSON.parse(text).id, before])
      }
    },
    options,
  )

testEach('any name is found again', async (peer) => {
  const names = [
    '!',
    '“”',
    '"a" "b"',
    'ABC',
    '100%_\\',
    'Straße',
    'Łódź',
    'one two three four five six seven eight nine ten',
    'x'.repeat(200),
    '大阪',
    'a\u00adb',
  ]
  const ids: unknown[] = []
  for (const venue of names) ids.push((await peer.ask('POST /venues', asEditor({ venue }))).body.id)
  const again: unknown[] = []
  for (const [index, venue] of names.entries()) {
    const { status, body } = await peer.ask('POST /venues', asEditor({ venue: venue.toUpperCase() }))
    again.push([venue, status, body.id === ids[index]])
  }
  expect(again).toEqual(names.map((venue) => [venue, 201, true]))
})

testEach('of several records with one name, the one that the caller may change is updated', async (peer) => {
  for (const [name, authors] of [
    ['Older', ['5', '6']],
    ['Newer', ['6', '5']],
  ] as const) {
    const ids: number[] = []
    for (const authorId of authors) ids.push((await peer.calendar.venues.create({ name, authorId })).id)
    const { status, body } = await peer.ask('POST /venues', { as: 'author', body: { venue: name, city: 'Ulm' } })
    expect([name, status, body.id, body.city]).toEqual([name, 201, ids[(authors as readonly string[]).indexOf('5')], 'Ulm'])
  }
})

testEach('a name is found among many that contain it', async (peer) => {
  for (let index = 0; index < 120; index += 1) await peer.calendar.venues.create({ name: `Café Müller ${index}` })
  const { status, body } = await peer.ask('POST /venues', asEditor({ venue: 'Café Müller' }))
  expect([status, body.id]).toEqual([201, peer.ids['bare']])
})
