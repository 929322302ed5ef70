import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WebhookFetch } from '../src/index.ts'
import { createDispatcherFetch } from '../src/node/dispatcher-fetch.ts'
import type { Resolve } from '../src/node/guarded-lookup.ts'
import { createGuardedFetch } from '../src/node.ts'
import { startRebindingNameServer } from './rebinding-name-server.ts'
import { eventInput, open } from './setting.ts'

/** A server on the loopback interface. */
interface Inside {
  readonly server: Server
  readonly port: number
  /** The paths of its requests. */
  readonly paths: string[]
  /** How many connections it has had. */
  connections(): number
}

async function listen(): Promise<Inside> {
  const paths: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    if (request.url === '/redirect') response.writeHead(307, { location: '/inside' }).end()
    else if (request.url === '/endless') response.write('x'.repeat(1_000_000))
    else if (request.url === '/broken') response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy())
    else if (request.url === '/busy') response.writeHead(503, { 'retry-after': '120' }).end('later')
    else if (request.url !== '/hanging') response.writeHead(204).end()
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  return { server, port: (server.address() as AddressInfo).port, paths, connections: () => connections }
}

let reached: Inside
// The fetch of the runtime connects again after a body that was cut off, so the guarded one is tested on a server that no other test uses.
let guarded: Inside
const agent = new Agent()

beforeAll(async () => {
  reached = await listen()
  guarded = await listen()
})

afterAll(async () => {
  await agent.destroy()
  for (const { server } of [reached, guarded]) {
    server.closeAllConnections()
    server.close()
  }
})

/** Delivers one message to an address. */
async function deliverTo(url: string, given: WebhookFetch) {
  const { calendar, hooks, clock } = open({ allowInsecure: true, fetch: given })
  const { id } = await hooks.endpoints.create({ url, actor: null })
  await calendar.events.create(eventInput('A'))
  const { sent, failed, nextAtMs } = await hooks.deliver()
  const waitMs = nextAtMs === null ? null : nextAtMs - clock.nowMs()
  return { sent, failed, waitMs, lastError: (await hooks.endpoints.get(id))?.lastError }
}

describe.each<[string, WebhookFetch, string]>([
  ['the fetch of the runtime', fetch, 'fetch failed'],
  ['the fetch of Node without the guard', createDispatcherFetch(agent), 'ECONNREFUSED'],
])('with %s', (_, given, refused) => {
  const deliver = (path: string) => deliverTo(`http://127.0.0.1:${reached.port}${path}`, given)

  test('a message arrives', async () => {
    expect(await deliver('/hooks')).toMatchObject({ sent: 1, failed: 0 })
    expect(reached.paths).toContain('/hooks')
  })

  test('a redirect is a failure, and is not followed', async () => {
    expect(await deliver('/redirect')).toMatchObject({ sent: 0, failed: 1, lastError: 'status 307' })
    expect(reached.paths).toContain('/redirect')
    expect(reached.paths).not.toContain('/inside')
  })

  test('a receiver that is busy is left alone for as long as it says', async () => {
    expect(await deliver('/busy')).toMatchObject({ sent: 0, failed: 1, waitMs: 120_000, lastError: 'status 503' })
  })

  test.each([
    ['without an end is cut off', '/endless'],
    ['that breaks off counts as its status', '/broken'],
  ])('a body %s', async (__, path) => {
    expect(await deliver(path)).toMatchObject({ sent: 1, failed: 0 })
  })

  test('a port without a server is a failure with its reason', async () => {
    const seen = await deliverTo('http://127.0.0.1:9/', given)
    expect(seen).toMatchObject({ sent: 0, failed: 1, lastError: expect.stringContaining(refused) })
  })

  test('a receiver that hangs loses its connection when the attempt is aborted', async () => {
    const controller = new AbortController()
    const arrived = once(reached.server, 'request')
    const init = { method: 'POST', headers: {}, body: '{}', redirect: 'manual', signal: controller.signal } as const
    const sending = given(`http://127.0.0.1:${reached.port}/hanging`, init)
    const [request] = await arrived
    const closed = once(request.socket, 'close')
    controller.abort(new Error('too late'))
    await expect(sending).rejects.toThrow('too late')
    await closed
  })
})

