import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openConnection } from '@kalends/suites/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toNodeListener } from '../src/node.ts'
import { base, startCalendar } from './support.ts'

describe('a URL that is neither http nor https, or has a user, gives 404', () => {
  test.each([
    `file://${base}/events`,
    `file://localhost${base}/events`,
    `ftp://localhost${base}/events`,
    `ws://localhost${base}/events`,
    `blob:http://localhost${base}/events`,
    `data:text/plain,${base}/events`,
    `about:blank`,
    `urn:${base}/events`,
    `x://y${base}/events`,
    `http://user:password@localhost${base}/events`,
    `http://user@localhost${base}/events`,
  ])('%s', async (url) => {
    const reported: unknown[] = []
    const { handler } = startCalendar({ onError: (error) => reported.push(error) })
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const request = Object.defineProperty(new Request('http://localhost/', { method }), 'url', { value: url })
      const response = await handler(request)
      expect([method, response.status, (await response.json()).code]).toEqual([method, 404, 'not_found'])
      expect(await handler.tryHandle(request)).toBeUndefined()
    }
    expect(reported).toEqual([])
  })

  test('also in a Request that the platform constructs', async () => {
    const { handler } = startCalendar()
    expect((await handler(new Request(`file://${base}/events`))).status).toBe(404)
    expect((await handler(new Request(URL.createObjectURL(new Blob(['x']))))).status).toBe(404)
    expect((await handler(new Request(`HTTPS://localhost${base}/events`))).status).toBe(200)
  })
})

// Node's HTTP parser and the adapter of `toNodeListener` refuse some targets with 400.
describe('over a socket, the request line', () => {
  test.each([
    [`GET * HTTP/1.1`, 404],
    [`OPTIONS * HTTP/1.1`, 404],
    [`GET http://other.example${base}/events HTTP/1.1`, 200],
    [`GET HTTP://other.example${base}/events HTTP/1.1`, 400],
    [`GET https://other.example${base}/events HTTP/1.1`, 200],
    [`GET http://user:password@localhost${base}/events HTTP/1.1`, 404],
    [`POST http://user:password@localhost${base}/events HTTP/1.1`, 404],
    [`POST http://user@localhost${base}/tags HTTP/1.1`, 404],
    [`PATCH https://user@localhost${base}/events/1 HTTP/1.1`, 404],
    [`GET ${base}/events/by-slug/a@b?search=@ HTTP/1.1`, 404],
    [`GET http://localhost${base}/events?search=a@b HTTP/1.1`, 200],
    [`GET ftp://other.example${base}/events HTTP/1.1`, 404],
    [`GET file://${base}/events HTTP/1.1`, 404],
    [`GET http:${base}/events HTTP/1.1`, 400],
    [`GET http:/${base}/events HTTP/1.1`, 404],
    [`GET //evil.example${base}/events HTTP/1.1`, 404],
    [`GET //evil.example HTTP/1.1`, 404],
    [`GET /${base}/events HTTP/1.1`, 404],
    [`GET other.example:443 HTTP/1.1`, 400],
    [`POST other.example:443 HTTP/1.1`, 400],
    [`GET javascript:alert(1) HTTP/1.1`, 400],
    [`GET ?x=1 HTTP/1.1`, 400],
    [`GET ${base}/events#part HTTP/1.1`, 200],
  ])('%s gives %d', async (line, status) => {
    const reported: unknown[] = []
    const { handler } = startCalendar({ onError: (error) => reported.push(error) })
    const server = createServer(toNodeListener(handler, { replaceGlobals: false }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const connection = await openConnection((server.address() as AddressInfo).port)
    onTestFinished(() => {
      connection.close()
      server.close()
    })
    const body = line.startsWith('P') ? 'Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"a"}' : '\r\n'
    await connection.write(`${line}\r\nHost: localhost\r\n${body}`)
    const answer = await connection.answer()
    expect([answer.status, answer.body.includes('evil')]).toEqual([status, false])
    expect(reported).toEqual([])
  })
})
