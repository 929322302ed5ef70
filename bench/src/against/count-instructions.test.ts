import { expect, test } from 'vitest'
import { instructionsIn } from './count-instructions.ts'

test('the sum is read from a file of callgrind', () => {
  expect(instructionsIn('version: 1\nevents: Ir\nsummary: 21\n\nfn=(1) run\n0 20\n\ntotals: 20\n')).toBe(20)
})

test('a file without a sum is an error', () => {
  expect(() => instructionsIn('version: 1\nevents: Ir\n')).toThrow(RangeError)
})
