import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import { slugWithSuffix } from '../text/slug.ts'
import { createLoader } from './loader.ts'

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
  return writeUnder(await nextFreeSuffix(base, taken, 1), base, taken, write)
}

/**
 * Like {@link claimSlug}, for a record that is inserted: its base is tried without a look. It is free nearly always, and a row
 * that stands in the way of an insert is no error to any engine. An update would need a savepoint for that on PostgreSQL, and
 * on MariaDB would lock the row so that two such updates could wait for each other.
 * @throws slug_taken the race was lost again and again
 */
export function claimNewSlug<R>(base: string, taken: TakenSlugs, write: (slug: string) => Promise<R>): Promise<R> {
  return writeUnder(1, base, taken, write)
}

async function writeUnder<R>(first: number, base: string, taken: TakenSlugs, write: (slug: string) => Promise<R>): Promise<R> {
  let suffix = first
  for (let race = 0; race < maxRaces; race++) {
    try {
      return await write(slugWithSuffix(base, suffix))
    } catch (error) {
      if (!isCalendarError(error, 'slug_taken')) throw error
      // Under repeatable reads the winner stays invisible here, so never offer the same slug twice.
      suffix = await nextFreeSuffix(base, taken, suffix + 1)
    }
  }
  throw new CalendarError('slug_taken', { slug: base })
}

/**
 * The slugs under which many new records can be written, as {@link claimNewSlug} would find them one after the other.
 * Those of records that are not written yet count as taken.
 */
export async function planSlugs(bases: readonly string[], taken: TakenSlugs): Promise<readonly string[]> {
  const used = createLoader(async (slugs: readonly string[]) => new Map([...(await taken(slugs))].map((slug) => [slug, true as const])))
  const known: TakenSlugs = async (slugs) => new Set((await used.of(slugs)).keys())
  const free = new Set<string>()
  const wanted = await known(bases)
  const repeated = bases.filter((base) => wanted.has(base) || free.has(base) || !free.add(base))
  used.enqueue(repeated.flatMap((base) => suffixesFrom(2).map((suffix) => slugWithSuffix(base, suffix))))
  const planned: string[] = []
  for (const base of bases) {
    const isFree = (await known([base])).size === 0
    const slug = isFree ? base : slugWithSuffix(base, await nextFreeSuffix(base, known, 2))
    used.prime(slug, true)
    planned.push(slug)
  }
  return planned
}

const suffixesFrom = (from: number): readonly number[] => Array.from({ length: nearby }, (_, i) => from + i)

/** The lowest free suffix near `from`; beyond, one is found in large steps, so that a thousand equal titles cost few looks. */
async function nextFreeSuffix(base: string, taken: TakenSlugs, from: number): Promise<number> {
  const firstFree = await firstFreeOf(base, taken, suffixesFrom(from))
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
