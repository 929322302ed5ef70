import { expect, test } from 'vitest'
import { growthTable } from './growth-table.ts'

test('each engine has a table, with a row for each list: its time at each size, and its growth', () => {
  const sample = { engine: 'sqlite', query: 'events', events: 1_000, pageMs: 1, totalMs: 0.5, otherMs: 0.25 } as const
  const samples = [
    sample,
    { ...sample, events: 100_000, pageMs: 2.25, totalMs: 30, otherMs: 0.25 },
    { ...sample, events: 100_000, query: 'page 1000', pageMs: 250 },
    { ...sample, events: 100_000, query: 'venue', totalMs: 0 },
    { ...sample, events: 100_000, query: 'endless', pageMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY },
    { ...sample, engine: 'mariadb' },
  ] as const
  expect(growthTable(samples)).toBe(`### SQLite

| list | page, 1k | page, 100k | growth | total, 1k | total, 100k |
|---|--:|--:|--:|--:|--:|
| events | 1.25 | 2.50 | 2.0x | 0.50 | 30.0 |
| page 1000 | - | 250 | - | - | 0.50 |
| venue | - | 1.25 | - | - | - |
| endless | - | timeout | - | - | timeout |

### MariaDB

| list | page, 1k | growth | total, 1k |
|---|--:|--:|--:|
| events | 1.25 | 1.0x | 0.50 |`)
})
