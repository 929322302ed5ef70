import { restoreArchive, writeArchive } from '@kalends/core/archive'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../../../kysely/test/engines.ts'
import { skipWithout } from '../../../kysely/test/skip-without.ts'
import { openCalendar } from './world.ts'

// SQLite has one writer at a time.
const shared = engines.filter(({ isShared, dialect }) => isShared && dialect !== 'sqlite')
skipWithout(shared)

describe.each(shared)('an archive on $name', (engine) => {
  test.each([
    ['the same id', 'venues'],
    ['another kind', 'terms'],
  ] as const)('is refused if another program writes %s meanwhile', async (_, kind) => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const source = openCalendar(memoryStore())
    await source.venues.create({ name: 'Mill' })
    const other = kyselyStore(await database.another(), database.options)
    async function* lines() {
      if (kind === 'venues') await other.venues.insert(buildVenueDraft())
      else await other.terms.insert(buildTermDraft())
      yield* writeArchive(source)
    }
    const store = kyselyStore(database.db, database.options)
    await expect(restoreArchive(store, lines())).rejects.toMatchObject({ code: 'refused' })
    expect([await store.venues.count({}), await store.terms.count({})]).toEqual(kind === 'venues' ? [1, 0] : [0, 1])
  })
})

test('an archive of a calendar on the same connection is refused at once, because its reads would wait for ever', async () => {
  const db = new Kysely<object>({ dialect: nodeSqliteDialect(':memory:') })
  onTestFinished(() => db.destroy())
  await migrateToLatest(db)
  await migrateToLatest(db, { prefix: 'other_' })
  const source = openCalendar(kyselyStore(db))
  const target = kyselyStore(db, { prefix: 'other_' })
  await expect(restoreArchive(target, writeArchive(source))).rejects.toThrow('transaction')
  expect(await target.events.count({})).toBe(0)
})
