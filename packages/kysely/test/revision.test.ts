import type { CalendarStore, Revision } from '@kalends/core/store'
import { buildEventDraft, buildOrganizerDraft, buildTermDraft, buildVenueDraft, countDrafts } from '@kalends/testing/conformance'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { numberingSlot } from '../src/write/lock-names.ts'
import { engines, type TestDatabase, type TestEngine } from './engines.ts'

async function open(engine: TestEngine): Promise<TestDatabase> {
  const database = await engine.open()
  onTestFinished(() => database.close())
  return database
}

const table = ({ options }: TestDatabase, name: string) => sql.table(`${options.prefix}${name}`)

describe.each(engines)('the revision on $name', (engine) => {
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

  test('differs after a restored backup in which other writes have the same numbers', async () => {
    const database = await open(engine)
    const store = kyselyStore(database.db, database.options)
    const draft = countDrafts()
    const write = async (updatedMs: number): Promise<Revision> => {
      await store.venues.insert(draft.venue({ updatedMs }))
      await store.log.number()
      return store.revision(0)
    }
    const saved = await write(1)
    const lost = [await write(2), await write(3)]
    await sql`delete from ${table(database, 'changes')} where at_ms > 1`.execute(database.db)
    if (engine.dialect === 'sqlite')
      await sql`update sqlite_sequence set seq = 1 where name = ${`${database.options.prefix}changes`}`.execute(database.db)
    expect(await store.revision(0)).toEqual(saved)
    const others = [await write(4), await write(5)]
    expect(others.map(({ mark }) => mark.seq)).toEqual(lost.map(({ mark }) => mark.seq))
    expect(new Set([...lost, ...others].map(({ token }) => token)).size).toBe(4)
    for (const { mark } of lost) expect(await store.log.writtenSince(mark)).toBeNull()
    expect(await store.log.writtenSince(saved.mark)).toHaveLength(2)
  })

  test.each<readonly [string, RawBuilder<unknown>, RawBuilder<unknown>]>([
    ['all of them', sql`delete from`, sql`where at_ms > 1`],
    ['the last one', sql`delete from`, sql`where at_ms > 2`],
    ['the last one, whose id another row has got', sql`update`, sql`set at_ms = at_ms + 10 where at_ms > 2`],
    // On SQLite one transaction commits after the other.
    ...(engine.dialect === 'sqlite' ? [] : [['one that was committed last', sql`delete from`, sql`where at_ms in (2, 4)`] as const]),
  ])('has a mark that is lost with the rows it has seen without a number: %s', async (_what, verb, rows) => {
    const database = await open(engine)
    const store = kyselyStore(database.db, database.options)
    const draft = countDrafts()
    const insert = (updatedMs: number) => store.venues.insert(draft.venue({ updatedMs }))
    await insert(1)
    await store.log.number()
    const saved = (await store.revision(0)).mark
    await insert(2)
    await insert(3)
    const lost = (await store.revision(0)).mark
    await insert(4)
    expect(await store.log.writtenSince(lost)).not.toBeNull()
    await sql`${verb} ${table(database, 'changes')} ${rows}`.execute(database.db)
    for (const writes of [0, 3, 0]) {
      for (let i = 0; i < writes; i++) await insert(5)
      expect(await store.log.writtenSince(lost)).toBeNull()
      expect(await store.log.writtenSince(saved)).not.toBeNull()
      if (writes > 0) await store.log.number()
    }
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

  test('never repeats a token, and keeps it while rows are numbered and pruned', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const draft = countDrafts()
    const tokens: string[] = []
    for (let round = 0; round < 30; round++) {
      // All have the same time.
      await store.venues.insertMany(Array.from({ length: (round % 4) + 1 }, () => draft.venue()))
      const { token } = await store.revision(0)
      tokens.push(token)
      if (round % 2 === 0) await store.log.number()
      if (round % 3 === 0) await store.log.prune({ beforeMs: 0, keptRows: 5 })
      expect((await store.revision(0)).token).toBe(token)
    }
    expect(new Set(tokens).size).toBe(30)
  })

  test('numbers the rows of the log before they are too many to count', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const draft = countDrafts()
    const insert = (count: number) => store.venues.insertMany(Array.from({ length: count }, () => draft.venue()))
    const markOf = async (): Promise<number> => (await store.revision(0)).mark.seq
    await insert(500)
    expect(await markOf()).toBe(engine.dialect === 'sqlite' ? 500 : 0)
    await insert(1)
    const inside = await store.transaction(async (tx) => (await tx.revision(0)).mark.seq)
    expect(inside).toBe(engine.dialect === 'sqlite' ? 501 : 0)
    await vi.waitFor(async () => expect(await markOf()).toBe(501), 30_000)
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

describe.each(servers)('the revision while another process numbers and does not end on $name', (engine) => {
  test('is read by any number of readers, of whom one waits a limited time', async () => {
    const { db, options, another } = await open(engine)
    const store = kyselyStore(db, options)
    const draft = countDrafts()
    await store.venues.insert(draft.venue())
    await store.log.number()
    const frozen = await another()
    const { token } = await frozen.transaction().execute(async (trx) => {
      await sql`update ${sql.table(`${options.prefix}name_locks`)} set counter = counter + 1 where slot = ${numberingSlot}`.execute(trx)
      await store.venues.insertMany(Array.from({ length: 501 }, () => draft.venue()))
      const read = await Promise.all(Array.from({ length: 40 }, (_, nowMs) => store.revision(nowMs)))
      for (const { mark } of read) expect(mark.seq).toBe(1)
      await store.log.number()
      expect(await store.log.head()).toBe(1)
      const [revision] = read
      return revision ?? store.revision(0)
    })
    await store.log.number()
    expect(await store.log.head()).toBe(502)
    expect((await store.revision(0)).token).toBe(token)
  })
})

describe.each(servers)('the revision while transactions are open on $name', (engine) => {
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

  test('changes when a transaction commits after later writes were numbered and pruned', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const draft = countDrafts()
    const insert = (to: CalendarStore) => to.venues.insert(draft.venue())
    const tokens: string[] = []
    const look = async () => tokens.push((await store.revision(0)).token)
    await insert(store)
    await store.transaction(async (tx) => {
      await insert(tx)
      for (let i = 0; i < 4; i++) await insert(store)
      await look()
      expect(await store.log.prune({ beforeMs: 0, keptRows: 1 })).toBe(4)
      expect((await store.revision(0)).token).toBe(tokens[0])
    })
    await look()
    // The row of the transaction gets the highest number, and another one keeps the highest id.
    expect(await store.log.prune({ beforeMs: 0, keptRows: 0 })).toBe(0)
    expect((await store.revision(0)).token).toBe(tokens[1])
    await insert(store)
    await look()
    expect(await store.log.prune({ beforeMs: 0, keptRows: 0 })).toBe(2)
    await look()
    expect(tokens.map((token) => tokens.indexOf(token))).toEqual([0, 1, 2, 2])
  })

  test('differs after each of 12 writers, and reports what they have written, while rows are numbered and pruned', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    const draft = countDrafts()
    const writers = 12
    let running = writers
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < 8; round++)
        await store.transaction(async (tx) => {
          await tx.venues.insert(draft.venue())
          // Transactions of different lengths commit in another order than they begin.
          for (let read = 0; read < (writer * 7 + round * 5) % 11; read++) await tx.venues.count({})
          await tx.venues.insert(draft.venue())
        })
      running--
    }
    const keep = async (): Promise<void> => {
      while (running > 0) {
        await store.log.number()
        await store.log.prune({ beforeMs: 0, keptRows: 1 })
      }
    }
    await store.log.hold('reader', { seq: 0, atMs: 0 })
    const totals = new Map<string, number>()
    const reported = new Set<number>()
    const follow = async (): Promise<void> => {
      let mark = { seq: 0, atMs: 0 }
      for (let isLast = false; !isLast; ) {
        isLast = running === 0
        const revision = await store.revision(0)
        const total = await store.venues.count({})
        // Nothing was committed in between.
        if ((await store.revision(0)).token === revision.token) expect(totals.get(revision.token) ?? total).toBe(total)
        totals.set(revision.token, totals.get(revision.token) ?? total)
        const written = await store.log.writtenSince(mark)
        expect(written).not.toBeNull()
        for (const { id } of written ?? []) reported.add(id)
        mark = revision.mark
        await store.log.hold('reader', mark)
      }
    }
    await Promise.all([follow(), keep(), ...Array.from({ length: writers }, (_, writer) => write(writer))])
    expect(reported.size).toBe(writers * 8 * 2)
  })
})
