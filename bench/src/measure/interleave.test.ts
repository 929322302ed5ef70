import { expect, test } from 'vitest'
import { cost, interleave, ratio } from './interleave.ts'

const asIs = (value: number): number => value

test('every round measures every side, each time beginning with the next side, after a round for warm-up', async () => {
  const asked: string[] = []
  let sample = 0
  const side = <Name extends string>(name: Name) => ({
    name,
    measure: async () => {
      asked.push(name)
      return ++sample
    },
  })
  const rounds = await interleave([side('a'), side('b'), side('c')], 3)
  expect(asked.join('')).toBe('cab' + 'abc' + 'bca' + 'cab')
  expect(Object.fromEntries(rounds)).toEqual({ a: [4, 9, 11], b: [5, 7, 12], c: [6, 8, 10] })
})

test('a ratio is the median of the ratios of the rounds, so that a single slow round has no effect', () => {
  const rounds = new Map([
    ['mine' as const, [2, 40, 6]],
    ['other' as const, [1, 20, 1]],
  ])
  expect(ratio(rounds, 'mine', 'other', asIs)).toBe(2)
  expect(cost(rounds, 'mine', asIs)).toBe(6)
})
