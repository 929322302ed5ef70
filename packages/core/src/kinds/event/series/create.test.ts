import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, collect, issuesOf, type OpenCalendar, openCalendar, outcomeOf } from '../../../../test/open-calendar.ts'
import { createCalendar } from '../../../calendar/calendar.ts'
import type { EventInput } from '../schema.ts'

/** A market on Tuesdays from 2 June 2026, 10:00 to 12:00 in Berlin. */
const market = (change: Partial<EventInput> = {}): EventInput => ({
  title: 'Market',
  startDate: '2026-06-02 10:00',
  endDate: '2026-06-02 12:00',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
  ...change,
})

const stored = ({ memory }: OpenCalendar) => memory.snapshot().events.records

describe('the creation of a series', () => {
  test('stores the series and its occurrences, and lists the latter', async () => {
    const open = openCalendar()
    const { calendar } = open
    const series = await calendar.events.create(market({ categories: 'Food', uid: 'm@example.org' }))
    expect(series).toMatchObject({ id: 1, slug: 'market', startDate: '2026-06-02 10:00:00', uid: 'm@example.org' })
    const texts = { seriesId: 1, rule: 'FREQ=WEEKLY;COUNT=4', dates: [], except: [], overridden: [], listedUntil: null }
    expect(series.recurrence).toEqual({ ...texts, id: '' })
    const { items, total } = await calendar.events.list()
    expect(total).toBe(4)
    expect(items.map(({ slug, startDate, endDate }) => `${slug} ${startDate} ${endDate}`)).toEqual([
      'market-2026-06-02 2026-06-02 10:00:00 2026-06-02 12:00:00',
      'market-2026-06-09 2026-06-09 10:00:00 2026-06-09 12:00:00',
      'market-2026-06-16 2026-06-16 10:00:00 2026-06-16 12:00:00',
      'market-2026-06-23 2026-06-23 10:00:00 2026-06-23 12:00:00',
    ])
    expect(items[1]).toMatchObject({ title: 'Market', uid: 'm@example.org', recurrence: { ...texts, id: '2026-06-09 10:00:00' } })
    expect(items[1]?.categories.map(({ name }) => name)).toEqual(['Food'])
    expect(await calendar.events.get('market-2026-06-09')).toEqual(items[1])
    expect((await calendar.events.list({ ids: 1 })).items).toEqual([series])
    expect((await calendar.events.list({ uids: ['m@example.org', 2] })).items).toEqual([series])
    expect((await calendar.categories.list()).items).toMatchObject([{ name: 'Food', count: 4 }])
  })

  test('is one change for listeners and one write for hooks', async () => {
    const { calendar } = openCalendar()
    const calls: string[] = []
    calendar.on('event.created', ({ after }) => void calls.push(`created ${after.slug} ${after.role}`))
    calendar.before('event.create', ({ next }) => void calls.push(`hook ${next.slug} ${next.recurrence?.rule}`))
    await calendar.events.create(market())
    await calendar.events.createMany([market({ title: 'Fair' })])
    expect(calls).toEqual([
      'hook market FREQ=WEEKLY;COUNT=4',
      'created market series',
      'hook fair FREQ=WEEKLY;COUNT=4',
      'created fair series',
    ])
  })

  test('gives occurrences the next free slugs', async () => {
    const { calendar } = openCalendar()
    for (const slug of ['market-2026-06-09', 'market-2026-06-16', 'market-2026-06-16-2']) await calendar.events.create(anEvent({ slug }))
    await calendar.events.create(market({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=3', dates: ['2026-06-02 18:00'] } }))
    const { items } = await calendar.events.list({ seriesIds: 4 })
    expect(items.map(({ slug }) => slug)).toEqual([
      'market-2026-06-02',
      'market-2026-06-02-1800',
      'market-2026-06-09-2',
      'market-2026-06-16-3',
    ])
  })

  test('is refused with all issues, and stores nothing', async () => {
    const open = openCalendar()
    const create = open.calendar.events.create(market({ title: '', recurrence: 'FREQ=WEEKLY;BYDAY=MO' }))
    expect(await issuesOf(create)).toEqual({
      title: 'must not be empty',
      recurrence: 'must name the date of the start: the first date from there that the rule names is 2026-06-08',
    })
    expect(await issuesOf(open.calendar.events.create(market({ endDate: '2026-06-01', recurrence: 'FREQ=HOURLY' })))).toEqual({
      endDate: 'must not be before the start',
      recurrence: 'must have FREQ as DAILY, WEEKLY, MONTHLY or YEARLY',
    })
    expect(stored(open)).toEqual([])
  })

  test('from a returned occurrence makes a single event, and from a returned series a series', async () => {
    const { calendar } = openCalendar()
    const series = await calendar.events.create(market())
    const { id: _id, slug: _slug, ...occurrence } = await calendar.events.get('market-2026-06-09')
    expect((await calendar.events.create(occurrence)).recurrence).toBeNull()
    const { id: _, slug: _s, ...copied } = series
    expect(await calendar.events.create(copied)).toMatchObject({
      slug: 'market-3',
      recurrence: { seriesId: 7, rule: 'FREQ=WEEKLY;COUNT=4' },
    })
  })

  test('stores the series with all occurrences, or nothing', async () => {
    for (let failAt = 1; ; failAt++) {
      const open = openCalendar()
      const store = failingStore(open.memory, { failAt })
      await createCalendar({ store, clock: open.clock })
        .events.create(market())
        .catch(() => undefined)
      expect([0, 5]).toContain(stored(open).length)
      if (store.calls() < failAt) break
    }
  })

  test('in the trash stores the occurrences in the trash as well', async () => {
    const open = openCalendar()
    await open.calendar.events.create(market({ status: 'trash', recurrence: 'FREQ=WEEKLY;COUNT=1' }))
    expect(stored(open).map(({ slug, status, statusBeforeTrash }) => [slug, status, statusBeforeTrash])).toEqual([
      ['market__trashed', 'trash', 'draft'],
      ['market-2026-06-02__trashed', 'trash', 'draft'],
    ])
  })
})

describe('a single event', () => {
  test('that gets a rule becomes the series, and leaves the lists', async () => {
    const { calendar } = openCalendar()
    const single = await calendar.events.create(market({ recurrence: null, uid: 'm' }))
    const series = await calendar.events.update(single.id, { recurrence: { rule: 'FREQ=WEEKLY;COUNT=2' } })
    expect(series).toMatchObject({ id: single.id, slug: 'market', uid: 'm', version: 2, recurrence: { rule: 'FREQ=WEEKLY;COUNT=2' } })
    expect((await calendar.events.list()).items.map(({ id, slug }) => [id, slug])).toEqual([
      [2, 'market-2026-06-02'],
      [3, 'market-2026-06-09'],
    ])
  })

  test('that gets a rule and new times repeats at the new times', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(market({ recurrence: null }))
    await calendar.events.update(id, { startDate: '2026-06-03 11:00', endDate: '2026-06-03 12:00', recurrence: 'FREQ=DAILY;COUNT=2' })
    expect((await calendar.events.list()).items.map(({ startDate }) => startDate)).toEqual(['2026-06-03 11:00:00', '2026-06-04 11:00:00'])
    expect(await issuesOf(calendar.events.update(await other(calendar), { recurrence: 'FREQ=WEEKLY;BYDAY=MO' }))).toEqual({
      recurrence: 'must name the date of the start: the first date from there that the rule names is 2026-06-08',
    })
  })
})

const other = async (calendar: OpenCalendar['calendar']): Promise<number> => (await calendar.events.create(market({ recurrence: null }))).id

describe('createMany', () => {
  test('stores series among single events', async () => {
    const { calendar } = openCalendar()
    const inputs = [market(), anEvent(), market({ title: 'Fair', recurrence: 'FREQ=DAILY;COUNT=3' })]
    expect(await calendar.events.createMany(inputs)).toEqual({ created: 3, updated: 0, unchanged: 0, skipped: 0 })
    expect((await calendar.events.list({ series: 'next' })).items.map(({ slug }) => slug)).toEqual([
      'market-2026-06-02',
      'fair-2026-06-02',
      'choir',
    ])
    expect((await calendar.events.list()).total).toBe(8)
  })

  test.each<['skip' | 'error', readonly string[]]>([
    ['skip', ['market', 'market-2026-06-02']],
    ['error', ['market', 'market-2026-06-02']],
  ])('with onConflict %s finds an occurrence of an earlier input by its slug', async (onConflict, slugs) => {
    const { calendar } = openCalendar()
    const inputs = [market({ recurrence: 'FREQ=WEEKLY;COUNT=1' }), anEvent({ slug: 'market-2026-06-02' })]
    const created = calendar.events.createMany(inputs, { onConflict })
    if (onConflict === 'error') expect(await outcomeOf(created)).toBe('slug_taken')
    else expect(await created).toEqual({ created: 1, updated: 0, unchanged: 0, skipped: 1 })
    expect((await collect(calendar.events.each({ ids: [1, 2, 3] }))).map(({ slug }) => slug)).toEqual(slugs)
  })

  test('with onConflict update finds a series of an earlier input by its uid, and reuses the slugs that it frees', async () => {
    const { calendar } = openCalendar()
    const inputs = [
      market({ uid: 'm', recurrence: 'FREQ=WEEKLY;COUNT=2' }),
      anEvent({ slug: 'market-2026-06-02', title: 'Opening' }),
      anEvent({ uid: 'm', title: 'Fair', startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }),
      anEvent({ uid: 'm', title: 'Fair', status: 'trash', startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }),
      anEvent({ slug: 'market-2026-06-09', title: 'Other' }),
    ]
    expect(await calendar.events.createMany(inputs, { onConflict: 'update' })).toEqual({ created: 2, updated: 3, unchanged: 0, skipped: 0 })
    const all = await collect(calendar.events.each({ startsAfter: '1900-01-01', status: ['publish', 'trash'] }))
    expect(all.map(({ slug, title, status }) => `${slug} ${title} ${status}`)).toEqual([
      'market-2026-06-02__trashed Opening trash',
      'market-2026-06-09__trashed Fair trash',
      'market-2026-06-09 Other publish',
    ])
  })

  test('refuses a parent that an earlier input has put into the trash', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ uid: 'p' }))
    const inputs = [anEvent({ parentId: 1 }), anEvent({ uid: 'p', status: 'trash' }), anEvent({ parentId: 1 })]
    const visitor = calendar.as({ id: '1' }, { readable: () => [{ status: 'publish' }], may: () => true })
    const done = visitor.events.createMany(inputs, { onConflict: 'update', onError: 'skip' })
    expect(await done).toEqual({ created: 1, updated: 1, unchanged: 0, skipped: 1 })
  })

  test('gives an input the next slug after that of an earlier input’s occurrence', async () => {
    const { calendar } = openCalendar()
    await calendar.events.createMany([market({ recurrence: 'FREQ=WEEKLY;COUNT=1' }), anEvent({ title: 'Market 2026 06 02' })])
    expect((await collect(calendar.events.each())).map(({ slug }) => slug)).toEqual(['market-2026-06-02', 'market-2026-06-02-2'])
  })
})

