import { expect } from 'vitest'
import type { Peer } from './support.ts'

/** A title with all kinds of characters that display text encodes. */
export const loudTitle = 'Rock & Roll – it’s “live” <b>\'n\' "loud"…'

/** {@link loudTitle} as display text. */
export const loudDisplay = 'Rock &#038; Roll &#8211; it&#8217;s &#8220;live&#8221; &lt;b&gt;&#8217;n&#8217; &#8220;loud&#8221;&#8230;'

const fullVenue = {
  venue: 'Town "Hall" & Barn',
  author: 5,
  description: 'Old & new – “here”',
  excerpt: 'Old & new',
  address: 'Market 1 & 2',
  city: 'Bonn',
  country: 'Germany',
  province: 'NRW',
  state: 'Rhineland',
  zip: '53111',
  phone: '+49 228 1',
  website: 'https://hall.example/',
  image: 'https://example.org/hall',
  geo_lat: 50.7,
  geo_lng: 7.1,
}

const fullOrganizer = {
  organizer: 'Choir – “Été”',
  author: 5,
  description: 'Sings',
  excerpt: 'Sings',
  phone: '+49 228 2',
  website: 'https://choir.example/',
  email: 'choir@example.org',
  image: 12,
}

const evening = { start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' }

/** The records of the tests: collection, name of the id, body, and whether the record goes to the trash. */
const records: readonly (readonly [collection: string, name: string, body: object, isTrashed?: true])[] = [
  ['categories', 'music', { name: 'Music & "Dance"', slug: 'music' }],
  ['categories', 'jazz', { name: 'Jazz', parent: '{music}' }],
  ['categories', 'unused', { name: 'Unused' }],
  ['tags', 'kids', { name: 'Kids’ day', slug: 'kids' }],
  ['tags', 'silent', { name: 'Silent' }],
  ['venues', 'hall', { ...fullVenue, slug: 'hall' }],
  ['venues', 'bare', { venue: 'Café Müller', slug: 'cafe' }],
  ['venues', 'hiddenVenue', { venue: 'Secret hall', slug: 'secret-hall', status: 'draft', author: 6 }],
  ['venues', 'goneVenue', { venue: 'Old hall', slug: 'old-hall' }, true],
  ['organizers', 'choir', { ...fullOrganizer, slug: 'choir' }],
  ['organizers', 'club', { organizer: 'Club', slug: 'club' }],
  ['organizers', 'hiddenOrganizer', { organizer: 'Secret club', slug: 'secret-club', status: 'draft', author: 6 }],
  ['organizers', 'goneOrganizer', { organizer: 'Old club', slug: 'old-club' }, true],
  ['events', 'concert', { title: 'Concert', slug: 'concert', ...evening, author: 5 }],
  [
    'events',
    'festival',
    {
      ...{ title: loudTitle, slug: 'festival', start_date: '2026-06-10 10:00:00', end_date: '2026-06-11 18:00:00', author: 5 },
      ...{ description: 'Rock &amp; Roll – loud', excerpt: 'Loud', website: 'https://festival.example/', cost: '€ 5 - 7' },
      ...{ image: 'https://example.org/festival', categories: ['{music}', '{jazz}'], tags: ['{kids}'], venue: '{hall}' },
      ...{ organizer: ['{choir}', '{club}'], featured: true, post_parent: '{concert}' },
    },
  ],
  [
    'events',
    'tour',
    { title: 'Tour', slug: 'tour', start_date: '2026-07-01 10:00', end_date: '2026-07-01 12:00', venue: ['{hall}', '{bare}'] },
  ],
  // A draft with a category and a venue: counts and embedded records must not show it.
  ['events', 'plan', { title: 'Plan', slug: 'plan', ...evening, status: 'draft', author: 6, categories: ['{music}'], tags: ['{silent}'] }],
  ['events', 'gone', { title: 'Gone', slug: 'gone', ...evening }, true],
]

/** Writes the records through the handler without the extension, and collects their ids. */
export async function fillWorld(ask: Peer['askPlain'], ids: Record<string, number>): Promise<void> {
  for (const [collection, name, body, isTrashed] of records) {
    const reply = await ask(`POST /${collection}`, body)
    expect([name, reply.status, reply.text]).toEqual([name, 201, expect.anything()])
    ids[name] = reply.body.id
    if (isTrashed) expect((await ask(`DELETE /${collection}/{${name}}`)).status).toBe(200)
  }
}
