import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, collect, issuesOf, type OpenCalendar, openCalendar } from '../../test/open-calendar.ts'
import { allowAll, publicReadOnly } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { EventInput } from '../kinds/event/schema.ts'
import type { ChangeManyProgress } from './change-many-options.ts'

const nothing = { changed: 0, unchanged: 0, refused: [] }

/** A calendar with some events, and the venues 1 and 2. */
async function open(inputs: readonly Partial<EventInput>[], options: Parameters<typeof openCalendar>[0] = {}): Promise<OpenCalendar> {
  const opened = openCalendar(options)
  for (const name of ['Hall', 'Barn']) await opened.calendar.venues.create({ name })
  for (const input of inputs) await opened.calendar.events.create(anEvent(input))
  return opened
}

const every = { status: 'any', hidden: 'include' } as const

const shown = async ({ events }: Calendar): Promise<Readonly<Record<number, unknown>>> =>
  Object.fromEntries((await collect(events.each(every))).map(({ id, venues, featured }) => [id, [venues[0]?.id ?? 0, featured]]))

/** A weekly series in June 2026, with three dates. */
const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=3', startDate: '2026-06-10 19:30', endDate: '2026-06-10 21:00' }

describe('updateMany', () => {
  test('changes what a list with these filters has, and nothing else', async () => {
    const { calendar } = await open([
      { venues: 1 },
      { venues: 2 },
      { venues: 1, status: 'draft' },
      { venues: 1, hidden: true },
      { venues: 1 },
    ])
    expect(await calendar.events.updateMany({ venueIds: 1 }, { venues: 2 })).toEqual({ ...nothing, changed: 2 })
    expect(await shown(calendar)).toEqual({ 1: [2, false], 2: [2, false], 3: [1, false], 4: [1, false], 5: [2, false] })
    expect(await calendar.events.updateMany({ ...every, venueIds: 1 }, { venues: 2 })).toEqual({ ...nothing, changed: 2 })
    expect(await calendar.events.updateMany(every, { venues: 2 })).toEqual({ ...nothing, unchanged: 5 })
  })

  test('works for venues and organizers', async () => {
    const { calendar } = await open([])
    await calendar.organizers.create({ name: 'Club' })
    expect(await calendar.venues.updateMany({ search: 'barn' }, { city: 'Basel' })).toEqual({ ...nothing, changed: 1 })
    expect((await calendar.venues.list({ orderBy: 'id' })).items.map(({ city }) => city).sort()).toEqual(['', 'Basel'])
    expect(await calendar.organizers.updateMany({}, { website: 'https://example.org' })).toEqual({ ...nothing, changed: 1 })
    expect(await calendar.organizers.trashMany({})).toEqual({ ...nothing, changed: 1 })
    expect(await calendar.organizers.restoreMany({})).toEqual({ ...nothing, changed: 1 })
  })

  test('runs in chunks by id: a patch by which records match no longer skips none', async () => {
    const { calendar, memory } = await open([])
    await calendar.events.createMany(Array.from({ length: 250 }, (_, i) => anEvent({ title: `Event ${i}` })))
    const progress: ChangeManyProgress[] = []
    const report = await calendar.events.updateMany(
      { featured: false },
      { featured: true },
      { onProgress: (now) => void progress.push(now) },
    )
    expect(report).toEqual({ ...nothing, changed: 250 })
    expect(progress.map(({ done }) => done)).toEqual([100, 200, 250])
    expect(progress.flatMap(({ changed }) => changed)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1))
    expect(await memory.events.count({ featured: true })).toBe(250)
  })

  test('writes nothing in a dry run, which reports the same', async () => {
    const { calendar, memory } = await open([{ venues: 1 }, { venues: 2 }, { venues: 1, ...weekly }])
    const before = memory.snapshot()
    const dry = await calendar.events.updateMany({}, { venues: { name: 'New' } }, { dryRun: true })
    expect(memory.snapshot()).toEqual(before)
    expect(dry).toEqual({ ...nothing, changed: 3 })
    expect(await calendar.events.updateMany({}, { venues: { name: 'New' } })).toEqual(dry)
  })

  test('refuses a dry run in a transaction, which it could not roll back alone', async () => {
    const { calendar } = await open([{}])
    await expect(calendar.transaction((tx) => tx.events.updateMany({}, { featured: true }, { dryRun: true }))).rejects.toThrow(TypeError)
    expect(await calendar.transaction((tx) => tx.events.updateMany({}, { featured: true }))).toEqual({ ...nothing, changed: 1 })
  })

  test('asks the policy for each record, and reports which ones it refuses', async () => {
    const { calendar } = await open([{ authorId: '1' }, { authorId: '2' }, { authorId: '1' }])
    const author = calendar.as({ id: '1' }, { ...allowAll(), may: ({ record }) => record?.authorId === '1' })
    expect(await author.events.updateMany({}, { featured: true })).toEqual({
      changed: 2,
      unchanged: 0,
      refused: [{ code: 'forbidden', count: 1, records: [{ id: 2, message: expect.any(String) }] }],
    })
    const reader = calendar.as(null, publicReadOnly())
    expect(await reader.events.trashMany({})).toMatchObject({ changed: 0, refused: [{ code: 'unauthenticated', count: 3 }] })
  })

  test('changes nothing that the viewer may not read', async () => {
    const { calendar } = await open([{ status: 'private', authorId: '2' }, { authorId: '2' }])
    const seen = calendar.as({ id: '1' }, { readable: () => [{ status: 'publish' }], may: () => true })
    expect(await seen.events.updateMany(every, { featured: true })).toEqual({ ...nothing, changed: 1 })
  })

  test('undoes the writes of hooks of a refused record alone', async () => {
    const { calendar, memory } = await open([{ title: 'A' }, { title: 'B' }, { title: 'C' }])
    calendar.before('event.update', async ({ before, tx }) => {
      await tx.tags.create({ name: `of ${before.title}` })
      if (before.title === 'B') throw new CalendarError('refused', {})
    })
    const report = await calendar.events.updateMany({}, { featured: true })
    expect(report).toMatchObject({ changed: 2, refused: [{ code: 'refused', count: 1, records: [{ id: 2 }] }] })
    expect(
      (await memory.terms.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 9 })).map(({ name }) => name),
    ).toEqual(['of A', 'of C'])
  })

  test('changes records that hooks of earlier ones have changed', async () => {
    const { calendar, memory } = await open([{}, {}, weekly])
    calendar.before('event.update', async ({ before, tx }) => {
      if (before.id !== 1) return
      await tx.events.update(2, { sticky: true })
      await tx.events.update(5, { sticky: true })
    })
    expect(await calendar.events.updateMany({}, { featured: true })).toEqual({ ...nothing, changed: 3 })
    const stored = await memory.events.getMany([1, 2, 3, 4, 5])
    expect(stored.map(({ featured, sticky }) => [featured, sticky])).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, false],
      [true, true],
    ])
  })

  test('runs no hooks in a dry run', async () => {
    const { calendar } = await open([{}])
    calendar.before('event.update', () => {
      throw new CalendarError('refused', {})
    })
    expect(await calendar.events.updateMany({}, { featured: true }, { dryRun: true })).toEqual({ ...nothing, changed: 1 })
    expect(await calendar.events.updateMany({}, { featured: true })).toMatchObject({ changed: 0, refused: [{ code: 'refused' }] })
  })

  test('tells listeners of each change after its commit', async () => {
    const { calendar } = await open([{}, {}])
    const heard: number[] = []
    calendar.on('event.updated', ({ after }) => void heard.push(after.id))
    await calendar.events.updateMany({}, { featured: true }, { dryRun: true })
    expect(heard).toEqual([])
    await calendar.events.updateMany({}, { featured: true })
    expect(heard).toEqual([1, 2])
  })

  test('names at most a hundred refused records', async () => {
    const { calendar } = await open([])
    await calendar.events.createMany(Array.from({ length: 120 }, () => anEvent()))
    const { refused } = await calendar.as({ id: '1' }, { ...allowAll(), may: () => false }).events.trashMany({})
    expect(refused.map(({ count, records }) => [count, records.length])).toEqual([[120, 100]])
  })
})

