import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CalendarStore, createCalendar } from '@kalends/core'
import { countStatements } from '@kalends/testing'
import { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../src/index.ts'
import { nodeSqliteDialect } from '../src/node-sqlite.ts'
import { engines } from './engines.ts'

/** A store that counts the characters of the texts that it finds, each as often as the database sends it. */
function countCharacters(inner: CalendarStore): { readonly store: CalendarStore; during(work: () => Promise<unknown>): Promise<number> } {
  let characters = 0
  const counting = (store: CalendarStore): CalendarStore => ({
    ...store,
    transaction: (work) => store.transaction((tx) => work(counting(tx))),
    events: {
      ...store.events,
      find: async (query) => {
        const found = await store.events.find(query)
        for (const { description, excerpt, searchText } of found) characters += description.length + excerpt.length + searchText.length
        return found
      },
    },
  })
  return {
    store: counting(inner),
    during: async (work) => {
      characters = 0
      await work()
      return characters
    },
  }
}

describe.each(engines)('a series with the longest texts on $name', ({ open }) => {
  test('is read once by a write, not once for each of its dates', async () => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const counter = countCharacters(kyselyStore(db, options))
    const calendar = createCalendar({ store: counter.store })
    const text = 'a'.repeat(65_536)
    const { id } = await calendar.events.create({
      title: 'Market',
      startDate: '2031-01-01',
      endDate: '2031-01-01',
      description: text,
      excerpt: text,
      recurrence: 'FREQ=DAILY;COUNT=60',
    })
    const [first] = (await calendar.events.list({ seriesIds: [id], startsFrom: '2031-01-01', startsUntil: '2031-12-31' })).items
    const [date = 0] = [first?.id]
    expect(date).toBeGreaterThan(0)
    const writes: readonly (() => Promise<unknown>)[] = [
      () => calendar.events.update(id, { website: 'https://example.org/' }),
      () => calendar.events.update(id, { startDate: '2031-01-02', endDate: '2031-01-02' }),
      () => calendar.events.update(date, { featured: true }, { scope: 'all' }),
      () => calendar.events.trash(id),
      () => calendar.events.restore(id),
      () => calendar.maintenance.verifySeries(),
    ]
    for (const write of writes) expect(await counter.during(write)).toBeLessThan(20 * text.length)
    expect((await calendar.events.get(date)).description).toHaveLength(text.length)
  })
})

const order = [{ key: 'id', direction: 'asc' }] as const

describe.each(engines)('a page of more than a hundred events on $name', ({ open }) => {
  async function openMarket() {
    const { db, options, close } = await open()
    onTestFinished(close)
    const counter = countStatements(db)
    const store = kyselyStore(db, options)
    const calendar = createCalendar({ store })
    const input = { title: 'Market', startDate: '2031-01-01', endDate: '2031-01-01', description: 'Old' }
    const { id } = await calendar.events.create({ ...input, recurrence: 'FREQ=DAILY;COUNT=3' })
    const find = (limit: number) => store.events.find({ filter: {}, order, offset: 0, limit })
    return { calendar, counter, id, find }
  }

  test('reads the texts of a series once, and finds the same as a shorter one', async () => {
    const { calendar, counter, id, find } = await openMarket()
    const [second = 0] = (await find(9)).slice(2).map((event) => event.id)
    await calendar.events.update(second, { description: 'Own' })
    await calendar.events.create({ title: 'Fair', startDate: '2031-01-01', endDate: '2031-01-01', description: 'Single' })
    const long = await counter.during(() => find(101))
    const short = await counter.during(() => find(100))
    expect(long.result).toEqual(short.result)
    expect(long.result.map(({ description }) => description)).toEqual(['Old', 'Old', 'Own', 'Old', 'Single'])
    const readsSeries = (text: string): boolean => text.includes('s.description')
    expect(short.statements.filter(readsSeries)).toHaveLength(1)
    expect(long.statements.map(readsSeries)).toEqual([false, true])
    await calendar.events.delete(id)
    expect(await find(101)).toHaveLength(1)
  })
})

test('a writer between the two statements of a page gives no occurrence the texts of a later version, which its readers may not read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  const file = join(folder, 'calendar.db')
  let other: DatabaseSync | undefined
  const db = new Kysely<unknown>({
    dialect: nodeSqliteDialect(file),
    log: ({ query }) => {
      if (!query.sql.includes('series_version')) return
      other?.exec(`update kalends_events set version = version + 1, title = 'New',
        description = case when series_id is null then 'New' end`)
    },
  })
  onTestFinished(async () => {
    await db.destroy()
    other?.close()
    rmSync(folder, { recursive: true })
  })
  await migrateToLatest(db)
  const store = kyselyStore(db)
  const input = { title: 'Old', startDate: '2031-01-01', endDate: '2031-01-01', description: 'Old' }
  await createCalendar({ store }).events.create({ ...input, recurrence: 'FREQ=DAILY;COUNT=3' })
  other = new DatabaseSync(file)
  const events = await store.events.find({ filter: {}, order, offset: 0, limit: 101 })
  expect(events.map(({ title, description }) => `${title} ${description}`)).toEqual(Array(4).fill('New New'))
})
