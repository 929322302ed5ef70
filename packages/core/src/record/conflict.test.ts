import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { type Calendar, type CreateManyResult, createCalendar, isCalendarError, publicReadOnly, readScopes } from '../index.ts'
import type { CreateManyProgress } from './bulk-options.ts'
import type { OnConflict } from './conflict.ts'

const times = { startDate: '2026-06-10 19:30', endDate: '2026-06-10 21:00' }
const choir = { title: 'Choir', ...times }

async function open() {
  const calendar = createCalendar({ store: memoryStore() })
  const first = await calendar.events.create({ ...choir, uid: 'first', slug: 'choir' })
  const changes: string[] = []
  calendar.on('event.created', ({ after }) => void changes.push(`created ${after.id}`))
  calendar.on('event.updated', ({ after }) => void changes.push(`updated ${after.id}`))
  return { calendar, first, changes }
}

/** The outcome of a creation: id and slug, or the code and the details of the error. */
async function outcomeOf(creation: Promise<{ readonly id: number; readonly slug: string }>): Promise<unknown> {
  try {
    const { id, slug } = await creation
    return [id, slug]
  } catch (error) {
    return isCalendarError(error) ? [error.code, error.details] : error
  }
}

const uidTaken = ['uid_taken', { kind: 'event', uid: 'first', id: 1 }]
const slugTaken = ['slug_taken', { kind: 'event', slug: 'choir' }]

describe('a creation', () => {
  test.each<[OnConflict | undefined, object, unknown, string[]]>([
    [undefined, { uid: 'first' }, uidTaken, []],
    ['suffix', { uid: 'first' }, uidTaken, []],
    ['suffix', { slug: 'choir' }, [2, 'choir-2'], ['created 2']],
    ['error', { uid: 'first' }, uidTaken, []],
    ['error', { slug: 'Choir' }, slugTaken, []],
    ['error', {}, [2, 'choir-2'], ['created 2']],
    ['error', { slug: '', uid: 'new' }, [2, 'choir-2'], ['created 2']],
    ['error', { uid: 'new', slug: 'new' }, [2, 'new'], ['created 2']],
    ['skip', { uid: 'first', slug: 'other' }, [1, 'choir'], []],
    ['skip', { uid: 'new', slug: 'choir' }, [1, 'choir'], []],
    ['skip', {}, [2, 'choir-2'], ['created 2']],
    ['update', { uid: 'first', slug: 'other' }, [1, 'other'], ['updated 1']],
    ['update', { slug: 'choir', uid: 'new' }, [1, 'choir'], ['updated 1']],
    ['update', { uid: 'new' }, [2, 'choir-2'], ['created 2']],
  ])('resolves conflicts with onConflict %s and the input %j', async (onConflict, input, expected, reported) => {
    const { calendar, changes } = await open()
    const outcome = await outcomeOf(calendar.events.create({ ...choir, ...input }, onConflict === undefined ? {} : { onConflict }))
    expect([outcome, changes]).toEqual([expected, reported])
  })

  test.each(['suffix', 'error', 'skip', 'update'] as const)(
    'with %s does not reveal the id of a record that the caller may not read',
    async (onConflict) => {
      const { calendar } = await open()
      await calendar.events.update(1, { status: 'draft' })
      const access = { readable: publicReadOnly().readable, may: ({ action }: { action: string }) => action === 'create' }
      const creation = calendar.as({ id: '1' }, access).events.create({ ...choir, uid: 'first' }, { onConflict })
      expect(await outcomeOf(creation)).toEqual(['uid_taken', { kind: 'event', uid: 'first' }])
    },
  )

  test('updates with the permission to update alone, and creates with the permission to create alone', async () => {
    const { calendar } = await open()
    const seen = calendar.as({ id: '1' }, { readable: () => readScopes.all, may: ({ action }) => action === 'update' })
    const save = (uid: string) => outcomeOf(seen.events.create({ ...choir, uid }, { onConflict: 'update' }))
    expect([await save('first'), await save('new')]).toEqual([
      [1, 'choir'],
      ['forbidden', { action: 'create', kind: 'event' }],
    ])
  })

  test('that finds a record in the trash restores it only with a status', async () => {
    const { calendar } = await open()
    await calendar.events.trash(1)
    const create = (onConflict: OnConflict, input: object = {}) =>
      outcomeOf(calendar.events.create({ ...choir, uid: 'first', ...input }, { onConflict }))
    expect(await create('skip')).toEqual(uidTaken)
    expect(await create('update')).toEqual(['in_trash', { kind: 'event', id: 1 }])
    expect(await create('update', { status: 'publish' })).toEqual([1, 'choir'])
  })

  test.each(['error', 'skip', 'update'] as const)(
    'with %s does not reveal a record in the trash to anonymous callers',
    async (onConflict) => {
      const { calendar } = await open()
      await calendar.events.trash(1)
      const anonymous = calendar.as(null, publicReadOnly())
      const create = (uid: string) => outcomeOf(anonymous.events.create({ ...choir, uid }, { onConflict }))
      expect(await create('first')).toEqual(await create('new'))
    },
  )

  test.each([[{ onConflict: 'replace' }], [{ onConflicts: 'skip' }]])('refuses the options %j', async (options) => {
    const { calendar } = await open()
    // Callers without types.
    await expect(calendar.events.create(choir, options as object)).rejects.toThrow(TypeError)
  })
})

