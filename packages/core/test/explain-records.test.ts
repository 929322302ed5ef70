import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { publicReadOnly, readScopes } from '../src/access/policy.ts'
import { roles } from '../src/access/roles.ts'
import { termReasons } from '../src/kinds/term/list-reasons.ts'
import { categoryListShape } from '../src/kinds/term/schema.ts'
import type { Explanation } from '../src/record/explain-options.ts'
import { profileListShape } from '../src/record/profile.ts'
import { profileReasons } from '../src/record/profile-reasons.ts'
import { anEvent, collect, openCalendar, outcomeOf } from './open-calendar.ts'

const shown = ({ reasons }: Explanation) => reasons.map(({ filter, code, value, wanted }) => [filter, code, value, wanted])
const kinds = ['venues', 'organizers', 'categories', 'tags'] as const
/** The kinds whose records have a status. */
const states = { venues: true, organizers: true }
const stranger = { actor: null, access: publicReadOnly() }

/** Records with and without events, words and authors, of every kind. */
async function open() {
  const seats = { schema: z.number().optional(), filter: 'is' } as const
  const opened = openCalendar({ fields: { venue: { seats }, tag: { seats } } })
  const { calendar, clock } = opened
  for (const kind of ['venues', 'organizers'] as const)
    for (const [i, status] of (['publish', 'draft', 'private', 'publish', 'future'] as const).entries())
      await calendar[kind].create({
        name: `Hall ${i % 2 === 0 ? 'old' : 'new'}`,
        authorId: String(i % 2),
        ...(status === 'future' ? { published: '2031-01-01 00:00' } : { status }),
        ...(i === 3 && { uid: 'third' }),
        ...(kind === 'venues' && i < 2 && { fields: { seats: i } }),
      })
  for (const name of ['Old', 'New', 'Old and new']) {
    await calendar.categories.create({ name })
    await calendar.tags.create({ name, fields: { seats: name.length } })
  }
  await calendar.categories.create({ name: 'Below', parentId: 1 })
  await calendar.events.create(anEvent({ venues: 1, organizers: 1, categories: 'Old', tags: 'Old' }))
  await calendar.events.create(
    anEvent({ startDate: '2020-01-01', endDate: '2020-01-01', venues: 4, organizers: 4, categories: 'New', tags: 'New' }),
  )
  await calendar.events.create(anEvent({ status: 'draft', venues: 2, categories: ['Secret'], tags: ['Secret'] }))
  clock.advance(2 * 3_600_000)
  await calendar.venues.update(4, { city: 'Ulm' })
  await calendar.venues.trash(3)
  return opened
}

