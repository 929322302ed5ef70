import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Resolve } from '../src/node/guarded-lookup.ts'
import { createGuardedFetch } from '../src/node.ts'
import { eventInput, open } from './setting.ts'

let connections = 0
let paths: string[] = []
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '')
    if (request.url === '/redirect') response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
    else if (request.url === '/endless') response.write('x'.repeat(1_000_000))
    else response.writeHead(204).end()
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Delivers one message to an address. */
async function deliverTo(url: string, fetcher: Parameters<typeof open>[0]) {
  connections = 0
  paths = []
  const { calendar, hooks } = open({ allowInsecure: true, ...fetcher })
  const { id } = await hooks.endpoints.create({ url, actor: null })
  await calendar.events.create(eventInput('A'))
  const { sent, failed } = await hooks.deliver()
  return { sent, failed, connections, paths, lastError: (await hooks.endpoints.get(id))?.lastError }
}

describe('with the fetch of the runtime', () => {
  test('a message arrives', async () => {
    expect(await deliverTo(`http://127.0.0.1:${port}/hooks`, { fetch })).toMatchObject({ sent: 1, failed: 0, paths: ['/hooks'] })
  })

  test('a redirect is a failure, and is not followed', async () => {
    const seen = await deliverTo(`http://127.0.0.1:${port}/redirect`, { fetch })
    expect(seen).toMatchObject({ sent: 0, failed: 1, paths: ['/redirect'], lastError: 'status 307' })
  })

  test('a body without an end is cut off', async () => {
    expect(await deliverTo(`http://127.0.0.1:${port}/endless`, { fetch })).toMatchObject({ sent: 1, failed: 0 })
  })

  test('a port without a server is a failure with its reason', async () => {
    const seen = await deliverTo('http://127.0.0.1:9/', { fetch })
    expect(seen).toMatchObject({ sent: 0, failed: 1, lastError: expect.stringContaining('fetch failed') })
  })
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
    const guarded = createGuardedFetch({ lookup, connectTimeoutMs: 200 })
    const seen = await deliverTo(`http://rebinding.example:${port}/`, { fetch: guarded })
    expect(seen).toMatchObject({ sent: 0, failed: 1, connections: 0 })
    expect(asked).toBeGreaterThan(0)
  })

  test.each(['127.0.0.1', '[::1]', 'localhost', '0x7f.1'])('%s gets no connection', async (host) => {
    expect(await deliverTo(`http://${host}:${port}/`, { fetch: createGuardedFetch() })).toMatchObject({
      sent: 0,
      failed: 1,
      connections: 0,
    })
  })
})
