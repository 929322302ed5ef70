import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentReader, ImportItem, Source, StoredSource } from '../src/index.ts'
import { type FeedServer, failedWith, feed, lines, openSources, runOne, startFeedServer } from './feed-server.ts'
import { event, openers, openMemory, type Setting } from './setting.ts'

let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
})
afterAll(() => server.close())
afterEach(() => {
  server.requests.length = 0
})

/** A source that has never run. */
const stored: StoredSource = {
  ...{ name: 'Club “ä”', kind: 'lines', address: 'https://example.org/?ä=1', intervalMs: 86_400_000, nextAtMs: 9, leaseUntilMs: 0 },
  ...{ options: { onMissing: 'trash' }, readerOptions: { zone: 'Europe/Berlin' }, ranWith: 'a.b', etag: '"1"', lastModified: 'Sat' },
  ...{ lastRunMs: 1_937_995_200_123, lastSuccessMs: 0, failures: 2, error: { code: 'cut_off', message: 'ä' }, report: null },
}

describe.each(openers)('sources in %s', (_, openSetting) => {
  let setting: Setting
  beforeAll(async () => {
    setting = await openSetting()
  })
  afterAll(() => setting.close())

  test('are stored, changed under a lease, and removed', async () => {
    const { store } = setting
    const { name } = stored
    expect([await store.insert(stored), await store.insert({ ...stored, kind: 'b' })]).toEqual([true, false])
    await store.insert({ ...stored, name: name.toUpperCase() })
    expect(await store.get(name)).toEqual(stored)
    expect(await store.list()).toHaveLength(2)
    const note = { index: 0, kind: 'event', key: 'k', code: 'c', message: 'ä “x” '.repeat(2_000) } as const
    const report = {
      ...{ created: 1, updated: 0, unchanged: 2, trashed: 3 },
      skipped: [note],
      warnings: [],
      doubtful: [],
      incomplete: null,
    }
    expect(await store.update(name, { report, error: null }, 5)).toBe(false)
    expect(await store.update(name, { report, error: null }, 0)).toBe(true)
    expect(await store.update(name, { kind: 'b', options: {} })).toBe(true)
    expect(await store.get(name)).toEqual({ ...stored, report, error: null, kind: 'b', options: {} })
    const claims = Array.from({ length: 20 }, (__, at) => store.update(name, { leaseUntilMs: 100 + at }, 0))
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
    expect([await store.delete(name), await store.delete(name), await store.update(name, { kind: 'c' })]).toEqual([true, false, false])
    await store.delete(name.toUpperCase())
  })

  test('are read when they are due, and only if they have changed', async () => {
    const { calendar, clock, writes } = setting
    const sources = openSources(setting)
    let etag = '"1"'
    let body = feed('Choir', 'Fair', 'Run')
    server.respond = ({ headers }, response) => {
      if (headers['if-none-match'] === etag) response.writeHead(304).end()
      else response.writeHead(200, { etag, 'last-modified': 'Sat, 31 May 2031 12:00:00 GMT' }).end(body)
    }
    await sources.create({ name: 'club', kind: 'lines', address: `${server.origin}/a`, options: { onMissing: 'trash' } })
    await expect(sources.create({ name: 'club', kind: 'lines', address: server.origin })).rejects.toThrow('there is a source club already')
    expect((await sources.due()).map(({ name }) => name)).toEqual(['club'])
    expect(await sources.run('club')).toMatchObject({ outcome: 'imported', report: { created: 3, incomplete: null } })
    expect(await sources.due()).toEqual([])
    expect(await sources.run('club')).toEqual({ outcome: 'not due' })

    clock.advance(86_400_000)
    writes.length = 0
    expect(await sources.run('club')).toEqual({ outcome: 'unchanged' })
    expect(writes).toEqual([])
    const now = clock.nowMs()
    expect(await sources.get('club')).toMatchObject({
      lastRunMs: now,
      lastSuccessMs: now,
      nextAtMs: now + 86_400_000,
      report: { created: 3 },
    })
    expect(await sources.run('club', { force: true })).toMatchObject({ outcome: 'imported', report: { unchanged: 3 } })

    clock.advance(86_400_000)
    etag = '"2"'
    body = feed('Choir', 'Run', 'Walk')
    expect(await sources.run('club')).toMatchObject({ outcome: 'imported', report: { created: 1, unchanged: 2, trashed: 1 } })
    const validators = '"1" Sat, 31 May 2031 12:00:00 GMT'
    expect(server.requests).toEqual(['/a', `/a ${validators}`, '/a', `/a ${validators}`])
    expect(await calendar.events.count()).toBe(3)

    expect(await sources.update('club', { address: `${server.origin}/b` })).toMatchObject({ nextAtMs: 0, intervalMs: 86_400_000 })
    expect(await sources.run('club')).toMatchObject({ outcome: 'imported', report: { unchanged: 3 } })
    expect(server.requests.at(-1)).toBe('/b')
    expect([await sources.remove('club'), await sources.remove('club'), await sources.get('club')]).toEqual([true, false, null])
    await expect(sources.run('club')).rejects.toThrow('there is no source club')
    expect(await calendar.events.count()).toBe(3)
  })

  test('run in one process at a time, and not again right after that', async () => {
    const sources = openSources(setting)
    server.respond = (__, response) => void setTimeout(() => response.end(feed('Once')), 20)
    await sources.create({ name: 'shared', kind: 'lines', address: `${server.origin}/once` })
    const outcomes = await Promise.all(Array.from({ length: 4 }, async () => (await openSources(setting).run('shared')).outcome))
    expect(outcomes.toSorted()).toEqual(['busy', 'busy', 'busy', 'imported'])
    expect((await sources.run('shared')).outcome).toBe('not due')
    expect(server.requests).toEqual(['/once'])
    await sources.remove('shared')
  })
})

