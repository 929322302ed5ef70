import type { JsonObject } from '../json.ts'

/** One request body for each body schema. A test sends every one of them. */
export const bodyExamples: Readonly<Record<string, JsonObject>> = {
  EventInput: {
    title: 'Choir evening',
    start_date: '2031-05-31 19:30:00',
    end_date: '2031-05-31 21:00:00',
    timezone: 'Europe/Berlin',
    description: '<p>Songs of <em>summer</em>.</p>',
    cost: '€12',
    image: 'https://example.org/choir.jpg',
    categories: ['Music'],
    tags: ['free parking'],
    venue: { venue: 'Town hall', city: 'Quellbrunn' },
    organizer: [{ organizer: 'Choral society', email: 'choir@example.org' }],
  },
  EventPatch: { cost: ['€10', '€14'], end_date: '2031-05-31 21:30:00', image: false },
  VenueInput: { venue: 'Boat house', address: '1 River Road', city: 'Quellbrunn', country: 'DE', geo_lat: 50.7331, geo_lng: 10.5919 },
  VenuePatch: { phone: '+49 30 23125 120', website: 'https://example.org/boat-house' },
  OrganizerInput: { organizer: 'Rowing club', email: 'rowing@example.org' },
  OrganizerPatch: { phone: '+49 30 23125 121' },
  CategoryInput: { name: 'Rowing', description: '<p>On the water.</p>' },
  CategoryPatch: { slug: 'on-the-water' },
  TagInput: { name: 'Bring a towel' },
  TagPatch: { name: 'Bring two towels' },
}
