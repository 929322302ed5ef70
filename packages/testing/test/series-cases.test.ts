import { memoryStore } from '@kalends/memory'
import { describe, test } from 'vitest'
import { seriesCases } from '../src/conformance/cases.ts'
import { runCase } from '../src/index.ts'
import { exampleStore } from './example-store.ts'

// The cases join the suite when every store of this repository passes them.
describe.each([
  ['memory', memoryStore],
  ['the example', exampleStore],
])('%s', (_name, open) => {
  test.each(seriesCases.map((one) => [one.key, one.title, one] as const))('%s: %s', (_key, _title, one) => runCase(one, open()))
})
