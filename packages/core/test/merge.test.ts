import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type AccessPolicy, type AccessSubject, readScopes } from '../src/access/policy.ts'
import { roles } from '../src/access/roles.ts'
import { anEvent, collect, openCalendar, outcomeOf } from './open-calendar.ts'

const kinds = [
  ['venues', 'venue.deleted'],
  ['organizers', 'organizer.deleted'],
  ['categories', 'category.deleted'],
  ['tags', 'tag.deleted'],
] as const

describe.each(kinds)('merge of the %s', (kind, deleted) => {
  /** Records 1 to 3, the last of which remains, and events of every sort that link them. */
  async function openThree() {
    const open = openCalendar()
    const { calendar } = open
    for (const name of ['Old mill', 'Mill', 'The mill']) await calendar[kind].create({ name })
    const link = (...ids: number[]) => ({ [kind]: ids.map((id) => ({ id })) })
    await calendar.events.create(anEvent(link(1)))
    await calendar.events.create(anEvent(link(2, 1)))
    await calendar.events.create(anEvent(link(3, 2, 1)))
    await calendar.events.create(anEvent({ ...link(1), status: 'draft' }))
    await calendar.events.create(anEvent({ ...link(2), hidden: true }))
    await calendar.events.create(anEvent(link(2)))
    await calendar.events.trash(6)
    const series = await calendar.events.create(anEvent({ ...link(1), title: 'Market', recurrence: 'FREQ=DAILY;COUNT=4' }))
    await calendar.events.update('market-2026-06-11', link(2))
    await calendar.events.update('market-2026-06-12', { title: 'Fair' })
    await calendar.events.trash('market-2026-06-13')
    await calendar.events.create(anEvent(link(3)))
    return { ...open, series: series.id }
  }

  test('moves all links, and makes aliases of slugs and names', async () => {
    const { calendar, memory } = await openThree()
    const before = new Map((await collect(calendar.events.each({ status: 'any' }))).map((event) => [event.id, event]))
    const dry = await calendar[kind].merge(['old-mill', 2], 3, { dryRun: true })
    expect(dry).toEqual({ merged: 2, links: 11 })
    expect([...(await collect(calendar.events.each({ status: 'any' })))]).toEqual([...before.values()])
    const changes: string[] = []
    for (const name of ['event.updated', deleted] as const) calendar.on(name, (change) => void changes.push(change.name))
    expect(await calendar[kind].merge(['old-mill', 2], 3)).toEqual(dry)
    const stored = memory.snapshot().events.records
    const member = ({ venues: 'venueIds', organizers: 'organizerIds', categories: 'categoryIds', tags: 'tagIds' } as const)[kind]
    expect(stored.map((event) => event[member])).toEqual(stored.map(() => [3]))
    expect(changes.filter((name) => name === deleted)).toHaveLength(2)
    // Six single events, the series with two dates, the date with a link of its own, and one that is in the trash with its series' link.
    expect(changes.filter((name) => name === 'event.updated').length).toBeGreaterThanOrEqual(7)
    expect(await calendar.maintenance.verifySeries({ dryRun: true })).toMatchObject({ findings: [] })
    expect(await calendar[kind].get('old-mill')).toMatchObject({ id: 3, name: 'The mill' })
    expect(await calendar[kind].get('mill')).toMatchObject({ id: 3 })
    expect(await outcomeOf(calendar[kind].get(1))).toBe('not_found')
    const named = await calendar.events.create(anEvent({ [kind]: [{ name: 'OLD Mill' }] }))
    expect(named[kind].map(({ id }) => id)).toEqual([3])
  })

  test('keeps aliases when the remaining record is merged, too', async () => {
    const { calendar } = await openThree()
    await calendar[kind].merge(1, 2)
    await calendar[kind].merge(2, 3)
    expect((await calendar[kind].get('old-mill')).id).toBe(3)
    expect((await calendar[kind].get('mill')).id).toBe(3)
    const named = await calendar.events.create(anEvent({ [kind]: [{ name: 'old mill' }] }))
    expect(named[kind].map(({ id }) => id)).toEqual([3])
  })

  test('is refused before anything is written', async () => {
    const { calendar, memory } = await openThree()
    const before = memory.snapshot()
    expect(await outcomeOf(calendar[kind].merge([1, 3], 3))).toBe('invalid_input')
    expect(await outcomeOf(calendar[kind].merge([1, 99], 3))).toBe('not_found')
    expect(await outcomeOf(calendar[kind].merge(1, 99))).toBe('not_found')
    expect(await outcomeOf(calendar[kind].merge(null as never, 3))).toBe('invalid_input')
    expect(await outcomeOf(calendar.as(null, roles())[kind].merge(1, 3))).toBe('unauthenticated')
    expect(await outcomeOf(calendar.as({ id: '7', roles: ['author'] }, roles())[kind].merge(1, 3))).toBe('forbidden')
    expect(await calendar[kind].merge([], 3)).toEqual({ merged: 0, links: 0 })
    expect(memory.snapshot()).toEqual(before)
  })

  test('fills empty members when it is asked to', async () => {
    const { calendar } = openCalendar()
    for (const description of ['', '<p>One</p>', 'Two']) await calendar[kind].create({ name: `n${description.length}`, description })
    await calendar[kind].merge([2, 3], 1, { members: 'fill' })
    expect((await calendar[kind].get(1)).description).toContain('One')
  })
})

