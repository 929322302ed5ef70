import type { EventFilter, EventSort } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import { type CompiledQuery, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { engines } from '../engines.ts'
import { explain, type Plan } from '../plans/explain.ts'
import { insertTexts } from './random-searches.ts'

const order: readonly EventSort[] = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

const filter: EventFilter = {
  readable: [{ status: 'publish' }],
  hidden: false,
  startLocal: { gte: '2000-01-01T00:00:00' },
  textAll: ['quetzal', 'a'],
}

const ofWords = /"table":"p",.*"type":"ref",.*"key":"PRIMARY"/

/** The parts of a plan that show a read of the index for searches. */
const ofIndex: Readonly<Record<string, RegExp>> = {
  'node-sqlite-memory': /event_texts VIRTUAL TABLE INDEX/,
  postgres: /Bitmap Index Scan[\s\S]*_events_text"/,
  mariadb: ofWords,
  mysql: ofWords,
}

describe.each(engines.filter(({ name }) => ofIndex[name] !== undefined))('plans of searches on $name', (engine) => {
  test.each([
    ['page', 'quetzal'],
    ['total', 'quetzal'],
    // Vowel signs are marks.
    ['page', 'मेला'],
  ])('a %s of the rare word %s reads the index, and then only the events that it finds', async (kind, word) => {
    const rare: EventFilter = { ...filter, textAll: [word, 'a'] }
    const sent: CompiledQuery[] = []
    const { db, options, close } = await engine.open({ log: ({ query }) => void sent.push(query) })
    onTestFinished(close)
    const store = kyselyStore(db, options)
    await insertTexts(
      store,
      Array.from({ length: 3_000 }, (_, index) =>
        index % 500 === 0 ? `a ${word} ${index}` : `the quiet choir sings in the garden ${index}`,
      ),
    )
    // New texts wait in a list of the index, which the engine reads from end to end, until a vacuum sorts them in.
    if (engine.name === 'postgres') await sql`vacuum analyze ${sql.table(`${options.prefix}events`)}`.execute(db)
    // The first search looks for the parts of the index.
    await store.events.count({ textAll: [word] })
    sent.length = 0
    const read = kind === 'page' ? () => store.events.find({ filter: rare, order, offset: 0, limit: 35 }) : () => store.events.count(rare)
    const found = await read()
    expect(Array.isArray(found) ? found.length : found).toBe(6)
    const selects = sent.filter((query) => query.sql.startsWith('select') && !/set_config|changes/.test(query.sql))
    const plans: Plan[] = []
    for (const query of selects) plans.push(await explain(db, query))
    expect(plans[0]?.text).toMatch(ofIndex[engine.name] ?? '')
    expect(plans.slice(1).flatMap(({ scans }) => scans.filter((alias) => alias === 'e'))).toEqual([])
    expect(
      plans
        .slice(1)
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/_events_window/)
  })
})

describe.each(engines.filter(({ name }) => name === 'postgres'))('the plan of a search on $name', (engine) => {
  // An index for lists ends with the id, so the engine could search it from the start of the window once for each id.
  test('reads many events that may match by their primary key, whatever the window', async () => {
    const sent: CompiledQuery[] = []
    const { db, options, close } = await engine.open({ log: ({ query }) => void sent.push(query) })
    onTestFinished(close)
    const store = kyselyStore(db, options)
    const startOf = (hour: number): string => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString().slice(0, 19)
    const drafts = Array.from({ length: 6_000 }, (_, index) => ({
      ...buildEventDraft({ times: { startLocal: startOf(index) } }, index),
      searchText: index % 3 === 0 ? `a quetzal ${index}` : `the quiet choir ${index}`,
    }))
    await store.transaction((tx) => tx.events.insertMany(drafts))
    await sql`vacuum analyze ${sql.table(`${options.prefix}events`)}`.execute(db)
    const { startLocal: _, ...others } = filter
    // Half of the events are in the window: their index seems to be cheaper than the primary key then.
    const window: EventFilter = { ...others, startLocal: { lt: '2200-01-01T00:00:00' }, endLocal: { gte: startOf(3_000) } }
    const events = await store.events.find({ filter: window, order, offset: 0, limit: 35 })
    expect(events).toHaveLength(35)
    const page = sent.findLast((query) => query.sql.includes('"venueIds"'))
    if (page === undefined) throw new Error('No page was read.')
    expect((await explain(db, page)).text).not.toMatch(/_events_(?:window|end|span|instant)/)
  })
})
