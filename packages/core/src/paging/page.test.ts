import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPage } from './page.ts'

/** A list of numbers; `counted` overrides its total. */
const listOf = (length: number, counted = length) => ({
  count: async () => counted,
  read: async (offset: number, limit: number) => Array.from({ length }, (_, i) => i).slice(offset, offset + limit),
})

describe('the requested page', () => {
  test.each<[string, { page?: number; perPage?: number }, number, object]>([
    ['is the first with 35 records by default', {}, 80, { page: 1, perPage: 35, total: 80, totalPages: 3, items: { length: 35 } }],
    ['is a middle one', { page: 2 }, 80, { page: 2, items: { length: 35, 0: 35 } }],
    ['is the last', { page: 3 }, 80, { page: 3, items: { length: 10, 0: 70 } }],
    ['is the last and full', { page: 2, perPage: 5 }, 10, { total: 10, totalPages: 2, items: { length: 5 } }],
    ['is the first of an empty list', {}, 0, { page: 1, total: 0, totalPages: 0, items: { length: 0 } }],
    ['is clamped to the maximum size', { perPage: 10_000 }, 80, { perPage: 50, totalPages: 2, items: { length: 50 } }],
    ['is clamped from the largest number', { perPage: Number.MAX_SAFE_INTEGER }, 80, { perPage: 50 }],
    ['has one record', { perPage: 1, page: 80 }, 80, { totalPages: 80, items: { length: 1, 0: 79 } }],
  ])('%s', async (_name, request, length, expected) => expect(await readPage(request, 50, listOf(length))).toMatchObject(expected))

  test('has the default size, clamped to the maximum', async () =>
    expect(await readPage({}, 10, listOf(80))).toMatchObject({ perPage: 10, totalPages: 8 }))

  test.each([
    [2, 0],
    [2, 35],
    [4, 80],
    [Number.MAX_SAFE_INTEGER, 80],
  ])('page %i of %i records is empty, with the total', async (page, length) =>
    expect(await readPage({ page }, 100, listOf(length))).toEqual({
      items: [],
      page,
      perPage: 35,
      total: length,
      totalPages: Math.ceil(length / 35),
    }),
  )
})

describe('the list is counted', () => {
  test.each<[string, { page?: number; perPage?: number }, number, boolean]>([
    ['for a full first page', {}, 80, true],
    ['for a full last page', { page: 2, perPage: 40 }, 80, true],
    ['not for a first page that is not full', {}, 30, false],
    ['for a last page that is not full', { page: 3 }, 80, true],
    ['not for an empty list', {}, 0, false],
    ['for a page past the end', { page: 4 }, 80, true],
  ])('%s', async (_name, request, length, expected) => {
    let counts = 0
    const list = { ...listOf(length), count: async () => ++counts && length }
    await readPage(request, 100, list)
    expect(counts).toBe(Number(expected))
  })

  test.each([
    ['none past the end', { page: 4 }, 0],
    ['none just past the end', { page: 3, perPage: 40 }, 0],
    ['one for the last page', { page: 3 }, 1],
    ['one for the first page', {}, 1],
  ])('and the number of page reads is right: %s', async (_name, request, expected) => {
    let reads = 0
    const list = listOf(80)
    const read: typeof list.read = (...args) => {
      reads++
      return list.read(...args)
    }
    await readPage(request, 100, { ...list, read })
    expect(reads).toBe(expected)
  })
})

describe('concurrent writes between the count and the read', () => {
  test.each<[string, { page?: number }, number, number, object]>([
    ['add records after a full page', { page: 1 }, 40, 60, { total: 60, totalPages: 2 }],
    ['delete records, and the total is at least the full page', { page: 1 }, 40, 20, { total: 35, totalPages: 1 }],
  ])('%s', async (_name, request, length, counted, expected) =>
    expect(await readPage(request, 100, listOf(length, counted))).toMatchObject(expected),
  )

  test('delete all records of a later page, which is then empty', async () => {
    expect(await readPage({ page: 3 }, 100, listOf(70, 120))).toMatchObject({ items: [], total: 70, totalPages: 2 })
  })

  test('an offset past the counted total is never passed to the store', async () => {
    const offsets: number[] = []
    const read = async (offset: number): Promise<readonly []> => {
      offsets.push(offset)
      return []
    }
    expect((await readPage({ page: Number.MAX_SAFE_INTEGER }, 100, { count: async () => 80, read })).total).toBe(80)
    expect(offsets).toEqual([])
  })

  test('the total, the number of pages and the records are always consistent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.nat(60),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (length, counted, page, perPage) => {
          const { items, total, totalPages } = await readPage({ page, perPage }, 100, listOf(length, counted))
          expect(totalPages).toBe(Math.ceil(total / perPage))
          if (items.length === 0) {
            expect(total).toBeLessThanOrEqual((page - 1) * perPage)
            return
          }
          expect(total).toBeGreaterThanOrEqual((page - 1) * perPage + items.length)
          if (items.length < perPage) expect(page).toBe(Math.max(1, totalPages))
        },
      ),
    )
  })
})
