import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import { slugWithSuffix } from '../text/slug.ts'

/** Says which of some slugs are taken by other records than the one that asks. */
export type TakenSlugs = (slugs: readonly string[]) => Promise<ReadonlySet<string>>

/** How often a race for slugs is tried again before it is reported. */
const maxRaces = 40

/** How many suffixes are looked at one by one, before larger steps are taken. */
const nearby = 10

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

/** The lowest free suffix near `from`; beyond, one is found in steps that double, so that a thousand equal titles cost few looks. */
async function nextFreeSuffix(base: string, taken: TakenSlugs, from: number): Promise<number> {
  const near = Array.from({ length: nearby }, (_, i) => from + i)
  const firstFree = await firstFreeOf(base, taken, near)
  if (firstFree !== undefined) return firstFree
  const far = Array.from({ length: 40 }, (_, i) => from + nearby * 2 ** i)
  let high = (await firstFreeOf(base, taken, far)) ?? Number.MAX_SAFE_INTEGER
  let low = far[far.indexOf(high) - 1] ?? from + nearby - 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if ((await firstFreeOf(base, taken, [middle])) === undefined) low = middle
    else high = middle
  }
  return high
}

async function firstFreeOf(base: string, taken: TakenSlugs, suffixes: readonly number[]): Promise<number | undefined> {
  const used = await taken(suffixes.map((suffix) => slugWithSuffix(base, suffix)))
  return suffixes.find((suffix) => !used.has(slugWithSuffix(base, suffix)))
}
