import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import { slugWithSuffix } from '../text/slug.ts'

/** Says which of some slugs are taken by other records than the one that asks. */
export type TakenSlugs = (slugs: readonly string[]) => Promise<ReadonlySet<string>>

/** How often a race for slugs is tried again before it is reported. */
const maxRaces = 40

/** How many suffixes are looked at one by one, before larger steps are taken. */
const nearby = 10

/** How many suffixes are looked at together, far out. */
const looks = 40

/**
 * Writes a record under the next free slug: the base, then `-2`, `-3`, ...
 * Another writer may take the slug between the look and the write; then the next one is tried.
 * @param write stores the record under a slug and throws slug_taken when it was taken meanwhile
 * @throws slug_taken the race was lost again and again
 */
export async function claimSlug<R>(base: string, taken: TakenSlugs, write: (slug: string) => Promise<R>): Promise<R> {
  let from = 1
  for (let race = 0; race < maxRaces; race++) {
    const suffix = await nextFreeSuffix(base, taken, from)
    try {
      return await write(slugWithSuffix(base, suffix))
    } catch (error) {
      if (!isCalendarError(error, 'slug_taken')) throw error
      // Under repeatable reads the winner stays invisible here, so never offer the same slug twice.
      from = suffix + 1
    }
  }
  throw new CalendarError('slug_taken', { slug: base })
}

/** The lowest free suffix near `from`; beyond, one is found in large steps, so that a thousand equal titles cost few looks. */
async function nextFreeSuffix(base: string, taken: TakenSlugs, from: number): Promise<number> {
  const near = Array.from({ length: nearby }, (_, i) => from + i)
  const firstFree = await firstFreeOf(base, taken, near)
  if (firstFree !== undefined) return firstFree
  let low = from + nearby - 1
  let high = Number.MAX_SAFE_INTEGER
  // Each look narrows the space between a taken suffix and a free one.
  for (let probes = doubling(from + nearby); high - low > 1; probes = between(low, high)) {
    const free = await firstFreeOf(base, taken, probes)
    const lastTaken = probes.filter((probe) => free === undefined || probe < free).at(-1)
    low = lastTaken ?? low
    high = free ?? high
  }
  return high
}

const doubling = (from: number): readonly number[] => Array.from({ length: looks }, (_, i) => from + 2 ** i - 1)

/** Numbers between two, at most as many as are looked at once, evenly spaced. */
function between(low: number, high: number): readonly number[] {
  const step = Math.ceil((high - low) / (looks + 1))
  return Array.from({ length: looks }, (_, i) => low + step * (i + 1)).filter((number) => number < high)
}

async function firstFreeOf(base: string, taken: TakenSlugs, suffixes: readonly number[]): Promise<number | undefined> {
  const used = await taken(suffixes.map((suffix) => slugWithSuffix(base, suffix)))
  return suffixes.find((suffix) => !used.has(slugWithSuffix(base, suffix)))
}
