import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkRanks, checkUnusedRanks } from './architecture/check-ranks.ts'
import { checkCycles } from './architecture/cycles.ts'
import { checkDialectNames } from './architecture/dialect-names.ts'
import { checkFiles } from './architecture/files.ts'
import { checkNodeImports, checkPackages } from './architecture/packages.ts'
import { readPrivateSources, readSources } from './architecture/sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the sources of all packages', () => {
  const sources = readSources(root)

  test('are found', () => {
    expect(Object.keys(sources)).toEqual(expect.arrayContaining(['packages/core/src/index.ts', 'packages/memory/src/index.ts']))
  })

  test.each([
    ['read from bottom to top', checkRanks],
    ['have a file for each rank', checkUnusedRanks],
    ['have no circles of imports', checkCycles],
    ['never ask for the name of a dialect', checkDialectNames],
    ['keep to the arrows between packages', checkPackages],
    ['leave Node to its entries', checkNodeImports],
    ['are short, named well and without default exports', checkFiles],
  ])('%s', (_, check) => {
    expect(check(sources)).toEqual([])
  })
})

describe('the sources of private packages', () => {
  const sources = readPrivateSources(root)

  test('are found', () => {
    expect(Object.keys(sources)).toEqual(expect.arrayContaining(['bench/src/main.ts', 'tests/suites/differential/index.ts']))
  })

  test.each([
    ['have no circles of imports', checkCycles],
    ['are short, named well and without default exports', checkFiles],
  ])('%s', (_, check) => {
    expect(check(sources)).toEqual([])
  })
})
