import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, type OpenCalendar, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import type { Calendar } from '../../calendar/api.ts'
import type { Change } from '../../record/change.ts'

/** Creates categories named after their position: `a`, `a/b`, `a/b/c`. Returns their ids by name. */
async function plant({ calendar }: OpenCalendar, names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const name of names) {
    const at = name.lastIndexOf('/')
    const { id } = await calendar.categories.create({ name, parentId: at < 0 ? 0 : (ids.get(name.slice(0, at)) ?? -1) })
    ids.set(name, id)
  }
  return ids
}

/** The invariant of every tree: ancestors are the chain of parents, from the root down. */
function assertTree({ memory }: OpenCalendar): void {
  const terms = new Map(memory.snapshot().terms.records.map((term) => [term.id, term]))
  for (const term of terms.values()) {
    const parent = terms.get(term.parentId)
    if (term.parentId !== 0) expect(parent?.taxonomy).toBe('category')
    expect(term.ancestorIds).toEqual(parent === undefined ? [] : [...parent.ancestorIds, parent.id])
  }
}

const names = ['a', 'a/b', 'a/b/c', 'a/b/c/d', 'e', 'e/f']

describe('a parent', () => {
  test.each<[unknown, string]>([
    [99, 'names 99, which is no category'],
    [2 ** 53, 'must be an integer of 0 or more'],
    [-1, 'must be an integer of 0 or more'],
    ['a', 'must be an integer of 0 or more'],
    [false, 'must be an integer of 0 or more'],
  ])('%o is refused', async (parentId, reason) => {
    const { calendar } = openCalendar()
    const wrong: object = { parentId }
    expect(await issuesOf(calendar.categories.create({ name: 'x', ...wrong }))).toEqual({ parentId: reason })
    await calendar.categories.create({ name: 'y' })
    expect(await issuesOf(calendar.categories.update(1, wrong))).toEqual({ parentId: reason })
  })

  test('that is invalid is reported together with other issues that need stored data', async () => {
    const { calendar } = openCalendar()
    await calendar.categories.create({ name: 'x' })
    const description = '<'.repeat(16_385)
    expect(Object.keys(await issuesOf(calendar.categories.update(1, { parentId: 99, description })))).toEqual(['description', 'parentId'])
  })

  test('cannot be a tag', async () => {
    const { calendar } = openCalendar()
    await calendar.tags.create({ name: 'x' })
    expect(Object.keys(await issuesOf(calendar.categories.create({ name: 'y', parentId: 1 })))).toEqual(['parentId'])
  })

  test.each<[string, string]>([
    ['a', 'a'],
    ['a', 'a/b'],
    ['a', 'a/b/c/d'],
    ['a/b', 'a/b/c'],
  ])('of %s cannot be %s', async (self, parentId) => {
    const open = openCalendar()
    const ids = await plant(open, names)
    const before = open.memory.snapshot()
    const issues = await issuesOf(open.calendar.categories.update(ids.get(self) ?? 0, { parentId: ids.get(parentId) ?? 0 }))
    expect(issues).toEqual({ parentId: 'must not be the category itself or one below it' })
    expect(open.memory.snapshot()).toEqual(before)
  })

  test.each([0, null, ''])('given as %o means no parent', async (parentId) => {
    const open = openCalendar()
    const ids = await plant(open, ['a', 'a/b'])
    const patch: object = { parentId }
    expect(await open.calendar.categories.update(ids.get('a/b') ?? 0, patch)).toMatchObject({ parentId: 0 })
    assertTree(open)
  })

  test('has children with different names, which children of other parents may have, too', async () => {
    const open = openCalendar()
    await plant(open, ['a', 'b'])
    await open.calendar.categories.create({ name: 'x', parentId: 1 })
    expect(await open.calendar.categories.create({ name: 'X', parentId: 2 })).toMatchObject({ slug: 'x-2' })
    expect(await open.calendar.categories.create({ name: 'x' })).toMatchObject({ slug: 'x-3' })
    expect(await outcomeOf(open.calendar.categories.create({ name: 'x', parentId: 2 }))).toBe('name_taken')
    expect(await outcomeOf(open.calendar.categories.update(3, { parentId: 2 }))).toBe('name_taken')
    expect(await open.calendar.categories.get(3)).toMatchObject({ parentId: 1 })
    assertTree(open)
  })
})

describe('a category that moves', () => {
  test('keeps all of its descendants', async () => {
    const open = openCalendar()
    const ids = await plant(open, names)
    const event = await open.calendar.events.create(anEvent({ categories: [ids.get('a/b/c/d') ?? 0] }))
    await open.calendar.categories.update(ids.get('a/b') ?? 0, { parentId: ids.get('e/f') ?? 0 })
    assertTree(open)
    const listed = async (slug: string): Promise<number> => (await open.calendar.events.list({ categories: slug })).total
    expect(await Promise.all(['e', 'e-f', 'a-b', 'a'].map(listed))).toEqual([1, 1, 1, 0])
    expect((await open.calendar.events.get(event.id)).categories).toMatchObject([{ name: 'a/b/c/d' }])
  })

  test('to the parent that it has is not written', async () => {
    const open = openCalendar()
    const ids = await plant(open, names)
    const before = open.memory.snapshot()
    await open.calendar.categories.update(ids.get('a/b') ?? 0, { parentId: ids.get('a') ?? 0 })
    expect(open.memory.snapshot()).toEqual(before)
  })
})

