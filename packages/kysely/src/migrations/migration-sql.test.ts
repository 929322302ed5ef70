import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrationHashes, migrationNames } from '../schema/migration-names.ts'
import { migrations } from './all.ts'
import { migrationSql } from './migration-sql.ts'

const dialectNames = ['sqlite', 'postgres', 'mysql'] as const

/** The statements of a migration on all engines, without those that record it. */
const statementsOf = (name: string): readonly string[] =>
  dialectNames.flatMap((dialect) => {
    const printed = migrationSql(dialect, { prefix: '' })
    const end = printed.findIndex((text) => text.includes(`'${name}'`))
    const begin = printed.findLastIndex((text, index) => index < end && text.includes('migration'))
    return printed.slice(begin + 1, end)
  })

test.each(migrationNames)('the hash of %s is that of its statements', (name) => {
  const statements = statementsOf(name)
  expect(statements.length).toBeGreaterThan(3)
  const hash = createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 12)
  // Set this hash in schema/migration-names.ts and all.ts if the migration has not been released; otherwise write another migration.
  expect([migrationHashes[name], migrationSql('sqlite').at(-1)]).toEqual([hash, expect.stringContaining(`'${name}', '${hash}'`)])
})

test('the names stand in the order in which they run', () => {
  expect(Object.keys(migrationHashes)).toEqual(migrationNames)
  expect(Object.keys(migrations)).toEqual(migrationNames)
  expect(migrationNames).toEqual([...migrationNames].sort())
})
