import { median } from './statistics.ts'

/** How often something is repeated, as long as it does not take too long. */
export interface Repetition {
  /** So often, unless it takes ten times as long as it should. */
  readonly least: number
  /** So often at most. */
  readonly most: number
  /** How long it should take, in milliseconds. */
  readonly milliseconds: number
}

const usual: Repetition = { least: 3, most: 50, milliseconds: 150 }

/** Does something some times, one after the other, once at least. @returns what each gave */
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
