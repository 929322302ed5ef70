import { countStatements } from '@kalends/testing'
import { buildEventDraft } from '@kalends/testing/conformance'
import { CamelCasePlugin, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'
import { statementLog } from './statements.ts'

describe.each(engines)('countStatements on $name', (engine) => {
  test("counts the same statements as Kysely's own log, apart from begin, commit and rollback", async () => {
    const log = statementLog()
    const database = await engine.open({ log: log.log })
    onTestFinished(() => database.close())
    const counter = countStatements(database.db)
    const store = kyselyStore(database.db, database.options)
    const works = [
      () => store.events.insert(buildEventDraft({ venueIds: [3] }, 1)),
      () => store.transaction((tx) => tx.events.insert(buildEventDraft({}, 2)).then(() => tx.events.count({}))),
      () => store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 9 }),
      () => store.events.getMany([]),
      () => sql`select 1`.execute(database.db.withPlugin(new CamelCasePlugin()).withSchema('other')),
      () => database.db.connection().execute((db) => sql`select 2`.execute(db)),
      () => database.db.transaction().execute((trx) => kyselyStore(trx, database.options).events.count({})),
    ]
    for (const work of works) {
      const { result: counted, statements: logged } = await log.during(() => counter.during<unknown>(work))
      expect(counted.statements).toEqual(logged)
    }
    expect(counter.total()).toBeGreaterThan(works.length)
  })
})

describe.each(engines.slice(0, 1))('countStatements', (engine) => {
  test('counts failing statements, returns the result of the work, and can be stopped', async () => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const [one, two] = [countStatements(database.db), countStatements(database.db)]
    expect(await one.during(async () => (await sql<{ a: number }>`select ${7} as a`.execute(database.db)).rows)).toEqual({
      result: [{ a: 7 }],
      statements: ['select ? as a'],
    })
    await expect(one.during(() => sql`select nothing`.execute(database.db))).rejects.toThrow()
    expect([one.total(), two.total()]).toEqual([2, 2])
    one.stop()
    await sql`select 1`.execute(database.db)
    expect([one.total(), two.total()]).toEqual([2, 3])
  })

  test('refuses anything but a Kysely instance', () => {
    expect(() => countStatements({ getExecutor: () => ({}) })).toThrow(TypeError)
  })
})
