import type { ConformanceCase } from './case.ts'

/** Every case of the suite. */
export const conformanceCases: readonly ConformanceCase[] = []
