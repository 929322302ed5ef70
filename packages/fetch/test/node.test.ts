import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toNodeListener } from '../src/node.ts'
import { base, concert, startCalendar } from './support.ts'

const { handler } = startCalendar({ maxBodyBytes: 1_000 })
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer(toNodeListener(handler, { replaceGlobals: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request with its raw path. */
function send(method: string, path: string, body?: string): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, method, path, ...(body !== undefined && { headers: { 'content-type': 'application/json' } }) },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends bytes and returns everything that the server sends before it closes the connection. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    const finish = (): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.includes('\r\n\r\n')) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
  })
}

describe('a Node server with the listener', () => {
  test('creates, reads, lists and deletes', async () => {
    const created = await send('POST', `${base}/events`, JSON.stringify({ ...concert, title: 'Конце́рт 🎻' }))
    expect(created.status).toBe(201)
    expect(created.headers['location']).toBe(`http://localhost${base}/events/1`)
    const read = await send('GET', `${base}/events/1`)
    expect(read.text).toBe(created.text)
    expect(read.headers['content-length']).toBe(String(Buffer.byteLength(read.text)))
    const head = await send('HEAD', `${base}/events/1`)
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', read.headers['etag']])
    expect(JSON.parse((await send('GET', `${base}/events?search=%F0%9F%8E%BB`)).text).total).toBe(1)
    expect((await send('DELETE', `${base}/events/1`)).status).toBe(200)
    expect((await send('OPTIONS', `${base}/events/1`)).status).toBe(204)
  })

  test('sends the body of the handler unchanged', async () => {
    for (const path of ['', '/doc', '/venues', '/events/77', '/nothing', '/events?page=x']) {
      const [over, direct] = [await send('GET', base + path), await handler(new Request(`http://localhost${base}${path}`))]
      expect([over.status, over.text]).toEqual([direct.status, await direct.text()])
    }
  })

  test.each(['/./events', '/x/../events', '/%2e/events', '/x/%2E%2E/events', '/x/..%2Fevents', '//events', '/events/by-slug/..'])(
    'does not normalize the path %s',
    async (path) => {
      expect((await send('GET', base + path)).status).toBe(404)
    },
  )

  test('refuses bodies that are too large, with and without Content-Length', async () => {
    expect((await send('POST', `${base}/tags`, JSON.stringify({ name: 'x'.repeat(2_000) }))).status).toBe(413)
    const head = `POST ${base}/tags HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    const chunk = `800\r\n${'x'.repeat(2_048)}\r\n`
    expect(await sendRaw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)).toMatch(/^HTTP\/1\.1 413/)
    expect(await sendRaw(`${head}Content-Length: 999999999\r\n\r\n${'x'.repeat(2_000)}`)).toMatch(/^HTTP\/1\.1 413/)
  })

  test.each([
    ['an invalid host', `GET ${base}/events HTTP/1.1\r\nHost: a b\r\n\r\n`],
    ['no host', `GET ${base}/events HTTP/1.0\r\n\r\n`],
    ['a path without a slash', 'GET events HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a backslash', `GET ${base}\\events HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['an absolute URL', `GET http://evil.example${base}/events HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['an asterisk', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a body that ends early', `POST ${base}/tags HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"na`],
    ['TRACE', `TRACE ${base}/events HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('still responds after a request with %s', async (what, text) => {
    const answer = what === 'a body that ends early' ? await disconnectAfter(text) : await sendRaw(text)
    expect(answer).not.toContain('500 Internal')
    expect(answer).not.toContain('evil')
    expect((await send('GET', `${base}/events`)).status).toBe(200)
  })
})

test.each([
  ['a backslash', `GET ${base}\\events HTTP/1.1`],
  ['a backslash, with a method that fetch forbids', `TRACE ${base}\\events HTTP/1.1`],
  ['an asterisk', 'OPTIONS * HTTP/1.1'],
])('a request target that is not a URL gives 404: %s', async (_, line) => {
  const answer = await sendRaw(`${line}\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).toMatch(/^X-Request-Id: mine\r$/im)
  expect(answer).toContain('{"code":"not_found"')
})

test('a request with an invalid host gives 400 with a generated X-Request-Id', async () => {
  const answer = await sendRaw(`GET ${base}/events HTTP/1.1\r\nHost: a b\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^X-Request-Id: [0-9a-f-]{36}\r$/im)
})

/** Sends half a request and disconnects. */
function disconnectAfter(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.destroy()))
    socket.on('close', () => resolve(''))
  })
}

test('a handler that rejects gives a 500 without detail', async () => {
  const broken = createServer(toNodeListener(() => Promise.reject(new Error('secret')), { replaceGlobals: false }))
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const response = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/`)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ code: 'internal', message: 'Something went wrong.', data: { status: 500 } })
  broken.closeAllConnections()
  broken.close()
})
