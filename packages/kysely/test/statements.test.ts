import type { CalendarStore, EventFilter, EventRecord, EventSort } from '@kalends/core/store'
import { buildCircle, buildEventDraft, buildOrganizerDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialectOf } from '../src/engine/dialect-of.ts'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'
import { statementLog } from './statements.ts'

const byStart: readonly EventSort[] = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
]
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

describe.each(engines)('statements on $name', (engine) => {
  const log = statementLog()
  const seen: EventFilter = { roles: ['single', 'occurrence'], hidden: false, readable: [{ status: 'publish' }] }
  let database: TestDatabase
  /** The statements of a savepoint: a deletion needs one on PostgreSQL, where the error of a host's foreign key would end the transaction. */
  const savepoints = (): number => (dialectOf(database.db).errorEndsTransaction ? 2 : 0)
  let store: CalendarStore
  let events: readonly EventRecord[]
  let linked: { venueIds: number[]; organizerIds: number[]; categoryIds: number[]; tagIds: number[] }

  /** The additional statement of a scan: PostgreSQL needs one for the time limit, and SQLite one to find the end of the first slice. */
  const limit = (): number => (dialectOf(database.db).supportsStatementTimeLimit ? 0 : 1)

  beforeAll(async () => {
    database = await engine.open({ log: log.log })
    store = kyselyStore(database.db, database.options)
    linked = await store.transaction(async (tx) => ({
      venueIds: [(await tx.venues.insert(buildVenueDraft({}, 1))).id, (await tx.venues.insert(buildVenueDraft({}, 2))).id],
      organizerIds: [(await tx.organizers.insert(buildOrganizerDraft())).id],
      categoryIds: [(await tx.terms.insert(buildTermDraft({ taxonomy: 'category' }))).id],
      tagIds: [(await tx.terms.insert(buildTermDraft({ taxonomy: 'tag' }))).id],
    }))
    events = await store.transaction(async (tx) => {
      const written: EventRecord[] = []
      for (const index of upTo(120)) written.push(await tx.events.insert(buildEventDraft(linked, index)))
      return written
    })
  })
  afterAll(() => database.close())

  test.each([1, 35, 100])('a page of %i events with all links is one statement', async (perPage) => {
    const filter: EventFilter = { hidden: false, readable: [{ status: 'publish' }] }
    const { result, statements } = await log.during(() => store.events.find({ filter, order: byStart, offset: 0, limit: perPage }))
    expect(result).toEqual(events.slice(0, perPage))
    expect(statements).toHaveLength(1)
  })

  test.each([1, 35, 100])('%i events by id are one statement', async (count) => {
    const ids = events.slice(0, count).map(({ id }) => id)
    const { result, statements } = await log.during(() => store.events.getMany(ids))
    expect(result).toHaveLength(count)
    expect(statements).toHaveLength(1)
  })

  test.each([1, 500])('%i venues, organizers and terms by id are one statement each', async (count) => {
    for (const collection of [store.venues, store.organizers, store.terms]) {
      const read = (): Promise<unknown> => collection.getMany(upTo(count))
      expect((await log.during(read)).statements).toHaveLength(1)
    }
  })

  test.each([1, 35, 100])('%i events within a circle without venues are one statement, and so is their total', async (perPage) => {
    const geo = { within: buildCircle(12, 12, 25), readable: [{ status: 'publish' }] } as const
    const read = () => store.events.find({ filter: { ...seen, geo }, order: byStart, offset: 0, limit: perPage })
    // PostgreSQL sets the limit of a scan in a statement of its own.
    const { runsInProcess, supportsStatementTimeLimit } = dialectOf(database.db)
    const length = runsInProcess || supportsStatementTimeLimit ? 1 : 2
    expect((await log.during(read)).statements).toHaveLength(length)
    expect((await log.during(() => store.events.count({ ...seen, geo }))).statements).toHaveLength(length)
  })

  test('an empty list of ids needs no statement', async () => {
    const { result, statements } = await log.during(() => store.events.getMany([]))
    expect([result, statements]).toEqual([[], []])
  })

  test.each([1, 500])('countByLink of %i records is one statement', async (count) => {
    const { result, statements } = await log.during(() =>
      store.countByLink('venueIds', [...linked.venueIds, ...upTo(count)], { ...seen, featured: false }),
    )
    expect(result.get(linked.venueIds[0] ?? 0)).toBe(120)
    // SQLite counts the links of many records in slices, which begin small.
    if (dialectOf(database.db).runsInProcess) expect(statements.length).toBeLessThan(count + 10)
    else expect(statements).toHaveLength(1 + limit())
  })

  test('counts and the revision are one statement each', async () => {
    expect((await log.during(() => store.events.count({ ...seen, organizerIds: linked.organizerIds }))).statements).toHaveLength(
      1 + limit(),
    )
    expect((await log.during(() => store.venues.count({ events: { some: true, filter: { hidden: false } } }))).statements).toHaveLength(
      1 + limit(),
    )
    expect((await log.during(async () => store.revision(0))).statements).toHaveLength(1)
  })

  test('an event is written with a statement for each kind of link that changes, and one for its counts', async () => {
    const created = await log.during(() => store.events.insert(buildEventDraft(linked, 200)))
    // SQLite first checks whether the slug is free.
    expect(created.statements).toHaveLength(dialectOf(database.db).hasOneWriter ? 7 : 6)
    const updated = await log.during(() => store.events.update({ ...created.result, title: 'Another' }))
    expect(updated.statements).toHaveLength(3)
    const trashed = await log.during(() => store.events.update({ ...updated.result, status: 'trash' }))
    expect(trashed.statements).toHaveLength(7)
    const { id, version } = trashed.result
    // Two of them are for its children: one logs them, and one removes the event as their parent. Two clear its old values, one its former
    // names, one its proposals, and one its preview tokens.
    expect((await log.during(() => store.events.delete(id, version))).statements).toHaveLength(14 + savepoints())
  })

  test('a venue is deleted with one statement for the links of all its events', async () => {
    const { id, version } = await store.venues.insert(buildVenueDraft({}, 3))
    await store.events.insert(buildEventDraft({ venueIds: [id] }, 201))
    await store.events.insert(buildEventDraft({ venueIds: [id] }, 202))
    // One of them reads what the log says of the venue, and one logs the events. Two clear its old values, and one its former names.
    expect((await log.during(() => store.venues.delete(id, version))).statements).toHaveLength(8 + savepoints())
  })

  test('lists with any number of ids need few different statements', async () => {
    const texts = new Set<string>()
    for (const length of [1, 2, 3, 5, 9, 17, 33, 64, 65, 100, 129, 257, 511, 512]) {
      for (const statement of (await log.during(() => store.events.getMany(upTo(length)))).statements) texts.add(statement)
    }
    expect(texts.size).toBeLessThanOrEqual(10)
    const { result, statements } = await log.during(() => store.events.count({ ids: upTo(40_000), excludeIds: upTo(40_000).slice(1) }))
    expect(statements).toHaveLength(1)
    expect(result).toBe(events.filter(({ id }) => id === 1).length)
  })

  test('values of filters and records are never part of the text of a statement', async () => {
    const needle = "x'); drop table--"
    const filter: EventFilter = {
      slugs: [needle],
      textAll: [needle, '%', '!', '\\', '"'],
      ids: [987_654_321],
      readable: [{ status: 'publish', authorIds: ['987654321'], publishedMs: { gte: 987_654_321, lt: 987_654_322 } }],
      startLocal: { gte: '2031-03-03T03:03:03' },
      venueIds: [987_654_321],
      geo: { located: true, within: buildCircle(12.345_67, 12.345_67, 25), readable: [{ status: 'draft' }] },
    }
    const reads: readonly (() => Promise<unknown>)[] = [
      () => store.events.find({ filter, order: byStart, offset: 98_765, limit: 98_765 }),
      () => store.events.count(filter),
      () => store.countByLink('tagIds', [987_654_321], filter),
    ]
    for (const read of reads) {
      const { statements } = await log.during(read)
      expect(statements.join('\n')).not.toMatch(/drop|98765|2031|12\.3/)
    }
    const { statements } = await log.during(() => store.events.insert(buildEventDraft({ title: needle, slug: needle }, 300)))
    expect(statements.join('\n')).not.toMatch(/drop/)
  })
})
