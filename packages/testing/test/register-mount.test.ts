import { createServer } from 'node:http'
import { createCalendar } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { type MountAnswer, type MountOptions, type MountRequest, type MountSetting, registerMount } from '../src/index.ts'
import { mountServer } from '../src/node.ts'

const createMounted = ({ calendar, handler }: MountSetting): Handler =>
  createHandler(createCalendar({ store: memoryStore(), ...calendar }), handler)

/** Sends requests directly to the handler; a change can break the requests or the responses. */
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

interface Change {
  readonly parses?: boolean
  readonly request?: (request: MountRequest) => Partial<MountRequest>
  readonly answer?: (answer: MountAnswer) => Partial<MountAnswer>
}

/** The keys of the failing requests. */
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
  name: 'a listener of Node that has the server for itself',
  createHandler: createMounted,
  mount: (handler) => mountServer(createServer(toNodeListener(handler))),
  outside: 'kalends',
  describe,
  test,
})

describe('a mount that is not right fails', () => {
  test.each<[string, Change, readonly string[]]>([
    ['for none that is', {}, []],
    ['for a lost header', { answer: ({ headers: { etag: _, ...headers } }) => ({ headers }) }, ['read/event', 'conditions/known']],
    ['for another byte', { answer: ({ body }) => ({ body: body.subarray(1) }) }, ['read/event', 'lists/events']],
    ['for resolved paths', { parses: true }, ['paths/dot-segment', 'paths/dot-segments', 'paths/encoded-dot-segments', 'paths/backslash']],
    ['for decoded paths', { request: ({ target }) => ({ target: target.replace('%2F', '/') }) }, ['paths/encoded-slash']],
    ['for merged slashes', { request: ({ target }) => ({ target: target.replace(/(?<!:)\/\//g, '/') }) }, ['paths/double-slash']],
    ['for queries read as forms', { request: ({ target }) => ({ target: target.replaceAll('%2B', '+') }) }, ['queries/percent-encoded']],
    ['for a body that was read before', { request: () => ({ body: new Uint8Array() }) }, ['create/event', 'change/patch']],
    ['for links from the host', { answer: ({ headers }) => ({ headers: { ...headers, link: 'http://evil.example' } }) }, ['lists/page']],
  ])('%s', async (_, change, keys) => {
    const failures = await failuresOf(change)
    expect(failures).toEqual(keys.length === 0 ? [] : expect.arrayContaining([...keys]))
  })

  test('where the host takes answers of Kalends for its own', async () => {
    expect(await failuresOf({}, { outside: 'host' })).toContain('outside/top')
  })

  test('where a difference is none any more', async () => {
    const differences = { 'paths/backslash': { status: 400, because: 'the server refuses it' } }
    expect(await failuresOf({}, { differences })).toEqual(['paths/backslash'])
    const refuse: Change = { answer: ({ status }) => ({ status: status === 404 ? 400 : status }) }
    expect(await failuresOf(refuse, { differences })).not.toContain('paths/backslash')
  })

  test('for differences that no request has', async () => {
    const differences = { 'paths/nowhere': { status: 400, because: 'nobody knows' } }
    await expect(failuresOf({}, { differences })).rejects.toThrow('differences names no such requests: paths/nowhere')
  })
})
