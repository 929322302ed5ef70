/**
 * Measures all sides in each round, so that other load on the machine affects all of them. Every round begins with another side, and one
 * round before the first is a warm-up.
 * @returns the samples of each side, round by round
 */
export async function interleave<Name extends string, Sample>(
  sides: Readonly<Record<Name, () => Promise<Sample>>>,
  rounds: number,
): Promise<Readonly<Record<Name, readonly Sample[]>>> {
  // The type of the record names all of its keys.
  const names = Object.keys(sides) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = -1; round < rounds; round++) {
    const first = (round + names.length) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const sample = await sides[name]()
      if (round >= 0) samples[name].push(sample)
    }
  }
  return samples
}