describe('series', () => {
  test('are changed once, as a whole, and dates keep values of their own', async () => {
    const { calendar } = await open([weekly, {}])
    await calendar.events.update(3, { venues: 2 })
    expect(await calendar.events.updateMany({}, { venues: 1, featured: true })).toEqual({ ...nothing, changed: 2 })
    expect(await shown(calendar)).toEqual({ 2: [1, true], 3: [2, true], 4: [1, true], 5: [1, true] })
    expect(await calendar.events.updateMany({}, { venues: 1 }, { dates: 'all' })).toEqual({ changed: 1, unchanged: 2, refused: [] })
    expect(await shown(calendar)).toEqual({ 2: [1, true], 3: [1, true], 4: [1, true], 5: [1, true] })
  })

  test('stay as they are if only some of their dates meet the bounds', async () => {
    const { calendar } = await open([weekly, { startDate: '2026-06-11', endDate: '2026-06-11' }])
    const refused = [{ code: 'some_dates', count: 1, records: [{ id: 1, message: 'Only some dates of the series match.' }] }]
    expect(await calendar.events.trashMany({ endsBefore: '2026-06-20' })).toEqual({ changed: 1, unchanged: 0, refused })
    expect(await calendar.events.updateMany({ ids: [2, 3] }, { featured: true })).toEqual({ ...nothing, refused })
    expect(await calendar.events.trashMany({ endsBefore: '2026-06-25' })).toEqual({ ...nothing, changed: 1 })
  })

  test('stay if a date that has moved does not meet the bounds', async () => {
    const { calendar } = await open([weekly])
    await calendar.events.update(4, { startDate: '2026-09-01 19:30', endDate: '2026-09-01 21:00' })
    expect(await calendar.events.trashMany({ endsBefore: '2026-07-01' })).toMatchObject({ changed: 0, refused: [{ code: 'some_dates' }] })
  })

  test('stay if a filter by ids leaves some of their dates out', async () => {
    const { calendar } = await open([weekly])
    expect(await calendar.events.trashMany({ afterId: 2 })).toMatchObject({ changed: 0, refused: [{ code: 'some_dates' }] })
    expect(await calendar.events.trashMany({ afterId: 1 })).toEqual({ ...nothing, changed: 1 })
  })

  test('are changed as a whole, although the list has only their next dates', async () => {
    const { calendar } = await open([weekly])
    await calendar.events.update(2, { sticky: true })
    expect(await calendar.events.updateMany({ series: 'next' }, { featured: true })).toEqual({ ...nothing, changed: 1 })
    await calendar.events.update(3, { sticky: true })
    expect(await calendar.events.updateMany({ series: 'next' }, { sticky: false }, { dates: 'all' })).toEqual({
      changed: 2,
      unchanged: 1,
      refused: [],
    })
  })

  test('stay if only a date with values of its own matches, which is changed on request', async () => {
    const { calendar } = await open([{ ...weekly, venues: 1 }])
    await calendar.events.update(3, { venues: 2 })
    expect(await calendar.events.updateMany({ venueIds: 2 }, { venues: 1 })).toMatchObject({
      changed: 0,
      refused: [{ code: 'some_dates' }],
    })
    expect(await calendar.events.updateMany({ venueIds: 2 }, { venues: 1 }, { dates: 'all' })).toEqual({ ...nothing, changed: 1 })
    expect((await calendar.events.get(3)).recurrence).toMatchObject({ overridden: [] })
  })

  test('named by their ids are changed as a whole', async () => {
    const { calendar } = await open([weekly])
    await calendar.events.update(3, { featured: false, sticky: true })
    expect(await calendar.events.updateMany({ ids: 1 }, { sticky: false, featured: true }, { dates: 'all' })).toEqual({
      ...nothing,
      changed: 2,
    })
    expect((await calendar.events.list()).items.map(({ sticky, featured }) => [sticky, featured])).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ])
  })

  test('go to the trash and come back, without a date that is there by itself', async () => {
    const { calendar } = await open([weekly])
    await calendar.events.trash(3)
    expect(await calendar.events.trashMany({})).toEqual({ ...nothing, changed: 1 })
    expect((await calendar.events.list({ status: 'trash' })).total).toBe(3)
    expect(await calendar.events.restoreMany({})).toEqual({ ...nothing, changed: 1 })
    expect((await calendar.events.list()).items.map(({ id }) => id)).toEqual([2, 4])
    expect(await calendar.events.restoreMany({}, { dates: 'all' })).toEqual({ ...nothing, changed: 1 })
    expect((await calendar.events.list()).total).toBe(3)
  })

  test('of many dates end a chunk', async () => {
    const { calendar } = await open([])
    for (let i = 0; i < 3; i++) await calendar.events.create(anEvent({ recurrence: 'FREQ=DAILY;COUNT=300' }))
    const progress: ChangeManyProgress[] = []
    await calendar.events.updateMany({}, { featured: true }, { onProgress: (now) => void progress.push(now) })
    expect(progress.filter(({ changed }) => changed.length > 0).length).toBeGreaterThan(1)
    expect(progress.at(-1)?.done).toBe(3)
  })
})