describe('a lease', () => {
  test('ends by itself after the death of its process', async () => {
    server.respond = (_, response) => response.end(feed('Choir'))
    const { clock, sources, store } = await runOne(server)
    clock.advance(86_400_000)
    await store.update('club', { leaseUntilMs: clock.nowMs() + 300_000 })
    expect([await sources.due(), await sources.run('club', { force: true })]).toEqual([[], { outcome: 'busy' }])
    clock.advance(300_000)
    expect((await sources.run('club')).outcome).toBe('imported')
  })

  test('is extended by each chunk, and its loss ends the import', async () => {
    const titles = Array.from({ length: 1_001 }, (_, at) => `Event ${at}`)
    server.respond = (_, response) => response.end(feed(...titles))
    const setting = openMemory()
    const { clock, store, calendar } = setting
    const leases: number[] = []
    let isStolen = false
    const slow: DocumentReader = async function* (body, source) {
      for await (const item of await lines(body, source)) {
        if (item.kind === 'event' && item.index === 999) clock.advance(200_000)
        if (item.kind === 'end') {
          leases.push(((await store.get('club'))?.leaseUntilMs ?? 0) - clock.nowMs())
          if (isStolen) await store.update('club', { leaseUntilMs: 7 })
          clock.advance(100_000)
        }
        yield item
      }
    }
    const sources = openSources(setting, { readers: { lines: slow } })
    await sources.create({ name: 'club', kind: 'lines', address: server.origin })
    expect((await sources.run('club')).outcome).toBe('imported')
    isStolen = true
    expect((await sources.run('club', { force: true })).outcome).toBe('busy')
    expect(leases).toEqual([300_000, 300_000])
    expect(await store.get('club')).toMatchObject({ leaseUntilMs: 7, failures: 0 })
    expect(await calendar.events.count()).toBe(1_001)
  })

  test('is given back after an error of the application, which is thrown, and after an abort', async () => {
    server.respond = (_, response) => response.end(feed('Choir'))
    const setting = openMemory()
    const error = new Error('map')
    const map = () => Promise.reject(error)
    const sources = openSources(setting, { map })
    await sources.create({ name: 'club', kind: 'lines', address: server.origin })
    await expect(sources.run('club')).rejects.toBe(error)
    expect(await setting.store.get('club')).toMatchObject({ leaseUntilMs: 0, failures: 1, error: { code: 'import_failed' } })
    const signal = AbortSignal.abort(new Error('stop'))
    await expect(sources.run('club', { force: true, signal })).rejects.toThrow('stop')
    expect(await setting.store.get('club')).toMatchObject({ leaseUntilMs: 0, failures: 1 })
    const other = openSources(setting, { readers: { others: lines } })
    expect(await other.run('club', { force: true })).toEqual(failedWith('no_reader'))
  })
})

