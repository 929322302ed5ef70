import { filterMutants } from './filter-mutants.ts'
import { linkedMutants } from './linked-mutants.ts'
import { listMutants } from './list-mutants.ts'
import { readMutants } from './read-mutants.ts'
import { signalMutants } from './signal-mutants.ts'
import type { StoreMutant } from './store-mutant.ts'
import { transactionMutants } from './transaction-mutants.ts'
import { writeMutants } from './write-mutants.ts'

/** Mistakes that stores could make; the conformance suite has to find every one of them. */
export const storeMutants: readonly StoreMutant[] = [
  ...filterMutants,
  ...linkedMutants,
  ...listMutants,
  ...readMutants,
  ...writeMutants,
  ...signalMutants,
  ...transactionMutants,
]
