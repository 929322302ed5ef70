import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedFetch, type Resolve } from '../../webhooks/src/node.ts'
import type { DocumentReader, SourceFetch, SourcesOptions } from '../src/index.ts'
import { type FeedServer, failedWith, feed, openSources, runOne, startFeedServer } from './feed-server.ts'
import { event, openMemory } from './setting.ts'

let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
})
afterAll(() => server.close())
afterEach(() => {
  server.requests.length = 0
})

describe('a server that fails', () => {
  test.each<readonly [code: string, FeedServer['respond'], Partial<SourcesOptions>]>([
    ['status_500', (_, response) => response.writeHead(500).end(feed('Choir')), {}],
    ['status_404', (_, response) => response.writeHead(404).end(), {}],
    ['status_304', (_, response) => response.writeHead(304).end(), {}],
    ['cut_off', (_, response) => response.writeHead(200, { 'content-length': 99 }).write(feed('Choir'), () => response.destroy()), {}],
    ['cut_off', (_, response) => response.write(feed('Choir'), () => response.destroy()), {}],
    ['unreachable', (request) => request.socket.destroy(), {}],
    ['timed_out', () => undefined, { timeoutMs: 100 }],
    ['timed_out', (_, response) => response.write('"Choir"\n'), { timeoutMs: 100 }],
    ['too_large', (_, response) => response.end(feed('Choir')), { maxBytes: 10 }],
    ['too_large', (_, response) => response.write(feed('Choir')), { maxBytes: 10 }],
    ['too_many_redirects', (_, response) => response.writeHead(302, { location: '/again' }).end(), {}],
    ['address_refused', (_, response) => response.writeHead(302).end(), {}],
    ['address_refused', (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(), {}],
  ])('is reported as %s, and nothing is imported', async (code, respond, options) => {
    server.respond = respond
    const { calendar, clock, run, after, sources } = await runOne(server, options)
    expect(run).toEqual(failedWith(code))
    expect(after).toMatchObject({ error: { code }, failures: 1, report: null, lastSuccessMs: 0, nextAtMs: clock.nowMs() + 300_000 })
    expect(JSON.stringify([run, after?.error])).not.toContain('secret-token')
    expect(await calendar.events.count()).toBe(0)
    server.respond = (_, response) => response.end(feed('Choir'))
    clock.advance(300_000)
    expect(await openSources(openMemory()).due()).toEqual([])
    if (options.maxBytes === undefined) expect(await sources.run('club')).toMatchObject({ outcome: 'imported', report: { created: 1 } })
  })

  test('keeps the last good state, waits longer each time, and as long as the server says', async () => {
    server.respond = (_, response) => response.writeHead(200, { etag: '"1"' }).end(feed('Choir'))
    const { clock, sources } = await runOne(server)
    const good = await sources.get('club')
    clock.advance(86_400_000)
    const waits: number[] = []
    server.respond = (_, response) => response.writeHead(503, { 'retry-after': waits.length === 2 ? '7200' : '1' }).end()
    for (let at = 0; at < 12; at++) {
      await sources.run('club')
      const wait = ((await sources.get('club'))?.nextAtMs ?? 0) - clock.nowMs()
      waits.push(wait / 60_000)
      clock.advance(wait)
    }
    expect(waits).toEqual([5, 10, 120, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440, 1_440])
    const { lastSuccessMs, report } = good ?? {}
    expect(await sources.get('club')).toMatchObject({ lastSuccessMs, report, failures: 12, error: { code: 'status_503' } })
    server.respond = ({ headers }, response) => response.writeHead(headers['if-none-match'] === '"1"' ? 304 : 200).end()
    expect(await sources.run('club')).toEqual({ outcome: 'unchanged' })
    expect(await sources.get('club')).toMatchObject({ failures: 0, error: null, report })
  })

  test('a source that was not read as a whole is read again, and its reader does not report the address', async () => {
    server.respond = (_, response) => response.writeHead(200, { etag: '"1"' }).end('"Choir"\n<html>')
    const strict: DocumentReader = async function* (body, source) {
      yield event('a')
      throw new Error(`${source.address} has ${await body.text()}`)
    }
    const { clock, sources, run, after } = await runOne(server, { readers: { lines: strict } })
    expect(run).toMatchObject({ outcome: 'imported', report: { created: 1, incomplete: { code: 'source_failed' } } })
    expect(JSON.stringify([run, after?.report])).not.toContain('secret-token')
    clock.advance(86_400_000)
    await sources.run('club')
    expect(server.requests).toEqual(['/secret-token', '/secret-token'])
  })
})

describe('redirects', () => {
  test('are followed', async () => {
    server.respond = ({ url }, response) => {
      if (url === '/moved#x' || url === '/moved') response.end(feed('Choir'))
      else response.writeHead(307, { location: 'moved#x' }).end()
    }
    expect((await runOne(server)).run).toMatchObject({ outcome: 'imported', report: { created: 1 } })
    expect(server.requests).toEqual(['/secret-token', '/moved'])
  })

  test.each([
    'http://example.org/a',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://a:b@example.org/',
  ])('to %s are not followed', async (location) => {
    const asked: string[] = []
    const redirecting: SourceFetch = async (url) => {
      asked.push(url)
      return new Response(null, { status: 302, headers: { location } })
    }
    const sources = openSources(openMemory(), { fetch: redirecting, allowInsecure: false })
    await sources.create({ name: 'club', kind: 'lines', address: 'webcal://club.example.org/a.ics' })
    expect(await sources.run('club')).toEqual(failedWith('address_refused'))
    expect(asked).toEqual(['https://club.example.org/a.ics'])
  })
})

test('the guarded fetch of webhooks refuses addresses of the own network', async () => {
  server.respond = (_, response) => response.end(feed('Choir'))
  const { run } = await runOne(server, { fetch: createGuardedFetch() })
  expect(run).toEqual(failedWith('address_refused'))
  const lookup: Resolve = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
  const sources = openSources(openMemory(), { fetch: createGuardedFetch({ lookup }) })
  await sources.create({ name: 'club', kind: 'lines', address: server.origin.replace('127.0.0.1', 'rebinding.example') })
  expect(await sources.run('club')).toEqual(failedWith('address_refused'))
  expect(server.requests).toEqual([])
})

test('an error of fetch gives its code alone', async () => {
  const failing =
    (error: Error): SourceFetch =>
    () =>
      Promise.reject(error)
  const cause = Object.assign(new Error('connect https://x/secret-token'), { code: 'ECONNREFUSED' })
  const { run } = await runOne(server, { fetch: failing(new TypeError('secret-token', { cause })) })
  expect(run).toEqual({ outcome: 'failed', error: { code: 'unreachable', message: 'The server cannot be reached (ECONNREFUSED).' } })
  const refused = Object.assign(new Error('secret-token'), { code: 'ERR_ADDRESS_NOT_PUBLIC' })
  expect((await runOne(server, { fetch: failing(refused) })).run).toEqual(failedWith('address_refused'))
  const throwing: SourceFetch = () => {
    throw new Error('secret-token')
  }
  expect((await runOne(server, { fetch: throwing })).run).toEqual(failedWith('unreachable'))
})
