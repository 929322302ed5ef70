import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../test/open-calendar.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import { readPage } from './page.ts'

/** A list of numbers that counts as many as it has, unless told otherwise. */
const listOf = (length: number, counted = length) => ({
  count: async () => counted,
  read: async (offset: number, limit: number) => Array.from({ length }, (_, i) => i).slice(offset, offset + limit),
})

describe('a page', () => {
  test.each<[string, { page?: number; perPage?: number }, number, object]>([
    ['the first by default, of 35', {}, 80, { page: 1, perPage: 35, total: 80, totalPages: 3, items: { length: 35 } }],
    ['a middle one', { page: 2 }, 80, { page: 2, items: { length: 35, 0: 35 } }],
    ['the last', { page: 3 }, 80, { page: 3, items: { length: 10, 0: 70 } }],
    ['one that is just full', { page: 2, perPage: 5 }, 10, { total: 10, totalPages: 2, items: { length: 5 } }],
    ['the first of nothing', {}, 0, { page: 1, total: 0, totalPages: 0, items: { length: 0 } }],
    ['larger than the maximum, clamped', { perPage: 10_000 }, 80, { perPage: 50, totalPages: 2, items: { length: 50 } }],
    ['as large as can be said, clamped', { perPage: Number.MAX_SAFE_INTEGER }, 80, { perPage: 50 }],
    ['of one', { perPage: 1, page: 80 }, 80, { totalPages: 80, items: { length: 1, 0: 79 } }],
  ])('%s', async (_name, request, length, expected) => expect(await readPage(request, 50, listOf(length))).toMatchObject(expected))

  test('the default is clamped, too', async () => expect(await readPage({}, 10, listOf(80))).toMatchObject({ perPage: 10, totalPages: 8 }))

  test.each([
    [2, 0],
    [2, 35],
    [4, 80],
    [Number.MAX_SAFE_INTEGER, 80],
  ])('page %i of %i records lies past the end', async (page, length) =>
    expect(await outcomeOf(readPage({ page }, 100, listOf(length)))).toBe('page_out_of_range'),
  )

  test('what lies past the end says how many pages there are', async () => {
    const error = await readPage({ page: 9 }, 100, listOf(80)).catch((reason: unknown) => reason)
    expect(isCalendarError(error, 'page_out_of_range') && error.details).toEqual({ page: 9, totalPages: 3 })
  })
})

describe('while others write', () => {
  test.each<[string, { page?: number }, number, number, object]>([
    ['records came to the last page', { page: 1 }, 20, 10, { total: 20, totalPages: 1 }],
    ['records left the last page', { page: 1 }, 10, 20, { total: 10, totalPages: 1 }],
    ['records filled the page', { page: 1 }, 40, 20, { total: 35, totalPages: 1 }],
    ['all records left', { page: 1 }, 0, 20, { total: 0, totalPages: 0 }],
  ])('%s', async (_name, request, length, counted, expected) =>
    expect(await readPage(request, 100, listOf(length, counted))).toMatchObject(expected),
  )

  test('a page that others emptied lies past the end', async () =>
    expect(await outcomeOf(readPage({ page: 2 }, 100, listOf(35, 36)))).toBe('page_out_of_range'))

  test('an answer never contradicts itself', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.nat(60),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (length, counted, page, perPage) => {
          const answer = await readPage({ page, perPage }, 100, listOf(length, counted)).catch(() => undefined)
          if (answer === undefined) return
          const { items, total, totalPages } = answer
          expect(total).toBeGreaterThanOrEqual((page - 1) * perPage + items.length)
          expect(totalPages).toBe(Math.ceil(total / perPage))
          if (items.length < perPage) expect(page).toBe(Math.max(1, totalPages))
        },
      ),
    )
  })
})
