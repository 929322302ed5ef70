import { createServer } from 'node:http'
import { createCalendar } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { type MountAnswer, type MountOptions, type MountRequest, type MountSetting, registerMount } from '../mounts/index.ts'
import { mountServer } from '../node/index.ts'

const createMounted = ({ calendar, handler, cors: origins }: MountSetting): Handler =>
  createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] })

/** Sends requests directly to the handler; the change of requests or responses imitates a faulty mount. */
const sendTo =
  (handler: Handler, change: Change) =>
  async (request: MountRequest): Promise<MountAnswer> => {
    const { method, target, headers, body } = { ...request, ...change.request?.(request) }
    const sent = new Request(`http://localhost${target}`, { method, headers, ...(body !== undefined && { body }) })
    const response = await handler(change.parses === true ? sent : Object.defineProperty(sent, 'url', { value: target }))
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
    return { ...answer, ...change.answer?.(answer) }
  }

/** A change of requests or responses on their way. */
interface Change {
  /** Whether dot segments in the URL are resolved. */
  readonly parses?: boolean
  readonly request?: (request: MountRequest) => Partial<MountRequest>
  readonly answer?: (answer: MountAnswer) => Partial<MountAnswer>
}

/** Runs the table of requests on a mount with a change; returns the keys of the failing requests. */
async function failuresOf(change: Change, options: Partial<MountOptions<Handler>> = {}): Promise<readonly string[]> {
  const tests: [string, () => Promise<void>][] = []
  registerMount({
    name: 'a mount',
    createHandler: createMounted,
    mount: async (handler) => ({ send: sendTo(handler, change), close: () => undefined }),
    outside: 'kalends',
    describe: (_, body) => body(),
    test: (title, body) => tests.push([title, body]),
    ...options,
  })
  const failures: string[] = []
  for (const [title, body] of tests) await body().catch(() => failures.push(title.split(' ', 1)[0] ?? ''))
  return failures
}

registerMount({
  name: 'a Node server with toNodeListener alone',
  createHandler: createMounted,
  mount: (handler) => mountServer(createServer(toNodeListener(handler))),
  outside: 'kalends',
  describe,
  test,
})

describe('the table of requests fails', () => {
  test.each<[string, Change, readonly string[]]>([
    ['for no request of a correct mount', {}, []],
    ['for a lost header', { answer: ({ headers: { etag: _, ...headers } }) => ({ headers }) }, ['read/event', 'conditions/known']],
    ['for a missing byte of the body', { answer: ({ body }) => ({ body: body.subarray(1) }) }, ['read/event', 'lists/events']],
    ['for resolved paths', { parses: true }, ['paths/dot-segment', 'paths/dot-segments', 'paths/encoded-dot-segments', 'paths/backslash']],
    ['for decoded paths', { request: ({ target }) => ({ target: target.replace('%2F', '/') }) }, ['paths/encoded-slash']],
    ['for merged slashes', { request: ({ target }) => ({ target: target.replace(/(?<!:)\/\//g, '/') }) }, ['paths/double-slash']],
    [
      'for decoded plus signs in queries',
      { request: ({ target }) => ({ target: target.replaceAll('%2B', '+') }) },
      ['queries/percent-encoded'],
    ],
    ['for a body that was read before', { request: () => ({ body: new Uint8Array() }) }, ['create/event', 'change/patch']],
    [
      'for links built from the Host header',
      { answer: ({ headers }) => ({ headers: { ...headers, link: 'http://evil.example' } }) },
      ['lists/page'],
    ],
  ])('%s', async (_, change, keys) => {
    const failures = await failuresOf(change)
    expect(failures).toEqual(keys.length === 0 ? [] : expect.arrayContaining([...keys]))
  })

  test('if Kalends responds where the host application should', async () => {
    expect(await failuresOf({}, { outside: 'host' })).toContain('outside/top')
  })

  test('for a listed difference that no longer exists', async () => {
    const differences = { 'paths/backslash': { status: 400, because: 'the server refuses it' } }
    expect(await failuresOf({}, { differences })).toEqual(['paths/backslash'])
    const refuse: Change = { answer: ({ status }) => ({ status: status === 404 ? 400 : status }) }
    expect(await failuresOf(refuse, { differences })).not.toContain('paths/backslash')
  })

  test('for a listed difference with an unknown key', async () => {
    const differences = { 'paths/nowhere': { status: 400, because: 'nobody knows' } }
    await expect(failuresOf({}, { differences })).rejects.toThrow('differences has keys of no request: paths/nowhere')
  })
})
