import type { EventFilter, EventSort } from '@kalends/core/store'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOf } from '../engine/store-context.ts'
import { migrateToLatest } from '../migrations/migrate.ts'
import { nodeSqliteDialect } from '../node-sqlite.ts'
import { allOf } from '../query/conditions.ts'
import { conditionsOf, type EventScan, scanInOrder, scanToCount } from './event-scan.ts'

const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
const context = contextOf(db, {})
beforeAll(() => migrateToLatest(db, {}))
afterAll(() => db.destroy())

const listed: EventFilter = { readable: [{ status: 'publish', publishedMs: { lt: 5 } }], hidden: false, roles: ['single', 'occurrence'] }
const startLocal = { gte: '2026-01-01T00:00:00', lt: '2028-01-01T00:00:00' }
const window: EventFilter = { ...listed, startLocal }
const ofAuthor: EventFilter['readable'] = [{ status: 'draft', authorIds: ['5'] }]
const ofTrash: EventFilter['readable'] = [{ status: 'trash', statusBeforeTrash: 'draft' }]
const allTimes: EventFilter = { endLocal: { gte: '2027-01-01T00:00:00' }, startMs: { lt: 9 }, endMs: { gte: 9 } }

const by = (key: EventSort['key']): readonly EventSort[] => [
  { key, direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

/** How SQLite reads the events or links of a slice. */
async function readOf(filter: EventFilter, scan: EventScan): Promise<string> {
  const conditions = allOf(conditionsOf(context, filter, scan, { after: [1, 2], upTo: [3, 4] }))
  const plan = sql<{ detail: string }>`explain query plan select count(*) from ${scan.from} where ${conditions}`
  return (await plan.execute(context.db)).rows.map(({ detail }) => detail).join('\n')
}

test.each<[what: string, filter: EventFilter, order: readonly EventSort[] | undefined, isAnswered: boolean]>([
  ['events of a window', { ...window, ...allTimes, excludeIds: [7], afterId: 3 }, undefined, true],
  ['featured events', { ...window, featured: true }, undefined, true],
  ['events without a parent', { ...window, parentIds: [0] }, undefined, true],
  ['single events', { ...window, roles: ['single'] }, undefined, true],
  ['single events and series', { ...window, roles: ['single', 'series'] }, undefined, true],
  ['occurrences', { ...window, roles: ['occurrence'] }, undefined, true],
  ['series and occurrences', { ...window, roles: ['series', 'occurrence'] }, undefined, false],
  ['events with a text', { ...window, textAll: ['choir'] }, undefined, false],
  ['changed occurrences', { ...window, changed: true }, undefined, false],
  ['the earliest events of series', { ...window, distinct: 'series' }, undefined, false],
  ['a read scope by author', { ...window, readable: ofAuthor }, undefined, false],
  ['a read scope by the status before the trash', { ...window, readable: ofTrash }, undefined, false],
  ['hidden events of an author', { ...window, hidden: true, hiddenBy: ['5'] }, undefined, false],
  ['events of an author', { ...window, authorIds: ['5', '6'], startMs: { gte: 1 } }, undefined, true],
  ["an author's own drafts", { ...window, authorIds: ['5'], readable: ofAuthor }, undefined, true],
  ['featured events of an author', { ...window, authorIds: ['5'], featured: true }, undefined, false],
  ['events by instants', { ...listed, startMs: { gte: 1 }, endMs: { lt: 9 } }, undefined, true],
  ['single events by instants', { ...listed, startMs: { gte: 1 }, roles: ['single'] }, undefined, false],
  ['events by their ends', { ...listed, endLocal: startLocal }, undefined, true],
  ['changed events', { ...window, ...allTimes, updatedMs: { gte: 1 }, featured: false }, undefined, true],
  ['scheduled events', { ...window, readable: [{ status: 'publish', publishedMs: { gte: 5 } }] }, undefined, true],
  ['events of a category', { ...window, categoryIds: [1, 2], startMs: { gte: 1 } }, undefined, true],
  ['featured events of a category', { ...window, featured: true, categoryIds: [1] }, undefined, false],
  ['events of a category at a venue', { ...window, categoryIds: [1], venueIds: [2] }, undefined, false],
  ['a read scope by author, of a category', { ...window, readable: ofAuthor, categoryIds: [1] }, undefined, false],
  ['a read scope by the status before the trash, at a venue', { ...window, readable: ofTrash, venueIds: [1] }, undefined, false],
  ['a window by instant', window, by('startMs'), false],
  ['a window by title', window, by('titleKey'), true],
  ['a window by publication', window, by('publishedMs'), true],
  ['a window with ends, by publication', { ...window, endLocal: startLocal }, by('publishedMs'), false],
])('slices of %s are as long as their index allows', async (_, filter, order, isAnswered) => {
  const scan = order === undefined ? scanToCount(context, filter) : scanInOrder(context, filter, order)
  if (scan === undefined) throw new Error('the scan has no index')
  const read = await readOf(filter, scan)
  const isByIndexAlone = read.split('\n').every((detail) => detail.includes('USING COVERING INDEX'))
  expect([isByIndexAlone, scan.indexScan?.most], read).toEqual([isAnswered, isAnswered ? 20_000 : 2_000])
})
