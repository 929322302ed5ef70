import { beforeEach, describe, expect, test } from 'vitest'
import { anEvent, collect, type OpenCalendar, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import type { AccessQuestion } from '../access/policy.ts'
import { allowAll, publicReadOnly, readScopes } from '../access/policy.ts'
import { roles } from '../access/roles.ts'
import type { Calendar } from '../calendar/api.ts'
import { internals } from '../calendar/internals.ts'
import { isCalendarError } from '../errors/calendar-error.ts'

/**
 * Categories: 1 Public; 4 Above with 5 Unused below; 6 Shared with 7 Inside below; 2 Secret and 3 Plot, which an event has brought. Tags: 8
 * open, 10 unused; 9 secret, 11 trashed and 12 unlisted, which events have brought. Event 1 is public (Public, Inside, open), 2 a draft of
 * author 5 (Secret, Plot, Above, Public, secret), 3 in the trash, 4 hidden from listings.
 */
async function fill({ events, categories, tags }: Calendar): Promise<void> {
  await categories.create({ name: 'Public' })
  await events.create(anEvent())
  await events.create(anEvent({ status: 'draft', authorId: '5', categories: ['Secret', 'Plot'] }))
  await categories.create({ name: 'Above' })
  await categories.create({ name: 'Unused', parentId: 4 })
  await categories.create({ name: 'Shared' })
  await categories.create({ name: 'Inside', parentId: 6 })
  await tags.create({ name: 'open' })
  await events.update(2, { categories: [1, 2, 3, 4].map((id) => ({ id })), tags: [{ id: 8 }, 'secret'] })
  await tags.create({ name: 'unused' })
  await events.create(anEvent({ tags: 'trashed' }))
  await events.trash(3)
  await events.create(anEvent({ hidden: true, tags: 'unlisted' }))
  await events.update(1, { categories: [{ id: 1 }, { id: 7 }], tags: [{ id: 8 }] })
}

const allCategories = [1, 2, 3, 4, 5, 6, 7]
const viewers: readonly (readonly [string, (calendar: Calendar) => Calendar, number[], number[]])[] = [
  ['trusted code', (calendar) => calendar, allCategories, [8, 9, 10, 11, 12]],
  ['the public', (calendar) => calendar.as(null, publicReadOnly()), [1, 4, 5, 6, 7], [8, 10, 12]],
  ['another author', (calendar) => calendar.as({ id: '6', roles: ['author'] }, roles()), [1, 4, 5, 6, 7], [8, 10, 12]],
  ['the author of the draft', (calendar) => calendar.as({ id: '5', roles: ['author'] }, roles()), allCategories, [8, 9, 10, 12]],
  [
    'an author who may create terms',
    (calendar) => calendar.as({ id: '6', roles: ['author'] }, roles({ termCreators: ['author'] })),
    allCategories,
    [8, 9, 10, 11, 12],
  ],
  ['an editor', (calendar) => calendar.as({ id: '7', roles: ['editor'] }, roles()), allCategories, [8, 9, 10, 11, 12]],
  [
    'a viewer who reads readScopes.all and creates nothing',
    (calendar) => calendar.as({ id: '7' }, { readable: () => readScopes.all, may: () => false }),
    allCategories,
    [8, 9, 10, 11, 12],
  ],
]

describe.each(viewers)('%s', (_name, see, categories, tags) => {
  let open: OpenCalendar
  let seen: Calendar

  beforeEach(async () => {
    open = openCalendar()
    await fill(open.calendar)
    seen = see(open.calendar)
  })

  test('lists only the terms that this viewer may know', async () => {
    const ids = async (list: Promise<{ items: readonly { id: number }[]; total: number }>): Promise<number[]> => {
      const { items, total } = await list
      expect(total).toBe(items.length)
      return items.map(({ id }) => id)
    }
    const every = { orderBy: 'id' } as const
    expect(await ids(seen.categories.list(every))).toEqual(categories)
    expect(await ids(seen.tags.list(every))).toEqual(tags)
    expect((await collect(seen.tags.each(every))).map(({ id }) => id)).toEqual(tags)
    expect(await ids(seen.tags.list({ ...every, search: 'secret' }))).toEqual(tags.filter((id) => id === 9))
    expect(await ids(seen.tags.list({ ...every, slug: 'secret' }))).toEqual(tags.filter((id) => id === 9))
    expect(await ids(seen.tags.list({ ...every, ids: [9, 8], orderBy: 'ids' }))).toEqual([9, 8].filter((id) => tags.includes(id)))
    expect(await ids(seen.tags.list({ ...every, event: 2 }))).toEqual(
      tags.includes(9) && categories.includes(2) ? await linkedTags(seen) : [],
    )
    expect(await ids(seen.categories.list({ ...every, parentIds: 4 }))).toEqual([5])
  })

  test('reads only these terms by id and by slug', async () => {
    for (const id of allCategories)
      expect([id, await seen.categories.find(id)]).toEqual([id, categories.includes(id) ? expect.anything() : null])
    for (const id of [8, 9, 10, 11, 12]) expect([id, await seen.tags.find(id)]).toEqual([id, tags.includes(id) ? expect.anything() : null])
    expect(await outcomeOf(seen.tags.get('secret'))).toBe(tags.includes(9) ? 'done' : 'not_found')
  })

  test('finds by a tag only events that this viewer may read', async () => {
    for (const tag of ['9', 'secret', 'nothing']) {
      const { total } = await seen.events.list({ tags: [tag], status: ['any'] })
      expect([tag, total]).toEqual([tag, tag !== 'nothing' && (await seen.events.find(2)) !== null ? 1 : 0])
    }
  })
})

/** The tags of event 2, for viewers of that event. */
const linkedTags = async (seen: Calendar): Promise<number[]> => ((await seen.events.find(2)) === null ? [] : [8, 9])

describe('an author who may not create terms', () => {
  let calendar: Calendar
  const writer = { id: '6', roles: ['author'] }

  beforeEach(async () => {
    ;({ calendar } = openCalendar())
    await fill(calendar)
  })

  test.each<[string, object, unknown]>([
    ['by id', { tags: [{ id: 9 }] }, { tags: 'names 9, which is no tag' }],
    ['by an id that does not exist', { tags: [{ id: 999 }] }, { tags: 'names 999, which is no tag' }],
    ['by slug', { tags: ['secret'] }, { action: 'create', kind: 'tag' }],
    ['by a slug that does not exist', { tags: ['nothing'] }, { action: 'create', kind: 'tag' }],
    ['by name', { categories: ['Plot'] }, { action: 'create', kind: 'category' }],
    ['terms that the author may know', { tags: ['open'], categories: ['Above'] }, 'done'],
  ])('links only terms that the author may know: %s', async (_name, links, expected) => {
    const outcome = await calendar
      .as(writer, roles())
      .events.create(anEvent(links))
      .then(
        () => 'done',
        (error: unknown) =>
          isCalendarError(error, 'invalid_input') ? error.details.params : isCalendarError(error, 'forbidden') && error.details.denied,
      )
    expect(outcome).toEqual(expected)
  })

  test('cannot change other terms', async () => {
    const seen = calendar.as(writer, { ...roles(), may: ({ action }) => action !== 'create' })
    expect(await outcomeOf(seen.tags.update(9, { name: 'New' }))).toBe('not_found')
    expect(await outcomeOf(seen.tags.delete('secret'))).toBe('not_found')
    expect(await outcomeOf(seen.tags.update(8, { name: 'New' }))).toBe('done')
  })

  test('makes the calendar ask for the permission to create terms once, and only where the answer matters', async () => {
    const asked: AccessQuestion[] = []
    const policy = { ...publicReadOnly(), may: (question: AccessQuestion) => asked.push(question) < 0 }
    const seen = calendar.as(null, policy)
    await seen.tags.list({ hasEvents: true })
    await seen.events.list({ tags: ['open'] })
    await seen.events.get(1)
    expect(asked).toEqual([])
    await seen.tags.list()
    await seen.categories.get(1)
    expect(asked).toEqual([
      { actor: null, action: 'create', kind: 'tag' },
      { actor: null, action: 'create', kind: 'category' },
    ])
  })

  test('shares cached results only with viewers who may know the same terms', async () => {
    const { calendar: caching } = openCalendar()
    await fill(caching)
    const names = async (may: boolean): Promise<string> => {
      const seen = caching.as(null, { ...publicReadOnly(), may: () => may })
      const make = async (inside: Calendar) => {
        const { items, total } = await inside.tags.list()
        const text = `${total} ${items.map(({ name }) => name).join()}`
        return { text, byteLength: text.length }
      }
      return (await internals(seen).cached('tags', make, { terms: 'tag' })).text
    }
    const all = '5 open,secret,trashed,unlisted,unused'
    const some = '3 open,unlisted,unused'
    expect([await names(true), await names(false), await names(true), await names(false)]).toEqual([all, some, all, some])
  })

  test('may know no other terms when the policy fails', async () => {
    const seen = calendar.as(null, { ...allowAll(), readable: publicReadOnly().readable, may: () => Promise.reject(new Error('away')) })
    expect(await seen.tags.find('secret')).toBe(null)
  })
})

describe('a term that a draft has brought', () => {
  const known = async (write: (calendar: Calendar) => Promise<unknown>): Promise<string[]> => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ status: 'draft', categories: 'Secret', tags: 'quiet' }))
    await write(calendar)
    const reader = calendar.as(null, publicReadOnly())
    return [...(await reader.categories.list()).items, ...(await reader.tags.list()).items].map(({ name }) => name)
  }

  test.each<[string, (calendar: Calendar) => Promise<unknown>, string[]]>([
    ['by nothing', async () => undefined, []],
    ['by an update that changes nothing', (c) => c.categories.update(1, { name: 'Secret', slug: 'secret', description: '' }), []],
    ['by an update that changes it', (c) => c.categories.update(1, { description: 'New' }), ['Secret']],
    ['by another slug', (c) => c.tags.update(2, { slug: 'other' }), ['quiet']],
    ['by a category below it', (c) => c.categories.create({ name: 'Below', parentId: 1 }), ['Below', 'Secret']],
    ['by the publication of its event', (c) => c.events.update(1, { status: 'publish' }), ['Secret', 'quiet']],
    ['by another draft', (c) => c.events.create(anEvent({ status: 'draft', categories: 'secret' })), []],
    ['no longer than its event', (c) => c.events.update(1, { status: 'publish' }).then(() => c.events.delete(1)), []],
  ])('becomes known %s', async (_name, write, expected) => {
    expect(await known(write)).toEqual(expected)
  })

  test('does not hide a term that was known before', async () => {
    const { calendar } = openCalendar()
    await calendar.categories.create({ name: 'Unused' })
    await calendar.events.create(anEvent({ status: 'draft', categories: 'Unused' }))
    expect((await calendar.as(null, publicReadOnly()).categories.list()).total).toBe(1)
  })
})