test.each([3, 600])('one of two merges in opposite directions does all, with %i events each', async (count) => {
  const { calendar, memory } = openCalendar()
  for (const name of ['A', 'B']) await calendar.venues.create({ name })
  for (const id of [1, 2]) await calendar.events.createMany(Array.from({ length: count }, () => anEvent({ venues: [{ id }] })))
  await calendar.events.create(anEvent({ venues: [{ id: 1 }], title: 'Market', recurrence: 'FREQ=DAILY;COUNT=4' }))
  const outcomes = await Promise.all([outcomeOf(calendar.venues.merge(1, 2)), outcomeOf(calendar.venues.merge(2, 1))])
  expect(outcomes.toSorted()).toEqual(['done', 'not_found'])
  const [left] = (await calendar.venues.list()).items
  expect(new Set(memory.snapshot().events.records.flatMap(({ venueIds }) => venueIds))).toEqual(new Set([left?.id]))
})

test('a filled venue has the place, the texts and the uid of the others, and keeps what it has', async () => {
  const { calendar } = openCalendar()
  await calendar.venues.create({ name: 'A', city: 'Ulm' })
  await calendar.venues.create({ name: 'B', city: 'Bonn', geoLat: 48, geoLng: 10, uid: 'u', phone: '1', image: 7, state: 'BW' })
  await calendar.venues.merge(2, 1, { members: 'fill' })
  expect(await calendar.venues.get(1)).toMatchObject({
    ...{ name: 'A', city: 'Ulm', geoLat: 48, geoLng: 10, uid: 'u', phone: '1', image: 7, state: 'BW', stateProvince: 'BW' },
  })
})

test('the policy is asked for the values that a merge fills in', async () => {
  const { calendar } = openCalendar({ fields: { venue: { desk: { schema: z.optional(z.string()), access: true } } } })
  await calendar.venues.create({ name: 'A' })
  await calendar.venues.create({ name: 'B', fields: { desk: 'south' } })
  const isOwn = (state: AccessSubject | undefined): boolean => state?.fields?.['desk'] !== 'south'
  const north: AccessPolicy = { readable: () => readScopes.all, may: ({ action, next }) => action === 'delete' || isOwn(next) }
  const { venues } = calendar.as({ id: 'north' }, north)
  expect(await outcomeOf(venues.update(1, { fields: { desk: 'south' } }))).toBe('forbidden')
  expect(await outcomeOf(venues.merge(2, 1, { members: 'fill' }))).toBe('forbidden')
  expect(await outcomeOf(venues.merge(2, 1))).toBe('done')
})

