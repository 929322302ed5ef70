import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../test/open-calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import { slugWithSuffix } from '../text/slug.ts'
import { claimNewSlug, claimSlug, planSlugs } from './slug-claim.ts'

/** A collection whose slugs with these numbers are taken. It counts lookups. */
function openSlugs(numbers: Iterable<number>, base = 'choir') {
  const taken = new Set([...numbers].map((n) => slugWithSuffix(base, n)))
  let lookups = 0
  const lookUp = async (slugs: readonly string[]): Promise<ReadonlySet<string>> => {
    lookups++
    return new Set(slugs.filter((slug) => taken.has(slug)))
  }
  return { taken, lookUp, lookups: () => lookups }
}
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const claim = (base: string, { lookUp }: ReturnType<typeof openSlugs>): Promise<string> => claimSlug(base, lookUp, async (slug) => slug)

describe('the next free slug', () => {
  test.each<[string, readonly number[], string]>([
    ['the base itself', [], 'choir'],
    ['the base itself, although later numbers are taken', [2, 3], 'choir'],
    ['the second number', [1], 'choir-2'],
    ['a gap nearby', [1, 2, 4], 'choir-3'],
    ['the tenth', upTo(9), 'choir-10'],
    ['the eleventh', upTo(10), 'choir-11'],
    ['the twelfth', upTo(11), 'choir-12'],
    ['the fifty-first', upTo(50), 'choir-51'],
    ['the fifty-second', upTo(51), 'choir-52'],
    ['the five thousandth', upTo(4999), 'choir-5000'],
  ])('is %s', async (_name, numbers, expected) => expect(await claim('choir', openSlugs(numbers))).toBe(expected))

  test.each([100, 1_000, 10_000, 100_000])('after %i taken ones is found with at most 6 lookups', async (n) => {
    const full = openSlugs(upTo(n))
    expect(await claim('choir', full)).toBe(`choir-${n + 1}`)
    expect(full.lookups()).toBeLessThanOrEqual(6)
  })

  test('is always free, and the one before it is not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 300 }), async (numbers) => {
        const some = openSlugs(numbers)
        const slug = await claim('choir', some)
        const n = slug === 'choir' ? 1 : Number(slug.slice('choir-'.length))
        expect(some.taken).not.toContain(slug)
        if (n > 1) expect(some.taken).toContain(slugWithSuffix('choir', n - 1))
      }),
    )
  })

  test('keeps within 200 characters', async () => {
    const base = 'a'.repeat(200)
    expect(await claim(base, openSlugs([1], base))).toBe(`${'a'.repeat(198)}-2`)
  })
})

describe('a new record', () => {
  /** Inserts under the next free slug. */
  const insert = (base: string, { taken, lookUp }: ReturnType<typeof openSlugs>): Promise<string> =>
    claimNewSlug(base, lookUp, async (slug) => {
      if (taken.has(slug)) throw new CalendarError('slug_taken', { slug })
      taken.add(slug)
      return slug
    })

  test('takes a free slug without a lookup', async () => {
    const free = openSlugs([2, 3])
    expect(await insert('choir', free)).toBe('choir')
    expect(free.lookups()).toBe(0)
  })

  test.each([
    [[1], 'choir-2'],
    [[1, 2, 4], 'choir-3'],
    [upTo(11), 'choir-12'],
    [upTo(5_000), 'choir-5001'],
  ])('takes the next free one otherwise', async (numbers, expected) => {
    const full = openSlugs(numbers)
    expect(await insert('choir', full)).toBe(expected)
    expect(full.lookups()).toBeLessThanOrEqual(6)
  })

  test('gets the slug that is planned for it among many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
        fc.array(fc.constantFrom('choir', 'choir-2', 'band'), { maxLength: 8 }),
        async (numbers, bases) => {
          const planned = await planSlugs(bases, openSlugs(numbers).lookUp)
          const one = openSlugs(numbers)
          for (const [i, base] of bases.entries()) expect(await insert(base, one)).toBe(planned[i])
        },
      ),
    )
  })
})

describe('a race', () => {
  test('continues after the lost slug, even if lookups do not see the record that has it', async () => {
    const offered: string[] = []
    const slug = await claimSlug(
      'choir',
      async () => new Set<string>(),
      async (free) => {
        offered.push(free)
        if (offered.length < 4) throw new CalendarError('slug_taken', { slug: free })
        return free
      },
    )
    expect(offered).toEqual(['choir', 'choir-2', 'choir-3', 'choir-4'])
    expect(slug).toBe('choir-4')
  })

  test('that is lost again and again ends with slug_taken', async () => {
    const lost = claimSlug(
      'choir',
      async () => new Set<string>(),
      async (slug) => Promise.reject(new CalendarError('slug_taken', { slug })),
    )
    expect(await outcomeOf(lost)).toBe('slug_taken')
  })

  test('is not assumed after another error', async () => {
    let writes = 0
    const failing = claimSlug(
      'choir',
      async () => new Set<string>(),
      async () => {
        writes++
        throw new Error('broken')
      },
    )
    await expect(failing).rejects.toThrow('broken')
    expect(writes).toBe(1)
  })
})
