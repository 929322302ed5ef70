import type { EngineName } from '../data/engine.ts'
import type { Progress } from '../progress.ts'
import type { Finding } from './finding.ts'

/** How a run measures. */
export interface Bench {
  /** The rows that are asked for. */
  readonly rows: ReadonlySet<number>
  /** The sizes that may be used, ascending. */
  readonly sizes: readonly number[]
  /** The engines that may be used. */
  readonly engines: readonly EngineName[]
  /** How often both sides of a ratio are measured. */
  readonly rounds: number
  /** How long a server is under load in each round. */
  readonly milliseconds: number
  /** Whether programs of others are measured too. */
  readonly withPeers: boolean
  /** Says what is going on. */
  readonly progress: Progress
}

/** Bars that are measured together, because they share servers or data. */
export interface BarGroup {
  /** Their numbers. */
  readonly rows: readonly number[]
  /** Measures those of them that the run asks for. */
  run(bench: Bench): Promise<readonly Finding[]>
}