describe('categories', () => {
  /** The parents of the categories after a merge, by name. */
  async function parentsAfter(tree: Readonly<Record<string, string>>, from: readonly string[], into: string) {
    const { calendar } = openCalendar()
    const ids = new Map<string, number>()
    for (const [name, parent] of Object.entries(tree))
      ids.set(name, (await calendar.categories.create({ name, parentId: ids.get(parent) ?? 0 })).id)
    const outcome = await outcomeOf(
      calendar.categories.merge(
        from.map((name) => ids.get(name) ?? 0),
        ids.get(into) ?? 0,
      ),
    )
    const all = await collect(calendar.categories.each())
    const names = new Map(all.map(({ id, name }) => [id, name]))
    return [outcome, Object.fromEntries(all.map(({ name, parentId }) => [name, names.get(parentId) ?? '']))]
  }

  const chain = { a: '', b: 'a', c: 'b', d: 'c' }
  test.each<[string, Record<string, string>, string[], string, unknown]>([
    ['children move', { a: '', b: '', x: 'a', y: 'x' }, ['a'], 'b', ['done', { b: '', x: 'b', y: 'x' }]],
    ['an ancestor into its child', chain, ['a'], 'b', ['done', { b: '', c: 'b', d: 'c' }]],
    ['an ancestor into its descendant', chain, ['a'], 'd', ['done', { d: '', b: 'd', c: 'b' }]],
    ['two ancestors into their descendant', chain, ['a', 'b'], 'c', ['done', { c: '', d: 'c' }]],
    ['two ancestors with one between', chain, ['a', 'c'], 'd', ['done', { d: '', b: 'd' }]],
    ['a descendant into its ancestor', chain, ['c'], 'a', ['done', { a: '', b: 'a', d: 'a' }]],
    ['a chain into another root', { ...chain, z: '' }, ['a', 'b', 'c'], 'z', ['done', { z: '', d: 'z' }]],
  ])('%s', async (_, tree, from, into, expected) => {
    expect(await parentsAfter(tree, from, into)).toEqual(expected)
  })

  test('a child whose name is taken refuses the merge', async () => {
    const { calendar, memory } = openCalendar()
    for (const [name, parentId] of [
      ['a', 0],
      ['b', 0],
      ['x', 1],
      ['x', 2],
    ] as const)
      await calendar.categories.create({ name, parentId })
    const before = memory.snapshot()
    expect(await outcomeOf(calendar.categories.merge(1, 2))).toBe('name_taken')
    expect(memory.snapshot()).toEqual(before)
  })

  test.each([
    ['both unknown', false, false, false],
    ['the merged one known', true, false, true],
    ['the remaining one known', false, true, true],
  ])('is known if one of both was: %s', async (_, first, second, known) => {
    for (const members of ['keep', 'fill'] as const) {
      const { calendar, memory } = openCalendar()
      await calendar.events.create(anEvent({ status: 'draft', tags: [{ name: 'one' }, { name: 'two' }] }))
      const [one, two] = await Promise.all(['one', 'two'].map((slug) => calendar.tags.get(slug)))
      for (const [tag, isKnown] of [
        [one, first],
        [two, second],
      ] as const)
        if (isKnown && tag) await calendar.tags.update(tag.id, { description: 'known' })
      await calendar.tags.merge(one?.id ?? 0, two?.id ?? 0, { members })
      const [stored] = await memory.terms.getMany([two?.id ?? 0])
      expect(stored?.known, members).toBe(known)
    }
  })
})

test.each([{ dryRun: 'false' }, { dryRun: 0 }, { members: 'all' }, { dry: true }, { onProgress: true }])(
  'a merge refuses the options %j',
  async (options) => {
    const { calendar } = openCalendar()
    for (const name of ['A', 'B']) await calendar.tags.create({ name })
    await expect(calendar.tags.merge(1, 2, options as object)).rejects.toThrow(TypeError)
    expect(await calendar.tags.count({})).toBe(2)
  },
)
