import { memoryStore } from '@kalends/memory'
import { failingStore, fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { anEvent, invalidFields, issuesOf, type OpenCalendar, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { type AccessPolicy, type AccessQuestion, allowAll, publicReadOnly } from '../../access/policy.ts'
import type { Calendar } from '../../calendar/api.ts'
import { createCalendar } from '../../calendar/calendar.ts'
import type { Change } from '../../record/change.ts'
import type { EventInput } from './schema.ts'
import type { Event } from './view.ts'

/** Allows everything, but shows no drafts. */
const noDrafts: AccessPolicy = { ...allowAll(), readable: () => [{ status: 'publish' }, { status: 'future' }, { status: 'private' }] }

/** Links to venues and organizers work alike, so these tests cover both. */
describe.each(['venues', 'organizers'] as const)('the %s of an event', (kind) => {
  let open: OpenCalendar
  let calendar: Calendar
  const namesOf = (event: Event): string[] => event[kind].map(({ name }) => name)
  const create = async (given: unknown, from = calendar): Promise<Event> => from.events.create({ ...anEvent(), [kind]: given })

  beforeEach(async () => {
    open = openCalendar()
    calendar = open.calendar
    for (const name of ['A', 'B', 'C']) await calendar[kind].create({ name })
  })

  test.each<[string, unknown, string[]]>([
    ['an id', 2, ['B']],
    ['digits', '2', ['B']],
    ['an object with an id', { id: 2 }, ['B']],
    ['an object with digits', { id: '2' }, ['B']],
    ['an id with other fields', { id: 2, name: 'X', website: 'not read' }, ['B']],
    ['data', { name: 'X' }, ['X']],
    ['data without an id', { id: null, name: 'X' }, ['X']],
    ['a list, in its order', [3, '1', { id: 2 }, { name: 'X' }], ['C', 'A', 'B', 'X']],
    ['a list with repeats', [2, 1, 2, '2', { id: 2 }], ['B', 'A']],
    ['a text with commas', '3, 1', ['C', 'A']],
    ['the folded name of an existing one', { name: ' ｂ ' }, ['B']],
    ['a new name twice', [{ name: 'X' }, { name: 'x' }, 1], ['X', 'A']],
    ['the same one by name and by id', [{ name: 'b' }, 2], ['B']],
    ['an empty list', [], []],
    ['null', null, []],
  ])('can be given as %s', async (_name, given, expected) => {
    const event = await create(given)
    expect(namesOf(event)).toEqual(expected)
    expect(namesOf(await calendar.events.update(event.id, { [kind]: given }))).toEqual(expected)
    expect((await calendar[kind].list({ status: 'any' })).total).toBe(expected.includes('X') ? 4 : 3)
  })

  test('are linked unchanged if they exist, whatever data the input has', async () => {
    const before = await calendar[kind].get(2)
    await create({ name: 'b', description: 'new', status: 'draft' })
    await create({ id: 2, name: 'new', description: 'new' })
    expect(await calendar[kind].get(2)).toEqual(before)
  })

  test('are found by name with the lowest id', async () => {
    await calendar[kind].create({ name: 'b' })
    expect((await create({ name: 'B' }))[kind]).toMatchObject([{ id: 2 }])
  })

  test('are created with all of their data, and with the actor as their author', async () => {
    const author = calendar.as({ id: '7' }, allowAll())
    const event = await create(
      { name: 'X', slug: 'Ex', status: 'draft', website: 'https://x.example/', image: 4, published: '2026-01-01' },
      author,
    )
    expect(event[kind]).toMatchObject([
      { id: 4, slug: 'ex', status: 'draft', website: 'https://x.example/', image: 4, published: '2026-01-01 00:00:00', authorId: '7' },
    ])
  })

  test('are kept by an update without the field', async () => {
    await create([3, 1])
    expect(namesOf(await calendar.events.update(1, { title: 'x' }))).toEqual(['C', 'A'])
  })

  test.each<[string, unknown]>([
    ['an unknown id', 99],
    ['an unknown id in an object', { id: 99 }],
    ['an unknown id among known ones', [1, 99, 2]],
    ['an id beyond the integers', { id: '99999999999999999999' }],
  ])('are refused with %s', async (_name, given) => {
    const before = open.memory.snapshot()
    expect(await invalidFields(create(given))).toEqual([kind])
    expect(open.memory.snapshot()).toEqual(before)
  })

  test('in the trash are not found by id or name, and come back with a restore', async () => {
    await create([3, 2, 1])
    await calendar[kind].trash(2)
    expect(namesOf(await calendar.events.get(1))).toEqual(['C', 'A'])
    expect(await invalidFields(create(2))).toEqual([kind])
    expect((await create({ name: 'B' }))[kind]).toMatchObject([{ id: 4 }])
    expect((await calendar.events.list({ [`${kind.slice(0, -1)}Ids`]: 2 })).total).toBe(0)
    await calendar.events.update(1, { title: 'x', [kind]: [3, 1] })
    await calendar[kind].restore(2)
    expect(namesOf(await calendar.events.get(1))).toEqual(['C', 'B', 'A'])
  })

  test('lose a deleted one, and keep the others', async () => {
    await create([3, 2, 1])
    const other = await create([1])
    await calendar[kind].delete(2)
    expect(namesOf(await calendar.events.get(1))).toEqual(['C', 'A'])
    expect(await calendar.events.get(2)).toEqual(other)
    expect((await calendar[kind].list()).total).toBe(2)
  })

  describe('that a viewer may not see', () => {
    let viewer: Calendar
    beforeEach(async () => {
      viewer = calendar.as({ id: '7' }, noDrafts)
      await create([1, 2, 3])
      await calendar[kind].update(2, { status: 'draft' })
    })

    test('are not shown, and keep their place when the event is sent back', async () => {
      const seen = await viewer.events.get(1)
      expect(namesOf(seen)).toEqual(['A', 'C'])
      expect(namesOf(await viewer.events.update(1, { [kind]: seen[kind] }))).toEqual(['A', 'C'])
      expect(namesOf(await calendar.events.get(1))).toEqual(['A', 'B', 'C'])
    })

    test.each<[string, unknown, string[], string[]]>([
      ['changed', [3], ['C'], ['C', 'B']],
      ['cleared', null, [], ['B']],
      ['reversed', '3,1', ['C', 'A'], ['C', 'A', 'B']],
    ])('are kept when the others are %s', async (_name, given, seen, all) => {
      expect(namesOf(await viewer.events.update(1, { [kind]: given }))).toEqual(seen)
      expect(namesOf(await calendar.events.get(1))).toEqual(all)
    })

    test('are treated like missing ones by id, as a filter and by name', async () => {
      expect(await issuesOf(create(2, viewer))).toEqual({ [kind]: `names 2, which is no ${kind.slice(0, -1)}` })
      expect(await issuesOf(viewer.events.update(1, { [kind]: [2] }))).toEqual({ [kind]: `names 2, which is no ${kind.slice(0, -1)}` })
      expect((await viewer.events.list({ [`${kind.slice(0, -1)}Ids`]: 2 })).total).toBe(0)
      expect((await create({ name: 'B' }, viewer))[kind]).toMatchObject([{ id: 4, name: 'B' }])
    })
  })
})

describe('categories and tags of an event', () => {
  const ids = (event: Event): number[] => event.categories.map(({ id }) => id)

  // 1 Music, 2 Jazz (in Music), 3 Sport, 4 Jazz (in Sport), 5 a category named 12, 6 a tag.
  async function openWithTerms() {
    const open = openCalendar()
    const { categories, tags } = open.calendar
    await categories.create({ name: 'Music' })
    await categories.create({ name: 'Jazz', parentId: 1 })
    await categories.create({ name: 'Sport', slug: 'games' })
    await categories.create({ name: 'Jazz', parentId: 3 })
    await categories.create({ name: '12' })
    await tags.create({ name: 'Free' })
    return open
  }

  test.each<[string, unknown, number[]]>([
    ['an id', 3, [3]],
    ['digits', '3', [3]],
    ['digits with zeros before them', '003', [3]],
    ['an object with an id', { id: 3 }, [3]],
    ['a term as it is returned', { id: 3, name: 'X', slug: 'x', count: 5 }, [3]],
    ['a slug', 'games', [3]],
    ['a name', 'Sport', [3]],
    ['a folded name', 'ＳＰÖRT', [3]],
    ['a name under several parents: the lowest id', 'jazz', [2]],
    ['a slug that is no name', 'jazz-2', [4]],
    ['an object with digits as its id', { id: '3' }, [3]],
    ['an object with a slug', { slug: 'games' }, [3]],
    ['an object with a name', { name: 'ｓｐｏｒｔ' }, [3]],
    ['an object with a slug, which wins over its name', { id: null, slug: 'games', name: 'Music' }, [3]],
    ['an object with a name beside an empty slug', { id: '', slug: '', name: 'Sport' }, [3]],
    ['an object with a name of digits', { name: '12' }, [5]],
    ['a number that is no id, but a name', 12, [5]],
    ['a list of all forms', [{ slug: 'jazz' }, { name: 'Music' }, 3, '12', { id: 4 }], [5, 2, 4, 1, 3]],
    ['a mixed list, by name', [3, 'games', 'music', '2'], [2, 1, 3]],
    ['a text with commas', 'music, games', [1, 3]],
    ['digits that are no id, but a name', '12', [5]],
    ['an empty list', [], []],
    ['null', null, []],
    ['an empty text', '', []],
  ])('can be given as %s', async (_name, given, expected) => {
    const { calendar } = await openWithTerms()
    const event = await calendar.events.create({ ...anEvent(), categories: given as string })
    expect(ids(event)).toEqual(expected)
    expect((await calendar.categories.list()).total).toBe(5)
  })

  test('with unknown names are created, once each', async () => {
    const { calendar } = await openWithTerms()
    const event = await calendar.events.create(anEvent({ categories: ['Rock, Pop', 'ROCK', 'rock', '99', 'Sport'], tags: 'Free,New,new' }))
    expect(event.categories.map(({ id, name, slug, parentId }) => [id, name, slug, parentId])).toEqual([
      [9, '99', '99', 0],
      [8, 'ROCK', 'rock', 0],
      [7, 'Rock, Pop', 'rock-pop', 0],
      [3, 'Sport', 'games', 0],
    ])
    expect(event.tags.map(({ id, name }) => [id, name])).toEqual([
      [6, 'Free'],
      [10, 'New'],
    ])
  })

  test.each<[string, unknown]>([
    ['an unknown id', { id: 99 }],
    ['the id of a tag', { id: 6 }],
    ['an unknown id among names', ['Rock', { id: 99 }]],
    ['an unknown slug', { slug: 'rock' }],
    ['an unknown slug beside a name', { slug: 'rock', name: 'Music' }],
    ['the slug of a tag', { slug: 'free' }],
    ['a name as a slug', { slug: 'Sport' }],
    ['an empty slug', { slug: '' }],
    ['an empty name', { name: '' }],
    ['an object that names nothing', {}],
    ['a fraction', 1.5],
    ['a negative number', -1],
  ])('are refused with %s, and nothing is created', async (_name, given) => {
    const { calendar, memory } = await openWithTerms()
    const before = memory.snapshot()
    expect(await invalidFields(calendar.events.create({ ...anEvent(), categories: given as number }))).toEqual(['categories'])
    expect(memory.snapshot()).toEqual(before)
  })

  test('with names of digits, commas, and slugs of others, are distinguished', async () => {
    const { calendar } = openCalendar()
    await calendar.tags.create({ name: 'C++' })
    await calendar.tags.create({ name: 'Twelve', slug: '12' })
    const tagsOf = async (tags: EventInput['tags']): Promise<string[]> =>
      (await calendar.events.create(anEvent({ tags }))).tags.map(({ id, name }) => `${id} ${name}`)
    // A text is a name before it is a slug: "c" has been a tag of its own since it was made by its name.
    expect(await tagsOf('c')).toEqual(['1 C++'])
    expect(await tagsOf({ name: 'c' })).toEqual(['3 c'])
    expect(await tagsOf('c')).toEqual(['3 c'])
    expect(await tagsOf({ slug: 'c' })).toEqual(['1 C++'])
    expect(await tagsOf([{ name: '3' }, { name: 'a, b' }])).toEqual(['4 3', '5 a, b'])
    expect(await tagsOf([3, '3', { id: 3 }])).toEqual(['3 c'])
    expect(await tagsOf({ name: '3' })).toEqual(['4 3'])
    expect(await tagsOf('12')).toEqual(['2 Twelve'])
    expect(await tagsOf('99, 98')).toEqual(['7 98', '6 99'])
    expect(await tagsOf(97)).toEqual(['8 97'])
  })

  test('replace the previous ones, and are kept by an update without the field', async () => {
    const { calendar } = await openWithTerms()
    await calendar.events.create(anEvent({ categories: [1, 3], tags: 'Free' }))
    expect(ids(await calendar.events.update(1, { title: 'x' }))).toEqual([1, 3])
    expect(ids(await calendar.events.update(1, { categories: [4] }))).toEqual([4])
    expect((await calendar.events.get(1)).tags).toHaveLength(1)
  })

  test('share one term when twenty events with one new name are created concurrently', async () => {
    const { calendar } = openCalendar()
    await Promise.all(Array.from({ length: 20 }, () => calendar.events.create(anEvent({ tags: 'New' }))))
    expect((await calendar.tags.list()).items).toMatchObject([{ name: 'New', count: 20 }])
  })
})

describe('a policy is asked', () => {
  async function asked(work: (calendar: Calendar) => Promise<unknown>, answer: (question: AccessQuestion) => boolean = () => true) {
    const { calendar, memory } = openCalendar()
    await calendar.venues.create({ name: 'A', authorId: '3' })
    await calendar.organizers.create({ name: 'O' })
    await calendar.categories.create({ name: 'Music' })
    await calendar.events.create(anEvent({ venues: 1, categories: 1 }))
    const before = memory.snapshot()
    const questions: string[] = []
    const may = (question: AccessQuestion): boolean => {
      const { action, kind, record, next } = question
      questions.push(
        [
          action,
          kind,
          ...(record ? [`${record.id}:${record.authorId}:${record.status}`] : []),
          ...(next ? [`>${next.id}:${next.authorId}:${next.status}`] : []),
        ].join(' '),
      )
      return answer(question)
    }
    const outcome = await outcomeOf(work(calendar.as({ id: '7' }, { ...allowAll(), may })))
    if (outcome !== 'done') expect(memory.snapshot()).toEqual(before)
    return { questions, outcome }
  }

  test.each<[string, (calendar: Calendar) => Promise<unknown>, string[]]>([
    ['a new event without links', (c) => c.events.create(anEvent()), ['create event >null:7:publish']],
    [
      'a new scheduled event of another author',
      (c) => c.events.create(anEvent({ published: '2027-01-01', authorId: '9' })),
      ['create event >null:9:future'],
    ],
    [
      'a new event with links of every kind',
      (c) =>
        c.events.create(
          anEvent({
            venues: [1, { name: 'a' }, { name: 'New', authorId: '4' }, { name: 'new' }],
            organizers: { name: 'Club', status: 'draft' },
            categories: 'Music,music,1,Rock',
            tags: 'x,y,X',
          }),
        ),
      [
        'create event >null:7:publish',
        'link venue 1:3:publish',
        'create venue >null:4:publish',
        'create organizer >null:7:draft',
        'link category 1::publish',
        'create category >null::publish',
        'create tag >null::publish',
      ],
    ],
    ['an update with the same links', (c) => c.events.update(1, { venues: [1], categories: [1] }), ['update event 1::publish >1::publish']],
    [
      'an update with another link',
      (c) => c.events.update(1, { organizers: 1 }),
      ['update event 1::publish >1::publish', 'link organizer 1::publish'],
    ],
    [
      'an update to a draft of another author',
      (c) => c.events.update(1, { status: 'draft', authorId: '7' }),
      ['update event 1::publish >1:7:draft'],
    ],
    ['an update to a later publication', (c) => c.events.update(1, { published: '2027-01-01' }), ['update event 1::publish >1::future']],
    ['a move to the trash', (c) => c.events.trash(1), ['trash event 1::publish >1::trash']],
    ['a move to the trash by an update', (c) => c.events.update('choir', { status: 'trash' }), ['trash event 1::publish >1::trash']],
    ['a deletion', (c) => c.events.delete(1), ['delete event 1::publish']],
    ['an update of a venue', (c) => c.venues.update(1, { city: 'Ulm' }), ['update venue 1:3:publish >1:3:publish']],
    ['a new venue', (c) => c.venues.create({ name: 'B' }), ['create venue >null:7:publish']],
    ['a new tag', (c) => c.tags.create({ name: 'x' }), ['create tag >null::publish']],
    ['an update of a category', (c) => c.categories.update(1, { name: 'x' }), ['update category 1::publish']],
    ['the deletion of a category', (c) => c.categories.delete('music'), ['delete category 1::publish']],
    ['reads: nothing', (c) => Promise.all([c.events.list(), c.events.get(1), c.venues.get('a'), c.tags.list()]), []],
  ])('about %s, once for each record', async (_name, work, expected) => {
    expect(await asked(work)).toEqual({ questions: expected, outcome: 'done' })
    for (const [i, denied] of expected.entries()) {
      let n = 0
      const { questions, outcome } = await asked(work, ({ next }) => n++ !== i && (n <= expected.length || next?.status !== 'draft'))
      expect(outcome).toBe('forbidden')
      // After the denial of a new public record, the policy is asked about a draft.
      const draft = denied.replace(/^(create (?:event|venue|organizer) .*):(?:publish|future)$/, '$1:draft')
      expect(questions.includes(draft)).toBe(true)
      // The questions about all links are asked concurrently.
      expect(questions.filter((question) => question === denied || question !== draft)).toEqual(i === 0 ? expected.slice(0, 1) : expected)
    }
  })

  test('about the link to a venue, by id and by name', async () => {
    const { calendar } = openCalendar()
    await calendar.venues.create({ name: 'A' })
    const viewer = calendar.as({ id: '7' }, { ...allowAll(), may: ({ action }) => action !== 'link' })
    expect(await outcomeOf(viewer.events.create(anEvent({ venues: 1 })))).toBe('forbidden')
    expect(await outcomeOf(viewer.events.create(anEvent({ venues: { name: 'a' } })))).toBe('forbidden')
  })

  test('about a record in the trash: to restore it, to delete it, otherwise to update it', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ status: 'private' }))
    await calendar.events.trash(1)
    const questions: string[] = []
    const viewer = calendar.as(
      { id: '7' },
      {
        ...allowAll(),
        may: ({ action, record, next }) => {
          questions.push(`${action} ${record?.status} ${next?.status}`)
          return true
        },
      },
    )
    await outcomeOf(viewer.events.get(1))
    await outcomeOf(viewer.events.update(1, { title: 'x' }))
    await outcomeOf(viewer.events.trash(1))
    await viewer.events.restore(1)
    await calendar.events.trash(1)
    await viewer.events.delete(1)
    expect(questions).toEqual([
      'update trash trash',
      'update trash trash',
      'update trash trash',
      'restore trash private',
      'delete trash undefined',
    ])
  })
})