describe('lists of the next occurrences', () => {
  test('have each series once, in every order and by every method', async () => {
    const { calendar } = openCalendar()
    await calendar.events.createMany([market(), market({ title: 'Fair', recurrence: 'FREQ=DAILY;COUNT=30' }), anEvent()])
    const input = { series: 'next', startsFrom: '2026-06-08' } as const
    const wanted = ['fair-2026-06-08', 'market-2026-06-09', 'choir']
    const { items, total } = await calendar.events.list(input)
    expect([items.map(({ slug }) => slug), total]).toEqual([wanted, 3])
    expect((await calendar.events.list({ ...input, order: 'desc' })).items.map(({ slug }) => slug)).toEqual(wanted.toReversed())
    expect((await collect(calendar.events.each(input, { by: 'start' }))).map(({ slug }) => slug)).toEqual(wanted)
    expect((await collect(calendar.events.each(input))).map(({ slug }) => slug).sort()).toEqual([...wanted].sort())
    expect(await Promise.all([2, 3, 4].map((atMost) => calendar.events.count(input, { atMost })))).toEqual([2, 3, 3])
  })

  test('have the next occurrence that the viewer may read', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(market())
    await calendar.events.update('market-2026-06-02', { status: 'draft' })
    const visitor = calendar.as(null, { readable: () => [{ status: 'publish' }], may: () => false })
    const { items, total } = await visitor.events.list({ series: 'next' })
    expect([items.map(({ slug }) => slug), total]).toEqual([['market-2026-06-09'], 1])
    expect((await visitor.events.list()).total).toBe(3)
  })
})
