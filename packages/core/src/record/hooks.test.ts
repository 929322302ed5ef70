import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test, vi } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { allowAll, readScopes } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { type Internals, internals } from '../calendar/internals.ts'
import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { Event } from '../kinds/event/view.ts'
import type { CalendarContext } from './context.ts'
import { createHooks, type HookName, hookNames, isHookFailure } from './hooks.ts'
import { write } from './write.ts'

/** Records every hook that runs. */
function watch(calendar: Calendar): string[] {
  const ran: string[] = []
  for (const name of hookNames) calendar.before(name, (write) => void ran.push(write.name))
  return ran
}

const withNested = {
  venues: [{ name: 'Hall' }, { name: 'Inn' }, { name: 'hall' }],
  organizers: { name: 'Club' },
  categories: ['Music', 'music'],
  tags: 'Free, Loud',
}

describe('hooks run', () => {
  test('once for each record, before anything is written', async () => {
    const { calendar } = openCalendar()
    const ran = watch(calendar)
    const counts: number[] = []
    for (const name of ['event.create', 'venue.create', 'category.create'] as const)
      calendar.before(name, async ({ tx }) => {
        counts.push((await tx.venues.list()).total + (await tx.categories.list()).total)
      })
    const { id } = await calendar.events.create(anEvent(withNested))
    expect(ran).toEqual(['event.create', 'venue.create', 'venue.create', 'organizer.create', 'category.create', 'tag.create', 'tag.create'])
    expect(counts).toEqual([0, 0, 0, 0])
    ran.length = 0
    await calendar.events.update(id, { title: 'x', venues: [{ name: 'Hall' }, { name: 'New' }], tags: 'free, quiet' })
    expect(ran).toEqual(['event.update', 'venue.create', 'tag.create'])
  })

  test.each<[string, (calendar: Calendar) => Promise<unknown>, readonly HookName[]]>([
    ['an update', ({ events }) => events.update(1, { title: 'x' }), ['event.update']],
    ['a move to the trash', ({ events }) => events.trash(1), ['event.trash']],
    ['an update to the trash', ({ venues }) => venues.update(1, { status: 'trash' }), ['venue.trash']],
    ['a restore', async ({ events }) => events.trash(1).then(() => events.restore(1)), ['event.trash', 'event.restore']],
    ['a deletion, but not for the records that it unlinks', ({ venues }) => venues.delete(1), ['venue.delete']],
    ['a deletion, but not for children', ({ events }) => events.delete(1), ['event.delete']],
    ['a new category', ({ categories }) => categories.create({ name: 'New', parentId: 1 }), ['category.create']],
    ['a category with a new parent', ({ categories }) => categories.update(2, { parentId: 0 }), ['category.update']],
    ['a deleted category, but not for its children', ({ categories }) => categories.delete(1), ['category.delete']],
    [
      'a tag that is created and deleted',
      ({ tags }) => tags.create({ name: 'New' }).then(({ id }) => tags.delete(id)),
      ['tag.create', 'tag.delete'],
    ],
    ['no write of rezone', ({ maintenance }) => maintenance.rezone(), []],
  ])('for %s', async (_name, work, names) => {
    const { calendar } = openCalendar()
    await calendar.categories.create({ name: 'Music' })
    await calendar.categories.create({ name: 'Jazz', parentId: 1 })
    await calendar.events.create(anEvent({ venues: { name: 'Hall' }, organizers: { name: 'Club' }, categories: 2 }))
    await calendar.events.create(anEvent({ parentId: 1 }))
    const ran = watch(calendar)
    await work(calendar)
    expect(ran).toEqual(names)
  })

  test('with frozen copies of the stored record and of the planned one', async () => {
    const { calendar } = openCalendar()
    const seen: unknown[] = []
    calendar.before('event.create', (write) => {
      seen.push(write)
      expect(write.before).toBeNull()
      expect(write.next).toMatchObject({
        title: 'Choir',
        slug: 'choir',
        status: 'future',
        venueIds: [],
        times: { startLocal: '2026-06-10T19:30:00' },
      })
      expect(write.next).not.toHaveProperty('id')
      expect(() => Object.assign(write.next, { title: 'x' })).toThrow(TypeError)
      expect(() => Object.assign(write.next.cost, { text: 'x' })).toThrow(TypeError)
      expect(() => Reflect.apply(Array.prototype.push, write.next.venueIds, [1])).toThrow(TypeError)
    })
    calendar.before('event.update', (write) => {
      seen.push(write)
      expect(write).toMatchObject({ before: { id: 1, title: 'Choir', version: 1 }, next: { id: 1, title: 'Concert', status: 'publish' } })
      expect(write.next).not.toHaveProperty('version')
    })
    calendar.before('event.trash', ({ next }) => void seen.push(expect(next.status).toBe('trash')))
    calendar.before('event.delete', ({ before, next }) => void seen.push(expect([before.title, next]).toEqual(['Concert', null])))
    calendar.before('category.create', ({ next }) => void seen.push(expect(next).toMatchObject({ name: 'Music', slug: 'music' })))
    await calendar.events.create(anEvent({ publishedUtc: '2027-01-01', venues: { name: 'Hall' } }))
    await calendar.events.update(1, { title: 'Concert', publishedUtc: '2026-01-01' })
    await calendar.events.trash(1)
    await calendar.events.delete(1)
    await calendar.categories.create({ name: 'Music' })
    expect(seen).toHaveLength(5)
  })

  test('for derived calendars, too: as, transaction, using', async () => {
    const { calendar, memory } = openCalendar()
    const actors: unknown[] = []
    calendar.before('event.create', ({ actor }) => void actors.push(actor))
    await calendar.as({ id: '7' }, allowAll()).events.create(anEvent())
    await calendar.transaction((tx) => tx.events.create(anEvent()))
    await calendar.using(memory).events.create(anEvent())
    expect(actors).toEqual([{ id: '7' }, null, null])
  })

  test('after access and validation', async () => {
    const { calendar } = openCalendar()
    const ran = watch(calendar)
    const nobody = calendar.as(null, { readable: () => readScopes.all, may: () => false })
    expect(await outcomeOf(nobody.events.create(anEvent()))).toBe('unauthenticated')
    expect(await outcomeOf(calendar.events.create({ ...anEvent(), venues: 99 }))).toBe('invalid_input')
    expect(await outcomeOf(calendar.events.update(1, { title: 'x' }))).toBe('not_found')
    expect(ran).toEqual([])
  })

  test('until each registration is removed', async () => {
    const { calendar } = openCalendar()
    const hook = vi.fn()
    const [first, second] = [calendar.before('tag.create', hook), calendar.before('tag.create', hook)]
    await calendar.tags.create({ name: 'a' })
    first()
    await calendar.tags.create({ name: 'b' })
    second()
    await calendar.tags.create({ name: 'c' })
    expect(hook).toHaveBeenCalledTimes(3)
  })

  test('again when the transaction runs again', async () => {
    const memory = memoryStore()
    let runs = 0
    // Runs each transaction twice and undoes the first run, as a database does after a conflict.
    const repeated: typeof memory = {
      ...memory,
      transaction: async (work) => {
        await memory.transaction(async (tx) => work(tx).then(() => Promise.reject(new Error('conflict')))).catch(() => undefined)
        return memory.transaction(work)
      },
    }
    const calendar = createCalendar({ store: repeated, clock: fixedClock('2026-06-01T12:00:00Z') })
    calendar.before('tag.create', ({ next }) => {
      if (next.name === 'a') runs++
    })
    await calendar.tags.create({ name: 'a' })
    expect(runs).toBe(2)
  })
})

