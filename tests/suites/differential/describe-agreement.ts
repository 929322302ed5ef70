import type { ConformanceOptions } from '../../../packages/testing/src/conformance/register.ts'
import { type AgreementOptions, runAgreement } from './agreement.ts'
import { runChangeMany } from './change-many.ts'
import { runCreateMany } from './create-many.ts'
import { runRoundTrips } from './round-trips.ts'

/** Options of a comparison with the naive model, declared as tests. */
export interface DescribeAgreementOptions extends AgreementOptions, Pick<ConformanceOptions, 'name' | 'describe' | 'test'> {
  /** How many records are written and read back. @default 2000 */
  readonly roundTrips?: number | undefined
  /** How many lists of events are created and changed, both in bulk and one by one. @default 100 */
  readonly bulkRuns?: number | undefined
}

/**
 * Declares the comparison of a store with the naive model as tests of any runner that has `describe` and `test`. A failing run is shrunk to
 * its shortest form and reported with its seed.
 * @example
 * describeAgreement({ name: 'mine', createStore, runs: 400, commands: 60, describe, test })
 */
export function describeAgreement(options: DescribeAgreementOptions): void {
  const { name, describe, test, roundTrips = 2_000, bulkRuns = 100, runs, commands, ...shared } = options
  describe(`${name} agrees with a naive model`, () => {
    test('every sequence of commands has the same outcome in the store and in the model', () => runAgreement({ ...shared, runs, commands }))
    test('reads return every record as it was written', () => runRoundTrips({ ...shared, runs: roundTrips }))
    test('createMany creates the same events as consecutive calls of create', () => runCreateMany({ ...shared, runs: bulkRuns }))
    test('updateMany, trashMany and restoreMany do what a loop over the list does', () => runChangeMany({ ...shared, runs: bulkRuns }))
  })
}
