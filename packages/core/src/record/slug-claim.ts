import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { Issues } from '../input/read.ts'
import type { StoredRecord } from '../store/records.ts'
import { isSlugOf, slugWithSuffix, toSlug, untrashedSlug } from '../text/slug.ts'
import { createLoader } from './loader.ts'
import type { AnyCollection } from './lookup.ts'

/** Returns those of some slugs that other records have. */
export type TakenSlugs = (slugs: readonly string[]) => Promise<ReadonlySet<string>>

/** Returns a function that asks a collection which slugs other records have. */
export function takenIn<R extends StoredRecord>(collection: AnyCollection<R>, ownId?: number): TakenSlugs {
  return async (slugs) => {
    const filter = ownId === undefined ? { slugs } : { slugs, excludeIds: [ownId] }
    const found = await collection.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: slugs.length })
    return new Set(found.map((record) => record.slug))
  }
}

/** The maximum number of attempts when other writers keep taking the slug. */
const maxRaces = 40

/** The number of consecutive suffixes in the first lookup. */
const nearby = 10

/** The number of suffixes in each further lookup, which covers a larger range. */
const slugsPerLookup = 40

/**
 * Writes a record under the next free slug: the base, then `-2`, `-3`, ... Another writer may take the slug between lookup and write; then
 * the next one is tried.
 * @param write stores the record under a slug and throws slug_taken when it was taken meanwhile
 * @throws slug_taken the race was lost again and again
 */
export async function claimSlug<R>(base: string, taken: TakenSlugs, write: (slug: string) => Promise<R>): Promise<R> {
  return writeUnder(await nextFreeSuffix(base, taken, 1), base, taken, write)
}

/** The slug that a record which requests `base` would get: the base, or its first numbered form that is free. */
export const freeSlug = async (base: string, taken: TakenSlugs): Promise<string> =>
  slugWithSuffix(base, await nextFreeSuffix(base, taken, 1))

/**
 * Like {@link claimSlug}, for a record that is inserted: its base is tried without a lookup, because it is nearly always free, and a
 * conflicting row makes an insert fail without an engine error. Updates look first: a failing update needs a savepoint on PostgreSQL, and
 * on MariaDB it locks the conflicting row, so that two such updates could deadlock.
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
      // Under repeatable reads the row of the other writer stays invisible here, so the same slug is never tried twice.
      suffix = await nextFreeSuffix(base, taken, suffix + 1)
    }
  }
  throw new CalendarError('slug_taken', { slug: base })
}

/**
 * The slugs that consecutive {@link claimNewSlug} calls would find for new records. Slugs of earlier records in the list count as taken.
 */
export async function planSlugs(bases: readonly string[], taken: TakenSlugs): Promise<readonly string[]> {
  const used = createLoader(async (slugs: readonly string[]) => new Map([...(await taken(slugs))].map((slug) => [slug, true as const])))
  const known: TakenSlugs = async (slugs) => new Set((await used.loadMany(slugs)).keys())
  const free = new Set<string>()
  const wanted = await known(bases)
  const repeated = bases.filter((base) => wanted.has(base) || free.has(base) || !free.add(base))
  used.enqueue(repeated.flatMap((base) => suffixesFrom(2).map((suffix) => slugWithSuffix(base, suffix))))
  const slugs: string[] = []
  for (const base of bases) {
    const isFree = (await known([base])).size === 0
    const slug = isFree ? base : slugWithSuffix(base, await nextFreeSuffix(base, known, 2))
    used.prime(slug, true)
    slugs.push(slug)
  }
  return slugs
}

const suffixesFrom = (from: number): readonly number[] => Array.from({ length: nearby }, (_, i) => from + i)

/**
 * The lowest free suffix near `from`, or a free one farther away, found in large steps so that a thousand equal titles need few lookups.
 */
async function nextFreeSuffix(base: string, taken: TakenSlugs, from: number): Promise<number> {
  const firstFree = await firstFreeOf(base, taken, suffixesFrom(from))
  if (firstFree !== undefined) return firstFree
  let low = from + nearby - 1
  let high = Number.MAX_SAFE_INTEGER
  // Each lookup narrows the range between a taken suffix and a free one.
  for (let probes = doubling(from + nearby); high - low > 1; probes = between(low, high)) {
    const free = await firstFreeOf(base, taken, probes)
    const lastTaken = probes.filter((probe) => free === undefined || probe < free).at(-1)
    low = lastTaken ?? low
    high = free ?? high
  }
  return high
}

const doubling = (from: number): readonly number[] => Array.from({ length: slugsPerLookup }, (_, i) => from + 2 ** i - 1)

/** Evenly spaced numbers between two, at most as many as one lookup checks. */
function between(low: number, high: number): readonly number[] {
  const step = Math.ceil((high - low) / (slugsPerLookup + 1))
  return Array.from({ length: slugsPerLookup }, (_, i) => low + step * (i + 1)).filter((number) => number < high)
}

async function firstFreeOf(base: string, taken: TakenSlugs, suffixes: readonly number[]): Promise<number | undefined> {
  const slugs = suffixes.map((suffix) => slugWithSuffix(base, suffix))
  const used = await taken(slugs)
  return suffixes[slugs.findIndex((slug) => !used.has(slug))]
}

/** The slug that a write requests; `null` keeps the current one. */
export type RequestedSlug = string | null

/**
 * Resolves the slug that an input requests: the given one, one made from the title if it is empty, or null for the current one. A current
 * slug that is the made one with a number stays: it was made when another record had the slug.
 * @param fallback the slug of a title without letters or digits
 * @param own the current slug of the record; sending it back requests no change, also with the trash suffix
 */
export function resolveSlug(given: string | undefined, title: string, fallback: string, issues: Issues, own?: string): RequestedSlug {
  if (given === undefined || given === own) return null
  if (given === '') {
    const made = slugOfTitle(title, fallback)
    return own !== undefined && isSlugOf(untrashedSlug(own), made) ? null : made
  }
  const slug = toSlug(given)
  if (slug === '') issues['slug'] = { code: 'slug_without_letter' }
  return slug
}

/** The slug made from a title. */
export const slugOfTitle = (title: string, fallback: string): string => toSlug(title) || fallback