describe('a hook', () => {
  test('that refuses undoes the whole write, with nested records and its own writes', async () => {
    const { calendar } = openCalendar()
    const reported = vi.fn()
    calendar.on('venue.created', reported)
    calendar.before('event.create', async ({ tx }) => void (await tx.venues.create({ name: 'Other' })))
    calendar.before('tag.create', () => {
      throw new CalendarError('refused', {}, { message: 'No new tags.' })
    })
    const work = calendar.events.create(anEvent(withNested))
    await expect(work).rejects.toMatchObject({ code: 'refused', message: 'No new tags.' })
    for (const list of [calendar.events, calendar.venues, calendar.organizers]) expect((await list.list({})).total).toBe(0)
    expect(reported).not.toHaveBeenCalled()
  })

  test('can write other records: these have hooks of their own, and are reported after the commit with the change', async () => {
    const { calendar } = openCalendar()
    const order: string[] = []
    calendar.before('venue.create', () => void order.push('before venue'))
    calendar.before('event.create', async ({ tx, next }) => void (await tx.venues.create({ name: `For ${next.title}` })))
    calendar.on('venue.created', ({ after }) => void order.push(after.name))
    calendar.on('event.created', ({ after }) => void order.push(after.title))
    await calendar.events.create(anEvent())
    expect(order).toEqual(['before venue', 'For Choir', 'Choir'])
  })

  test('that changes a linked record affects the result, even if a check has read that record before', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent({ venues: { name: 'Hall' } }))
    calendar.before('event.update', async ({ tx }) => void (await tx.venues.update(1, { name: 'Inn' })))
    const seen: string[] = []
    const check = ({ venues }: Event): void => void seen.push(...venues.map(({ name }) => name))
    const event = await calendar.events.update(id, { title: 'Concert' }, { check })
    expect([seen, event.venues]).toMatchObject([['Hall'], [{ name: 'Inn' }]])
  })

  test.each<[string, unknown]>([
    ['an error', new Error('mine')],
    ['an error of Kalends', new CalendarError('not_found', {})],
    ['a text', 'mine'],
  ])('that throws %s makes the write throw the same', async (_name, thrown) => {
    const { calendar } = openCalendar()
    calendar.before('event.create', () => Promise.reject(thrown))
    await expect(calendar.events.create(anEvent())).rejects.toBe(thrown)
    await expect(calendar.events.createMany([anEvent()], { onError: 'skip' })).rejects.toBe(thrown)
    expect(isHookFailure(thrown)).toBe(typeof thrown === 'object')
    expect((await calendar.events.list()).total).toBe(0)
  })

  test('that refuses inputs of createMany makes it skip them, and undoes the writes of the hook for them', async () => {
    const { calendar } = openCalendar()
    calendar.before('event.create', async ({ next, tx }) => {
      await tx.venues.create({ name: `For ${next.title}` })
      if (next.title.startsWith('Bad')) throw new CalendarError('refused', {}, { message: `${next.title} is bad.` })
    })
    const skipped: unknown[] = []
    const inputs = ['A', 'Bad 1', 'B', 'Bad 2'].map((title) => anEvent({ title }))
    const result = await calendar.events.createMany(inputs, {
      onError: 'skip',
      onProgress: (progress) => void skipped.push(...progress.skipped.map(({ index, error }) => [index, error.code, error.message])),
    })
    expect(result).toEqual({ created: 2, updated: 0, unchanged: 0, skipped: 2 })
    expect(skipped).toEqual([
      [1, 'refused', 'Bad 1 is bad.'],
      [3, 'refused', 'Bad 2 is bad.'],
    ])
    expect((await calendar.venues.list()).items.map(({ name }) => name).sort()).toEqual(['For A', 'For B'])
  })

  test('that refuses an input stops createMany at that input', async () => {
    const { calendar } = openCalendar()
    calendar.before('event.create', ({ next }) => {
      if (next.title === 'B') throw new CalendarError('refused', {}, { message: 'No B.' })
    })
    const work = calendar.events.createMany(['A', 'B', 'C'].map((title) => anEvent({ title })))
    await expect(work).rejects.toMatchObject({ code: 'refused', message: 'inputs[1]: No B.' })
    expect((await calendar.events.list()).items.map(({ title }) => title)).toEqual(['A'])
  })

  test('that uses the outer calendar gets an error that says to use tx', async () => {
    const { calendar } = openCalendar()
    calendar.before('event.create', async () => void (await calendar.events.list()))
    await expect(calendar.events.create(anEvent())).rejects.toThrow(/the calendar that the work is given/)
  })
})

