import type { CalendarStore } from '@kalends/core'
import { isCalendarError } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { engines, type TestEngine } from '../engines.ts'
import { skipWithout } from '../skip-without.ts'
import { expectSearches, insertTexts } from './random-searches.ts'

/** The factor of the number of rounds: half in the full lane. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** Few words, so that transactions write the same new ones at the same time. */
const textOf = (round: number, at: number): string =>
  `word${round} common${at % 3} ${at % 2 === 0 ? 'quetzal' : 'choir'} ${'x'.repeat(10 + (at % 50))}`

/** A write that lost against others writes nothing. */
const unlessBusy = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!isCalendarError(error) || (error.code !== 'unavailable' && error.code !== 'version_conflict' && error.code !== 'not_found'))
      throw error
  }
}

const undone = new Error('undone')

/** Creates, changes and deletes events, some of them in transactions that are undone. */
async function writeSome(store: CalendarStore, round: number, writer: number, own: readonly number[]): Promise<readonly number[]> {
  const first = (round * 10 + writer) * 100
  const created = await insertTexts(
    store,
    Array.from({ length: 8 }, (_, at) => textOf(round, at)),
    first,
  )
  await unlessBusy(() =>
    store
      .transaction(async (tx) => {
        await insertTexts(tx, [`word${round} undone`, `word${round + 1} undone`], first + 50)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      }),
  )
  const events = await store.events.getMany([...own, ...created])
  await unlessBusy(async () => {
    await store.events.updateMany(
      events.filter(({ id }) => id % 3 === 0).map((event) => ({ ...event, searchText: textOf(round, event.id) })),
    )
  })
  for (const { id, version } of events.filter(({ id }) => id % 5 === 0)) {
    await unlessBusy(async () => void (await store.events.delete(id, version, { atMs: 0 })))
  }
  return (await store.events.getMany([...own, ...created])).map(({ id }) => id)
}

async function open(engine: TestEngine) {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const others = await Promise.all([1, 2, 3].map(() => database.another()))
  return {
    ...database,
    stores: others.map((one) => kyselyStore(one, database.options)),
    reader: kyselyStore(await database.another(), database.options),
  }
}

const stop = new Error('interrupted')

const servers = engines.filter(({ address }) => address !== undefined)
skipWithout(servers)

describe.each(servers)('searches on $name beside writes, builds and removals', { timeout: 300_000 }, (engine) => {
  test('find at any moment what does not change, and in the end exactly what events say', async () => {
    const { db, options, stores, reader } = await open(engine)
    const fixed = Array.from({ length: 60 }, (_, index) => `steady${index % 4} quetzal ${index}`)
    await insertTexts(reader, fixed, 900_000)
    let isRunning = true
    const reading = (async () => {
      for (let at = 0; isRunning; at++) {
        expect([at, await reader.events.count({ textAll: [`teady${at % 4}`, 'quetzal'] })]).toEqual([at, 15])
        const page = await reader.events.find({
          filter: { textAll: [`teady${at % 4}`] },
          order: [{ key: 'id', direction: 'asc' }],
          offset: 0,
          limit: 35,
        })
        expect(page).toHaveLength(15)
      }
    })()
    const building = (async () => {
      for (let at = 0; isRunning; at++) {
        await unlessBusy(async () => void (await migrateToLatest(db, { ...options, searchIndex: at % 3 !== 2 })))
        const onProgress = (): never => {
          throw stop
        }
        if (at % 3 === 2)
          await unlessBusy(async () => {
            await migrateToLatest(db, { ...options, onProgress }).catch((error: unknown) => {
              if (error !== stop) throw error
            })
          })
      }
    })()
    let owned: readonly (readonly number[])[] = stores.map(() => [])
    for (let round = 0; round < 60 * times; round++) {
      owned = await Promise.all(stores.map((store, writer) => writeSome(store, round, writer, owned[writer] ?? [])))
    }
    isRunning = false
    await Promise.all([reading, building])
    await migrateToLatest(db, options)
    const events = await reader.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100_000 })
    const stored = new Map(events.map(({ id, searchText }) => [id, searchText]))
    const searches = [
      ['quetzal'],
      ['undone'],
      ['common1', 'choir'],
      ...Array.from({ length: 60 * times }, (_, round) => [`word${round} `]),
      ['x'.repeat(25)],
      ['x'.repeat(55)],
    ]
    await expectSearches(kyselyStore(db, options), stored, searches)
    expect(stored.size).toBeGreaterThan(300 * times)
  })
})
