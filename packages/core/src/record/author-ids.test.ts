import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, outcomeOf } from '../../test/open-calendar.ts'
import { type AccessScope, allowAll } from '../access/policy.ts'
import { roles } from '../access/roles.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { authorIdField, authorIdsField, toStoredAuthor } from './author-ids.ts'

const open = () => {
  const store = memoryStore()
  return { store, calendar: createCalendar({ store }) }
}

describe('the id of an author', () => {
  test('is stored as it is, or refused everywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (id) => {
        const stored = toStoredAuthor(id)
        if (stored !== undefined) expect(stored).toBe(id === '0' ? '' : id)
        expect(authorIdField.safeParse(id)).toMatchObject(stored === undefined ? { success: false } : { success: true, data: stored })
        if (stored !== undefined) expect(authorIdsField.parse([id])).toEqual([stored])
      }),
    )
  })

  test.each<unknown>([
    7,
    0,
    7n,
    'a b',
    'a ',
    ' a',
    'a,b',
    'a\n',
    '\uFEFFa',
    'a\u200B',
    '\u2800',
    'a\uD800',
    'x'.repeat(256),
    null,
    undefined,
    ['a'],
  ])('cannot be %o', (id) => expect(toStoredAuthor(id)).toBeUndefined())

  test.each(['a', '7', '07', '-1', 'e\u0301', 'anna@example.org', 'auth0|5f7', '\u{1F600}'.repeat(255)])('can be %s', (id) =>
    expect(toStoredAuthor(id)).toBe(id),
  )

  test.each(['', '0'])('is none with the text "%s"', async (none) => {
    expect([toStoredAuthor(none), authorIdField.parse(none), authorIdsField.parse(none), authorIdsField.parse([none])]).toEqual([
      '',
      '',
      [''],
      [''],
    ])
    const { calendar } = open()
    expect((await calendar.venues.create({ name: 'A', authorId: none })).authorId).toBe('')
    await calendar.venues.create({ name: 'B', authorId: 'anna' })
    expect((await calendar.venues.list({ authorIds: none })).items).toMatchObject([{ name: 'A' }])
    expect((await calendar.venues.list({ authorIds: [none, 'anna'] })).total).toBe(2)
    const reader = calendar.as(null, { readable: () => [{ status: 'publish', authorIds: [none] }], may: () => false })
    expect((await reader.venues.list()).items).toMatchObject([{ name: 'A' }])
  })
})

describe('a calendar', () => {
  test('stores the id of the actor, shows it and finds it', async () => {
    const { store, calendar } = open()
    const anna = calendar.as({ id: 'anna', roles: ['author'] }, roles())
    const made = await anna.events.create(anEvent({ status: 'draft', venues: { name: 'Hall' } }))
    expect([made.authorId, made.venues[0]?.authorId]).toEqual(['anna', 'anna'])
    expect((await store.events.getMany([made.id]))[0]?.authorId).toBe('anna')
    expect((await anna.events.list({ authorIds: 'anna', status: 'draft', startsFrom: '2000-01-01' })).total).toBe(1)
    expect(
      (await calendar.as({ id: 'Anna', roles: ['author'] }, roles()).events.list({ status: 'any', startsFrom: '2000-01-01' })).total,
    ).toBe(0)
    expect((await calendar.events.create(anEvent())).authorId).toBe('')
  })

  test('refuses values that are no ids in inputs and filters', async () => {
    const { calendar } = open()
    const expected = expect.stringContaining('must be a text of at most 255 visible characters')
    // A caller without types.
    for (const authorId of [7, null, 'a b', 'a,b'])
      expect(await issuesOf(calendar.events.create(anEvent({ authorId: authorId as string })))).toEqual({ authorId: expected })
    for (const authorId of [7, null, 'a b'])
      for (const records of [calendar.events, calendar.venues, calendar.organizers])
        expect(await issuesOf(records.list({ authorIds: ['a', authorId as string] }))).toEqual({ 'authorIds[1]': expected })
    expect(await issuesOf(calendar.events.list({ authorIds: [] }))).toEqual({ authorIds: 'must not be empty' })
    const nested = await issuesOf(calendar.events.create(anEvent({ venues: { name: 'Hall', authorId: 'a b' } })))
    expect(nested).toEqual({ 'venues[0].authorId': expected })
  })

  test('gives the ids to listeners and hooks', async () => {
    const { calendar } = open()
    const seen: unknown[] = []
    calendar.on('event.created', ({ after }) => void seen.push(after.authorId))
    calendar.before('event.create', async ({ next, tx }) => {
      seen.push(next.authorId)
      if (next.title !== 'inner') await tx.events.create(anEvent({ title: 'inner', authorId: '7' }))
    })
    await calendar.events.create(anEvent({ authorId: '7' }))
    expect(seen).toEqual(['7', '7', '7', '7'])
  })
})

describe('ids that are invalid give no access', () => {
  test.each<unknown>([7, 0, '', '0', 'a b', undefined])('an actor cannot have the id %o', (id) => {
    expect(() => open().calendar.as({ id: id as string }, allowAll())).toThrow('actor.id must be a text')
  })

  test('a scope with a number shows nothing', async () => {
    const { calendar } = open()
    const { id: event } = await calendar.events.create(anEvent({ authorId: '7', status: 'draft' }))
    const sees = (author: unknown) =>
      outcomeOf(
        calendar
          .as({ id: '7' }, { readable: () => [{ status: 'draft', authorIds: [author] }] as AccessScope, may: () => false })
          .events.get(event),
      )
    expect([await sees('7'), await sees(7)]).toEqual(['done', 'not_found'])
  })

  test('a hole in a list of ids makes the scope empty, and clauses may have getters', async () => {
    const { calendar } = open()
    const { id: event } = await calendar.events.create(anEvent({ authorId: '7', status: 'draft' }))
    const clause = (authorIds: readonly string[], until: number) =>
      Object.create({ status: 'draft', authorIds, publishedMs: { lt: until } })
    const sees = (scope: ReturnType<typeof clause>) =>
      outcomeOf(calendar.as({ id: '7' }, { readable: () => [scope], may: () => false }).events.get(event))
    const holes = ['7']
    holes.length = 2
    expect([await sees(clause(['7'], 1e15)), await sees(clause(holes, 1e15)), await sees(clause(['7'], 0))]).toEqual([
      'done',
      'not_found',
      'not_found',
    ])
  })
})
