import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestDatabase } from '../../kysely/test/engines.ts'
import { memoryWebhooks, type StoredEndpoint, type WebhookStore } from '../src/index.ts'
import { kyselyWebhooks, migrateWebhooks } from '../src/kysely.ts'

/** A store under test, and a function that removes it. */
interface Opened {
  readonly store: WebhookStore
  /** The same endpoints through another connection, where the engine has some. */
  readonly another: WebhookStore
  close(): Promise<void>
}

const openSql = async (database: TestDatabase, isShared: boolean): Promise<Opened> => {
  const { db, options } = database
  await Promise.all([migrateWebhooks(db, options), migrateWebhooks(db, options)])
  await migrateWebhooks(db, options)
  const another = isShared ? await database.another() : db
  return {
    store: kyselyWebhooks(db, options),
    another: kyselyWebhooks(another, options),
    close: async () => {
      await db.schema.dropTable(`${options.prefix}endpoints`).execute()
      await database.close()
    },
  }
}

const hasPostgres = engines.some(({ name }) => name === 'postgres')

const openers: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'memory',
    async () => {
      const store = memoryWebhooks()
      return { store, another: store, close: async () => undefined }
    },
  ],
  // PGlite gets the statements of PostgreSQL, and takes seconds to start.
  ...engines
    .filter(({ name }) => name !== 'pglite' || !hasPostgres)
    .map((engine) => [engine.name, async () => openSql(await engine.openEmpty(), engine.isShared)] as const),
]

const endpoint: StoredEndpoint = {
  id: 'ep_000000000000000000000001',
  url: 'https://example.org/hooks?ä=1',
  events: ['event.*', 'venue.updated'],
  actor: { id: '7', roles: ['“editor”'] },
  secrets: [
    { sealed: 'whsec_new', untilMs: null },
    { sealed: 'whsec_old', untilMs: 1_937_995_200_000 },
  ],
  createdMs: 1_937_995_200_123,
  disabled: null,
  cursor: 9_007_199_254,
  publishedUntilMs: 1_937_995_200_123,
  failures: 3,
  nextAtMs: 1_937_995_260_123,
  leaseUntilMs: 0,
  lastError: 'status 500 – ä',
}

describe.each(openers)('endpoints in %s', (_, openStore) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openStore()
  })
  afterAll(() => opened.close())

  test('come back as they were stored, by age and id', async () => {
    const { store, another } = opened
    const anonymous = { ...endpoint, id: 'ep_2', actor: null, disabled: 'gone', lastError: '' } as const
    const oldest = { ...endpoint, id: 'ep_3', createdMs: 1 }
    for (const one of [anonymous, endpoint, oldest]) await store.insert(one)
    await expect(store.insert(oldest)).rejects.toThrow()
    expect(await another.list()).toEqual([oldest, endpoint, anonymous])
    expect(await another.get('ep_2')).toEqual(anonymous)
    expect(await store.get('ep_9')).toBeUndefined()
    expect([await store.delete('ep_2'), await store.delete('ep_2'), await store.delete('ep_3')]).toEqual([true, false, true])
    expect(await store.list()).toEqual([endpoint])
  })

  test('change under the lease that the caller knows, and no other one', async () => {
    const { store } = opened
    const { id } = endpoint
    expect(await store.update(id, { cursor: 5 }, 1)).toBe(false)
    expect(await store.update('ep_9', { cursor: 5 }, 0)).toBe(false)
    expect(await store.get(id)).toEqual(endpoint)
    expect(await store.update(id, { cursor: 5 }, 0)).toBe(true)
    const patch = { actor: null, disabled: 'failed', events: ['*'], secrets: [], leaseUntilMs: 7, lastError: '', failures: 0 } as const
    expect(await store.update(id, patch, 0)).toBe(true)
    expect(await store.get(id)).toEqual({ ...endpoint, ...patch, cursor: 5 })
    expect(await store.update(id, { ...patch }, 7)).toBe(true)
    expect(await store.update(id, { ...endpoint }, 7)).toBe(true)
  })

  test('are claimed by one of many', async () => {
    const { store, another } = opened
    const claims = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? store : another).update(endpoint.id, { leaseUntilMs: 100 + i }, 0))
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
    expect(await store.update(endpoint.id, { leaseUntilMs: 0 }, (await store.get(endpoint.id))?.leaseUntilMs ?? -1)).toBe(true)
  })
})

test('options that mean nothing are refused', async () => {
  const database = await engines[0]?.openEmpty()
  if (database === undefined) throw new Error('SQLite is always there')
  expect(() => kyselyWebhooks(database.db, { prefix: 'a b' })).toThrow('prefix')
  await expect(migrateWebhooks(database.db, { prefix: '"' })).rejects.toThrow('prefix')
  await expect(kyselyWebhooks(database.db).list()).rejects.toThrow('kalends_endpoints')
  await database.close()
})
