import { allowAll, CalendarError, createCalendar } from '@kalends/core'
import { createHandler, defineRoute } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { failingStore } from '@kalends/testing'
import { expect, test } from 'vitest'
import { toReply, toRequest } from '../../fetch/test/support.ts'
import { theEventsCalendar } from '../src/index.ts'
import { type Case, describeCases, testEach } from './support.ts'

/** The body of an error. */
const problem = (code: string, status: number, data: object = {}): Pick<Case, 'status' | 'answer'> => ({
  status,
  answer: { code, message: expect.any(String), data: { status, ...data } },
})

/** `rest_invalid_param`, whose parameters are named with a reason. */
const invalid = (...names: readonly string[]): Pick<Case, 'status' | 'answer'> =>
  problem('rest_invalid_param', 400, { params: Object.fromEntries(names.map((name) => [name, expect.any(String)])) })

const missing = (...params: readonly string[]): Pick<Case, 'status' | 'answer'> => problem('rest_missing_callback_param', 400, { params })

const dates = { start_date: '2026-05-31', end_date: '2026-05-31' }

const pagesPastTheEnd: readonly Case[] = [
  { request: 'GET /events?page=9', ...problem('event-archive-page-not-found', 404) },
  { request: 'GET /events?page=2&search=nothing', ...problem('event-archive-page-not-found', 404) },
  { request: 'GET /venues?page=9', ...problem('venue-archive-page-not-found', 404) },
  { request: 'GET /organizers?page=9', ...problem('organizer-archive-page-not-found', 404) },
  {
    request: 'GET /categories?page=9',
    status: 200,
    answer: { categories: [], total: 2, total_pages: 1, previous_rest_url: expect.stringMatching(/^http.*\/categories\?(.*&)?page=\d+/) },
    answerHeaders: { 'x-tec-total': '2', 'x-wp-total': '2', 'x-tec-totalpages': '1', 'x-wp-totalpages': '1' },
  },
  {
    request: 'GET /tags?page=3&hide_empty=0&per_page=1',
    as: 'editor',
    status: 200,
    answer: { tags: [], total: 2, total_pages: 2, previous_rest_url: expect.stringMatching(/^http.*\/tags\?(.*&)?page=\d+/) },
  },
]

const invalidInput: readonly Case[] = [
  { request: 'GET /events?per_page=0', ...invalid('per_page') },
  { request: 'GET /events?page=x&per_page=-1', ...invalid('page', 'per_page') },
  { request: 'GET /events?featured=maybe', ...invalid('featured') },
  { request: 'GET /events?start_date=someday', ...invalid('start_date') },
  { request: 'GET /venues?event=x', ...invalid('event') },
  { request: 'GET /tags?hide_empty=maybe', ...invalid('hide_empty') },
  { request: 'POST /events', as: 'editor', body: { title: 'A', start_date: '2026-05-31', end_date: 'someday' }, ...invalid('end_date') },
  { request: 'POST /events', as: 'editor', body: { title: 'A', start_date: '2026-05-31', end_date: '2026-05-30' }, ...invalid('end_date') },
  { request: 'POST /events', as: 'editor', body: { title: '', ...dates }, ...invalid('title') },
  { request: 'POST /events', as: 'editor', body: { title: 'A', ...dates, venue: 999 }, ...invalid('venue') },
  { request: 'POST /organizers', as: 'editor', body: { organizer: 'A', email: 'nobody' }, ...invalid('email') },
  { request: 'PUT /events/{concert}', as: 'editor', body: { website: 'javascript:alert(1)' }, ...invalid('website') },
  { request: 'POST /events', as: 'editor', body: {}, ...missing('title', 'start_date', 'end_date') },
  { request: 'POST /events', as: 'editor', body: { title: 'A' }, ...missing('start_date', 'end_date') },
  // Another field is invalid, too.
  { request: 'POST /events', as: 'editor', body: { title: 'A', start_date: 'someday' }, ...missing('end_date') },
  { request: 'POST /venues', as: 'editor', body: { city: 'Bonn' }, ...missing('venue') },
  { request: 'POST /organizers', as: 'editor', body: {}, ...missing('organizer') },
  { request: 'POST /categories', as: 'editor', body: {}, ...missing('name') },
  { request: 'POST /tags', as: 'editor', body: { slug: 'a' }, ...missing('name') },
  { request: 'POST /events', as: 'editor', body: '{', ...problem('rest_invalid_json', 400) },
  { request: 'PUT /venues/{hall}', as: 'editor', body: '[]', ...problem('rest_invalid_json', 400) },
]

