export type { StoreMutant } from './store-mutant.ts'
export { storeMutants } from './store-mutants.ts'
