import { buildEventDraft, buildOrganizerDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contextOf } from '../src/engine/store-context.ts'
import { kyselyStore } from '../src/index.ts'
import { recordRevisions } from '../src/write/revisions.ts'
import { engines, type TestDatabase, type TestEngine } from './engines.ts'

async function open(engine: TestEngine): Promise<TestDatabase> {
  const database = await engine.open()
  onTestFinished(() => database.close())
  return database
}

const rowsOf = async ({ db, options }: TestDatabase): Promise<number> => {
  const { rows } = await sql<{ total: unknown }>`select count(*) as total from ${sql.table(`${options.prefix}revisions`)}`.execute(db)
  return Number(rows[0]?.total)
}

/** Records a number of changes in one transaction. */
const change = async ({ db, options }: Pick<TestDatabase, 'db' | 'options'>, times: number): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const context = contextOf(trx, options)
    for (let i = 0; i < times; i++) await recordRevisions(context, 'event', [1])
  })
}

describe.each(engines)('the revision on $name', { timeout: 60_000 }, (engine) => {
  test('has a new token after every write, and keeps it until the next one', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const seen: string[] = [(await store.revision(0)).token]
    const written = async (): Promise<void> => {
      const { token } = await store.revision(0)
      expect(seen).not.toContain(token)
      expect((await store.revision(1)).token).toBe(token)
      seen.push(token)
    }
    const event = await store.events.insert(buildEventDraft())
    await written()
    const changed = await store.events.update(event)
    await written()
    const venue = await store.venues.insert(buildVenueDraft())
    await written()
    await store.venues.delete(venue.id, venue.version)
    await written()
    await store.organizers.insert(buildOrganizerDraft())
    await written()
    await store.terms.insert(buildTermDraft())
    await written()
    await store.events.delete(changed.id, changed.version)
    await written()
  })

  test('distinguishes two writes with the same id, as in a database that was restored from a backup', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    await store.events.insert(buildEventDraft())
    const before = await store.revision(0)
    await sql`update ${sql.table(`${options.prefix}revisions`)} set at_ms = at_ms + 1`.execute(db)
    expect((await store.revision(0)).token).not.toBe(before.token)
  })

  test('keeps its token when nothing was committed', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const event = await store.events.insert(buildEventDraft())
    const before = await store.revision(0)
    await expect(store.events.insert(buildEventDraft({ slug: event.slug }, 2))).rejects.toMatchObject({ code: 'slug_taken' })
    await expect(store.events.delete(event.id, 9)).rejects.toMatchObject({ code: 'version_conflict' })
    const undo = new Error('undo')
    const undone = store.transaction(async (tx) => {
      await tx.venues.insert(buildVenueDraft())
      throw undo
    })
    await expect(undone).rejects.toBe(undo)
    expect(await store.revision(0)).toEqual(before)
  })

  test('removes old rows, and never repeats a token', async () => {
    const database = await open(engine)
    const store = kyselyStore(database.db, database.options)
    const tokens: string[] = []
    for (let round = 0; round < 60; round++) {
      await change(database, round % 2 === 0 ? 33 : 47)
      tokens.push((await store.revision(0)).token)
    }
    expect(new Set(tokens).size).toBe(60)
    const kept = await rowsOf(database)
    expect(kept).toBeGreaterThanOrEqual(1_000)
    expect(kept).toBeLessThanOrEqual(1_100)
  })

  test('contains the instant at which the next scheduled record becomes visible', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    expect((await store.revision(0)).staleAtMs).toBeNull()
    await store.events.insert(buildEventDraft({ publishedMs: 4_000 }, 1))
    await store.events.insert(buildEventDraft({ publishedMs: 1_500, status: 'draft' }, 2))
    await store.venues.insert(buildVenueDraft({ publishedMs: 2_000 }, 3))
    await store.organizers.insert(buildOrganizerDraft({ publishedMs: 3_000 }, 4))
    const stale = async (nowMs: number) => (await store.revision(nowMs)).staleAtMs
    expect([
      await stale(1_000),
      await stale(1_999),
      await stale(2_000),
      await stale(3_000),
      await stale(3_999),
      await stale(4_000),
    ]).toEqual([2_000, 2_000, 3_000, 4_000, 4_000, null])
  })
})

const servers = engines.filter(({ address }) => address !== undefined)

describe.each(servers)('the revision while transactions are open on $name', { timeout: 60_000 }, (engine) => {
  test('changes with each commit, in any order, and not before', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const tokens: string[] = []
    const look = async () => tokens.push((await store.revision(0)).token)
    await look()
    await store.transaction(async (first) => {
      await first.venues.insert(buildVenueDraft({}, 1))
      await store.transaction(async (second) => {
        await second.venues.insert(buildVenueDraft({}, 2))
        await store.venues.insert(buildVenueDraft({}, 3))
        await look()
      })
      await look()
    })
    await look()
    expect(new Set(tokens).size).toBe(4)
    expect((await store.revision(0)).token).toBe(tokens.at(-1))
  })

  test('changes when a transaction commits after its rows would have been removed', async () => {
    const database = await open(engine)
    const store = kyselyStore(database.db, database.options)
    let before: string | undefined
    await store.transaction(async (tx) => {
      await tx.venues.insert(buildVenueDraft())
      await change(database, 1_500)
      before = (await store.revision(0)).token
    })
    const after = (await store.revision(0)).token
    expect(after).not.toBe(before)
    await change(database, 200)
    expect([before, after]).not.toContain((await store.revision(0)).token)
    expect(await rowsOf(database)).toBeLessThanOrEqual(1_100)
  })

  test('does not make writers wait for a transaction that removes old rows', async () => {
    const database = await open(engine)
    await change(database, 1_300)
    await database.db.transaction().execute(async (trx) => {
      const context = contextOf(trx, database.options)
      for (let i = 0; i < 150; i++) await recordRevisions(context, 'event', [1])
      await change(database, 250)
    })
    expect(await rowsOf(database)).toBeLessThanOrEqual(1_400)
  })
})
