import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { least, startCalendar, tableOf } from './support.ts'

const routes = tableOf()

async function openSqlite(): Promise<ReturnType<typeof kyselyStore>> {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
  await migrateToLatest(db)
  return kyselyStore(db)
}

const items = Object.keys(least)
const idOf: Readonly<Record<string, number>> = { tags: 2 }

describe.each([
  ['memory', async () => memoryStore()],
  ['node:sqlite', openSqlite],
] as const)('entity tags on %s', (_, openStore) => {
  const start = async (): Promise<ReturnType<typeof startCalendar>> => {
    const started = startCalendar({}, { store: await openStore() })
    for (const [list, body] of Object.entries(least)) await started.request('POST', `/${list}`, body)
    return started
  }

  test.each(items)('of %s change exactly when the representation does', async (list) => {
    const { request, clock } = await start()
    const path = `/${list}/${idOf[list] ?? 1}`
    const tag = async (): Promise<string> => (await request('GET', path)).headers.get('etag') ?? ''
    const first = await tag()
    clock.advance(60_000)
    expect(await tag()).toBe(first)
    const { headers } = await request('PATCH', path, { description: 'New' })
    const second = await tag()
    expect(second).not.toBe(first)
    expect(headers.get('etag')).toBe(second)
  })

  test.each(items)('give 304 to readers of %s that have the representation', async (list) => {
    const { request } = await start()
    for (const path of [`/${list}/${idOf[list] ?? 1}`, `/${list}`]) {
      const etag = (await request('GET', path)).headers.get('etag') ?? ''
      for (const method of ['GET', 'HEAD']) {
        for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const reply = await request(method, path, undefined, { 'if-none-match': known })
          expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', etag])
          expect(reply.headers.has('content-type')).toBe(false)
        }
        expect((await request(method, path, undefined, { 'if-none-match': '"x"' })).status).toBe(200)
      }
    }
  })

  const writes = routes
    .filter(({ path }) => path.includes('{id}'))
    .flatMap(({ path, endpoints }) =>
      endpoints.flatMap(({ methods }) =>
        methods.filter((method) => method !== 'GET').map((method) => ({ method, list: path.split('/')[1] ?? '' })),
      ),
    )

  test.each(writes)('refuse $method of $list if the record has changed meanwhile', async ({ method, list }) => {
    const { request } = await start()
    const path = `/${list}/${idOf[list] ?? 1}`
    const body = method === 'DELETE' ? undefined : { description: 'Mine' }
    const old = (await request('GET', path)).headers.get('etag') ?? ''
    const current = (await request('PATCH', path, { description: 'Theirs' })).headers.get('etag') ?? ''
    for (const condition of [old, `W/${current}`, '"x"', '', 'nonsense']) {
      const reply = await request(method, path, body, { 'if-match': condition })
      expect([condition, reply.status, reply.body.code]).toEqual([condition, 412, 'version_conflict'])
      expect((await request('GET', path)).body.description).toBe('Theirs')
    }
    expect((await request(method, path, body, { 'if-none-match': current })).status).toBe(412)
    expect((await request(method, path, body, { 'if-match': `${old}, ${current}` })).status).toBe(200)
  })

  test('match a star if the record exists, at any version', async () => {
    const { request } = await start()
    expect((await request('PATCH', '/events/1', {}, { 'if-match': '*' })).status).toBe(200)
    expect((await request('PATCH', '/events/77', {}, { 'if-match': '*' })).status).toBe(404)
  })

  test('prevent lost updates by concurrent writers', async () => {
    const { request } = await start()
    const add = async (word: string): Promise<void> => {
      for (;;) {
        const { body, headers } = await request('GET', '/events/1')
        const next = { description: `${body.description} ${word}`, all_day: false }
        const reply = await request('PATCH', '/events/1', next, { 'if-match': headers.get('etag') ?? '' })
        if (reply.status === 200) return
        expect(reply.status).toBe(412)
      }
    }
    const words = Array.from({ length: 8 }, (_unused, index) => `w${index}`)
    await Promise.all(words.map(add))
    const { body } = await request('GET', '/events/1')
    expect(body.description.trim().split(' ').sort()).toEqual(words)
  })
})

describe('the order of checks of a write', () => {
  test('is: the body (400), then 404, 410 and 412', async () => {
    const { request } = startCalendar()
    await request('POST', '/events', least['events'])
    const wrong = { 'if-match': '"x"' }
    expect((await request('PATCH', '/events/2', { title: '' }, wrong)).status).toBe(400)
    expect((await request('PATCH', '/events/2', { title: 'A' }, wrong)).status).toBe(404)
    expect((await request('PATCH', '/events/1', { title: 'A' }, wrong)).status).toBe(412)
    await request('DELETE', '/events/1')
    expect((await request('PATCH', '/events/1', { title: 'A' }, wrong)).status).toBe(410)
    expect((await request('PATCH', '/events/1', { status: 'publish' }, wrong)).status).toBe(412)
  })

  test('has 412 before checks that need stored data', async () => {
    const { request } = startCalendar()
    await request('POST', '/events', least['events'])
    expect((await request('PATCH', '/events/1', { venue: 77 }, { 'if-match': '"x"' })).status).toBe(412)
    expect((await request('PATCH', '/events/1', { venue: 77 }, { 'if-match': '*' })).status).toBe(400)
  })
})
