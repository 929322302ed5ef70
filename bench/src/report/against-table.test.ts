import { expect, test } from 'vitest'
import { againstTable } from './against-table.ts'

test('each operation of a checkout is a row', () => {
  expect(againstTable([{ store: 'memory', operation: 'get', folder: '../before', ratio: 1.0049 }])).toBe(
    `| store | operation | checkout | cost / that of the first |
|---|---|---|--:|
| memory | get | ../before | 1.005 |`,
  )
})
