import { type Actor, roles } from '@kalends/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { base, concert, type Started, startCalendar, toReply } from './support.ts'

const actors: Readonly<Record<string, Actor>> = {
  reader: { id: 9, roles: [] },
  author: { id: 5, roles: ['author'] },
  editor: { id: 1, roles: ['editor'] },
}

/** A request that fails every check; each step fixes one of its issues. */
const faulty = {
  origin: 'http://evil.example',
  path: '/nothing',
  method: 'PROPFIND',
  actor: '',
  type: 'text/plain',
  query: '?omitted=what&force=what&version=0',
  body: '{"title":[],"venue":99',
  ifMatch: '',
}
type Faulty = typeof faulty

/** Each step leads to the next check of wire.md, sections 2 and 7; earlier fixes remain. */
const steps: readonly (readonly [check: string, mended: Partial<Faulty>, expected: string])[] = [
  ['host', {}, '421 wrong_host'],
  ['route', { origin: 'http://localhost' }, '404 not_found'],
  ['method', { path: '/events/99' }, '405 method_not_allowed'],
  ['access to the action, of a stranger', { method: 'PATCH' }, '401 unauthenticated'],
  ['access to the action, of somebody', { actor: 'reader' }, '403 forbidden'],
  ['type of the body', { actor: 'author' }, '415 unsupported_media_type'],
  ['length of the body', { type: 'application/json', body: `{"title":[],"venue":99,"x":"${'x'.repeat(2_000)}"` }, '413 body_too_large'],
  ['form of the body', { body: '{"title":[],"venue":99' }, '400 invalid_json'],
  ['parameters and fields', { body: '{"title":[],"venue":99}' }, '400 invalid_input omitted,title,version'],
  ['fields', { query: '' }, '400 invalid_input title'],
  ['record', { body: '{"title":"New","venue":99}' }, '404 not_found'],
  ['access to the record, of who may not see it', { path: '/events/2' }, '404 not_found'],
  ['access to the record, of who sees it', { path: '/events/1' }, '403 forbidden'],
  ['trash', { path: '/events/4' }, '410 in_trash'],
  ['precondition that is missing', { path: '/events/3' }, '428 precondition_required'],
  ['precondition', { ifMatch: '"another"' }, '412 version_conflict'],
  ['version', { ifMatch: '*', query: '?version=2' }, '412 version_conflict'],
  ['rules that need stored data', { query: '?version=1' }, '400 invalid_input venue'],
]

describe('of two faults, the one is told that is checked first:', () => {
  let started: Started
  beforeAll(async () => {
    started = startCalendar({
      access: roles({}),
      authenticate: (request) => actors[request.headers.get('x-actor') ?? ''] ?? null,
      hosts: [],
      maxBodyBytes: 1_000,
      precondition: 'required',
    })
    const { events } = started.calendar
    const event = { title: 'Concert', startDate: concert.start_date, endDate: concert.end_date }
    await events.create({ ...event, authorId: 1 })
    await events.create({ ...event, authorId: 1, status: 'draft' })
    await events.create({ ...event, authorId: 5 })
    await events.create({ ...event, authorId: 5 })
    await events.trash(4)
  })

  async function answerTo({ origin, path, method, actor, type, query, body, ifMatch }: Faulty): Promise<string> {
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
    request: Object.assign({ ...faulty }, ...steps.slice(0, index + 1).map(([, mended]) => mended)) as Faulty,
  }))

  test.each(requests)('$check', async ({ request, expected }) => {
    expect(await answerTo(request)).toBe(expected)
  })

  test('nothing at the end', async () => {
    const last = requests.at(-1)?.request ?? faulty
    expect(await answerTo({ ...last, body: '{"title":"New"}' })).toBe('200')
  })

  test('nothing was changed by any of them before', async () => {
    const { title } = await started.calendar.events.get(1)
    expect(title).toBe('Concert')
  })
})
