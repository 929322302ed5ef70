import { expect, test } from 'vitest'
import { deliveriesTable } from './deliveries-table.ts'

test('each store and number of endpoints is a row', () => {
  const samples = [
    { store: 'memory', endpoints: 1, perSecond: 2345.6, processMs: 0.314 },
    { store: 'MariaDB', endpoints: 16, perSecond: 987, processMs: 1.2 },
  ]
  expect(deliveriesTable(samples)).toBe(`| store | endpoints | deliveries a second | processor time of one |
|---|--:|--:|--:|
| memory | 1 | 2346 | 0.31 ms |
| MariaDB | 16 | 987 | 1.20 ms |`)
})
