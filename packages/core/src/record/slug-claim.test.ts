import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../test/open-calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import { slugWithSuffix } from '../text/slug.ts'
import { claimNewSlug, claimSlug, planSlugs } from './slug-claim.ts'

/** A collection with taken slugs of the given numbers that counts lookups. */
function shelf(numbers: Iterable<number>, base = 'choir') {
  const taken = new Set([...numbers].map((n) => slugWithSuffix(base, n)))
  let looks = 0
  const look = async (slugs: readonly string[]): Promise<ReadonlySet<string>> => {
    looks++
    return new Set(slugs.filter((slug) => taken.has(slug)))
  }
  return { taken, look, looks: () => looks }
}
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const claim = (base: string, { look }: ReturnType<typeof shelf>): Promise<string> => claimSlug(base, look, async (slug) => slug)

describe('the next free slug', () => {
  test.each<[string, readonly number[], string]>([
    ['the base itself', [], 'choir'],
    ['the base itself, though others are taken', [2, 3], 'choir'],
    ['the second', [1], 'choir-2'],
    ['a gap nearby', [1, 2, 4], 'choir-3'],
    ['the tenth', upTo(9), 'choir-10'],
    ['the eleventh', upTo(10), 'choir-11'],
    ['the twelfth', upTo(11), 'choir-12'],
    ['the fifty-first', upTo(50), 'choir-51'],
    ['the fifty-second', upTo(51), 'choir-52'],
    ['the five thousandth', upTo(4999), 'choir-5000'],
  ])('%s', async (_name, numbers, expected) => expect(await claim('choir', shelf(numbers))).toBe(expected))

  test.each([100, 1_000, 10_000, 100_000])('among %i equal ones takes few looks', async (n) => {
    const full = shelf(upTo(n))
    expect(await claim('choir', full)).toBe(`choir-${n + 1}`)
    expect(full.looks()).toBeLessThanOrEqual(6)
  })

  test('is always free, and the one before it is not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 300 }), async (numbers) => {
        const some = shelf(numbers)
        const slug = await claim('choir', some)
        const n = slug === 'choir' ? 1 : Number(slug.slice('choir-'.length))
        expect(some.taken).not.toContain(slug)
        if (n > 1) expect(some.taken).toContain(slugWithSuffix('choir', n - 1))
      }),
    )
  })

  test('keeps within 200 characters', async () => {
    const base = 'a'.repeat(200)
    expect(await claim(base, shelf([1], base))).toBe(`${'a'.repeat(198)}-2`)
  })
})

describe('a new record', () => {
  /** Inserts under the next free slug. */
  const insert = (base: string, { taken, look }: ReturnType<typeof shelf>): Promise<string> =>
    claimNewSlug(base, look, async (slug) => {
      if (taken.has(slug)) throw new CalendarError('slug_taken', { slug })
      taken.add(slug)
      return slug
    })

  test('takes a free slug without a look', async () => {
    const free = shelf([2, 3])
    expect(await insert('choir', free)).toBe('choir')
    expect(free.looks()).toBe(0)
  })

  test.each([
    [[1], 'choir-2'],
    [[1, 2, 4], 'choir-3'],
    [upTo(11), 'choir-12'],
    [upTo(5_000), 'choir-5001'],
  ])('takes the next free one otherwise', async (numbers, expected) => {
    const full = shelf(numbers)
    expect(await insert('choir', full)).toBe(expected)
    expect(full.looks()).toBeLessThanOrEqual(6)
  })

  test('gets the slug that is planned for it among many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
        fc.array(fc.constantFrom('choir', 'choir-2', 'band'), { maxLength: 8 }),
        async (numbers, bases) => {
          const planned = await planSlugs(bases, shelf(numbers).look)
          const one = shelf(numbers)
          for (const [i, base] of bases.entries()) expect(await insert(base, one)).toBe(planned[i])
        },
      ),
    )
  })
})

describe('a race', () => {
  test('goes on behind the slug that was lost, also where the winner stays invisible', async () => {
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

  test('that is lost for ever is reported', async () => {
    const lost = claimSlug(
      'choir',
      async () => new Set<string>(),
      async (slug) => Promise.reject(new CalendarError('slug_taken', { slug })),
    )
    expect(await outcomeOf(lost)).toBe('slug_taken')
  })

  test('is none when something else fails', async () => {
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
