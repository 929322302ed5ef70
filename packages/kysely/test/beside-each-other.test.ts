import { type Calendar, createCalendar, type EventInput } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { tables } from './tables.ts'

const concert = (more: Partial<EventInput> = {}): EventInput => ({
  title: 'Choir',
  startDate: '2026-06-10 19:30',
  endDate: '2026-06-10 21:00',
  ...more,
})

async function open(engine: TestEngine, options?: OpenOptions): Promise<TestDatabase & { readonly calendar: Calendar }> {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  const store = kyselyStore(database.db, database.options)
  return { ...database, calendar: createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z') }) }
}

/** The names of the tables that have rows, except for `name_locks`. */
async function tablesWithRows({ db, options }: TestDatabase): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of tables.filter((name) => name !== 'name_locks')) {
    const { rows } = await sql`select 1 from ${sql.table(options.prefix + table)}`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

describe.each(engines)('concurrent calls in one transaction on $name', (engine) => {
  test('have the same results as one after the other', async () => {
    const { calendar } = await open(engine)
    const made: number[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) made.push((await calendar.events.create(concert({ title }))).id)
    const slugs = await calendar.transaction(async (tx) => {
      const changed = made.map((id) => tx.events.update(id, { slug: 'same', categories: ['Music'] }))
      const created = ['a', 'b', 'c', 'd'].map((tag) => tx.events.create(concert({ tags: [tag] })))
      return (await Promise.all([...changed, ...created])).map(({ slug }) => slug)
    })
    const four = (slug: string): readonly string[] => [slug, `${slug}-2`, `${slug}-3`, `${slug}-4`]
    expect(slugs.toSorted()).toEqual([...four('choir'), ...four('same')])
    expect((await calendar.events.list({})).items.map(({ slug }) => slug).toSorted()).toEqual(slugs.toSorted())
    expect((await calendar.tags.list()).total).toBe(4)
    expect((await calendar.maintenance.recount()).changed).toBe(0)
  })

  test('leave no rows behind if the work fails while one of them runs', async () => {
    let fail: (error: Error) => void = () => undefined
    const stop = new Error('stop')
    const database = await open(engine, {
      log: ({ query }) => {
        // The links, the event counts and the change of the event are not written yet.
        if (/^insert into \S+_events[`"]/.test(query.sql)) fail(stop)
      },
    })
    const failing = new Promise<never>((_, reject) => {
      fail = reject
    })
    const created: Promise<unknown>[] = []
    const work = database.calendar.transaction((tx) => {
      created.push(tx.events.create(concert({ categories: ['Music'], venues: { name: 'Town Hall' } })).catch(() => undefined))
      return failing
    })
    await expect(work).rejects.toBe(stop)
    await Promise.all(created)
    expect(await tablesWithRows(database)).toEqual([])
  })

  test('end the transaction with an error of the driver, even if the work catches it', async () => {
    const failure = new Error('no organizers')
    const database = await open(engine, {
      log: ({ query }) => {
        if (/^insert into \S+_organizers[`"]/.test(query.sql)) throw failure
      },
    })
    const { calendar } = database
    const reported: string[] = []
    calendar.on('venue.created', ({ after }) => void reported.push(after.name))
    const work = calendar.transaction(async (tx) => {
      await tx.venues.create({ name: 'Town Hall' })
      await tx.organizers.create({ name: 'Choral Society' }).catch(() => undefined)
      await tx.tags.create({ name: 'Free' }).catch(() => undefined)
    })
    await expect(work).rejects.toBe(failure)
    expect([reported, await tablesWithRows(database)]).toEqual([[], []])
    const own = new Error('mine')
    const giveUp = calendar.transaction((tx) => tx.organizers.create({ name: 'Choral Society' }).catch(() => Promise.reject(own)))
    await expect(giveUp).rejects.toBe(own)
  })
})