/** A record of some filters; each may be missing. */
const some = <T extends object>(filters: { readonly [Name in keyof T]: fc.Arbitrary<T[Name]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(filters, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
const shared = {
  perPage: fc.integer({ min: 1, max: 3 }),
  order: fc.constantFrom('asc', 'desc'),
  search: fc.constantFrom('old', 'new', 'hall new', 'secret', 'x'),
  ids,
  afterId: fc.integer({ min: 0, max: 4 }),
  event: fc.integer({ min: 1, max: 4 }),
  hasEvents: fc.boolean(),
}
const profileFilters = some({
  ...shared,
  orderBy: fc.constantFrom('name', 'id', 'updated', 'published'),
  uids: fc.constantFrom('third', 1, [2, 'third']),
  onlyWithUpcoming: fc.boolean(),
  status: fc.constantFrom('any', 'publish', 'draft', 'future', 'trash'),
  authorIds: fc.constantFrom('0', '1', ['', '1']),
  updatedAfter: fc.constantFrom('-1 hour', '-1 day', 'now'),
})
const seats = { seats: 1 }
const termFilters = some({
  ...shared,
  orderBy: fc.constantFrom('name', 'id', 'slug', 'count', 'description'),
  exclude: ids,
  slug: fc.constantFrom('old', 'new', 'below'),
})

test('every filter of a list has a reason', () => {
  const others = ['page', 'perPage', 'order', 'orderBy']
  expect([...Object.keys(profileReasons), ...others, 'status'].sort()).toEqual(Object.keys(profileListShape).sort())
  expect([...Object.keys(termReasons), ...others].sort()).toEqual(Object.keys(categoryListShape).sort())
})

test.each(kinds)('explanations of the %s agree with the list, and with its pages', async (kind) => {
  const { calendar } = await open()
  const viewers = [undefined, stranger, { actor: { id: '1', roles: ['author'] }, access: roles() }]
  const filtersOf = {
    venues: fc.tuple(profileFilters, fc.constantFrom({}, { fields: seats })).map(([a, b]) => ({ ...a, ...b })),
    organizers: profileFilters,
    categories: fc.tuple(termFilters, some({ parentIds: fc.constantFrom([0], [1]) })).map(([a, b]) => ({ ...a, ...b })),
    tags: fc.tuple(termFilters, fc.constantFrom({}, { fields: seats })).map(([a, b]) => ({ ...a, ...b })),
  }
  const filters: fc.Arbitrary<object> = filtersOf[kind]
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 8 }), fc.constantFrom(...viewers), async (input, id, viewer) => {
      const records = await calendar[kind].find(id)
      const isTrashed = (await outcomeOf(calendar[kind].get(id))) === 'in_trash'
      if (records === null && !isTrashed) return
      const { listed, page, reasons } = await calendar[kind].explain(id, input, viewer && { viewer })
      const own = (viewer === undefined ? calendar : calendar.as(viewer.actor, viewer.access))[kind]
      const isIn = (await collect<{ readonly id: number }>(own.each(input))).some((record) => record.id === id)
      expect([listed, reasons.length === 0]).toEqual([isIn, isIn])
      if (isIn) expect((await own.list({ ...input, page })).items.map((record) => record.id)).toContain(id)
    }),
    { numRuns: 150 },
  )
})

describe('an explanation', () => {
  test('of a venue has the reasons of its filters', async () => {
    const { calendar } = await open()
    const input = {
      search: 'hall new barn',
      authorIds: '7',
      event: 1,
      onlyWithUpcoming: true,
      updatedAfter: '2031-01-01',
      fields: { seats: 5 },
    }
    const reasons = shown(await calendar.venues.explain(2, input, { viewer: stranger }))
    expect(reasons).toEqual([
      ['status', 'draft', 'draft', ['publish']],
      ['access', 'not_readable', 'draft', ['publish']],
      ['search', 'lacks_words', ['hall', 'new'], ['barn']],
      ['authorIds', 'other_value', '1', ['7']],
      ['updatedAfter', 'not_changed_after', '2026-06-01 14:00:00', '2031-01-01'],
      ['event', 'not_linked', null, 1],
      ['onlyWithUpcoming', 'other_value', false, true],
      ['fields.seats', 'other_value', 1, 5],
    ])
  })

  test('of a term says that the viewer does not know it', async () => {
    const { calendar } = await open()
    const { id } = await calendar.tags.get('secret')
    const explained = await calendar.tags.explain(id, { exclude: [id], slug: 'old' }, { viewer: stranger })
    expect(explained.reasons.map(({ message }) => message)).toEqual([
      'No event that this viewer may read has it.',
      `The list leaves out: ${id}.`,
      'Its slug is secret; the list asks for old.',
    ])
  })

  test.each(kinds)('of the %s is for those who may update them', async (kind) => {
    const { calendar } = await open()
    const none = { readable: () => readScopes.all, may: () => false }
    const [{ id = 0 } = {}] = (await calendar[kind].list({ search: 'new', ...(kind in states && { status: 'draft' }) })).items
    expect(await outcomeOf(calendar.as(null, publicReadOnly())[kind].explain(id))).toBe(kind in states ? 'not_found' : 'unauthenticated')
    expect(await outcomeOf(calendar.as({ id: '7' }, none)[kind].explain(id))).toBe('forbidden')
    expect(await outcomeOf(calendar[kind].explain(99))).toBe('not_found')
    await expect(calendar[kind].explain(1, { name: 'x' } as object)).rejects.toThrow('no filter name')
  })
})
