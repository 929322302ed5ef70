import { expect, test } from 'vitest'
import { readOptions } from './read-options.ts'

test('without options all bars are measured, in all sizes and on all engines', () => {
  const { command, rows, sizes, engines } = readOptions([])
  expect([command, rows.has(34), sizes.at(-1), engines]).toEqual(['bars', true, 1_000_000, ['sqlite', 'postgres', 'mariadb']])
})

test('--quick leaves out the largest table and the servers', () => {
  const { sizes, engines, rounds } = readOptions(['--quick'])
  expect([sizes, engines, rounds]).toEqual([[1_000, 10_000, 100_000], ['sqlite'], 3])
})

test('all options are read', () => {
  const options = readOptions('mixed --only 2,12 --size 1M,5k --engines mysql --rounds 7 --seconds 0.25 --json a.json'.split(' '))
  expect(options).toMatchObject({
    command: 'mixed',
    sizes: [5_000, 1_000_000],
    engines: ['mysql'],
    rounds: 7,
    milliseconds: 250,
    json: 'a.json',
  })
  expect([...options.rows]).toEqual([2, 12])
  expect(readOptions(['against', '--folders', '../a,../b']).folders).toEqual(['../a', '../b'])
})

test.each([
  ['--only 17', 'Row 17 is measured by pnpm bench worst'],
  ['--only 99', 'There is no row 99'],
  ['--size big', '--size'],
  ['--size 0', '--size'],
  ['--engines oracle', '--engines'],
  ['--rounds -1', '--rounds'],
  ['--seconds soon', '--seconds'],
  ['--fast', '--fast'],
  ['shrink', 'shrink'],
  ['growth mixed', 'growth mixed'],
])('%s is refused', (args, message) => {
  expect(() => readOptions(args.split(' '))).toThrow(message)
})
