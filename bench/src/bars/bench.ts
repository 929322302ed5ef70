import type { EngineName } from '../data/engine.ts'
import type { Progress } from '../progress.ts'
import type { Finding } from './finding.ts'

/** The settings of a run. */
export interface Bench {
  /** The numbers of the bars to measure. */
  readonly rows: ReadonlySet<number>
  /** The available sizes, ascending. */
  readonly sizes: readonly number[]
  /** The available engines. */
  readonly engines: readonly EngineName[]
  /** The number of rounds in which both sides of a ratio are measured. */
  readonly rounds: number
  /** How long a server is under load in each round, in milliseconds. */
  readonly milliseconds: number
  /** Whether other programs are measured too. */
  readonly withPeers: boolean
  /** Reports progress. */
  readonly progress: Progress
}

/** Bars that are measured together, because they share servers or data. */
export interface BarGroup {
  /** Their numbers. */
  readonly rows: readonly number[]
  /** Measures those of its bars that the run includes. */
  run(bench: Bench): Promise<readonly Finding[]>
}