describe('names', () => {
  test.each(['event.publish', 'event', 'category.trash', '', 'event.created', 'toString'])('%j is not the name of a hook', (name) => {
    const { calendar } = openCalendar()
    expect(() => calendar.before(name as HookName, () => undefined)).toThrow(TypeError)
  })

  test.each([
    ['event.published', 'event.created'],
    ['tag.trashed', 'tag.created'],
    ['events.created', 'event.created'],
  ])('%j is not the name of a change', (name, known) => {
    const { calendar } = openCalendar()
    expect(() => calendar.on(name as typeof known & 'event.created', () => undefined)).toThrow(/calendar\.on has no .*\. Is it /)
  })

  test('a listener or a hook that is not a function is refused', () => {
    const { calendar } = openCalendar()
    expect(() => calendar.on('event.created', undefined as never)).toThrow(TypeError)
    expect(() => calendar.before('event.create', undefined as never)).toThrow(TypeError)
  })
})

test('a reported change has the status that views show', async () => {
  const { calendar } = openCalendar()
  const reported: unknown[] = []
  calendar.on('event.created', ({ before, after }) => void reported.push(before, after.status))
  calendar.on('event.updated', ({ before, after }) => void reported.push(before.status, after.status))
  const { status } = await calendar.events.create(anEvent({ publishedUtc: '2027-01-01' }))
  await calendar.events.update(1, { publishedUtc: '2026-01-01' })
  expect([status, reported]).toEqual(['future', [null, 'future', 'future', 'publish']])
  expect(isCalendarError(null)).toBe(false)
})

