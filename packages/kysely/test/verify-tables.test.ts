import { createCalendar } from '@kalends/core'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dialects } from '../src/engine/dialect-of.ts'
import { kyselyStore, migrateToLatest, verifyTables } from '../src/index.ts'
import { enginesOfLane as engines, type TestEngine } from './engines.ts'

/** A calendar with two events at one venue, a series, a category below another one, and a declared field. */
async function open(engine: TestEngine) {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const { db, options } = database
  const calendar = createCalendar({ store: kyselyStore(db, options) })
  const { id: parentId } = await calendar.categories.create({ name: 'Arts' })
  const { id: music } = await calendar.categories.create({ name: 'Music', parentId })
  const times = { startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00', categories: music, venues: { name: 'Old Brewery' } }
  const choir = await calendar.events.create({ ...times, title: 'Choir of the quetzal', organizers: { name: 'Choir' } })
  await calendar.events.create({ ...times, title: 'Brass band', recurrence: 'FREQ=WEEKLY;COUNT=3' })
  const run = (statement: (named: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>) =>
    statement((name) => sql.table(options.prefix + name)).execute(db)
  return { ...database, choir: choir.id, music, run }
}

const inOrder = { links: { findings: [] }, searchIndex: { findings: [] } }

describe.each(engines)('the check of tables on $name', (engine) => {
  test('finds nothing in a calendar that nobody has written to by hand', async () => {
    const { db, options } = await open(engine)
    const report = await verifyTables(db, options)
    expect(report).toMatchObject(inOrder)
    expect(report.links.checked).toBeGreaterThan(5)
  })

  test('finds links of records that are gone', async () => {
    const { db, options, run, choir, music } = await open(engine)
    await run((named) => sql`delete from ${named('venues')}`)
    await run((named) => sql`delete from ${named('events')} where id = ${choir}`)
    await run((named) => sql`delete from ${named('terms')} where id <> ${music}`)
    const { findings } = (await verifyTables(db, options)).links
    expect(findings).toContainEqual({
      problem: 'stray_link',
      kind: 'event',
      count: 5,
      records: expect.arrayContaining([{ id: choir, detail: 'event_venues' }]),
    })
    expect(findings).toContainEqual({
      problem: 'stray_link',
      kind: 'event',
      count: 1,
      records: [{ id: choir, detail: 'event_organizers' }],
    })
    expect(findings).toContainEqual({ problem: 'stray_link', kind: 'event', count: 1, records: [{ id: choir, detail: 'event_terms' }] })
    expect(findings).toContainEqual({
      problem: 'stray_link',
      kind: 'category',
      count: 1,
      records: [{ id: music, detail: 'term_ancestors' }],
    })
  })

  test('finds links that differ from their event, and occurrences without their series', async () => {
    const { db, options, run, choir } = await open(engine)
    await run((named) => sql`update ${named('events')} set start_wall = start_wall + 1 where id = ${choir}`)
    await run((named) => sql`delete from ${named('event_venues')} where event_id <> ${choir}`)
    await run((named) => sql`delete from ${named('event_terms')} where event_id <> ${choir}`)
    await run((named) => sql`delete from ${named('events')} where recurrence is not null`)
    expect((await verifyTables(db, options)).links.findings).toEqual([
      ...['event_venues', 'event_organizers', 'event_terms'].map((detail) => ({
        ...{ problem: 'different_link', kind: 'event', count: 1 },
        records: [{ id: choir, detail }],
      })),
      { problem: 'stray_occurrence', kind: 'event', count: 3, records: expect.anything() },
    ])
  })

  test('says nothing about an index that the host does not want', async () => {
    const { db, options } = await open(engine)
    await migrateToLatest(db, { ...options, searchIndex: false })
    expect(await verifyTables(db, options)).toMatchObject(inOrder)
  })

  test('refuses options that it does not know', async () => {
    const { db } = await open(engine)
    // @ts-expect-error: a misspelt name.
    await expect(verifyTables(db, { prefx: 'town_' })).rejects.toThrow(TypeError)
  })
})

const builtInParts = engines.filter(({ dialect }) => dialects[dialect].searchIndex?.addTexts !== undefined)

describe.each(builtInParts)('the check of the index for searches on $name', (engine) => {
  test('finds the text that the index lacks, and nothing after a repair', async () => {
    const { db, options, run, choir } = await open(engine)
    await (engine.dialect === 'sqlite'
      ? run(
          (named) => sql`insert into ${named('event_texts')} (${named('event_texts')}, rowid, text)
          select 'delete', id, search_text from ${named('events')} where id = ${choir}`,
        )
      : run((named) => sql`delete from ${named('event_words')} where event_id = ${choir}`))
    expect((await verifyTables(db, options)).searchIndex).toEqual({
      checked: 2,
      findings: [{ problem: 'missing_text', kind: 'event', count: 1, records: [{ id: choir }] }],
    })
    await migrateToLatest(db, { ...options, searchIndex: false })
    await migrateToLatest(db, options)
    expect(await verifyTables(db, options)).toMatchObject(inOrder)
  })

  test('finds a missing part, and an interrupted build', async () => {
    const { db, options, run } = await open(engine)
    const problem = async () => (await verifyTables(db, options)).searchIndex.findings.map((finding) => finding.problem)
    await run((named) => sql`drop trigger ${named('events_text_added')}`)
    expect(await problem()).toEqual(['damaged_index'])
    await migrateToLatest(db, options)
    expect(await problem()).toEqual([])
    await run((named) => sql`delete from ${named('migration')} where name = 'search-index'`)
    expect(await problem()).toEqual(['unfinished_index'])
  })
})
