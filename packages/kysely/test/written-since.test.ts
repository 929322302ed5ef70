import { countDrafts } from '@kalends/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

async function open(engine: (typeof engines)[number]) {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const store = kyselyStore(database.db, database.options)
  const draft = countDrafts()
  const tokenOf = async (): Promise<string> => (await store.revision(0)).token
  return { database, store, draft, tokenOf }
}

const revisionsOf = ({
  db,
  options,
}: Pick<TestDatabase, 'db' | 'options'>): { db: Kysely<unknown>; table: ReturnType<typeof sql.table> } => ({
  db,
  table: sql.table(`${options.prefix}revisions`),
})

describe.each(engines)('writes since a revision on $name', { timeout: 60_000 }, (engine) => {
  test('are the records of the rows that were added, and nothing for the last revision', async () => {
    const { store, draft, tokenOf } = await open(engine)
    const empty = await tokenOf()
    const venue = await store.venues.insert(draft.venue())
    const first = await tokenOf()
    const event = await store.events.insert(draft.event({ venueIds: [venue.id] }))
    const last = await tokenOf()
    expect([await store.writtenSince(empty), await store.writtenSince(first), await store.writtenSince(last)]).toEqual([
      [
        { kind: 'venue', id: venue.id },
        { kind: 'event', id: event.id },
      ],
      [{ kind: 'event', id: event.id }],
      [],
    ])
  })

  test('are unknown after old rows were removed, and after too many writes', async () => {
    const { database, store, draft, tokenOf } = await open(engine)
    await store.events.insert(draft.event())
    const event = await store.events.insert(draft.event())
    const before = await tokenOf()
    await store.events.update(event)
    const { db, table } = revisionsOf(database)
    await sql`delete from ${table} where record_id = ${event.id} and id <= (select * from (select max(id) - 1 from ${table}) as t)`.execute(
      db,
    )
    expect(await store.writtenSince(before)).toBeNull()
    const later = await tokenOf()
    await store.events.insertMany(Array.from({ length: 1_001 }, () => draft.event()))
    expect(await store.writtenSince(later)).toBeNull()
  })
})

describe.each(engines.filter(({ isShared, name }) => isShared && name !== 'node-sqlite'))(
  'writes since a revision of several processes on $name',
  { timeout: 60_000 },
  (engine) => {
    test('are unknown after a transaction that wrote before the revision and committed after it', async () => {
      const { database, store, draft, tokenOf } = await open(engine)
      const event = await store.events.insert(draft.event())
      const other = await store.events.insert(draft.event())
      const elsewhere = await database.another()
      const { before, between } = await elsewhere.transaction().execute(async (trx) => {
        await kyselyStore(trx, database.options).events.update(event)
        const beforeOther = await tokenOf()
        await store.events.update(other)
        expect(await store.writtenSince(beforeOther)).toMatchObject([{ kind: 'event', id: other.id }])
        return { before: beforeOther, between: await tokenOf() }
      })
      // Both rows lie above this revision, and only one of them above the other.
      expect(await store.writtenSince(before)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'event', id: event.id }),
          expect.objectContaining({ kind: 'event', id: other.id }),
        ]),
      )
      expect(await store.writtenSince(between)).toBeNull()
    })
  },
)
