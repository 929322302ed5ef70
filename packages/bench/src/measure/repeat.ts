import { median } from './statistics.ts'

/** How often something is repeated. */
export interface Repetition {
  /** So often at least. */
  readonly least: number
  /** So often at most. */
  readonly most: number
  /** No longer than this once it was done often enough, in milliseconds. */
  readonly milliseconds: number
}

const usual: Repetition = { least: 3, most: 50, milliseconds: 150 }

/** Does something some times, one after the other. @returns what each gave */
export async function repeat<T>(work: () => Promise<T>, { least, most, milliseconds }: Repetition = usual): Promise<readonly T[]> {
  const samples: T[] = []
  const began = performance.now()
  while (samples.length < least || (samples.length < most && performance.now() - began < milliseconds)) samples.push(await work())
  return samples
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
