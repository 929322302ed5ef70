import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, outcomeOf } from '../../test/open-calendar.ts'
import { allowAll } from '../access/policy.ts'
import { roles } from '../access/roles.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { integerIds, textIds } from './author-ids.ts'

const open = (authorIds: 'integer' | 'text') => {
  const store = memoryStore()
  return { store, calendar: createCalendar({ store, authorIds }) }
}

describe('the conversion of author ids', () => {
  test('an integer is stored as one text, and read back from it', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (id) => {
        const stored = integerIds.toStored(id)
        expect(stored).toBe(id === 0 ? '' : String(id))
        expect(integerIds.toHost(stored ?? 'none')).toBe(id)
        expect(integerIds.fields.authorId.parse(String(id))).toBe(stored)
      }),
    )
  })

  test('a text is stored as it is, or refused everywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (id) => {
        const stored = textIds.toStored(id)
        if (stored !== undefined) expect([stored, textIds.toHost(stored)]).toEqual([id, id])
        expect(textIds.fields.authorId.safeParse(id)).toMatchObject(stored === undefined ? { success: false } : { success: true, data: id })
        if (stored !== undefined) expect(textIds.filters.authorId.parse([id])).toEqual([id])
      }),
    )
  })

  test.each<unknown>(['7', '', -1, 1.5, Number.NaN, 2 ** 53, 7n, null, undefined, [7]])('%o is not an integer id', (id) =>
    expect(integerIds.toStored(id)).toBeUndefined(),
  )

  test.each<unknown>([
    7,
    '',
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
  ])('%o is not a text id', (id) => expect(textIds.toStored(id)).toBeUndefined())

  test.each(['a', '7', 'e\u0301', 'anna@example.org', 'auth0|5f7', '\u{1F600}'.repeat(255)])('%s is a text id', (id) =>
    expect(textIds.toStored(id)).toBe(id),
  )

  test.each(['anna', '07', ' 7', '0x7', '1e3', '-1', '1.5', '0', 'NaN', 'Infinity', '9007199254740992'])(
    'the stored text %s is not an integer, and reading it throws',
    (stored) => expect(() => integerIds.toHost(stored)).toThrow(TypeError),
  )
})

describe('a calendar with text ids', () => {
  test('stores the id of the actor, shows it and finds it', async () => {
    const { store, calendar } = open('text')
    const anna = calendar.as({ id: 'anna', roles: ['author'] }, roles())
    const made = await anna.events.create(anEvent({ status: 'draft', venues: { name: 'Hall' } }))
    expect([made.authorId, made.venues[0]?.authorId]).toEqual(['anna', 'anna'])
    expect((await store.events.getMany([made.id]))[0]?.authorId).toBe('anna')
    expect((await anna.events.list({ authorId: 'anna', status: 'draft', startsFrom: '2000-01-01' })).total).toBe(1)
    expect(
      (await calendar.as({ id: 'Anna', roles: ['author'] }, roles()).events.list({ status: 'any', startsFrom: '2000-01-01' })).total,
    ).toBe(0)
    expect((await calendar.events.create(anEvent())).authorId).toBe('')
  })

  test('refuses other ids in inputs and filters', async () => {
    const { calendar } = open('text')
    const expected = { authorId: expect.stringContaining('must be a text of 1 to 255 visible characters') }
    for (const authorId of [7, 'a b', 'a,b']) expect(await issuesOf(calendar.events.create(anEvent({ authorId })))).toEqual(expected)
    expect(await issuesOf(calendar.events.list({ authorId: 7 }))).toEqual({ 'authorId[0]': expected.authorId })
    expect(await issuesOf(calendar.venues.list({ authorId: ['a b'] }))).toEqual({ 'authorId[0]': expected.authorId })
    const nested = await issuesOf(calendar.events.create(anEvent({ venues: { name: 'Hall', authorId: 7 } })))
    expect(nested).toEqual({ 'venues[0].authorId': expected.authorId })
  })

  test('a listener and a hook get the ids of the host', async () => {
    for (const [type, id] of [
      ['text', '7'],
      ['integer', 7],
    ] as const) {
      const { calendar } = open(type)
      const seen: unknown[] = []
      calendar.on('event.created', ({ after }) => void seen.push(after.authorId))
      calendar.before('event.create', async ({ next, tx }) => {
        seen.push(next.authorId)
        if (next.title !== 'inner') await tx.events.create(anEvent({ title: 'inner', authorId: id }))
      })
      await calendar.events.create(anEvent({ authorId: id }))
      expect(seen).toEqual([id, id, id, id])
    }
  })
})

describe('ids of the other type give no access', () => {
  test.each([
    ['integer', '7'],
    ['text', 7],
    ['text', ''],
  ] as const)('in a calendar with %s ids, an actor cannot have the id %o', (type, id) => {
    expect(() => open(type).calendar.as({ id }, allowAll())).toThrow('actor.id must be')
  })

  test.each([
    ['integer', 7, '7'],
    ['text', '7', 7],
  ] as const)('in a calendar with %s ids, a scope with an id of the other type shows nothing', async (type, id, other) => {
    const { calendar } = open(type)
    const { id: event } = await calendar.events.create(anEvent({ authorId: id, status: 'draft' }))
    const sees = (author: number | string) =>
      outcomeOf(calendar.as({ id }, { readable: () => [{ status: 'draft', authorIds: [author] }], may: () => false }).events.get(event))
    expect([await sees(id), await sees(other)]).toEqual(['done', 'not_found'])
  })

  test('a hole in a list of ids makes the scope empty, and clauses may have getters', async () => {
    const { calendar } = open('integer')
    const { id: event } = await calendar.events.create(anEvent({ authorId: 7, status: 'draft' }))
    const clause = (authorIds: readonly number[], until: number) =>
      Object.create({ status: 'draft', authorIds, publishedMs: { lt: until } })
    const sees = (scope: ReturnType<typeof clause>) =>
      outcomeOf(calendar.as({ id: 7 }, { readable: () => [scope], may: () => false }).events.get(event))
    const holes = [7]
    holes.length = 2
    expect([await sees(clause([7], 1e15)), await sees(clause(holes, 1e15)), await sees(clause([7], 0))]).toEqual([
      'done',
      'not_found',
      'not_found',
    ])
  })

  test('an unknown type is refused', () => {
    // A host without types.
    const authorIds = 'uuid' as 'text'
    expect(() => createCalendar({ store: memoryStore(), authorIds })).toThrow("authorIds must be 'integer' or 'text', not uuid")
  })
})
