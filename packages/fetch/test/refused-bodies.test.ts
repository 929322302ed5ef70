import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowAll, publicReadOnly, roles } from '@kalends/core'
import { openConnection, type RawConnection } from '@kalends/suites/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hosts } from '../src/hosts.ts'
import type { HandlerOptions } from '../src/index.ts'
import { continueOnRead, toNodeListener, toNodeMiddleware } from '../src/node.ts'
import { base, startCalendar } from './support.ts'

const json = 'Content-Type: application/json'

interface Refusal {
  readonly status: number
  readonly options: Partial<HandlerOptions>
  readonly line: string
  readonly header?: string
  readonly host?: string
}

/** Requests that are refused before the body is read. */
const refusals: readonly Refusal[] = [
  { status: 401, options: { access: publicReadOnly() }, line: `POST ${base}/tags` },
  { status: 403, options: { access: roles({}), authenticate: () => ({ id: '7', roles: [] }) }, line: `POST ${base}/tags` },
  { status: 403, options: { access: roles({}), authenticate: async () => ({ id: '7', roles: [] }) }, line: `POST ${base}/tags` },
  { status: 404, options: {}, line: `POST ${base}/nothing` },
  { status: 404, options: {}, line: `POST ${base}\\tags` },
  { status: 405, options: {}, line: `PUT ${base}/tags` },
  { status: 421, options: { use: [hosts([])] }, line: `POST ${base}/tags`, host: 'evil.example' },
  { status: 413, options: { maxBodyBytes: 10 }, line: `POST ${base}/tags` },
  { status: 415, options: {}, line: `POST ${base}/tags`, header: 'Content-Type: text/plain' },
]
const table = refusals.map((refusal, index) => ({ ...refusal, name: `${refusal.status} (${index + 1})` }))

async function start(server: Server): Promise<{ port: number; connection: RawConnection }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const connection = await openConnection(port)
  onTestFinished(() => connection.close())
  return { port, connection }
}

const serve = (options: Partial<HandlerOptions>): ReturnType<typeof start> =>
  start(createServer(toNodeListener(startCalendar({ access: allowAll(), ...options }).handler, { replaceGlobals: false })))

const headOf = ({ line, header = json, host = 'localhost' }: Refusal, ...more: readonly string[]): string =>
  [`${line} HTTP/1.1`, `Host: ${host}`, header, ...more, '', ''].join('\r\n')

