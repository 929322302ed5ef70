import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allowAll } from '@kalends/core'
import { afterEach, describe, expect, test } from 'vitest'
import { forms } from '../src/forms.ts'
import type { Extension } from '../src/index.ts'
import { toNodeListener, toNodeMiddleware } from '../src/node.ts'
import { base, concert, startCalendar } from './support.ts'

/** A body parser of the application, which runs before the Kalends handler and sets members of the request. */
type Parser = (text: string, incoming: IncomingMessage) => void

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

interface Host {
  readonly send: (method: string, path: string, contentType: string, body?: string) => Promise<Response>
  readonly failures: readonly unknown[]
}

/** Starts a server that reads every body to its end, runs a parser, and then calls Kalends. */
async function startBehind(parse: Parser, use: readonly Extension[] = []): Promise<Host> {
  const failures: unknown[] = []
  const { handler } = startCalendar({ use, access: allowAll(), onError: (error) => failures.push(error) })
  const listen = toNodeListener(handler, { replaceGlobals: false })
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    parse(Buffer.concat(chunks).toString(), incoming)
    await listen(incoming, outgoing)
  })
  const url = await listenTo(server)
  const send: Host['send'] = (method, path, contentType, body) =>
    fetch(`${url}${base}${path}`, { method, headers: { 'content-type': contentType }, ...(body !== undefined && { body }) })
  return { send, failures }
}

async function listenTo(started: Server): Promise<string> {
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const parserOf = (name: string, read: (text: string) => unknown): Parser => {
  return (text, incoming) => Object.assign(incoming, { [name]: read(text) })
}

test('a Request whose body was read gives 500 and is reported to onError; a clone of it is accepted', async () => {
  const failures: unknown[] = []
  const { handler } = startCalendar({ onError: (error) => failures.push(error) })
  const request = new Request(`http://localhost${base}/tags`, {
    method: 'POST',
    headers: { 'content-type': json },
    body: '{"name":"Free"}',
  })
  const clone = request.clone()
  await request.json()
  expect((await handler(request)).status).toBe(500)
  expect(failures.map(String)).toEqual([expect.stringContaining('The body was read before Kalends got the request')])
  expect((await handler(clone)).status).toBe(201)
})

describe('a body that a parser has read', () => {
  test.each([
    ['parsed', parserOf('body', (text) => (text === '' ? undefined : JSON.parse(text)))],
    ['as text', parserOf('body', (text) => text)],
    ['as bytes', parserOf('body', (text) => Buffer.from(text))],
    ['as a Buffer in rawBody', parserOf('rawBody', (text) => Buffer.from(text))],
    ['as a Uint8Array in rawBody', parserOf('rawBody', (text) => new TextEncoder().encode(text))],
  ])('is taken from the request: %s', async (_, parse) => {
    const { send, failures } = await startBehind(parse)
    const created = await send('POST', '/events', json, JSON.stringify({ ...concert, title: 'Конце́рт 🎻' }))
    expect([created.status, (await created.json()).title]).toEqual([201, 'Конце́рт 🎻'])
    expect((await send('PATCH', '/events/1', json, '{"cost":"Free"}')).status).toBe(200)
    expect((await send('DELETE', '/events/1', json)).status).toBe(200)
    expect(failures).toEqual([])
  })

  test('is taken from a parsed form, with forms()', async () => {
    const parsed = { ...concert, categories: ['Music', 'Choir & more'], organizer: [{ organizer: 'Choir', phone: null }] }
    const { send } = await startBehind(
      parserOf('body', () => parsed),
      [forms()],
    )
    for (const type of [form, 'multipart/form-data; boundary=x']) {
      const created = await (await send('POST', '/events', type, 'gone')).json()
      expect(created.categories.map(({ name }: { name: string }) => name)).toEqual(['Choir & more', 'Music'])
      expect(created.organizer).toMatchObject([{ organizer: 'Choir', phone: '' }])
    }
  })

  test('of an unsupported content type gives 415, like an unread body', async () => {
    const { send, failures } = await startBehind(parserOf('body', () => ({ name: 'Free' })))
    for (const type of [form, 'multipart/form-data; boundary=x', 'text/plain']) {
      expect((await send('POST', '/tags', type, 'name=Free')).status).toBe(415)
    }
    expect(failures).toEqual([])
  })

  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  test.each(['null', '5', 'false', '"text"', '[]', deep(21), deep(20_000)])(
    'and is not an object, or too deep, gives 400: %.30s',
    async (text) => {
      const { send, failures } = await startBehind(parserOf('body', JSON.parse))
      const answer = await send('POST', '/tags', json, text)
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_json'])
      expect(failures).toEqual([])
    },
  )

  test('is limited to maxBodyBytes after it is encoded as a form', async () => {
    const bomb = { ['K'.repeat(30_000)]: Array(15_000).fill(1) }
    for (const [use, expected] of [
      [[], 415],
      [[forms()], 413],
    ] as const) {
      const { send } = await startBehind(
        parserOf('body', () => bomb),
        use,
      )
      expect((await send('POST', '/tags', form, 'gone')).status).toBe(expected)
      server?.close()
    }
  })

  test('is not accessed for routes of the application', async () => {
    const { handler } = startCalendar()
    const listen = toNodeMiddleware(handler, { replaceGlobals: false })
    const hostile = {
      get trap() {
        throw new Error('It was looked at.')
      },
    }
    server = createServer(async (incoming, outgoing) => {
      incoming.resume()
      await once(incoming, 'end')
      await listen(Object.assign(incoming, { body: hostile }), outgoing, () => outgoing.end('next'))
    })
    const url = await listenTo(server)
    for (const type of [json, form]) {
      const answer = await fetch(`${url}/upload`, { method: 'POST', headers: { 'content-type': type }, body: 'x' })
      expect([answer.status, await answer.text()]).toEqual([200, 'next'])
    }
  })

  test.each([
    ['nowhere', () => undefined],
    ['as a value that is not JSON', parserOf('body', () => ({ name: 1n }))],
  ])('and left %s gives 500 and is reported to onError', async (_, parse) => {
    const { send, failures } = await startBehind(parse)
    const answer = await send('POST', '/tags', json, '{"name":"Free"}')
    expect([answer.status, (await answer.json()).code]).toEqual([500, 'internal'])
    expect(failures.map(String)).toEqual([
      expect.stringMatching(/^Error: The body of POST http:.*\/tags was read before Kalends got the request/),
    ])
    expect((await send('DELETE', '/tags/1', json)).status).toBe(404)
    expect((await send('POST', '/tags', 'text/plain', 'Free')).status).toBe(415)
    expect((await send('GET', '/tags', json)).status).toBe(200)
    expect(failures).toHaveLength(1)
  })
})