const denied: readonly Case[] = ['POST /events', 'PUT /events/{concert}', 'DELETE /events/{concert}', 'POST /venues', 'POST /tags'].flatMap(
  (request) => [
    { request, ...problem('rest_forbidden', 401) },
    { request, as: 'reader', ...problem('rest_forbidden', 403) },
  ],
)

const eventNotFound = problem('rest-event-not-found', 404)

const absentEvents: readonly Case[] = [
  { request: 'HEAD /events/999', status: 404 },
  { request: 'GET /events/999', ...eventNotFound },
  { request: 'GET /events/99999999999999999999', ...eventNotFound },
  { request: 'GET /events/{plan}', ...eventNotFound },
  { request: 'GET /events/{gone}', ...eventNotFound },
  { request: 'PUT /events/999', as: 'editor', body: {}, ...eventNotFound },
  { request: 'PATCH /events/99999999999999999999', as: 'editor', body: {}, ...eventNotFound },
  { request: 'PUT /events/{plan}', as: 'author', body: {}, ...eventNotFound },
  { request: 'DELETE /events/999', as: 'editor', ...eventNotFound },
]

const unknownByIdOrSlug: readonly Case[] = [
  { request: 'GET /events/by-slug/nothing', ...invalid('slug') },
  { request: 'GET /events/by-slug/plan', ...invalid('slug') },
  { request: 'PUT /events/by-slug/nothing', as: 'editor', body: {}, ...invalid('slug') },
  { request: 'DELETE /events/by-slug/nothing', as: 'editor', ...invalid('slug') },
  ...['venues', 'organizers', 'categories', 'tags'].flatMap((collection) => [
    { request: `GET /${collection}/999`, ...invalid('id') },
    { request: `PUT /${collection}/999`, as: 'editor', body: {}, ...invalid('id') },
    { request: `DELETE /${collection}/999`, as: 'editor', ...invalid('id') },
  ]),
  ...['venues/by-slug/nothing', 'organizers/by-slug/nothing', 'venues/by-slug/secret-hall'].map((path) => ({
    request: `GET /${path}`,
    ...invalid('slug'),
  })),
  { request: 'GET /events/by-slug/gone__trashed', ...invalid('slug') },
  { request: 'GET /venues/{hiddenVenue}', ...invalid('id') },
  { request: 'GET /venues/{goneVenue}', ...invalid('id') },
  { request: 'GET /organizers/{hiddenOrganizer}', ...invalid('id') },
]

const unrouted: readonly Case[] = [
  ...['GET /nothing', 'GET /events/abc', 'GET /events/1/2', 'DELETE /events', 'PUT /venues', 'POST /doc'].map((request) => ({ request })),
  { request: 'PATCH /categories', as: 'editor', body: {} },
  { request: 'GET http://localhost/elsewhere' },
].map((one) => ({ ...one, ...problem('rest_no_route', 404) }))

const trashed: readonly Case[] = [
  { request: 'GET /events/{gone}', as: 'editor', ...problem('event-is-in-trash', 410) },
  { request: 'DELETE /events/{gone}', as: 'editor', ...problem('event-is-in-trash', 410) },
  { request: 'PUT /events/{gone}', as: 'editor', body: { title: 'A' }, ...problem('event-is-in-trash', 410) },
  { request: 'GET /events/by-slug/gone__trashed', as: 'editor', ...problem('event-is-in-trash', 410) },
  { request: 'GET /venues/{goneVenue}', as: 'editor', ...problem('venue-is-in-trash', 410) },
  { request: 'GET /venues/by-slug/old-hall__trashed', as: 'editor', ...problem('venue-is-in-trash', 410) },
  { request: 'GET /organizers/{goneOrganizer}', as: 'editor', ...problem('organizer-is-in-trash', 410) },
]

const takenNames: readonly Case[] = [
  { request: 'POST /categories', body: { name: 'Music &#038; &quot;dance&quot;' }, ...problem('term_exists', 400, { term_id: '{music}' }) },
  { request: 'POST /categories', body: { name: 'JAZZ', parent: '{music}' }, ...problem('term_exists', 400, { term_id: '{jazz}' }) },
  { request: 'POST /tags', body: { name: 'Kids’ Day' }, ...problem('term_exists', 400, { term_id: '{kids}' }) },
  { request: 'PUT /tags/{silent}', body: { name: 'kids&#8217; day' }, ...problem('term_exists', 400, { term_id: '{kids}' }) },
].map((one) => ({ ...one, as: 'editor' }))

const unchanged: readonly Case[] = [
  {
    request: 'POST /events',
    as: 'editor',
    body: 'title=A',
    headers: { 'content-type': 'text/plain' },
    ...problem('unsupported_media_type', 415),
  },
  { request: 'PUT /events/{concert}', as: 'editor', body: {}, headers: { 'if-match': '"old"' }, ...problem('version_conflict', 412) },
  { request: 'PUT /events/{concert}?version=9', as: 'editor', body: {}, ...problem('version_conflict', 412) },
  { request: 'POST /events', as: 'editor', body: { title: 'a'.repeat(3_000) }, ...problem('body_too_large', 413) },
]

