import { describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'

describe('the command line', () => {
  test('without options measures all bars, in all sizes and on all engines', () => {
    const { command, rows, sizes, engines, quick } = readOptions([])
    expect([command, rows.size, sizes, engines, quick]).toEqual([
      'bars',
      22,
      [1_000, 10_000, 100_000, 1_000_000],
      ['sqlite', 'postgres', 'mariadb'],
      false,
    ])
  })

  test('with --quick leaves out the largest table and the servers', () => {
    const { sizes, engines, rounds } = readOptions(['--quick'])
    expect([sizes, engines, rounds]).toEqual([[1_000, 10_000, 100_000], ['sqlite'], 3])
  })

  test.each(['growth', 'series', 'series-writes', 'search', 'mixed', 'memory', 'worst', 'bystanders', 'clean'])(
    'may name another command: %s',
    (command) => {
      expect(readOptions([command, '--minutes', '0.5'])).toMatchObject({ command, minutes: 0.5 })
    },
  )

  test.each([
    ['17', 'Row 17 is measured by pnpm bench worst'],
    ['1,27', 'Row 27 is measured by pnpm bench --only 13'],
  ])('says which command measures the rows %s', (only, message) => {
    expect(() => readOptions(['--only', only])).toThrow(message)
  })

  test('sets all options', () => {
    const options = readOptions('--only 2,12 --size 1M,5k --engines mysql --rounds 7 --seconds 0.25 --json a.json'.split(' '))
    expect(options).toMatchObject({ sizes: [5_000, 1_000_000], engines: ['mysql'], rounds: 7, milliseconds: 250, json: 'a.json' })
    expect([...options.rows]).toEqual([2, 12])
    expect(readOptions('worst --seed 7 --candidates 50 --without search,tags --folders ../a,../b'.split(' '))).toMatchObject({
      seed: 7,
      candidates: 50,
      without: ['search', 'tags'],
      folders: ['../a', '../b'],
    })
    expect(readOptions('against --folders ../a,../b --instructions'.split(' '))).toMatchObject({ instructions: true })
    expect(readOptions(['worst', '--quick'])).toMatchObject({ seed: 1, candidates: 60, without: [] })
  })

  test.each([
    '--only 99',
    '--only 1.5',
    '--size big',
    '--size 0',
    '--engines oracle',
    '--rounds -1',
    '--seconds soon',
    '--seed x',
    '--candidates 0',
    '--fast',
    'shrink',
    'growth memory',
  ])('is refused: %s', (args) => {
    expect(() => readOptions(args.split(' '))).toThrow(TypeError)
  })
})
