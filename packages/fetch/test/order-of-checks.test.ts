import { type Actor, roles } from '@kalends/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hosts } from '../src/hosts.ts'
import { base, concert, type Started, startCalendar, toReply } from './support.ts'

const actors: Readonly<Record<string, Actor>> = {
  reader: { id: '9', roles: [] },
  author: { id: '5', roles: ['author'] },
  editor: { id: '1', roles: ['editor'] },
}

/** A request that fails every check; each step fixes one of its errors. */
const invalidRequest = {
  origin: 'http://evil.example',
  path: '/nothing',
  method: 'PROPFIND',
  actor: '',
  type: 'text/plain',
  query: '?omitted=what&force=what&version=0',
  body: '{"title":[],"venue":99',
  ifMatch: '',
}
type RequestParts = typeof invalidRequest

/** Each step leads to the next check of wire.md, sections 2 and 7; earlier fixes remain. */
const steps: readonly (readonly [check: string, changes: Partial<RequestParts>, expected: string])[] = [
  ['host', {}, '421 wrong_host'],
  ['route', { origin: 'http://localhost' }, '404 not_found'],
  ['method', { path: '/events/99' }, '405 method_not_allowed'],
  ['permission for the action, without an actor', { method: 'PATCH' }, '401 unauthenticated'],
  ['permission for the action, with an actor', { actor: 'reader' }, '403 forbidden'],
  ['content type', { actor: 'author' }, '415 unsupported_media_type'],
  ['length of the body', { type: 'application/json', body: `{"title":[],"venue":99,"x":"${'x'.repeat(2_000)}"` }, '413 body_too_large'],
  ['form of the body', { body: '{"title":[],"venue":99' }, '400 invalid_json'],
  ['parameters and fields', { body: '{"title":[],"venue":99}' }, '400 invalid_input omitted,title,version'],
  ['fields', { query: '' }, '400 invalid_input title'],
  ['record', { body: '{"title":"New","venue":99}' }, '404 not_found'],
  ['permission to read the record', { path: '/events/2' }, '404 not_found'],
  ['permission to update the record', { path: '/events/1' }, '403 forbidden'],
  ['trash', { path: '/events/4' }, '410 in_trash'],
  ['missing precondition', { path: '/events/3' }, '428 precondition_required'],
  ['precondition', { ifMatch: '"another"' }, '412 version_conflict'],
  ['version', { ifMatch: '*', query: '?version=2' }, '412 version_conflict'],
  ['ids of linked records', { query: '?version=1' }, '400 invalid_input venue'],
]

describe('a request with errors gives the error of the first check that fails:', () => {
  let started: Started
  beforeAll(async () => {
    started = startCalendar({
      access: roles({}),
      authenticate: (request) => actors[request.headers.get('x-actor') ?? ''] ?? null,
      use: [hosts([])],
      maxBodyBytes: 1_000,
      precondition: 'required',
    })
    const { events } = started.calendar
    const event = { title: 'Concert', startDate: concert.start_date, endDate: concert.end_date }
    await events.create({ ...event, authorId: '1' })
    await events.create({ ...event, authorId: '1', status: 'draft' })
    await events.create({ ...event, authorId: '5' })
    await events.create({ ...event, authorId: '5' })
    await events.trash(4)
  })

  async function answerTo({ origin, path, method, actor, type, query, body, ifMatch }: RequestParts): Promise<string> {
    const headers = {
      'content-type': type,
      'x-actor': actor,
      'content-length': String(body.length),
      ...(ifMatch !== '' && { 'if-match': ifMatch }),
    }
    const reply = await toReply(await started.handler(new Request(`${origin}${base}${path}${query}`, { method, headers, body })))
    if (reply.status === 200) return '200'
    const params = Object.keys(reply.body.data.params ?? {}).sort()
    return [reply.status, reply.body.code, ...(params.length > 0 ? [params.join()] : [])].join(' ')
  }

  // Object.assign types a spread of sources as any.
  const requests = steps.map(([check, , expected], index) => ({
    check,
    expected,
    request: Object.assign({ ...invalidRequest }, ...steps.slice(0, index + 1).map(([, changes]) => changes)) as RequestParts,
  }))

  test.each(requests)('$check', async ({ request, expected }) => {
    expect(await answerTo(request)).toBe(expected)
  })

  test('none, once all errors are fixed', async () => {
    const last = requests.at(-1)?.request ?? invalidRequest
    expect(await answerTo({ ...last, body: '{"title":"New"}' })).toBe('200')
  })

  test('no request with an error has changed the event', async () => {
    const { title } = await started.calendar.events.get(1)
    expect(title).toBe('Concert')
  })
})