test('items are changed and named with their source', async () => {
  server.respond = (_, response) => response.end(feed('Choir', 'Fair'))
  const setting = openMemory()
  const { id } = await setting.calendar.events.create(event('x').input)
  const sources = openSources(setting, {
    map: (item, { name, readerOptions }) => (item.key === '"Fair"' ? undefined : { ...item, key: `${name} ${String(readerOptions['a'])}` }),
    match: (item, { name }) => (item.key === `${name} 1` ? id : undefined),
  })
  await sources.create({ name: 'club', kind: 'lines', address: server.origin, readerOptions: { a: 1 } })
  await sources.run('club')
  const rows = await setting.records.find({ source: 'club', recordIds: [id] })
  expect(rows.map(({ key, source }) => [source, key])).toEqual([['club', 'club 1']])
})

test('a site is read by requests of its reader, and keeps its lease while it is slow', async () => {
  const setting = openMemory()
  const { clock, store } = setting
  let outcome = ''
  const site = async function* (source: Source): AsyncGenerator<ImportItem> {
    for (let index = 0; index < 10; index++) {
      clock.advance(100_000)
      outcome += (await sources.run('club', { force: true })).outcome[0]
      yield { ...event(`${source.address} ${index}`, { title: `Event ${index}` }), index }
    }
    yield { kind: 'end', complete: true }
  }
  const sources = openSources(setting, { readers: { pages: { site } } })
  await sources.create({ name: 'club', kind: 'pages', address: server.origin })
  expect(await sources.run('club')).toMatchObject({ outcome: 'imported', report: { created: 10, incomplete: null } })
  expect([outcome, server.requests, (await store.get('club'))?.leaseUntilMs]).toEqual(['b'.repeat(10), [], 0])
})

test('sources are listed by name', async () => {
  const sources = openSources(openMemory())
  for (const name of ['b', 'a', 'c']) await sources.create({ name, kind: 'lines', address: server.origin })
  expect((await sources.list()).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(await sources.list()).toEqual(await sources.due())
})

describe('what means nothing is refused', () => {
  test.each<readonly [string, object]>([
    ['has no option fetcher', { fetcher: fetch }],
    ['needs records', { records: {} }],
    ['needs a store', { store: {} }],
    ['needs fetch', { fetch: undefined }],
    ['needs readers', { readers: {} }],
    ['needs readers', { readers: { ics: 'ics' } }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: 300_000 }],
    ['maxBytes', { maxBytes: 1.5 }],
  ])('%s', (message, options) => {
    expect(() => openSources(openMemory(), options)).toThrow(message)
  })

  test.each<readonly [string, object]>([
    ['has no option adress', { adress: '' }],
    ['needs the name', { name: '' }],
    ['kind of a source must be lines, not ics', { kind: 'ics' }],
    ['address of a source must be an absolute URL', { address: 'https://a:secret-token@example.org/' }],
    ['address of a source must be an absolute URL', { address: 7 }],
    ['address of a source must begin with https://', { address: 'http://example.org/secret-token' }],
    ['intervalMs', { intervalMs: 59_999 }],
    ['has no option dryRun', { options: { dryRun: true } }],
    ['onMissing must be', { options: { onMissing: 'delete' } }],
    ['at most 10000 characters', { readerOptions: { a: 'x'.repeat(10_000) } }],
    ['must be an object', { readerOptions: [] }],
  ])('%s', async (message, input) => {
    const sources = openSources(openMemory(), { allowInsecure: false })
    const given = { name: 'club', kind: 'lines', address: 'https://example.org/a', ...input }
    const refused = await sources.create(given).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'TypeError', message: expect.stringContaining(message) })
    expect(String(refused)).not.toContain('secret-token')
  })
})