describe('a run that ends early', () => {
  test('keeps its chunks when it is aborted, and goes on when it is repeated', async () => {
    const { calendar, memory } = await open([])
    await calendar.events.createMany(Array.from({ length: 250 }, (_, i) => anEvent({ title: `Event ${i}` })))
    const controller = new AbortController()
    const onProgress = (): void => controller.abort(new Error('enough'))
    await expect(calendar.events.updateMany({}, { featured: true }, { signal: controller.signal, onProgress })).rejects.toThrow('enough')
    expect(await memory.events.count({ featured: true })).toBe(100)
    expect(await calendar.events.updateMany({}, { featured: true })).toEqual({ changed: 150, unchanged: 100, refused: [] })
    const before = calendar.events.trashMany({}, { signal: AbortSignal.abort(new Error('too late')) })
    await expect(before).rejects.toThrow('too late')
  })

  test('undoes its chunk, whichever store call fails', async () => {
    for (let failAt = 1; ; failAt++) {
      const { memory, clock } = await open([{}, weekly, { venues: 1 }])
      const before = memory.snapshot()
      const calendar = createCalendar({ store: failingStore(memory, { failAt }), clock })
      const outcome = await calendar.events.updateMany({}, { featured: true }).then(
        () => 'done',
        () => 'failed',
      )
      if (outcome === 'done') break
      expect(memory.snapshot()).toEqual(before)
    }
  })

  test('lets timers run between chunks', async () => {
    const { calendar } = await open([])
    await calendar.events.createMany(Array.from({ length: 201 }, () => anEvent()))
    let turns = 0
    const timer = setInterval(() => void turns++, 0)
    await calendar.events.updateMany({}, { featured: true })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
})

describe('invalid arguments', () => {
  test.each([
    ['startDate', '2026-01-01'],
    ['endDate', '2026-01-01'],
    ['recurrence', null],
    ['slug', 'same'],
    ['uid', ''],
  ])('a patch takes no %s', async (member, value) => {
    const { calendar } = await open([{}])
    await expect(calendar.events.updateMany({}, { [member]: value })).rejects.toThrow(new RegExp(`takes no ${member}`))
  })

  test('name the field or the option', async () => {
    const { calendar } = await open([{}])
    const { events, venues } = calendar
    expect(await issuesOf(events.updateMany({ startsFrom: 'x' }, {}))).toEqual({ startsFrom: expect.any(String) })
    expect(await issuesOf(events.updateMany({}, { title: '' }))).toEqual({ title: expect.any(String) })
    for (const value of [null, 5, []]) {
      expect(await issuesOf(events.updateMany(value as object, {}))).toEqual({ input: 'must be an object' })
      expect(await issuesOf(events.restoreMany(value as object))).toEqual({ input: 'must be an object' })
      expect(await issuesOf(events.updateMany({}, value as object))).toEqual({ patch: 'must be an object' })
      expect(await issuesOf(events.trashMany({}, value as object))).toEqual({ options: 'must be an object' })
    }
    const odd = (options: object) => events.updateMany({}, {}, options)
    await expect(odd({ dryrun: true })).rejects.toThrow('updateMany has no option dryrun. Is it dryRun?')
    await expect(odd({ dates: 'each' })).rejects.toThrow('dates must be series or all')
    await expect(odd({ signal: 5 })).rejects.toThrow(TypeError)
    for (const option of [{ dryRun: 'no' }, { dryRun: 1 }, { onProgress: 5 }]) await expect(odd(option)).rejects.toThrow(TypeError)
    const dates: object = { dates: 'all' }
    await expect(venues.trashMany({}, dates)).rejects.toThrow('trashMany has no option dates')
    const filter: object = { venue: 1 }
    await expect(events.trashMany(filter)).rejects.toThrow('has no filter venue')
  })
})
