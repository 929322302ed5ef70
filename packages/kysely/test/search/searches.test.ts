import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { engines, type OpenOptions, type TestEngine } from '../engines.ts'
import { expectSearches, insertTexts, randomSearches, randomTexts } from './random-searches.ts'

/** The factor of the number of cases: a tenth in the quick lane, ten in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** Texts and searches of each round. */
const perRound = 500

/** Rounds in the full lane: 20,000 texts and searches, except where another engine of the list has the same index. */
const rounds: Readonly<Record<string, number>> = { 'node-sqlite-memory': 40, postgres: 40, mysql: 40 }

async function open(engine: TestEngine, options?: OpenOptions) {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  return { ...database, store: kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 60_000 } }) }
}

describe.each(engines)('searches on $name', { timeout: 1_200_000 }, (engine) => {
  test('find exactly the texts that contain all that is searched', async () => {
    const database = await open(engine)
    for (let round = 0; round < Math.ceil((rounds[engine.name] ?? 1) * times); round++) {
      await database.clear()
      const texts = randomTexts(perRound)
      const ids = await insertTexts(database.store, texts)
      const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
      await expectSearches(database.store, stored, randomSearches(texts, perRound))
    }
  })

  test('find what events say after changes, deletions and transactions that are undone', async () => {
    const { store } = await open(engine)
    const texts = randomTexts(200)
    const ids = await insertTexts(store, texts)
    const others = randomTexts(200)
    const expected = new Map<number, string>()
    for (const [index, event] of (await store.events.getMany(ids)).entries()) {
      const searchText = others[index] ?? ''
      if (index % 4 === 0) await store.events.delete(event.id, event.version, 0)
      else if (index % 4 === 1) await store.events.update({ ...event, searchText })
      if (index % 4 > 1) expected.set(event.id, event.searchText)
      else if (index % 4 === 1) expected.set(event.id, searchText)
    }
    const many = (await store.events.getMany(ids)).filter((_, index) => index % 3 === 0)
    await store.events.updateMany(many.map((event) => ({ ...event, searchText: `${event.searchText} again` })))
    for (const event of many) expected.set(event.id, `${event.searchText} again`)
    const undone = store.transaction(async (tx) => {
      await insertTexts(tx, texts, 1_000)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await expectSearches(store, expected, [['again'], ...randomSearches([...expected.values()], 300)])
  })

  test('find a word that is in more events than a page sorts', async () => {
    const { store } = await open(engine)
    const texts = Array.from({ length: 6_000 }, (_, index) => (index % 9 === 0 ? 'a quiet evening' : `choir evening ${index}`))
    const ids = await insertTexts(store, texts)
    const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
    await expectSearches(store, stored, [['choir'], ['choir', 'evening'], ['hoir ev'], ['evening', '77'], ['quiet'], ['e']])
  })
})

describe.each(engines.filter(({ name }) => name === 'node-sqlite-memory'))('the comparison of searches on $name', (engine) => {
  test('detects a text that is not in the index', async () => {
    const { db, options, store } = await open(engine)
    const texts = ['the night market', 'the night train']
    const [first = 0, second = 0] = await insertTexts(store, texts)
    const stored = new Map([
      [first, 'the night market'],
      [second, 'the night train'],
    ])
    await expectSearches(store, stored, [['night']])
    const table = sql.table(`${options.prefix}event_texts`)
    await sql`insert into ${table} (${table}, rowid, text) values ('delete', ${second}, 'the night train')`.execute(db)
    await expect(expectSearches(store, stored, [['night']])).rejects.toThrow()
  })
})
