import { expect } from 'vitest'
import { toDocumented } from '../../fetch/test/documented.ts'
import { type Sent, testEach } from './support.ts'

/** Requests whose answers are not those without the extension: records, lists and errors of each kind. */
const requests: readonly (readonly [request: string, sent?: Sent])[] = [
  ...['/events', '/venues', '/organizers', '/categories', '/tags'].flatMap((list) => [
    [`GET ${list}`] as const,
    [`GET ${list}?page=9`] as const,
  ]),
  ...[
    '/events/{festival}',
    '/events/by-slug/concert',
    '/venues/{bare}',
    '/venues/{hall}',
    '/organizers/{club}',
    '/categories/{music}',
    '/tags/{kids}',
  ].map((path) => [`GET ${path}`] as const),
  ...['/events/999', '/events/by-slug/nothing', '/venues/999', '/organizers/by-slug/nothing', '/categories/999', '/tags/999'].map(
    (path) => [`GET ${path}`] as const,
  ),
  ['GET /events?per_page=0'],
  ['GET /events?venue=999'],
  ['GET '],
  ['GET /events/{gone}', { as: 'editor' }],
  ['GET /venues/{goneVenue}', { as: 'editor' }],
  ['POST /events', { body: {} }],
  ['POST /events', { as: 'reader', body: {} }],
  ['POST /events', { as: 'editor', body: {} }],
  ['POST /events', { as: 'editor', body: '{' }],
  ['POST /venues', { as: 'editor', body: { venue: 'Café Müller' } }],
  ['POST /organizers', { as: 'editor', body: { organizer: 'Club' } }],
  ['POST /tags', { as: 'editor', body: { name: 'Silent' } }],
  ['PUT /events/{concert}', { as: 'editor', body: {} }],
  ['PUT /tags/{kids}', { as: 'editor', body: { name: 'Silent' } }],
  ['DELETE /venues/999', { as: 'editor' }],
  ['DELETE /events/{tour}', { as: 'editor' }],
]

testEach('the OpenAPI document describes the answers', async (peer) => {
  const documented = toDocumented(peer.handler.openapi())
  const problems: string[] = []
  for (const [request, sent] of requests) {
    const [method = '', path = ''] = String(peer.withIds(request)).split(' ')
    const problem = documented.problemOf(method, `/tribe/events/v1${path.split('?')[0]}`, await peer.ask(request, sent))
    if (problem !== undefined) problems.push(`${request}: ${problem}`)
  }
  expect(problems).toEqual([])
})
