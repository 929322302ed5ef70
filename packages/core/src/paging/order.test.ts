import { expect, test } from 'vitest'
import { totalOrder } from './order.ts'

test('an order ends with the id, in the same direction', () => {
  expect(totalOrder({ key: 'startLocal', direction: 'desc' })).toEqual([
    { key: 'startLocal', direction: 'desc' },
    { key: 'id', direction: 'desc' },
  ])
})

test('an order by id is total already', () =>
  expect(totalOrder({ key: 'id', direction: 'asc' })).toEqual([{ key: 'id', direction: 'asc' }]))
