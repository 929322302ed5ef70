import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { foldKey } from '@kalends/core/store'
import { expect, test } from 'vitest'
import { migrationHashes } from '../schema/migration-hashes.ts'
import { migrationNames } from '../schema/migration-names.ts'
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

/**
 * What the first migration fixes beside its statements: the keys and the searched texts that records are stored with. A change of folding
 * needs a migration that folds them again.
 */
const texts = ['Łódź, Straße', 'King’s “Night” – 1', 'Μουσικός', 'за́мок мой ёж', 'שָׁלוֹם', 'مَرْأَة', 'मील', 'ไม้', 'ﾊﾞｽ', '서울', '№ ½']
const foldedTexts = (name: string): readonly string[] => (name === '0001-initial' ? texts.map(foldKey) : [])

const hashOf = (name: string): string =>
  createHash('sha256')
    .update([...statementsOf(name), ...foldedTexts(name)].join(';'))
    .digest('hex')
    .slice(0, 12)

const hashFile = new URL('../schema/migration-hashes.ts', import.meta.url)

test('the hashes are those of the statements, and of what is stored', async () => {
  for (const name of migrationNames) expect(statementsOf(name).length).toBeGreaterThanOrEqual(dialectNames.length)
  const text = await readFile(hashFile, 'utf8')
  const written = text.replace(/\{[^}]*\}/, `{\n${migrationNames.map((name) => `  '${name}': '${hashOf(name)}',\n`).join('')}}`)
  if (process.env['KALENDS_WRITE'] === '1') await writeFile(hashFile, written)
  // If the migration has not been released, run this test with KALENDS_WRITE=1; otherwise write another migration.
  expect(await readFile(hashFile, 'utf8')).toBe(written)
})

// Tables with this hash exist: a change of them is a migration of its own.
test('the first migration stays as it was released', () => expect(migrationHashes['0001-initial']).toBe('59973dd04dde'))

test('the printed statements record the hash', () => {
  for (const name of migrationNames) expect(migrationSql('sqlite').join(';')).toContain(`'${name}', '${migrationHashes[name]}'`)
})

test('migrations are listed in the order in which they run', () => {
  expect(Object.keys(migrationHashes)).toEqual(migrationNames)
  expect(Object.keys(migrations)).toEqual(migrationNames)
  expect(migrationNames).toEqual([...migrationNames].sort())
})
