import { expect, test } from 'vitest'
import { compareWithDateutil, dateutilLines, knownErrorNames } from './dateutil-fixture.ts'

const portion = 2_000
const portions = Array.from({ length: Math.ceil(dateutilLines.length / portion) }, (_, index) => index * portion)

test('20,000 rules are recorded', () => expect(dateutilLines).toHaveLength(20_000))

test.each(portions)('the recorded rules from %d on are as in dateutil, known errors aside', (first) => {
  const differences = dateutilLines.slice(first, first + portion).flatMap((line) => compareWithDateutil(line) ?? [])
  expect(differences.filter((difference) => !knownErrorNames.includes(difference))).toEqual([])
})
