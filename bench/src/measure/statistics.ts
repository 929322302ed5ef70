/** The median of some numbers; for an even count, the mean of the two in the middle. @throws RangeError there are none */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * The quantile of some numbers, interpolated linearly between two of them.
 * @param part from 0 to 1
 * @throws RangeError there are none
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (low === undefined || high === undefined) throw new RangeError('A quantile needs at least one value.')
  return low + (high - low) * (place - Math.floor(place))
}

/** The ratio of the costs of two sides: the median of the ratios of each round. */
export const ratio = (costs: readonly number[], others: readonly number[]): number =>
  median(costs.map((cost, round) => cost / (others[round] ?? Number.NaN)))
