import { type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type DialectName, kyselyStore } from '../../src/index.ts'
import { enginesOfLane, type OpenOptions, type TestEngine } from '../engines.ts'
import { expectSearches, insertTexts, randomSearches, randomTexts } from './random-searches.ts'

/** The factor of the number of cases: a tenth in the quick lane, ten in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** Texts and searches of each round: fewer in the quick lane. */
const perRound = times < 0.5 ? 200 : 500

/** Rounds in the long lane: 20,000 texts and searches, except where another engine of the list has the same index. */
const mostRounds: Readonly<Record<string, number>> = { 'node-sqlite-memory': 40, postgres: 40, mariadb: 40, mysql: 40 }

async function open(engine: TestEngine, options?: OpenOptions) {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  return { ...database, store: kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 60_000 } }) }
}

/** A text without a space, in which each part of a few characters is at one place alone. */
const unlikeText = (length: number): string => Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')

describe.each(enginesOfLane)('searches on $name', { timeout: 1_200_000 }, (engine) => {
  test('find exactly the texts that contain all that is searched', async () => {
    const database = await open(engine)
    for (let round = 0; round < Math.min(mostRounds[engine.name] ?? 1, 4 * times); round++) {
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
      if (index % 4 === 0) await store.events.delete(event.id, event.version, { atMs: 0 })
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
    await expectSearches(store, expected, [['again'], ...randomSearches([...expected.values()], perRound)])
  })

  test('find each part of a word that is longer than the parts of an index', async () => {
    const { store } = await open(engine)
    const letters = Array.from({ length: 130 }, (_, at) => String.fromCodePoint(at % 7 === 6 ? 0x20000 + at : 0x4e00 + at))
    const texts = [19, 20, 21, 39, 40, 41, 59, 60, 61, 130].map((length) => `a ${letters.slice(0, length).join('')} b\nc`)
    const ids = await insertTexts(store, texts)
    const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
    const parts = letters.flatMap((_, at) => [1, 3, 20, 21, 45].map((length) => [letters.slice(at, at + length).join('')]))
    await expectSearches(store, stored, [...parts, [`a ${letters.slice(0, 19).join('')} b`], [`${letters[59]} b`]])
  })

  test('find each part of a text that an index takes in parts, also after a change', async () => {
    const { store } = await open(engine)
    const lengths = [3_999, 4_000, 4_001, 4_020, 4_021, 8_000, 8_021]
    const texts = lengths.map((length) => unlikeText(length))
    const ids = await insertTexts(store, texts)
    const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
    const near = [3_970, 3_979, 3_980, 3_981, 3_990, 3_999, 4_000, 4_001, 4_010, 7_979, 7_980, 7_990, 8_000]
    const parts = near.flatMap((at) => [1, 3, 20, 21, 45].map((length) => [texts.at(-1)?.slice(at, at + length) ?? '']))
    await expectSearches(
      store,
      stored,
      parts.filter(([part]) => part !== ''),
    )
    for (const event of await store.events.getMany(ids)) {
      stored.set(event.id, `${event.searchText.slice(10)} tail`)
      await store.events.update({ ...event, searchText: stored.get(event.id) ?? '' })
    }
    await expectSearches(store, stored, [...parts.filter(([part]) => part !== ''), ['tail'], [texts[0]?.slice(0, 12) ?? '']])
  })

  test('find a word that is in more events than a page sorts', async () => {
    const { store } = await open(engine)
    const texts = Array.from({ length: 6_000 }, (_, index) => (index % 9 === 0 ? 'a quiet evening' : `choir evening ${index}`))
    const ids = await insertTexts(store, texts)
    const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
    await expectSearches(store, stored, [['choir'], ['choir', 'evening'], ['hoir ev'], ['evening', '77'], ['quiet'], ['e']])
  })
})

describe.each(enginesOfLane.filter(({ isShared, name }) => isShared && name !== 'node-sqlite'))(
  'the index for searches on $name',
  (engine) => {
    test('lets transactions with the same new words write beside each other', async () => {
      const { store } = await open(engine)
      const texts = ['quetzal one', 'one quetzal', 'two quetzal', 'quetzal two']
      let arrive: () => void = () => undefined
      let waiting = texts.length
      const all = new Promise<void>((resolve) => {
        arrive = () => (--waiting === 0 ? resolve() : undefined)
      })
      // No transaction ends before each of them has written, so that one that waits for another would wait for ever.
      const ids = await Promise.all(
        texts.map((text, index) =>
          store.transaction(async (tx) => {
            const [id = 0] = await insertTexts(tx, [text], index * 10)
            arrive()
            await all
            return id
          }),
        ),
      )
      const stored = new Map(ids.map((id, index) => [id, texts[index] ?? '']))
      await expectSearches(store, stored, [['quetzal'], ['one'], ['one', 'quet'], ['o quetzal']])
    })
  },
)

/** Statements that take an event out of the index. */
const omit: Readonly<Partial<Record<DialectName, (prefix: string, id: number, text: string) => RawBuilder<unknown>>>> = {
  sqlite: (prefix, id, text) => {
    const table = sql.table(`${prefix}event_texts`)
    return sql`insert into ${table} (${table}, rowid, text) values ('delete', ${id}, ${text})`
  },
  mysql: (prefix, id) => sql`delete from ${sql.table(`${prefix}event_words`)} where event_id = ${id}`,
}

describe.each(enginesOfLane.filter(({ name, dialect }) => name !== 'node-sqlite' && omit[dialect] !== undefined))(
  'the comparison of searches on $name',
  (engine) => {
    test('detects a text that is not in the index', async () => {
      const { db, options, store } = await open(engine)
      const texts = ['the night market', 'the night train']
      const [first = 0, second = 0] = await insertTexts(store, texts)
      const stored = new Map([
        [first, 'the night market'],
        [second, 'the night train'],
      ])
      await expectSearches(store, stored, [['night']])
      await omit[engine.dialect]?.(options.prefix, second, 'the night train').execute(db)
      await expect(expectSearches(store, stored, [['night']])).rejects.toThrow()
    })
  },
)
