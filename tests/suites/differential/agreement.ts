import * as fc from 'fast-check'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { sequenceArbitrary } from './arbitraries.ts'
import { compareWithModel } from './run-command.ts'

/** Options of {@link runAgreement}. */
export interface AgreementOptions {
  /** Opens an empty store; called once for each run. */
  createStore(): Promise<OpenedStore>
  /** How many sequences of commands to run. */
  readonly runs: number
  /** The maximum length of a sequence. */
  readonly commands: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

/**
 * Runs random sequences of commands on a store and on a naive model (arrays and plain filters), and compares results, order, totals and
 * errors. A difference is shrunk to a short sequence, which the error shows with its seed.
 * @throws an error that shows the seed, the shortest sequence found and the first difference
 * @example await runAgreement({ createStore, runs: 400, commands: 60 })
 */
export async function runAgreement(options: AgreementOptions): Promise<void> {
  const { createStore, runs, commands, seed } = options
  const property = fc.asyncProperty(sequenceArbitrary(commands), async (list) => {
    const { store, close } = await createStore()
    try {
      const comparison = compareWithModel(store)
      for (const command of list) await comparison.run(command)
      await comparison.compareAll()
    } finally {
      await close()
    }
  })
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...(seed !== undefined && { seed }) })
}
