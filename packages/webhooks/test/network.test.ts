import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Resolve } from '../src/node/guarded-lookup.ts'
import { createGuardedFetch } from '../src/node.ts'
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
    else response.writeHead(204).end()
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  return { server, port: (server.address() as AddressInfo).port, paths, connections: () => connections }
}

let reached: Inside
// The fetch of the runtime connects again after a body that was cut off, so the guarded one is tested on a server that no other test uses.
let guarded: Inside

beforeAll(async () => {
  reached = await listen()
  guarded = await listen()
})

afterAll(() => {
  for (const { server } of [reached, guarded]) {
    server.closeAllConnections()
    server.close()
  }
})

/** Delivers one message to an address. */
async function deliverTo(url: string, fetcher: Parameters<typeof open>[0]) {
  const { calendar, hooks } = open({ allowInsecure: true, ...fetcher })
  const { id } = await hooks.endpoints.create({ url, actor: null })
  await calendar.events.create(eventInput('A'))
  const { sent, failed } = await hooks.deliver()
  return { sent, failed, lastError: (await hooks.endpoints.get(id))?.lastError }
}

describe('with the fetch of the runtime', () => {
  test('a message arrives', async () => {
    expect(await deliverTo(`http://127.0.0.1:${reached.port}/hooks`, { fetch })).toMatchObject({ sent: 1, failed: 0 })
    expect(reached.paths).toContain('/hooks')
  })

  test('a redirect is a failure, and is not followed', async () => {
    const seen = await deliverTo(`http://127.0.0.1:${reached.port}/redirect`, { fetch })
    expect(seen).toMatchObject({ sent: 0, failed: 1, lastError: 'status 307' })
    expect(reached.paths).toContain('/redirect')
    expect(reached.paths).not.toContain('/inside')
  })

  test('a body without an end is cut off', async () => {
    expect(await deliverTo(`http://127.0.0.1:${reached.port}/endless`, { fetch })).toMatchObject({ sent: 1, failed: 0 })
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
    const seen = await deliverTo(`http://rebinding.example:${guarded.port}/`, {
      fetch: createGuardedFetch({ lookup, connectTimeoutMs: 200 }),
    })
    expect(seen).toMatchObject({ sent: 0, failed: 1 })
    expect(guarded.connections()).toBe(0)
    expect(asked).toBeGreaterThan(0)
  })

  test.each(['127.0.0.1', '[::1]', 'localhost', '0x7f.1'])('%s gets no connection', async (host) => {
    const seen = await deliverTo(`http://${host}:${guarded.port}/`, { fetch: createGuardedFetch() })
    expect(seen).toMatchObject({ sent: 0, failed: 1 })
    expect(guarded.connections()).toBe(0)
  })
})
