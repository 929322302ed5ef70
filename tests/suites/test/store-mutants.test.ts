import { memoryStore } from '@kalends/memory'
import { conformanceCases, runCase } from '@kalends/testing/conformance'
import { expect, test } from 'vitest'
import { storeMutants } from '../mutants/index.ts'

const caseOf = (key: string) => {
  const found = conformanceCases.find((one) => one.key === key)
  if (found === undefined) throw new Error(`there is no case ${key}`)
  return found
}

test('mutants have different keys', () => {
  expect(new Set(storeMutants.map(({ key }) => key)).size).toBe(storeMutants.length)
})

test.each(storeMutants.map((mutant) => [mutant.key, mutant] as const))(
  'the conformance suite detects %s',
  async (_key, { foundBy, plant }) => {
    await runCase(caseOf(foundBy), memoryStore())
    await expect(runCase(caseOf(foundBy), plant(memoryStore()))).rejects.toThrow()
  },
)
