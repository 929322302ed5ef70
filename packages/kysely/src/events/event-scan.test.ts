import type { EventFilter } from '@kalends/core/store'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { contextOf } from '../engine/store-context.ts'
import { nodeSqliteDialect } from '../node-sqlite.ts'
import { scanToCount } from './event-scan.ts'

const context = contextOf(new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') }), {})
const window: EventFilter = {
  readable: [{ status: 'publish' }],
  hidden: false,
  roles: ['single', 'occurrence'],
  startLocal: { gte: '2026-01-01T00:00:00', lt: '2028-01-01T00:00:00' },
}

test.each<[string, EventFilter, number]>([
  ['featured events', { featured: true }, 20_000],
  ['single events', { roles: ['single'] }, 20_000],
  ['events without a parent', { parentIds: [0] }, 20_000],
  ['events with a text', { textAll: ['choir'] }, 2_000],
  ['changed occurrences', { changed: true }, 2_000],
  ['events of some authors', { readable: [{ status: 'draft', authorIds: ['5'] }] }, 2_000],
  ['featured events of a category', { featured: true, categoryIds: [1] }, 2_000],
  ['events of a category', { categoryIds: [1] }, 20_000],
])('a count of %s reads slices as long as its index allows', (_, members, most) => {
  expect(scanToCount(context, { ...window, ...members })?.indexScan?.most).toBe(most)
})