test('a document is read by GET, its body and where it has moved', async () => {
  const documents = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/a.ics' }).end()
    else response.end(`${request.method} ${request.headers['if-none-match']}`)
  })
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
  const read = async (path: string) => {
    const { signal } = new AbortController()
    const init = { method: 'GET', headers: { 'if-none-match': '"1"' }, redirect: 'manual', signal } as const
    // A server that listens on a port has an address of this type.
    const url = `http://127.0.0.1:${(documents.address() as AddressInfo).port}${path}`
    const { status, headers, body } = await createDispatcherFetch(agent)(url, init)
    const { value } = (await body?.getReader().read()) ?? {}
    return [status, headers.get('location'), value && new TextDecoder().decode(value)]
  }
  expect(await read('/moved')).toEqual([302, '/a.ics', undefined])
  expect(await read('/a.ics')).toEqual([200, null, 'GET "1"'])
  documents.close()
})

describe('with the guarded fetch', () => {
  const v4 = (address: string) => ({ address, family: 4 })
  /** A public address that no server has: its block is not assigned. */
  const unassigned = { address: '2d00::1', family: 6 }

  test.each<[string, readonly { readonly address: string; readonly family: number }[][]]>([
    ['a name that leads to the loopback interface', [[v4('127.0.0.1')]]],
    ['a name whose addresses change after the first look (DNS rebinding)', [[unassigned], [v4('127.0.0.1')]]],
    ['a name that leads to both', [[unassigned, v4('127.0.0.1')]]],
  ])('%s gets no connection', async (_, answers) => {
    let asked = 0
    const lookup: Resolve = (__, ___, callback) => callback(null, [...(answers[Math.min(asked++, answers.length - 1)] ?? [])])
    const seen = await deliverTo(`http://rebinding.example:${guarded.port}/`, createGuardedFetch({ lookup, connectTimeoutMs: 200 }))
    expect(seen).toMatchObject({ sent: 0, failed: 1 })
    expect(guarded.connections()).toBe(0)
    expect(asked).toBeGreaterThan(0)
  })

  test('a name server that changes its answers leads to no connection, in any attempt', async () => {
    const names = await startRebindingNameServer([unassigned.address, '127.0.0.1'])
    try {
      const { calendar, hooks, clock } = open({
        allowInsecure: true,
        fetch: createGuardedFetch({ lookup: names.lookup, connectTimeoutMs: 200 }),
      })
      const { id } = await hooks.endpoints.create({ url: `http://rebinding.example:${guarded.port}/`, actor: null })
      await calendar.events.create(eventInput('A'))
      const errors: (string | undefined)[] = []
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await hooks.deliver()).toMatchObject({ sent: 0, failed: 1 })
        errors.push((await hooks.endpoints.get(id))?.lastError)
        clock.advance(3_600_000)
      }
      expect(guarded.connections()).toBe(0)
      expect(names.looks()).toBe(3)
      // The first address was tried, so the guard has let it pass.
      expect(errors[0]).not.toContain('public internet')
      expect(errors.slice(1)).toEqual(Array.from({ length: 2 }, () => 'rebinding.example does not lead to the public internet'))
    } finally {
      names.close()
    }
  })

  test.each(['127.0.0.1', '[::1]', 'localhost', '0x7f.1'])('%s gets no connection', async (host) => {
    const seen = await deliverTo(`http://${host}:${guarded.port}/`, createGuardedFetch())
    expect(seen).toMatchObject({ sent: 0, failed: 1 })
    expect(guarded.connections()).toBe(0)
  })
})