describe('hooks in hooks', () => {
  test('end sixteen deep, with the name of the hook and of its record', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent())
    let runs = 0
    calendar.before('event.update', async ({ tx }) => {
      runs++
      await tx.events.update(id, { title: `Title ${runs}` })
    })
    await expect(calendar.events.update(id, { title: 'First' })).rejects.toThrow(
      `The record of event.update (id ${id}) is written by a hook in a hook, more than 16 deep.`,
    )
    expect([runs, (await calendar.events.get(id)).title]).toEqual([16, 'Choir'])
    expect(await outcomeOf(calendar.venues.create({ name: 'Hall' }))).toBe('done')
  })

  test('also end if they write other records, and if some catch the error of the one inside', async () => {
    const { calendar } = openCalendar()
    let runs = 0
    calendar.before('venue.create', async ({ tx }) => {
      runs++
      await tx.organizers.create({ name: `Club ${runs}` }).catch(() => undefined)
    })
    calendar.before('organizer.create', async ({ tx }) => void (await tx.venues.create({ name: `Hall ${runs}` })))
    await calendar.venues.create({ name: 'Hall' })
    expect([runs, (await calendar.venues.list()).total, (await calendar.organizers.list()).total]).toEqual([8, 8, 7])
  })

  test('may nest up to then, and may write many records one after the other', async () => {
    const { calendar } = openCalendar()
    let left = 16
    calendar.before('venue.create', async ({ tx }) => void (left-- > 1 && (await tx.venues.create({ name: `Hall ${left}` }))))
    calendar.before('event.create', async ({ tx }) => {
      for (let i = 0; i < 20; i++) await tx.tags.create({ name: `tag ${i}` })
    })
    await calendar.venues.create({ name: 'Hall' })
    await calendar.events.create(anEvent())
    expect([(await calendar.venues.list()).total, (await calendar.tags.list()).total]).toEqual([16, 20])
  })
})

test('a hook that does not end in time fails the write, and cannot write later', async () => {
  const { calendar } = openCalendar()
  const hooks = createHooks<Calendar>(20)
  let later: Promise<unknown> = Promise.resolve()
  let go = (): void => undefined
  hooks.add('event.create', async ({ tx }) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    later = tx.venues.create({ name: 'Late' })
    later.catch(() => undefined)
  })
  const call = { kind: 'event', verb: 'create', before: null, next: null } as const
  const writing = calendar.transaction(async (tx) => {
    await tx.events.create(anEvent())
    // The internals of each calendar have its context, which other packages do not see.
    const { context } = internals(tx) as Internals & { readonly context: CalendarContext }
    await write(context, async (op) => hooks.run(op, call, () => tx))
  })
  expect(await outcomeOf(writing)).toBe('unavailable')
  go()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await expect(later).rejects.toThrow('This transaction has ended')
  expect([(await calendar.events.list()).total, (await calendar.venues.list()).total]).toEqual([0, 0])
})