describe('access decides the outcome', () => {
  test.each<[string, AccessPolicy, { id: string } | null, string[]]>([
    ['a reader', publicReadOnly(), { id: '7' }, ['forbidden', 'forbidden', 'not_found', 'not_found', 'not_found']],
    ['an anonymous reader', publicReadOnly(), null, ['unauthenticated', 'unauthenticated', 'not_found', 'not_found', 'not_found']],
    [
      'an actor who reads everything, but may do nothing',
      { ...allowAll(), may: () => false },
      { id: '7' },
      ['forbidden', 'forbidden', 'forbidden', 'not_found', 'not_found'],
    ],
    ['an actor who may do everything', allowAll(), { id: '7' }, ['done', 'done', 'done', 'in_trash', 'not_found']],
    [
      'an actor who reads nothing, but may do everything',
      { ...allowAll(), readable: () => [] },
      { id: '7' },
      ['done', 'not_found', 'not_found', 'not_found', 'not_found'],
    ],
  ])('%s: a creation; updates of a published event, a draft, one in the trash, a missing one', async (_name, policy, actor, expected) => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent())
    await calendar.events.create(anEvent({ status: 'draft' }))
    await calendar.events.create(anEvent())
    await calendar.events.trash(3)
    const viewer = calendar.as(actor, policy)
    const outcomes = [await outcomeOf(viewer.events.create(anEvent()))]
    for (const id of [1, 2, 3, 99]) outcomes.push(await outcomeOf(viewer.events.update(id, { title: 'x' })))
    expect(outcomes).toEqual(expected)
  })

  test('before issues are reported that need stored data', async () => {
    const { calendar } = openCalendar()
    const viewer = calendar.as({ id: '7' }, publicReadOnly())
    expect(await outcomeOf(viewer.events.create(anEvent({ venues: 99 })))).toBe('forbidden')
    expect(await outcomeOf(viewer.categories.create({ name: 'x', parentId: 99 }))).toBe('forbidden')
    expect(await outcomeOf(viewer.events.create(anEvent({ title: '' })))).toBe('invalid_input')
  })
})

