import { expect, test } from 'vitest'
import { seriesWritesTable } from './series-writes-table.ts'

test('each write is a row, and each engine a column: the time of the process, and that of the connection if it is known', () => {
  const samples = [
    { engine: 'sqlite', name: 'create', processMs: 13.6, connectionMs: undefined },
    { engine: 'sqlite', name: 'extend', processMs: 369.4, connectionMs: undefined },
    { engine: 'postgres', name: 'create', processMs: 3.46, connectionMs: 4.24 },
    { engine: 'mariadb', name: 'create', processMs: 9.94, connectionMs: undefined },
    { engine: 'mariadb', name: 'extend', processMs: 187, connectionMs: 0 },
  ] as const
  expect(seriesWritesTable(samples)).toBe(`| | SQLite | PostgreSQL | MariaDB |
|---|--:|--:|--:|
| create | 14 | 3.5 + 4.2 | 9.9 |
| extend | 369 | - | 187 + 0.0 |`)
})
