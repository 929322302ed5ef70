import type { ReadClause } from '@kalends/core/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeClauses, padded } from './conditions.ts'

test('a padded list has a power of two as its length, and no other values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 700 }), (values) => {
      const longer = padded(values)
      expect(new Set(longer)).toEqual(new Set(values))
      expect(longer.slice(0, values.length)).toEqual(values)
      if (values.length > 0) expect(Math.log2(longer.length) % 1).toBe(0)
      expect(longer.length).toBeLessThan(Math.max(1, values.length * 2))
    }),
  )
})

const moment = fc.integer({ min: 0, max: 3 })
const status = fc.constantFrom<ReadClause['status']>('publish', 'draft', 'trash')
const author = fc.constantFrom('1', '2', '3')
const clauses: fc.Arbitrary<ReadClause> = fc.record(
  {
    status,
    authorIds: fc.uniqueArray(author),
    publishedMs: fc.record({ gte: moment, lt: moment }, { requiredKeys: [] }),
    statusBeforeTrash: status,
  },
  { requiredKeys: ['status'] },
)
const records = fc.record({ status, authorId: author, publishedMs: moment, statusBeforeTrash: status })

test('a scope with merged clauses matches the same records', () => {
  fc.assert(
    fc.property(fc.array(clauses, { maxLength: 6 }), records, (scope, record) => {
      const matches = ({ status, authorIds, publishedMs = {}, statusBeforeTrash }: ReadClause): boolean =>
        status === record.status &&
        (authorIds?.includes(record.authorId) ?? true) &&
        (statusBeforeTrash === undefined || statusBeforeTrash === record.statusBeforeTrash) &&
        record.publishedMs >= (publishedMs.gte ?? 0) &&
        record.publishedMs < (publishedMs.lt ?? 9)
      expect(mergeClauses(scope).some(matches)).toBe(scope.some(matches))
    }),
    { numRuns: 1_000 },
  )
})

test('merging drops clauses that others include, and joins published with scheduled records', () => {
  const published = { status: 'publish', publishedMs: { lt: 5 } } as const
  const scheduled = { status: 'publish', publishedMs: { gte: 5 } } as const
  const own = { authorIds: ['7'] } as const
  const draft = { status: 'draft', ...own } as const
  expect(mergeClauses([published, { ...published, ...own }])).toEqual([published])
  expect(mergeClauses([{ ...published, ...own }, published, { ...scheduled, ...own }, draft, draft])).toEqual([
    published,
    { ...scheduled, ...own },
    draft,
  ])
  expect(mergeClauses([published, scheduled, { ...scheduled, ...own }])).toEqual([{ status: 'publish' }])
})