describe('an event with new venues, organizers and terms', () => {
  const input = anEvent({ venues: [1, { name: 'New' }], organizers: { name: 'Club' }, categories: 'Music,Rock', tags: 'x,y' })

  test('is created with all of them or not at all, whichever call of the store fails', async () => {
    for (let failAt = 1; ; failAt++) {
      const memory = memoryStore()
      const clock = fixedClock('2026-06-01T12:00:00Z')
      const calendar = createCalendar({ store: memory, clock })
      await calendar.venues.create({ name: 'A' })
      await calendar.categories.create({ name: 'Music' })
      const before = memory.snapshot()
      const store = failingStore(memory, { failAt })
      const failing = createCalendar({ store, clock })
      const changes: Change[] = []
      for (const name of ['event.created', 'venue.created', 'tag.created'] as const) failing.on(name, (change) => void changes.push(change))
      const outcome = await failing.events.create(input).then(
        () => 'done',
        () => 'failed',
      )
      if (store.calls() < failAt) {
        expect(outcome).toBe('done')
        expect(changes).toHaveLength(4)
        expect(failAt).toBeGreaterThan(10)
        break
      }
      expect(outcome).toBe('failed')
      expect(memory.snapshot()).toEqual(before)
      expect(changes).toEqual([])
    }
  })

  test('reports each new record to the listeners once, after the commit', async () => {
    const { calendar, memory } = openCalendar()
    await calendar.venues.create({ name: 'A' })
    const reported: string[] = []
    for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const) {
      calendar.on(`${kind}.created`, ({ name, after }) => {
        reported.push(`${name} ${after?.id}`)
        expect(memory.snapshot().events.records).toHaveLength(1)
      })
    }
    await calendar.events.create(input)
    expect(reported).toEqual([
      'venue.created 2',
      'organizer.created 1',
      'category.created 1',
      'category.created 2',
      'tag.created 3',
      'tag.created 4',
      'event.created 1',
    ])
  })
})

test('an event that is sent back keeps the links that its viewer may not see', async () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(some, some, some, async (linked, hidden, organizers) => {
      const { calendar } = openCalendar()
      for (const name of ['A', 'B', 'C', 'D', 'E']) {
        await calendar.venues.create({ name })
        await calendar.organizers.create({ name })
      }
      const made = await calendar.events.create(anEvent({ venues: linked, organizers: organizers }))
      for (const id of hidden) {
        await calendar.venues.update(id, { status: 'draft' })
        if (id % 2 === 0) await calendar.organizers.trash(id)
      }
      const viewer = calendar.as({ id: '7' }, noDrafts)
      const seen = await viewer.events.get(1)
      expect(await viewer.events.update(1, { venues: seen.venues, organizers: seen.organizers })).toEqual(seen)
      for (const id of hidden) {
        await calendar.venues.update(id, { status: 'publish' })
        if (id % 2 === 0) await calendar.organizers.restore(id)
      }
      const after = await calendar.events.get(1)
      expect(after.venues.map(({ id }) => id)).toEqual(made.venues.map(({ id }) => id))
      expect(after.organizers.map(({ id }) => id)).toEqual(made.organizers.map(({ id }) => id))
    }),
    { numRuns: 60 },
  )
})
