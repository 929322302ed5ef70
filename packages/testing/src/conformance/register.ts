import type { CalendarStore } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import { type ConformanceCase, runCase } from './case.ts'
import { conformanceCases } from './cases.ts'

/** A store that was opened for one case. */
export interface OpenedStore {
  /** The empty store. */
  readonly store: CalendarStore
  /** Called after the case, even if it failed. */
  close(): Promise<void> | void
}

/** Options of the suite. */
export interface ConformanceOptions {
  /** The store's name, for titles. */
  readonly name: string
  /** Opens an empty store; called once for each case, one case at a time. */
  createStore(): Promise<OpenedStore>
  /** The runner's function that groups tests. */
  describe(name: string, body: () => void): unknown
  /** The runner's function that declares a test. */
  test(name: string, body: () => Promise<void>): unknown
  /** Keys of cases that are known to fail: they still run, and the suite fails as soon as one of them passes. */
  readonly knownGaps?: readonly string[] | undefined
}

/**
 * Declares the whole conformance suite as tests of any runner that has `describe` and `test`.
 * @throws TypeError an option is unknown
 * @throws Error `knownGaps` has a key that no case has
 * @example
 * import { describe, test } from 'vitest'
 * registerConformance({ name: 'mine', createStore: async () => ({ store: myStore(), close: () => {} }), describe, test })
 */
export function registerConformance(options: ConformanceOptions): void {
  requireKnownOptions('registerConformance', options, optionNames)
  const { name, createStore, describe, test, knownGaps = [] } = options
  const keys = new Set(conformanceCases.map(({ key }) => key))
  const unknownKeys = knownGaps.filter((key) => !keys.has(key))
  if (unknownKeys.length > 0) throw new Error(`knownGaps has keys of no case: ${unknownKeys.join(', ')}`)

  const runOnce = async (one: ConformanceCase): Promise<void> => {
    const { store, close } = await createStore()
    try {
      await runCase(one, store)
    } finally {
      await close()
    }
  }

  describe(`${name} keeps the storage contract`, () => {
    for (const one of conformanceCases) {
      if (knownGaps.includes(one.key)) test(`known gap: ${one.key}: ${one.title}`, () => mustFail(one, runOnce))
      else test(`${one.key}: ${one.title}`, () => runOnce(one))
    }
  })
}

const optionNames: Readonly<Record<keyof ConformanceOptions, true>> = {
  name: true,
  createStore: true,
  describe: true,
  test: true,
  knownGaps: true,
}

async function mustFail(one: ConformanceCase, run: (one: ConformanceCase) => Promise<void>): Promise<void> {
  try {
    await run(one)
  } catch {
    return
  }
  throw new Error(`${one.key} passes now: remove it from knownGaps`)
}
