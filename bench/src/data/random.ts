/** Pseudorandom numbers, the same for the same seed on every machine. */
export interface Random {
  /** From 0, included, to 1, excluded. */
  next(): number
  /** An integer from 0, included, to `end`, excluded. */
  below(end: number): number
  /** Returns true with the given probability. */
  chance(probability: number): boolean
  /** One of the values. */
  pick<T>(values: readonly [T, ...T[]]): T
}

/** The generator "mulberry32": 32 bits of state, more than enough for a table of events. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] ?? values[0],
  }
}

/**
 * Picks ids from 1 to `count`, low ones far more often, like the popularity of categories and venues: the probability of the k-th is
 * inversely proportional to k to the power of 0.8. Of 200 categories, the first has a tenth of all picks.
 */
export function zipf(count: number): (random: Random) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let index = 0; index < count; index++) {
    sum += (index + 1) ** -0.8
    sums[index] = sum
  }
  return (random) => {
    const wanted = random.next() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? sum) > wanted) high = middle
      else low = middle + 1
    }
    return low + 1
  }
}
