import { memoryStore } from '@kalends/memory'
import { type ConformanceOptions, conformanceCases, registerConformance } from '@kalends/testing/conformance'
import { expect, test } from 'vitest'
import { storeMutants } from '../mutants/index.ts'

/** Registers the suite with a runner that only collects tests. */
function collect(options: Partial<ConformanceOptions> = {}) {
  const tests = new Map<string, () => Promise<void>>()
  let closed = 0
  registerConformance({
    name: 'memory',
    createStore: async () => ({ store: memoryStore(), close: () => void closed++ }),
    describe: (_name, body) => body(),
    test: (name, body) => void tests.set(name, body),
    ...options,
  })
  return { tests, closed: () => closed }
}

const named = (tests: ReadonlyMap<string, () => Promise<void>>, key: string): (() => Promise<void>) =>
  [...tests].find(([name]) => name.includes(`${key}:`))?.[1] ?? (() => Promise.reject(new Error(`no test ${key}`)))

test('the suite has at least 250 cases, each with a unique key and a title', () => {
  expect(conformanceCases.length).toBeGreaterThanOrEqual(250)
  expect(new Set(conformanceCases.map(({ key }) => key)).size).toBe(conformanceCases.length)
  expect(conformanceCases.filter(({ key, title }) => !/^[a-z][a-zA-Z0-9_/-]+$/.test(key) || title === '')).toEqual([])
})

test('each case becomes a test, and its store is closed', async () => {
  const { tests, closed } = collect()
  expect(tests.size).toBe(conformanceCases.length)
  await named(tests, 'events/insert/ids')()
  expect(closed()).toBe(1)
})

test('a store is closed when its case fails', async () => {
  const leaking = storeMutants.find(({ key }) => key === 'transaction/leaking')
  let closed = 0
  const { tests } = collect({
    createStore: async () => ({ store: leaking?.plant(memoryStore()) ?? memoryStore(), close: () => void closed++ }),
  })
  await expect(named(tests, 'transaction/rollback-inserts')()).rejects.toThrow('expected 0, got 1')
  expect(closed).toBe(1)
})

test('a known gap that passes fails the suite', async () => {
  const { tests } = collect({ knownGaps: ['events/insert/ids'] })
  expect(tests.size).toBe(conformanceCases.length)
  await expect(named(tests, 'events/insert/ids')()).rejects.toThrow('passes now')
})

test('a known gap that fails passes the suite', async () => {
  const leaking = storeMutants.find(({ key }) => key === 'transaction/leaking')
  const { tests } = collect({
    knownGaps: ['transaction/rollback-inserts'],
    createStore: async () => ({ store: leaking?.plant(memoryStore()) ?? memoryStore(), close() {} }),
  })
  await named(tests, 'transaction/rollback-inserts')()
})

test('a known gap with an unknown key is refused', () => {
  expect(() => collect({ knownGaps: ['events/nothing'] })).toThrow('events/nothing')
})
