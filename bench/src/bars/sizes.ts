import type { Bench } from './bench.ts'
import type { Figure } from './finding.ts'

/** The two table sizes between which growth is measured. */
export interface SizePair {
  /** The number of events in the smaller one. */
  readonly small: number
  /** The number of events in the larger one. */
  readonly large: number
  /** The name of ratios between the two. */
  readonly label: string
}

/** The short form of a number of events, such as `100k`. */
export function sizeName(events: number): string {
  if (events % 1_000_000 === 0) return `${events / 1_000_000}M`
  return events % 1_000 === 0 ? `${events / 1_000}k` : String(events)
}

/** The smallest and the largest table of a run. */
export function sizePair({ sizes }: Pick<Bench, 'sizes'>): SizePair {
  const [small = 1_000, large = 1_000] = [sizes[0], sizes.at(-1)]
  return { small, large, label: `${sizeName(large)} / ${sizeName(small)}` }
}

/** A limit for a million events: smaller tables are measured without a verdict. */
export const atAMillion = (events: number, limit: NonNullable<Figure['limit']>): Pick<Figure, 'limit'> =>
  events === 1_000_000 ? { limit } : {}
