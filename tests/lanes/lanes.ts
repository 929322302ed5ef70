/** The scope of one test run. */
export interface Lane {
  /** Multiplies the number of cases of each large property test. */
  readonly times: number
  /** Whether files named `*.deep.test.ts` run. */
  readonly hasDeepFiles: boolean
  /** Whether property tests use the same seed in every run. */
  readonly isSeedFixed: boolean
  /** How long one test may take, in milliseconds: many times what it takes, because a machine of many jobs is slow, and a hang still ends. */
  readonly testTimeout: number
}

/** The name of a lane, which is a Vitest mode: `vitest run --mode full`. */
export type LaneName = 'quick' | 'full' | 'long'

/** `npm test` runs the quick lane, `.ci/run` the full one, `pnpm test:long` the long one. */
export const lanes: Readonly<Record<LaneName, Lane>> = {
  quick: { times: 0.1, hasDeepFiles: false, isSeedFixed: true, testTimeout: 180_000 },
  full: { times: 0.25, hasDeepFiles: true, isSeedFixed: false, testTimeout: 180_000 },
  long: { times: 10, hasDeepFiles: true, isSeedFixed: false, testTimeout: 600_000 },
}

/** Whether a Vitest mode is the name of a lane. */
export const isLane = (mode: string): mode is LaneName => Object.hasOwn(lanes, mode)