describeCases('a page past the end', pagesPastTheEnd)
describeCases('invalid input', invalidInput)
describeCases(
  'a denied request',
  denied.map((one) => ({ ...one, ...(!one.request.startsWith('DELETE') && { body: {} }) })),
)
describeCases('an event that is not found', absentEvents)
describeCases('another record that is not found', unknownByIdOrSlug)
describeCases('a request without a route', unrouted)
describeCases('a record in the trash', trashed)
describeCases('a taken name of a term', takenNames)
describeCases('a code that the other service lacks', unchanged, { maxBodyBytes: 2_000 })

testEach('a record that the caller may not see is answered like one that does not exist', async (peer) => {
  const answerOf = async (request: string): Promise<unknown> => {
    const { status, text, headers } = await peer.ask(request)
    return { status, text, headers: [...headers] }
  }
  for (const [collection, hidden] of [
    ['events', ['plan', 'gone']],
    ['venues', ['hiddenVenue', 'goneVenue']],
    ['organizers', ['hiddenOrganizer', 'goneOrganizer']],
  ] as const)
    for (const name of hidden) expect(await answerOf(`GET /${collection}/{${name}}`)).toEqual(await answerOf(`GET /${collection}/999`))
  expect(await answerOf('GET /events/by-slug/plan')).toEqual(await answerOf('GET /events/by-slug/nothing'))
  expect(await answerOf('GET /venues?event={plan}')).toMatchObject({ status: (await peer.ask('GET /venues?event=999')).status })
})

testEach('the id of a taken name is that of the sibling', async ({ ask, calendar, ids }) => {
  const root = await calendar.categories.create({ name: 'Jazz' })
  for (let index = 0; index < 120; index += 1) await calendar.tags.create({ name: `Silent ${index}` })
  const answerTo = async (request: string, body: object): Promise<unknown> => {
    const reply = await ask(request, { as: 'editor', body })
    return [reply.status, reply.body.code, reply.body.data.term_id]
  }
  const taken = 'term_exists'
  expect([
    await answerTo('POST /categories', { name: 'jazz', parent: ids['music'] }),
    await answerTo('POST /categories', { name: 'jazz' }),
    await answerTo('PUT /categories/{jazz}', { parent: 0 }),
    await answerTo('POST /tags', { name: 'silent' }),
  ]).toEqual([
    [400, taken, ids['jazz']],
    [400, taken, root.id],
    [400, taken, root.id],
    [400, taken, ids['silent']],
  ])
  // The child would have the name of a root.
  expect((await ask('DELETE /categories/{music}', { as: 'editor' })).body).toMatchObject({ code: taken, data: { status: 400 } })
})

let isFailing = false

testEach(
  'an unexpected failure stays internal',
  async (peer) => {
    isFailing = true
    const { status, body } = await peer.ask('GET /events/{festival}')
    isFailing = false
    expect([status, body]).toEqual([500, { code: 'internal', message: expect.any(String), data: { status: 500 } }])
  },
  {
    onError: () => undefined,
    resolveImage: () => {
      if (isFailing) throw new Error('no images')
      return null
    },
  },
)

test('a store that fails while the taken term is looked up leaves out its id', async () => {
  const answers: unknown[] = []
  for (let failAt = 1; failAt < 25; failAt++) {
    const memory = memoryStore()
    await createCalendar({ store: memory }).tags.create({ name: 'Jazz' })
    const calendar = createCalendar({ store: failingStore(memory, { failAt }) })
    const handler = createHandler(calendar, { access: allowAll(), use: [theEventsCalendar()], onError: () => undefined })
    const { status, body } = await toReply(await handler(toRequest('POST', '/tags', { name: 'jazz' })))
    answers.push([status, body.code, body.data.term_id])
  }
  expect(answers).toContainEqual([400, 'term_exists', undefined])
  expect(answers.at(-1)).toEqual([400, 'term_exists', 1])
})

const refuse = (): never => {
  throw new CalendarError('invalid_input', { params: {}, issues: [] })
}

testEach(
  'a route of the host can refuse its input without naming parameters',
  async ({ ask }) => {
    const { status, body } = await ask('GET /seats')
    expect([status, body]).toEqual([400, { code: 'rest_invalid_param', message: expect.any(String), data: { status: 400 } }])
  },
  {
    use: [
      { name: 'seats', routes: [defineRoute({ method: 'GET', path: '/seats', summary: 'Seats', permission: 'public', handle: refuse })] },
    ],
  },
)
