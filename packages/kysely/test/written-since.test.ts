import type { LogMark } from '@kalends/core/store'
import { countDrafts } from '@kalends/testing/conformance'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

async function open(engine: (typeof engines)[number]) {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const store = kyselyStore(database.db, database.options)
  const draft = countDrafts()
  const markOf = async (): Promise<LogMark> => {
    await store.log.number()
    return (await store.revision(0)).mark
  }
  return { database, store, draft, markOf }
}

describe.each(engines)('writes since a revision on $name', (engine) => {
  test('are the records of the rows that were added, and nothing for the last revision', async () => {
    const { store, draft, markOf } = await open(engine)
    const empty = await markOf()
    const venue = await store.venues.insert(draft.venue())
    const first = await markOf()
    const event = await store.events.insert(draft.event({ venueIds: [venue.id] }))
    const last = await markOf()
    expect([await store.log.writtenSince(empty), await store.log.writtenSince(first), await store.log.writtenSince(last)]).toEqual([
      [
        { kind: 'venue', id: venue.id },
        { kind: 'event', id: event.id },
      ],
      [{ kind: 'event', id: event.id }],
      [],
    ])
  })

  test('are unknown after their rows were removed, and after too many writes', async () => {
    const { store, draft, markOf } = await open(engine)
    await store.events.insert(draft.event())
    const event = await store.events.insert(draft.event())
    const before = await markOf()
    await store.events.update(event)
    await store.events.insert(draft.event())
    expect(await store.log.prune({ beforeMs: 0, keptRows: 2 })).toBe(2)
    expect(await store.log.writtenSince(before)).toBeNull()
    const later = await markOf()
    await store.events.insertMany(Array.from({ length: 1_000 }, () => draft.event()))
    expect(await store.log.writtenSince(later)).toHaveLength(1_000)
    await store.events.insert(draft.event())
    expect(await store.log.writtenSince(later)).toBeNull()
    await store.log.number()
    expect(await store.log.writtenSince(later)).toBeNull()
  })
})

describe.each(engines.filter(({ isShared, name }) => isShared && name !== 'node-sqlite'))(
  'writes since a revision of several processes on $name',
  (engine) => {
    test('are notified of a transaction that wrote before the revision and committed after it', async () => {
      const { database, store, draft, markOf } = await open(engine)
      const event = await store.events.insert(draft.event())
      const other = await store.events.insert(draft.event())
      const elsewhere = await database.another()
      const { before, between } = await elsewhere.transaction().execute(async (trx) => {
        await kyselyStore(trx, database.options).events.update(event)
        const beforeOther = await markOf()
        await store.events.update(other)
        expect(await store.log.writtenSince(beforeOther)).toEqual([{ kind: 'event', id: other.id }])
        return { before: beforeOther, between: await markOf() }
      })
      const ids = async (mark: LogMark) => (await store.log.writtenSince(mark))?.map(({ id }) => id).toSorted((a, b) => a - b)
      for (const _ of ['without a number', 'with one']) {
        expect([await ids(before), await ids(between)]).toEqual([[event.id, other.id], [event.id]])
        await store.log.number()
      }
    })
  },
)

describe.each(engines.filter(({ dialect }) => dialect !== 'sqlite'))('readers of writes on $name', (engine) => {
  test.each([
    ['the main database', false],
    ['a replica', true],
  ])('of %s number the rows of the log in the background, before they tell the same records too often', async (_name, hasReader) => {
    const { database, draft, markOf } = await open(engine)
    const reader = hasReader ? { reader: await database.another() } : {}
    const store = kyselyStore(database.db, { ...database.options, ...reader })
    const first = await markOf()
    for (const rows of [20, 1]) {
      expect(await store.log.head()).toBe(0)
      await store.venues.insertMany(Array.from({ length: rows }, () => draft.venue()))
      expect(await store.log.writtenSince(first)).toHaveLength(rows === 1 ? 21 : rows)
    }
    await vi.waitFor(async () => expect(await store.log.head()).toBe(21), 30_000)
  })

  test('number a row of no record in the background, so that they know what is written after it', async () => {
    const { store, draft } = await open(engine)
    const { id, version } = await store.venues.insert(draft.venue())
    const before = (await store.revision(0)).mark
    await store.venues.replaceKeys([{ id, version, keys: {} }], 1)
    expect(await store.log.writtenSince(before)).toBeNull()
    await vi.waitFor(async () => expect(await store.log.head()).toBe(2), 30_000)
    const after = (await store.revision(0)).mark
    await store.venues.insert(draft.venue())
    expect(await store.log.writtenSince(after)).toHaveLength(1)
  })
})
