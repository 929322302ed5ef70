import { median } from './statistics.ts'

/** One side of a comparison. */
export interface Side<Name extends string, Sample> {
  /** Its name. */
  readonly name: Name
  /** Measures it once. */
  measure(): Promise<Sample>
}

/** The result of a comparison: the samples of each side, round by round. */
export type Rounds<Name extends string, Sample> = ReadonlyMap<Name, readonly Sample[]>

/**
 * Measures all sides in each round, so that other load on the machine affects all of them. Every round begins with another side, and one
 * round before the first is a warm-up.
 */
export async function interleave<Name extends string, Sample>(
  sides: readonly Side<Name, Sample>[],
  rounds: number,
): Promise<Rounds<Name, Sample>> {
  const samples = new Map<Name, Sample[]>(sides.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    const first = (round + sides.length) % sides.length
    for (const { name, measure } of [...sides.slice(first), ...sides.slice(0, first)]) {
      const sample = await measure()
      if (round >= 0) samples.get(name)?.push(sample)
    }
  }
  return samples
}

/** The ratio of the costs of two sides: the median of the ratios of each round. */
export function ratio<Name extends string, Sample>(
  rounds: Rounds<Name, Sample>,
  side: NoInfer<Name>,
  other: NoInfer<Name>,
  costOf: (sample: Sample) => number,
): number {
  const [costs, others] = [rounds.get(side) ?? [], rounds.get(other) ?? []]
  return median(
    costs.flatMap((sample, round) => {
      const compared = others[round]
      return compared === undefined ? [] : [costOf(sample) / costOf(compared)]
    }),
  )
}

/** The median cost of a side. */
export const cost = <Name extends string, Sample>(
  rounds: Rounds<Name, Sample>,
  side: NoInfer<Name>,
  costOf: (sample: Sample) => number,
): number => median((rounds.get(side) ?? []).map(costOf))