describe('an update', () => {
  test('cannot take the uid of another record, and can remove its own', async () => {
    const { calendar } = await open()
    const { id } = await calendar.events.create(choir)
    expect(await outcomeOf(calendar.events.update(id, { uid: 'first' }))).toEqual(uidTaken)
    expect((await calendar.events.update(1, { uid: null })).uid).toBe('')
    expect((await calendar.events.update(id, { uid: 'first' })).uid).toBe('first')
  })
})

describe('a venue inside of an event', () => {
  test('cannot take the uid of another venue', async () => {
    const { calendar } = await open()
    const hall = await calendar.venues.create({ name: 'Hall', uid: 'hall' })
    const creation = calendar.events.create({ ...choir, venues: { name: 'Old hall', uid: 'hall' } })
    expect(await outcomeOf(creation)).toEqual(['uid_taken', { kind: 'venue', uid: 'hall', id: hall.id }])
    expect(await outcomeOf(calendar.events.create({ ...choir, venues: { name: 'hall', uid: 'hall' } }))).toEqual([2, 'choir-2'])
  })
})

describe('many creations', () => {
  test.each<[OnConflict, unknown]>([
    [
      'skip',
      {
        created: [1, 3],
        updated: [],
        unchanged: [],
        skipped: [
          [0, 1],
          [2, 2],
        ],
        total: 3,
      },
    ],
    ['update', { created: [1, 3], updated: [], unchanged: [0, 2], skipped: [], total: 3 }],
  ])('with onConflict %s report the result of each input', async (onConflict, expected) => {
    const { calendar } = await open()
    const reported: CreateManyProgress[] = []
    const inputs = ['first', 'second', 'second', 'third'].map((uid) => ({ ...choir, uid }))
    await calendar.events.createMany(inputs, { onConflict, onProgress: (progress) => void reported.push(progress) })
    const [{ created, updated, unchanged, skipped } = { created: [], updated: [], unchanged: [], skipped: [] }] = reported
    const indexes = (items: readonly { readonly index: number }[]) => items.map(({ index }) => index)
    const summary = {
      created: indexes(created),
      updated: indexes(updated),
      unchanged: indexes(unchanged),
      skipped: skipped.map(({ index, id }) => [index, id]),
    }
    expect({ ...summary, total: (await calendar.events.list({ startsFrom: '2026-01-01' })).total }).toEqual(expected)
  })

  test('skip records in the trash, so that a repeated import does not stop', async () => {
    const { calendar } = await open()
    await calendar.events.trash(1)
    const inputs = [
      { ...choir, uid: 'first' },
      { ...choir, uid: 'second' },
    ]
    expect(await calendar.events.createMany(inputs, { onConflict: 'skip' })).toEqual({ created: 1, updated: 0, unchanged: 0, skipped: 1 })
  })
})

describe('a hook that takes the uid of its own input', () => {
  /** Each creation of a concert first makes another event with its uid and its slug. */
  const openHooked = async () => {
    const { calendar } = await open()
    calendar.before('event.create', async ({ next, tx }) => {
      if (next.title === 'Concert') await tx.events.create({ ...choir, title: 'Made by the hook', uid: next.uid, slug: next.slug })
    })
    return calendar
  }
  const concert = { ...choir, title: 'Concert', uid: 'mine', slug: 'concert' }
  const titleOf = async (calendar: Calendar) => (await calendar.events.list({ uids: 'mine' })).items.map(({ title }) => title)

  test.each<[OnConflict, string | readonly string[], readonly string[]]>([
    ['suffix', 'uid_taken', []],
    ['error', 'uid_taken', []],
    ['skip', 'Made by the hook', ['Made by the hook']],
    ['update', 'Concert', ['Concert']],
  ])('creates a conflict with its own record: create with onConflict %s', async (onConflict, result, stored) => {
    const calendar = await openHooked()
    const created = calendar.events.create(concert, { onConflict }).then(
      ({ title }) => title,
      (error: unknown) => isCalendarError(error) && error.code,
    )
    expect([await created, await titleOf(calendar)]).toEqual([result, stored])
  })

  test.each<[OnConflict, CreateManyResult, readonly string[]]>([
    ['suffix', { created: 2, updated: 0, unchanged: 0, skipped: 1 }, []],
    ['error', { created: 2, updated: 0, unchanged: 0, skipped: 1 }, []],
    ['skip', { created: 2, updated: 0, unchanged: 0, skipped: 1 }, ['Made by the hook']],
    ['update', { created: 2, updated: 1, unchanged: 0, skipped: 0 }, ['Concert']],
  ])('creates a conflict for that input alone: createMany with onConflict %s', async (onConflict, result, stored) => {
    const calendar = await openHooked()
    const inputs = [{ ...choir, uid: 'before' }, concert, { ...choir, uid: 'after' }]
    expect(await calendar.events.createMany(inputs, { onConflict, onError: 'skip' })).toEqual(result)
    expect(await titleOf(calendar)).toEqual(stored)
  })

  test('creates a conflict also as a hook of a venue', async () => {
    const { calendar } = await open()
    calendar.before('venue.create', async ({ tx }) => void (await tx.events.create({ ...choir, title: 'Made by the hook', uid: 'mine' })))
    const inputs = [{ ...concert, venues: { name: 'Hall' } }, choir]
    const result = await calendar.events.createMany(inputs, { onConflict: 'update' })
    expect([result, await titleOf(calendar)]).toEqual([{ created: 1, updated: 1, unchanged: 0, skipped: 0 }, ['Concert']])
  })
})
