import { describe, expect, test } from 'vitest'
import type { TrashableClientRecords } from '../../src/calendar/client.ts'
import type { PublishedView } from '../../src/record/view.ts'
import { anEvent, collect, invalidFields, issuesOf, outcomeOf } from '../open-calendar.ts'
import type { OpenService, ServiceOpener } from './open-service.ts'
import { describeUnchanged } from './unchanged.ts'

/** Declares the cases of the records with a status of a calendar. */
export function describeRecords(open: ServiceOpener): void {
  describeUnchanged(open)

  /** The kinds with a status, with one interface. */
  interface Kind {
    readonly kind: string
    readonly least: object
    records({ calendar }: OpenService): TrashableClientRecords<PublishedView, object, object, object>
  }
  const kinds: readonly Kind[] = [
    { kind: 'event', records: ({ calendar }) => calendar.events, least: anEvent() },
    { kind: 'venue', records: ({ calendar }) => calendar.venues, least: { name: 'Hall' } },
    { kind: 'organizer', records: ({ calendar }) => calendar.organizers, least: { name: 'Club' } },
  ]

  /** Field, given value, returned value, clearing value, returned value after that. */
  const shared: readonly [field: string, given: unknown, returned: unknown, clear: unknown, cleared: unknown][] = [
    ['authorId', '7', '7', '', ''],
    ['authorId', 'anna', 'anna', '0', ''],
    ['description', '<p>Bring & share</p>', '&lt;p>Bring & share&lt;/p>', '', ''],
    ['description', 'x', 'x', null, ''],
    ['excerpt', 'a\nb', 'a\nb', '', ''],
    ['excerpt', 'x', 'x', null, ''],
    ['image', 7, 7, false, null],
    ['image', '7', 7, null, null],
    ['image', 'https://example.org/a.png', 'https://example.org/a.png', '', null],
    ['image', { id: 9, url: 'https://example.org/a.png' }, 9, false, null],
    ['status', 'draft', 'draft', 'publish', 'publish'],
    ['status', 'PRIVATE', 'private', 'future', 'publish'],
    ['slug', 'My Slug', 'my-slug', 'other', 'other'],
    ['published', '2026-05-01 08:00:00', '2026-05-01 08:00:00', null, '2026-06-01 14:00:00'],
    ['published', '2026-05-01', '2026-05-01 00:00:00', '', '2026-06-01 14:00:00'],
    ['publishedUtc', '2026-05-01 08:00:00', '2026-05-01 08:00:00', null, '2026-06-01 12:00:00'],
  ]

  describe.each(kinds)('the shared fields of $kind', ({ records, least }) => {
    test('have defaults', async () => {
      const record = await records(await open()).create(least)
      expect(record).toMatchObject({
        id: 1,
        version: 1,
        authorId: '',
        status: 'publish',
        published: '2026-06-01 14:00:00',
        publishedUtc: '2026-06-01 12:00:00',
        publishedMs: Date.parse('2026-06-01T12:00:00Z'),
        updated: '2026-06-01 14:00:00',
        updatedUtc: '2026-06-01 12:00:00',
        updatedMs: Date.parse('2026-06-01T12:00:00Z'),
        description: '',
        excerpt: '',
        image: null,
      })
    })

    test.each(shared)('%s: %o is stored as %o, and an update with %o leaves %o', async (field, given, returned, clear, cleared) => {
      const all = records(await open())
      const made = await all.create({ ...least, [field]: given })
      expect(made).toHaveProperty(field, returned)
      expect(await all.get(made.id)).toEqual(made)
      expect(await all.update(made.id, { description: made.description })).toHaveProperty(field, returned)
      expect(await all.update(made.id, { [field]: clear })).toHaveProperty(field, cleared)
      expect(await all.update(made.id, { [field]: given })).toHaveProperty(field, returned)
    })

    test.each<[string, unknown]>([
      ['authorId', null],
      ['authorId', 7],
      ['authorId', 'a b'],
      ['authorId', 'a,b'],
      ['status', null],
      ['status', ''],
      ['status', 'published'],
      ['status', 'any'],
      ['status', ['publish']],
      ['published', 'tomorrow'],
      ['published', 0],
      ['published', false],
      ['publishedUtc', '2026-02-30'],
      ['slug', 5],
      ['slug', '!!!'],
      ['slug', 'a'.repeat(201)],
      ['description', 5],
      ['description', []],
      ['description', 'a\u0000'],
      ['description', 'a'.repeat(65_537)],
      ['excerpt', {}],
      ['excerpt', '\uD800'],
      ['image', true],
      ['image', 'a.png'],
    ])('%s: %o is refused under the name of the field, and nothing is written', async (field, value) => {
      const opened = await open()
      const all = records(opened)
      const { id } = await all.create(least)
      const before = opened.memory.snapshot()
      expect(await invalidFields(all.create({ ...least, [field]: value }))).toEqual([field])
      expect(await invalidFields(all.update(id, { [field]: value }))).toEqual([field])
      expect(opened.memory.snapshot()).toEqual(before)
    })

    test('two different publication dates are refused together with all other issues', async () => {
      const opened = await open()
      const wrong = { published: '2026-05-01 08:00', publishedUtc: '2026-05-01 08:00', authorId: 'a b', image: 'x' }
      const all = records(opened)
      expect(await invalidFields(all.create({ ...least, ...wrong }))).toEqual(['authorId', 'image', 'publishedUtc'])
      const { id } = await all.create(least)
      expect(await invalidFields(all.update(id, wrong))).toEqual(['authorId', 'image', 'publishedUtc'])
    })

    test('the times of publication and change are returned as texts and as instants', async () => {
      const opened = await open()
      const all = records(opened)
      const { id } = await all.create({ ...least, published: '2026-10-25T00:30:00Z' })
      opened.clock.advance(1_000)
      const updated = await all.update(id, { description: 'a', publishedMs: 5, updatedMs: 6 })
      expect(updated).toMatchObject({ published: '2026-10-25 02:30:00', publishedMs: Date.parse('2026-10-25T00:30:00Z') })
      expect(updated).toMatchObject({ updatedUtc: '2026-06-01 12:00:01', updatedMs: Date.parse('2026-06-01T12:00:01Z') })
      expect(await all.get(id)).toEqual(updated)
    })

    test('unknown and read-only fields are ignored', async () => {
      const all = records(await open())
      const made = await all.create({ ...least, id: 99, version: 5, updated: '1999-01-01', nonsense: true, __proto__: { authorId: '5' } })
      expect(made).toMatchObject({ id: 1, version: 1, authorId: '', updated: '2026-06-01 14:00:00' })
      expect(await all.update(1, { id: 2, version: 9 })).toEqual(made)
    })

    test('an update keeps missing fields, and sets the time of the last change', async () => {
      const opened = await open()
      const all = records(opened)
      const made = await all.create({ ...least, authorId: '3', description: 'a', excerpt: 'b', image: 4, published: '2026-05-01' })
      opened.clock.advance(3_600_000)
      expect(await all.update(made.id, { excerpt: 'c' })).toEqual({
        ...made,
        excerpt: 'c',
        version: 2,
        updated: '2026-06-01 15:00:00',
        updatedUtc: '2026-06-01 13:00:00',
        updatedMs: Date.parse('2026-06-01T13:00:00Z'),
      })
    })

    test('HTML is made safe by the host’s own function, once for each text that is given', async () => {
      const texts: string[] = []
      const sanitizeHtml = (html: string): string => {
        texts.push(html)
        return `safe ${html}`
      }
      const all = records(await open({ sanitizeHtml }))
      expect(await all.create({ ...least, description: 'a', excerpt: 'b' })).toMatchObject({ description: 'safe a', excerpt: 'safe b' })
      expect(await all.update(1, { excerpt: 'c' })).toMatchObject({ description: 'safe a', excerpt: 'safe c' })
      expect(texts).toEqual(['a', 'b', 'c'])
      // Returned texts are sent back: a sanitizer that changes its own results changes nothing stored.
      expect(await all.update(1, { description: 'safe a', excerpt: 'safe c' })).toMatchObject({ description: 'safe a', excerpt: 'safe c' })
    })

    test('HTML that is too long when it is made safe is refused; at the limit it is stored, and accepted when it is sent back', async () => {
      const all = records(await open({ sanitizeHtml: (html) => html.replaceAll('&', '&amp;') }))
      const longest = '&'.repeat(13_107)
      const made = await all.create({ ...least, description: longest, excerpt: longest })
      expect(made).toMatchObject({ description: '&amp;'.repeat(13_107), excerpt: '&amp;'.repeat(13_107) })
      expect(await all.update(made.id, { description: made.description, excerpt: made.excerpt })).toMatchObject({
        description: made.description,
      })
      for (const field of ['description', 'excerpt'] as const) {
        const tooLong = { ...least, [field]: `${longest}&` }
        const reason = { [field]: 'must have at most 65536 characters when it is made safe' }
        expect(await issuesOf(all.create(tooLong))).toEqual(reason)
        expect(await issuesOf(all.update(made.id, tooLong))).toEqual(reason)
      }
    })
  })

  describe.each(kinds)('each() of the kind $kind', ({ records, least }) => {
    test('yields each record once, by id, across several batches', async () => {
      const all = records(await open())
      for (let i = 0; i < 205; i++) await all.create(least)
      const ids = (await collect(all.each())).map(({ id }) => id)
      expect(ids).toEqual(Array.from({ length: 205 }, (_, i) => i + 1))
    })

    test('continues after an id', async () => {
      const all = records(await open())
      for (let i = 0; i < 3; i++) await all.create(least)
      expect((await collect(all.each({ afterId: 1 }))).map(({ id }) => id)).toEqual([2, 3])
    })

    test('applies the filters, and ignores pages and orders', async () => {
      const all = records(await open())
      for (const status of ['draft', 'publish', 'draft', 'private']) await all.create({ ...least, status })
      const found = await collect(all.each({ status: 'draft', page: 9, perPage: 1, orderBy: 'id', order: 'desc' }))
      expect(found.map(({ id }) => id)).toEqual([1, 3])
    })

    test('yields each unchanged record once while others are deleted', async () => {
      const all = records(await open())
      for (let i = 0; i < 150; i++) await all.create(least)
      const seen: number[] = []
      for await (const { id } of all.each()) {
        seen.push(id)
        if (id === 50) for (const gone of [10, 120]) await all.delete(gone)
      }
      expect(seen).toEqual(Array.from({ length: 150 }, (_, i) => i + 1).filter((id) => id !== 120))
    })

    test('refuses invalid filters', async () => {
      const all = records(await open())
      expect(await outcomeOf(collect(all.each({ status: 'gone' })))).toBe('invalid_input')
    })
  })

  describe.each(kinds)('lists of the kind $kind', ({ records, least }) => {
    test.each<[string, unknown]>([
      ['page', 0],
      ['page', 'x'],
      ['page', null],
      ['page', 1.5],
      ['perPage', 0],
      ['perPage', -1],
      ['search', 5],
      ['search', 'a'.repeat(201)],
      ['status', 'published'],
      ['status', []],
      ['ids', []],
      ['ids', 'a'],
      ['order', 'up'],
      ['orderBy', 'price'],
    ])('refuse %s: %o under the name of the field', async (field, value) => {
      const all = records(await open())
      expect(await invalidFields(all.list({ [field]: value }))).toEqual([field])
    })

    test('name all issues at once', async () => {
      const work = records(await open()).list({ page: 0, perPage: 'x', order: 'up', status: 'gone' })
      expect(await invalidFields(work)).toEqual(['order', 'page', 'perPage', 'status'])
    })

    test('accept texts, as query strings have them', async () => {
      const all = records(await open())
      for (let i = 0; i < 3; i++) await all.create(least)
      const page = await all.list({ page: '2', perPage: '2', order: 'DESC', orderBy: 'ID', status: 'publish,draft', ids: '1,2,3,99' })
      expect(page).toMatchObject({ items: [{ id: 1 }], page: 2, perPage: 2, total: 3, totalPages: 2 })
    })

    test('search texts, but not markup', async () => {
      const all = records(await open({ sanitizeHtml: (html) => html }))
      await all.create({ ...least, description: '<strong class="needle">a&amp;b</strong>' })
      await all.create({ ...least, excerpt: '<em title="needle">c</em>d' })
      const found = async (search: string): Promise<number[]> => (await all.list({ search })).items.map(({ id }) => id)
      expect(await Promise.all(['strong', 'em', 'needle', '<', 'amp'].map(found))).toEqual([[], [], [], [], []])
      expect(await Promise.all(['a&b', 'cd'].map(found))).toEqual([[1], [2]])
    })

    test('match the eight longest words of a search', async () => {
      const all = records(await open())
      const words = ['alpha', 'bravo', 'charlie', 'delta', 'foxtrot', 'golf1', 'hotel', 'india']
      await all.create({ ...least, description: words.join(' ') })
      const totalOf = async (search: readonly string[]): Promise<number> => (await all.list({ search: search.join(' ') })).total
      expect(await totalOf([...words, 'kilo', 'xx'])).toBe(1)
      expect(await totalOf(['kilo', ...words])).toBe(1)
      expect(await totalOf([...words, 'juliett'])).toBe(0)
      expect(await totalOf([...words.slice(1), 'kilo'])).toBe(0)
    })

    test('match all words of a search regardless of case and accents, and treat every character literally', async () => {
      const all = records(await open())
      const texts = ['<p>Café Concert</p>', 'concert of the year', '100% fun_day', 'a\\b "quoted"']
      for (const description of texts) await all.create({ ...least, description })
      const found = async (search: string): Promise<number[]> =>
        (await all.list({ search, orderBy: 'id', order: 'asc' })).items.map(({ id }) => id)
      expect(await found('concert')).toEqual([1, 2])
      expect(await found('CONCERT cafe')).toEqual([1])
      expect(await found('"of the"')).toEqual([2])
      expect(await found('%')).toEqual([3])
      expect(await found('_')).toEqual([3])
      expect(await found('\\')).toEqual([4])
      expect(await found('"')).toEqual([4])
      expect(await found("' OR 1=1")).toEqual([])
      expect(await found('')).toEqual([1, 2, 3, 4])
    })
  })
}
