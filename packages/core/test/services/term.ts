import { beforeEach, describe, expect, test } from 'vitest'
import { allowAll, publicReadOnly } from '../../src/access/policy.ts'
import type { CalendarClient } from '../../src/calendar/client.ts'
import type { TermListInput, TermPatch } from '../../src/kinds/term/schema.ts'
import { anEvent, collect, invalidFields, outcomeOf } from '../open-calendar.ts'
import type { OpenService, ServiceOpener } from './open-service.ts'

/** Declares the cases of the categories and tags of a calendar. */
export function describeTerms(open: ServiceOpener): void {
  describe.each(['categories', 'tags'] as const)('the fields of %s', (kind) => {
    const taxonomy = kind === 'categories' ? 'category' : 'tag'

    test('have defaults', async () => {
      const { calendar } = await open()
      const made = await calendar[kind].create({ name: ' Jazz\t& Blues ' })
      expect(made).toEqual({
        id: 1,
        name: 'Jazz & Blues',
        slug: 'jazz-blues',
        description: '',
        taxonomy,
        parentId: 0,
        count: 0,
        version: 1,
        fields: {},
      })
      expect(await calendar[kind].get(1)).toEqual(made)
      expect(await calendar[kind].get('jazz-blues')).toEqual(made)
      expect(await calendar[kind].find(2)).toBe(null)
    })

    test.each<[TermPatch, object]>([
      [{ name: 'Blues' }, { name: 'Blues', slug: 'jazz', description: 'old' }],
      [{ description: '<b>x</b>' }, { description: '&lt;b>x&lt;/b>' }],
      [{ description: null }, { description: '' }],
      [{ description: '' }, { description: '' }],
      [{ slug: 'All That Jazz' }, { slug: 'all-that-jazz' }],
      [{ name: 'Blues', slug: '' }, { slug: 'blues' }],
      [{ name: 'Blues', slug: null }, { slug: 'blues' }],
      [{ slug: 'jazz' }, { slug: 'jazz' }],
      [{ slug: 'taken' }, { slug: 'taken-2' }],
      [{ name: 'JAZZ' }, { name: 'JAZZ' }],
      [{}, { name: 'Jazz', slug: 'jazz', description: 'old' }],
    ])('after an update with %o are %o', async (patch, expected) => {
      const { calendar } = await open()
      const { id } = await calendar[kind].create({ name: 'Jazz', description: 'old' })
      await calendar[kind].create({ name: 'Taken' })
      expect(await calendar[kind].update(id, patch)).toMatchObject({ id, ...expected })
    })

    test.each<[string, unknown]>([
      ['name', null],
      ['name', ' '],
      ['name', 5],
      ['name', 'a'.repeat(201)],
      ['slug', '!!!'],
      ['slug', 5],
      ['description', 5],
      ['description', '\u0000'],
      ['description', '<'.repeat(16_385)],
    ])('%s: %o is refused, and nothing is written', async (field, value) => {
      const { calendar, memory } = await open()
      await calendar[kind].create({ name: 'Jazz' })
      const before = memory.snapshot()
      expect(await invalidFields(calendar[kind].create({ name: 'Blues', [field]: value }))).toEqual([field])
      expect(await invalidFields(calendar[kind].update(1, { [field]: value }))).toEqual([field])
      expect(memory.snapshot()).toEqual(before)
    })

    test('all issues are named at once', async () => {
      const { calendar } = await open()
      // @ts-expect-error a name is required
      expect(await invalidFields(calendar[kind].create({ slug: '!', description: '\u0000' }))).toEqual(['description', 'name', 'slug'])
    })

    test.each(['Jazz', 'JAZZ', ' jazz ', 'Jäzz', 'Ｊａｚｚ'])('a second term with the name %o is name_taken', async (name) => {
      const { calendar, memory } = await open()
      await calendar[kind].create({ name: 'Jazz' })
      await calendar[kind].create({ name: 'Blues' })
      const before = memory.snapshot()
      expect(await outcomeOf(calendar[kind].create({ name }))).toBe('name_taken')
      expect(await outcomeOf(calendar[kind].update(2, { name }))).toBe('name_taken')
      expect(memory.snapshot()).toEqual(before)
    })

    test('names and slugs are unique within one taxonomy, and ids of the other taxonomy are not found', async () => {
      const { calendar } = await open()
      const other = kind === 'categories' ? calendar.tags : calendar.categories
      await other.create({ name: 'Jazz' })
      expect(await calendar[kind].create({ name: 'Jazz' })).toMatchObject({ id: 2, slug: 'jazz' })
      expect(await outcomeOf(calendar[kind].get(1))).toBe('not_found')
      expect(await outcomeOf(calendar[kind].update(1, { name: 'x' }))).toBe('not_found')
      expect(await outcomeOf(calendar[kind].delete(1))).toBe('not_found')
      expect((await calendar[kind].get('jazz')).id).toBe(2)
    })

    test('a taken slug gets a number', async () => {
      const { calendar } = await open()
      const slugs: string[] = []
      for (const name of ['Rock', 'R.O.C.K', 'rock!', 'ro-ck']) slugs.push((await calendar[kind].create({ name })).slug)
      expect(slugs).toEqual(['rock', 'r-o-c-k', 'rock-2', 'ro-ck'])
      expect((await calendar[kind].create({ name: '!?' })).slug).toBe(taxonomy)
    })

    test('of twenty concurrent creations with one name, one succeeds', async () => {
      const { calendar } = await open()
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(calendar[kind].create({ name: 'Jazz' }))))
      expect(outcomes.sort()).toEqual(['done', ...Array.from({ length: 19 }, () => 'name_taken')])
    })

    test('a deleted term is removed from its events, and its last state is returned', async () => {
      const { calendar } = await open()
      const event = await calendar.events.create(anEvent({ [kind]: 'Jazz,Blues' }))
      expect(await calendar[kind].delete('jazz')).toMatchObject({ id: 1, count: 1 })
      expect((await calendar.events.get(event.id))[kind]).toMatchObject([{ id: 2 }])
      expect(await outcomeOf(calendar[kind].delete('jazz'))).toBe('not_found')
      expect(await calendar[kind].create({ name: 'Jazz' })).toMatchObject({ id: 3, slug: 'jazz' })
    })
  })

  describe('tags', () => {
    test('ignore parentId in inputs, and have no such filter', async () => {
      const { calendar } = await open()
      await calendar.categories.create({ name: 'Music' })
      expect(await calendar.tags.create({ name: 'Jazz', parentId: 1 })).toMatchObject({ parentId: 0 })
      expect(await calendar.tags.create({ name: 'Rock', parentId: -5 })).toMatchObject({ parentId: 0 })
      await expect(calendar.tags.list({ parentIds: 1 })).rejects.toThrow(TypeError)
    })
  })

  describe('lists of terms', () => {
    let opened: OpenService
    let calendar: CalendarClient
    const ids = async (input?: TermListInput, from: CalendarClient = calendar): Promise<number[]> =>
      (await from.categories.list(input)).items.map(({ id }) => id)

    // 1 Music, 2 jazz (in Music), 3 Sport, 4 Äpfel, 5 Empty; 6 is a tag.
    beforeEach(async () => {
      opened = await open()
      calendar = opened.calendar
      await calendar.categories.create({ name: 'Music', description: 'b' })
      await calendar.categories.create({ name: 'jazz', parentId: 1, description: 'a' })
      await calendar.categories.create({ name: 'Sport', slug: 'a-sport', description: 'a' })
      await calendar.categories.create({ name: 'Äpfel', description: 'Fruit' })
      await calendar.categories.create({ name: 'Empty' })
      await calendar.tags.create({ name: 'Jazz' })
      await calendar.events.create(anEvent({ categories: [2, 3] }))
      await calendar.events.create(anEvent({ categories: [3, 1], startDate: '2020-01-01', endDate: '2020-01-02' }))
      await calendar.events.create(anEvent({ categories: [3, 4], status: 'draft' }))
      await calendar.events.create(anEvent({ categories: [3], hidden: true }))
      await calendar.events.create(anEvent({ categories: [3], published: '2026-07-01' }))
    })

    test('count published events of the term itself, past ones too', async () => {
      const counts = (await calendar.categories.list({ orderBy: 'id' })).items.map(({ count }) => count)
      expect(counts).toEqual([1, 1, 2, 0, 0])
      opened.clock.set('2026-08-01T00:00:00Z')
      expect((await calendar.categories.get(3)).count).toBe(3)
      await calendar.events.trash(1)
      expect((await calendar.categories.get(3)).count).toBe(2)
    })

    test.each<[TermListInput, number[]]>([
      [{}, [4, 5, 2, 1, 3]],
      [{ hasEvents: true }, [2, 1, 3]],
      [{ hasEvents: false }, [4, 5]],
      [{ order: 'desc' }, [3, 1, 2, 5, 4]],
      [{ orderBy: 'id' }, [1, 2, 3, 4, 5]],
      [{ orderBy: 'id', order: 'desc' }, [5, 4, 3, 2, 1]],
      [{ orderBy: 'slug' }, [3, 4, 5, 2, 1]],
      [{ orderBy: 'count' }, [4, 5, 1, 2, 3]],
      [{ orderBy: 'count', order: 'desc' }, [3, 2, 1, 5, 4]],
      [{ orderBy: 'description' }, [5, 4, 2, 3, 1]],
      [{ orderBy: 'name' }, [4, 5, 2, 1, 3]],
      [{ orderBy: 'ids', ids: [3, 2, 1] }, [3, 2, 1]],
      [{ orderBy: 'ids', ids: [3, 2, 1], order: 'desc' }, [1, 2, 3]],
      [{ orderBy: 'ids', ids: [3, 99, 2, 5, 1], perPage: 2, page: 2 }, [5, 1]],
      [{ orderBy: 'ids' }, [4, 5, 2, 1, 3]],
      [{ ids: [1, 5, 6], hasEvents: true }, [1]],
      [{ ids: [1, 5, 6] }, [5, 1]],
      [{ exclude: [1, 99] }, [4, 5, 2, 3]],
      [{ ids: [1, 2], exclude: 1 }, [2]],
      [{ exclude: 2 ** 60 }, [4, 5, 2, 1, 3]],
      [{ parentIds: 0 }, [4, 5, 1, 3]],
      [{ parentIds: 1 }, [2]],
      [{ parentIds: 99 }, []],
      [{ slug: 'a-sport' }, [3]],
      [{ slug: 'jazz' }, [2]],
      [{ slug: 'none' }, []],
      [{ event: 1 }, [2, 3]],
      [{ event: 2 }, [1, 3]],
      [{ event: 3, hasEvents: true }, [3]],
      [{ event: 3 }, [4, 3]],
      [{ event: 1, ids: [1, 2] }, [2]],
      [{ event: 99 }, []],
      [{ event: 0 }, []],
      [{ search: 'SPORT' }, [3]],
      [{ search: 'fruit' }, [4]],
      [{ search: 'apfel' }, [4]],
      [{ search: 'a-sport' }, [3]],
      [{ search: 'sport spo port ort a-sport s p o r xx' }, []],
      [{ search: 'sport a-s spo por ort rt s p o r' }, [3]],
    ])('with %o have the ids %j', async (input, expected) => expect(await ids(input)).toEqual(expected))

    test.each<[string, unknown]>([
      ['page', 0],
      ['perPage', '1e3'],
      ['exclude', ''],
      ['ids', []],
      ['ids', 'jazz'],
      ['order', 'up'],
      ['orderBy', 'size'],
      ['hasEvents', ''],
      ['parentIds', 'music'],
      ['parentIds', -1],
      ['event', 'x'],
      ['slug', 5],
      ['search', null],
    ])('refuse %s: %o under the name of the field', async (field, value) =>
      expect(await invalidFields(calendar.categories.list({ [field]: value }))).toEqual([field]),
    )

    test('count and filter by the events that the viewer may read', async () => {
      const author = await opened.as(
        { id: '5' },
        { ...allowAll(), readable: (actor) => (actor === null ? [] : [{ status: 'publish' }, { status: 'draft', authorIds: [actor.id] }]) },
      )
      await calendar.events.update(3, { authorId: '5' })
      await calendar.events.update(1, { status: 'private' })
      const reader = await opened.as(null, publicReadOnly())
      expect(await ids({ hasEvents: true }, reader)).toEqual([1, 3])
      expect(await ids({ event: 1 }, reader)).toEqual([])
      expect(await ids({ event: 3 }, reader)).toEqual([])
      expect(await ids({ event: 3 }, author)).toEqual([4, 3])
      expect((await author.categories.get(3)).count).toBe(1)
      // Its only event is private now.
      expect(await reader.categories.get(2)).toMatchObject({ count: 0 })
    })

    test('each() yields every term once, by id', async () => {
      const found = await collect(calendar.categories.each({ orderBy: 'name', order: 'desc', perPage: 1 }))
      expect(found.map(({ id, count }) => [id, count])).toEqual([
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 0],
        [5, 0],
      ])
    })

    test('a page past the end is empty, with the total', async () => {
      expect(await calendar.categories.list({ page: 2 })).toMatchObject({ items: [], page: 2, total: 5, totalPages: 1 })
      const ordered = await calendar.categories.list({ orderBy: 'ids', ids: [1], page: 2 })
      expect(ordered).toMatchObject({ items: [], page: 2, total: 1, totalPages: 1 })
    })
  })
}
