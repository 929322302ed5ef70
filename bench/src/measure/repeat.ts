import { median } from './statistics.ts'

/** The number of repetitions, limited by time. */
export interface Repetition {
  /** The minimum, unless the repetitions take ten times the target duration. */
  readonly least: number
  /** The maximum. */
  readonly most: number
  /** The target duration, in milliseconds. */
  readonly milliseconds: number
}

const usual: Repetition = { least: 3, most: 50, milliseconds: 150 }

/** Repeats work one after the other, at least once. @returns the results */
export async function repeat<T>(work: () => Promise<T>, { least, most, milliseconds }: Repetition = usual): Promise<readonly T[]> {
  const samples: T[] = []
  const began = performance.now()
  for (;;) {
    samples.push(await work())
    const isLong = performance.now() - began > milliseconds * (samples.length < least ? 10 : 1)
    if (isLong || samples.length === most) return samples
  }
}

/** The median time of some work, in milliseconds. */
export async function medianMs(work: () => Promise<unknown>, repetition: Repetition = usual): Promise<number> {
  const times = await repeat(async () => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }, repetition)
  return median(times)
}
