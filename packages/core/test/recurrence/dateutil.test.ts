import { expect, test } from 'vitest'
import { compareWithDateutil, dateutilLines, knownErrorNames } from './dateutil-fixture.ts'

test('the first 2,000 recorded rules are as in dateutil, known errors aside', () => {
  const differences = dateutilLines.slice(0, 2_000).flatMap((line) => compareWithDateutil(line) ?? [])
  expect(new Set(differences)).toEqual(new Set(knownErrorNames))
})
