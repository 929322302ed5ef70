import { describe, expect, test } from 'vitest'
import { sqlite } from '../engine/dialects/sqlite.ts'
import { planRowUpdates, type RowChange } from './row-updates.ts'

const stored = new Map(
  Array.from(
    { length: 1_200 },
    (_, i) => [i + 1, { id: i + 1, version: 3, slug: `s${i + 1}`, title: 'Old', hidden: '0', uid: null }] as const,
  ),
)
const rowOf = (id: number, change: RowChange['row']): RowChange => ({
  id,
  row: { slug: `s${id}`, title: 'Old', hidden: 0, uid: null, ...change },
})
const upTo = (length: number): readonly number[] => Array.from({ length }, (_, i) => i + 1)

describe('updates of rows', () => {
  test('write the columns that change, and equal values once', () => {
    const changes = [rowOf(1, { title: 'New' }), rowOf(2, { title: 'New', slug: 'x' }), rowOf(3, { title: 'New' })]
    expect(planRowUpdates(sqlite, changes, stored)).toEqual([
      { shared: { title: 'New' }, columns: ['id'], rows: [[1], [3]] },
      { shared: { slug: 'x', title: 'New' }, columns: ['id'], rows: [[2]] },
    ])
  })

  test('write values that differ for each row', () => {
    const changes = [rowOf(1, { title: 'New', uid: 'a' }), rowOf(2, { title: 'New', uid: 'b' })]
    expect(planRowUpdates(sqlite, changes, stored)).toEqual([
      {
        shared: { title: 'New' },
        columns: ['id', 'uid'],
        rows: [
          [1, 'a'],
          [2, 'b'],
        ],
      },
    ])
  })

  test('treat null and the text "null" as different, and an integer and its text as equal', () => {
    expect(planRowUpdates(sqlite, [rowOf(1, { uid: 'null' })], stored)).toEqual([{ shared: { uid: 'null' }, columns: ['id'], rows: [[1]] }])
    expect(planRowUpdates(sqlite, [rowOf(1, { hidden: 0 })], stored)).toEqual([{ shared: {}, columns: ['id'], rows: [[1]] }])
  })

  test('write columns that were not read', () => {
    expect(planRowUpdates(sqlite, [{ id: 1, row: { slug: 's1', phone: null } }], stored)).toEqual([
      { shared: { phone: null }, columns: ['id'], rows: [[1]] },
    ])
  })

  test('write all changed columns to all rows if more than four sets of columns change', () => {
    const changes = [{ title: 'A' }, { slug: 'b' }, { hidden: 1 }, { uid: 'd' }, { title: 'E', slug: 'e' }].map((change, i) =>
      rowOf(i + 1, change),
    )
    const [update, ...others] = planRowUpdates(sqlite, changes, stored)
    expect(others).toEqual([])
    expect(update?.columns).toEqual(['id', 'title', 'slug', 'hidden', 'uid'])
    expect(update?.rows[1]).toEqual([2, 'Old', 'b', 0, null])
  })

  test('have at most 500 rows with equal values, and 125 with different ones', () => {
    const sizes = (changes: readonly RowChange[]): readonly number[] =>
      planRowUpdates(sqlite, changes, stored).map(({ rows }) => rows.length)
    expect(sizes(upTo(1_200).map((id) => rowOf(id, { title: 'New' })))).toEqual([500, 500, 200])
    expect(sizes(upTo(300).map((id) => rowOf(id, { slug: `t${id}` })))).toEqual([125, 125, 50])
  })
})
