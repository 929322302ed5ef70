import { aliasMutants } from './alias-mutants.ts'
import { authorMutants } from './author-mutants.ts'
import { bulkChangeMutants } from './bulk-change-mutants.ts'
import { declaredFieldMutants } from './declared-field-mutants.ts'
import { facetMutants } from './facet-mutants.ts'
import { fieldMutants } from './field-mutants.ts'
import { filterMutants } from './filter-mutants.ts'
import { linkedMutants } from './linked-mutants.ts'
import { listMutants } from './list-mutants.ts'
import { logMutants } from './log-mutants.ts'
import { proposalMutants } from './proposal-mutants.ts'
import { readClauseMutants } from './read-clause-mutants.ts'
import { readMutants } from './read-mutants.ts'
import { requestMutants } from './request-mutants.ts'
import { restoreMutants } from './restore-mutants.ts'
import { seriesFilterMutants } from './series-filter-mutants.ts'
import { seriesMutants } from './series-mutants.ts'
import { signalMutants } from './signal-mutants.ts'
import type { StoreMutant } from './store-mutant.ts'
import { transactionMutants } from './transaction-mutants.ts'
import { uidMutants } from './uid-mutants.ts'
import { writeMutants } from './write-mutants.ts'

/** All mutants; the conformance suite must detect every one of them. */
export const storeMutants: readonly StoreMutant[] = [
  ...authorMutants,
  ...fieldMutants,
  ...declaredFieldMutants,
  ...filterMutants,
  ...linkedMutants,
  ...listMutants,
  ...readMutants,
  ...readClauseMutants,
  ...facetMutants,
  ...writeMutants,
  ...uidMutants,
  ...proposalMutants,
  ...requestMutants,
  ...logMutants,
  ...restoreMutants,
  ...seriesMutants,
  ...seriesFilterMutants,
  ...aliasMutants,
  ...bulkChangeMutants,
  ...signalMutants,
  ...transactionMutants,
]
