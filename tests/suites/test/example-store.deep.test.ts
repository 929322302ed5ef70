import { readFileSync } from 'node:fs'
import { registerConformance } from '@kalends/testing/conformance'
import { describe, expect, test } from 'vitest'
import { exampleStore } from '../../../packages/testing/test/example-store.ts'
import { describeAgreement } from '../differential/index.ts'

const createStore = async () => ({ store: exampleStore(), close: () => undefined })

const name = 'the example of docs/extend/writing-a-store.md'

registerConformance({ name, createStore, describe, test })
describeAgreement({ name, createStore, runs: 40, commands: 60, roundTrips: 200, describe, test })

describe(name, () => {
  const guide = readFileSync(new URL('../../../docs/extend/writing-a-store.md', import.meta.url), 'utf8')
  const example = readFileSync(new URL('../../../packages/testing/test/example-store.ts', import.meta.url), 'utf8')
  const quotes = [...guide.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

  test('is quoted in the guide', () => {
    expect(quotes.length).toBeGreaterThan(5)
  })

  test.each(quotes)('contains quote %# of the guide', (quote) => {
    expect(example).toContain(quote)
  })
})
