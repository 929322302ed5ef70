import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Handler } from '../src/index.ts'
import { toNodeMiddleware } from '../src/node.ts'
import { base, startCalendar } from './support.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

describe('the middleware for Node', () => {
  async function startHost(tryHandle?: Handler['tryHandle']): Promise<string> {
    const { handler } = startCalendar({ basePath: '/api' })
    const middleware = toNodeMiddleware(tryHandle === undefined ? handler : { tryHandle }, { replaceGlobals: false })
    server = createServer((incoming, outgoing) =>
      middleware(incoming, outgoing, async () => {
        let length = 0
        for await (const chunk of incoming) length += chunk.length
        outgoing.writeHead(418).end(`${incoming.url} with ${length} bytes`)
      }),
    )
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('responds to the routes of the calendar', async () => {
    const url = await startHost()
    const created = await fetch(`${url}/api${base}/tags`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Free"}',
    })
    expect(created.status).toBe(201)
    expect((await fetch(`${url}/api${base}/tags/1`)).status).toBe(200)
    expect((await fetch(`${url}/api${base}/tags/2`)).status).toBe(404)
  })

  test.each(['/', '/api', '/api2/calendar/events/v1/tags', '/calendar/events/v1/tags', '/api//calendar/events/v1', '/%FF', '/a\\b'])(
    'calls next for %s, with the body unread',
    async (path) => {
      const url = new URL(await startHost())
      const text = await sendTo(url, `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc`)
      expect(text).toMatch(/^HTTP\/1\.1 418 /)
      expect(text).toContain(`${path} with 3 bytes`)
    },
  )

  test('gives 400 for an invalid Host header', async () => {
    const url = new URL(await startHost())
    expect(await sendTo(url, `GET /api${base} HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('gives 500 without detail if the handler rejects', async () => {
    const answer = await fetch(await startHost(() => Promise.reject(new Error('secret'))))
    expect([answer.status, (await answer.json()).code]).toEqual([500, 'internal'])
  })
})

/** Sends bytes and returns everything that the server sends. */
function sendTo({ hostname, port }: URL, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
