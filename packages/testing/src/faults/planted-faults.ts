import { filterFaults } from './filter-faults.ts'
import { linkedFaults } from './linked-faults.ts'
import { listFaults } from './list-faults.ts'
import type { PlantedFault } from './planted-fault.ts'
import { readFaults } from './read-faults.ts'
import { signalFaults } from './signal-faults.ts'
import { transactionFaults } from './transaction-faults.ts'
import { writeFaults } from './write-faults.ts'

/** Mistakes that stores could make; the conformance suite has to find every one of them. */
export const plantedFaults: readonly PlantedFault[] = [
  ...filterFaults,
  ...linkedFaults,
  ...listFaults,
  ...readFaults,
  ...writeFaults,
  ...signalFaults,
  ...transactionFaults,
]