describe('the version of a category', () => {
  const versions = async ({ calendar }: OpenCalendar): Promise<object> =>
    Object.fromEntries((await calendar.categories.list({ orderBy: 'id' })).items.map(({ name, version }) => [name, version]))

  test('counts changes of its fields and of its ancestors, not of its children and events', async () => {
    const open = openCalendar()
    const ids = await plant(open, names)
    await open.calendar.events.create(anEvent({ categories: ['a', 'a/b'] }))
    expect(await versions(open)).toEqual({ a: 1, 'a/b': 1, 'a/b/c': 1, 'a/b/c/d': 1, e: 1, 'e/f': 1 })
    await open.calendar.categories.update('a-b', { parentId: ids.get('e') })
    expect(await versions(open)).toEqual({ a: 1, 'a/b': 2, 'a/b/c': 2, 'a/b/c/d': 2, e: 1, 'e/f': 1 })
    await open.calendar.categories.delete('a-b-c')
    expect(await versions(open)).toEqual({ a: 1, 'a/b': 2, 'a/b/c/d': 3, e: 1, 'e/f': 1 })
  })
})

describe('a category that is deleted', () => {
  test('moves its children to its parent', async () => {
    const open = openCalendar()
    const ids = await plant(open, [...names, 'a/b/x'])
    const changes: Change[] = []
    for (const name of ['category.updated', 'category.deleted'] as const) open.calendar.on(name, (change) => void changes.push(change))
    await open.calendar.categories.delete(ids.get('a/b') ?? 0)
    assertTree(open)
    const parents = (await open.calendar.categories.list({ orderBy: 'id' })).items.map(({ name, parentId }) => [name, parentId])
    expect(parents).toEqual([
      ['a', 0],
      ['a/b/c', ids.get('a')],
      ['a/b/c/d', ids.get('a/b/c')],
      ['e', 0],
      ['e/f', ids.get('e')],
      ['a/b/x', ids.get('a')],
    ])
    expect(changes.map(({ name, before }) => [name, before?.id])).toEqual([
      ['category.updated', ids.get('a/b/c')],
      ['category.updated', ids.get('a/b/x')],
      ['category.deleted', ids.get('a/b')],
    ])
  })

  test('makes its children roots if it was a root', async () => {
    const open = openCalendar()
    await plant(open, names)
    await open.calendar.categories.delete('a')
    assertTree(open)
  })

  test('may have a child with its own name', async () => {
    const open = openCalendar()
    const parent = await open.calendar.categories.create({ name: 'Music' })
    const child = await open.calendar.categories.create({ name: 'Music', parentId: parent.id })
    await open.calendar.categories.delete(parent.id)
    expect(await open.calendar.categories.get(child.id)).toMatchObject({ parentId: 0, name: 'Music' })
  })

  test('is refused if a child has the name of a new sibling', async () => {
    const open = openCalendar()
    const parent = await open.calendar.categories.create({ name: 'Music' })
    await open.calendar.categories.create({ name: 'Jazz', parentId: parent.id })
    await open.calendar.categories.create({ name: 'jazz' })
    const before = open.memory.snapshot()
    expect(await outcomeOf(open.calendar.categories.delete(parent.id))).toBe('name_taken')
    expect(open.memory.snapshot()).toEqual(before)
    // The same when the host catches the error and commits its own transaction.
    await open.calendar.transaction(async (tx) => {
      expect(await outcomeOf(tx.categories.delete(parent.id))).toBe('name_taken')
    })
    assertTree(open)
    expect(await outcomeOf(open.calendar.categories.get(parent.id))).toBe('done')
  })
})

test.each([
  ['calls', (open: OpenCalendar, work: (calendar: Calendar) => Promise<void>) => work(open.calendar)],
  ['calls of one transaction', (open: OpenCalendar, work: (calendar: Calendar) => Promise<void>) => open.calendar.transaction(work)],
] as const)('concurrent %s that create, move and delete categories keep the tree valid', async (_, run) => {
  const id = fc.integer({ min: 1, max: 8 })
  const command = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), id, parent: fc.integer({ min: 0, max: 8 }) }),
    fc.record({ kind: fc.constant('move' as const), id, parent: fc.integer({ min: 0, max: 8 }) }),
    fc.record({ kind: fc.constant('delete' as const), id, parent: id }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(command, { maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
      const open = openCalendar()
      let made = 0
      for (const round of rounds) {
        await run(open, async ({ categories }) => {
          const work = round.map(({ kind, id: on, parent: parentId }) => {
            if (kind === 'create') return outcomeOf(categories.create({ name: `n${made++ % 5}`, parentId }))
            return outcomeOf(kind === 'move' ? categories.update(on, { parentId }) : categories.delete(on))
          })
          for (const outcome of await Promise.all(work)) expect(['done', 'not_found', 'invalid_input', 'name_taken']).toContain(outcome)
        })
        assertTree(open)
      }
    }),
    { numRuns: 150 },
  )
})