const next = `GET ${base}/tags HTTP/1.1\r\nHost: localhost\r\n\r\n`
const chunk = (length: number): string => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`

/** Expects that the connection stays open and serves the next request. */
async function expectKept(connection: RawConnection, status: number): Promise<void> {
  const refused = await connection.answer()
  expect([refused.status, refused.headers['connection']]).toEqual([status, 'keep-alive'])
  expect((await connection.answer()).status).toBe(200)
}

describe.each(table)('a refusal with $name', (refusal) => {
  test('keeps the connection open for the next request, also if it arrives together with the body', async () => {
    const { connection } = await serve(refusal.options)
    for (let turn = 0; turn < 3; turn += 1) {
      await connection.write(`${headOf(refusal, 'Content-Length: 20')}${'x'.repeat(20)}${next}`)
      await expectKept(connection, refusal.status)
    }
  })

  test('keeps the connection open if a chunked body arrives with the first packet', async () => {
    const { connection } = await serve(refusal.options)
    await connection.write(`${headOf(refusal, 'Transfer-Encoding: chunked')}${chunk(400_000)}0\r\n\r\n${next}`)
    const { status, headers } = await connection.answer()
    expect(status).toBe(refusal.status)
    // If the body does not arrive with the first packet, the server closes the connection.
    if (headers['connection'] === 'close') expect(await connection.end()).toBe('end')
    else expect((await connection.answer()).status).toBe(200)
  })

  test.each([
    ['in chunks', ['Transfer-Encoding: chunked'], chunk(100_000)],
    ['with a Content-Length above the limit', ['Content-Length: 999999999'], 'x'.repeat(100_000)],
  ])('closes the connection without a reset after a body %s', async (_, headers, part) => {
    const { connection } = await serve(refusal.options)
    await connection.write(headOf(refusal, ...headers) + part)
    const answer = await connection.answer()
    expect([answer.status, answer.headers['connection']]).toEqual([refusal.status, 'close'])
    expect(await connection.end()).toBe('end')
    // A client that keeps sending for a while gets no reset.
    for (let turn = 0; turn < 5; turn += 1) await connection.write(part)
  })

  test.each([
    ['length', 'keep-alive'],
    ['length', 'close'],
    ['chunks', 'keep-alive'],
  ])('reaches a client that sends the whole body before it reads: %s, Connection: %s', async (how, wish) => {
    const { connection } = await serve(refusal.options)
    const size = 6_000_000
    const header = how === 'length' ? `Content-Length: ${size}` : 'Transfer-Encoding: chunked'
    connection.pause()
    await connection.write(headOf(refusal, header, `Connection: ${wish}`))
    for (let sent = 0; sent < size; sent += 200_000) await connection.write(how === 'length' ? 'x'.repeat(200_000) : chunk(200_000))
    if (how === 'chunks') await connection.write('0\r\n\r\n')
    expect((await connection.answer()).status).toBe(refusal.status)
    expect(await connection.end()).toBe('end')
  })

  test('reaches a client that half-closes the connection in the middle of its body', async () => {
    const { port, connection } = await serve(refusal.options)
    await connection.write(`${headOf(refusal, 'Content-Length: 5000000')}xx`)
    connection.endWriting()
    expect((await connection.answer()).status).toBe(refusal.status)
    const other = await openConnection(port)
    await other.write(next)
    expect((await other.answer()).status).toBe(200)
    other.close()
  })
})

test('each refusal waits longer than a second for a slow body with a Content-Length', async () => {
  const waitFor = async (refusal: Refusal): Promise<void> => {
    const { connection } = await serve(refusal.options)
    await connection.write(headOf(refusal, 'Content-Length: 300000'))
    for (let part = 0; part < 3; part += 1) {
      await connection.write('x'.repeat(100_000))
      await sleep(350)
    }
    await connection.write(next)
    await expectKept(connection, refusal.status)
  }
  await Promise.all(refusals.map(waitFor))
})

test('a refused body without an end is cut off after a number of bytes', async () => {
  const { port, connection } = await serve({ access: publicReadOnly() })
  await connection.write(headOf({ status: 401, options: {}, line: `POST ${base}/tags` }, 'Transfer-Encoding: chunked'))
  const part = chunk(1_000_000)
  let sent = 0
  const sending = (async () => {
    for (; ; sent += 1) await connection.write(part)
  })()
  await expect(sending).rejects.toThrow()
  expect(sent).toBeGreaterThan(60)
  expect(sent).toBeLessThan(600)
  const other = await openConnection(port)
  await other.write(next)
  expect((await other.answer()).status).toBe(200)
  other.close()
})

test('a request that follows a body which closes the connection is not executed', async () => {
  const { handler, request } = startCalendar({ maxBodyBytes: 100 })
  const { connection } = await start(createServer(toNodeListener(handler, { replaceGlobals: false })))
  await connection.write(headOf({ status: 413, options: {}, line: `POST ${base}/tags` }, 'Transfer-Encoding: chunked') + chunk(1_000))
  expect((await connection.answer()).headers['connection']).toBe('close')
  const body = '{"name":"Smuggled"}'
  await connection.write(
    `${chunk(1_000)}0\r\n\r\nPOST ${base}/tags HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  expect(await connection.end()).toBe('end')
  expect((await request('GET', '/tags?hide_empty=false')).body.total).toBe(0)
})

describe('Expect: 100-continue', () => {
  const expectation = 'Expect: 100-continue'

  test.each(table)('gets no 100 before a refusal with $name', async (refusal) => {
    const { handler } = startCalendar({ access: allowAll(), ...refusal.options })
    const { connection } = await start(continueOnRead(createServer(toNodeListener(handler, { replaceGlobals: false }))))
    await connection.write(headOf(refusal, expectation, 'Content-Length: 5000'))
    const answer = await connection.answer()
    // The client may send its body or another request: the server cannot distinguish the two.
    expect([answer.status, answer.headers['connection']]).toEqual([refusal.status, 'close'])
    expect(await connection.end()).toBe('end')
  })

  test('gets 100 when the body is read, also if the client has sent it already', async () => {
    const { handler } = startCalendar()
    const { connection } = await start(continueOnRead(createServer(toNodeListener(handler, { replaceGlobals: false }))))
    const head = headOf({ status: 201, options: {}, line: `POST ${base}/tags` }, expectation, 'Content-Length: 16')
    await connection.write(head)
    expect((await connection.answer()).status).toBe(100)
    await connection.write('{"name":"Asked"}')
    expect((await connection.answer()).status).toBe(201)
    await connection.write(`${head}{"name":"Eager"}`)
    const first = await connection.answer()
    expect((first.status === 100 ? await connection.answer() : first).status).toBe(201)
    await connection.write(next)
    expect((await connection.answer()).status).toBe(200)
  })

  test('gets 100 for routes of the application when they read the body', async () => {
    const middleware = toNodeMiddleware(startCalendar().handler, { replaceGlobals: false })
    const server = createServer((incoming, outgoing) =>
      middleware(incoming, outgoing, async () => outgoing.end(String(Buffer.concat(await incoming.toArray())))),
    )
    const { connection } = await start(continueOnRead(server))
    await connection.write(headOf({ status: 200, options: {}, line: 'POST /own' }, expectation, 'Content-Length: 5'))
    expect((await connection.answer()).status).toBe(100)
    await connection.write('Hallo')
    expect((await connection.answer()).body).toBe('Hallo')
  })
})
