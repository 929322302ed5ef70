import { describe, expect, test } from 'vitest'
import { allowAll, publicReadOnly } from '../src/access/policy.ts'
import { roles } from '../src/access/roles.ts'
import type { Calendar } from '../src/calendar/api.ts'
import { isCalendarError } from '../src/errors/calendar-error.ts'
import type { EventInput } from '../src/kinds/event/schema.ts'
import { anEvent, openCalendar, outcomeOf } from './open-calendar.ts'

const at = (from: string, to: string, day = '2026-06-10'): Pick<EventInput, 'startDate' | 'endDate'> => ({
  startDate: `${day} ${from}`,
  endDate: `${day} ${to}`,
})

/** A calendar with the exclusive venue 1, the venue 2 that takes any number of events, and the exclusive venue 3. */
async function open(options: Parameters<typeof openCalendar>[0] = {}) {
  const opened = openCalendar(options)
  const { calendar } = opened
  for (const exclusive of [true, false, true]) await calendar.venues.create({ name: exclusive ? 'Hall' : 'Park', exclusive })
  const book = (change: Partial<EventInput> = {}): Promise<number> =>
    calendar.events.create(anEvent({ ...at('19:00', '21:00'), venues: 1, ...change })).then(({ id }) => id)
  return { ...opened, book }
}

/** The ids of the conflicts of a write; `none` if it is not refused. */
async function conflictsOf(work: Promise<unknown>): Promise<readonly number[] | 'none'> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (isCalendarError(error, 'venue_busy')) return error.details.conflicts
    throw error
  }
}

describe('an event that overlaps another one at an exclusive venue', () => {
  const busy: readonly (readonly [name: string, first: Partial<EventInput>, second: Partial<EventInput>])[] = [
    ['at the same time', {}, {}],
    ['from inside', {}, at('20:00', '22:00')],
    ['around it', {}, at('18:00', '22:00')],
    ['within it', {}, at('20:00', '20:01')],
    ['in another zone', {}, { ...at('18:30', '19:00'), timeZone: 'UTC' }],
    ['on a whole day', {}, { startDate: '2026-06-09', endDate: '2026-06-10', allDay: true }],
    ['in the last second of a whole day', { startDate: '2026-06-10', endDate: '2026-06-10', allDay: true }, at('23:59:59', '23:59:59.5')],
    ['a draft', { status: 'draft' }, {}],
    ['pending', { status: 'pending' }, {}],
    ['private', { status: 'private' }, {}],
    ['hidden', { hidden: true }, {}],
    ['scheduled', { published: '2026-06-09 10:00' }, {}],
    ['postponed', { eventStatus: 'postponed' }, {}],
    ['online, too', { attendance: 'mixed' }, {}],
    ['as a draft itself', {}, { status: 'draft' }],
    ['at one of two venues', { venues: [2, 1] }, { venues: [3, 1] }],
    ['with a date of its series', {}, { ...at('19:00', '20:00', '2026-06-08'), recurrence: 'FREQ=DAILY;COUNT=4' }],
    ['a date of a series', { ...at('19:00', '20:00', '2026-06-08'), recurrence: 'FREQ=DAILY;COUNT=4' }, {}],
  ]
  test.each(busy)('%s: is refused', async (_, first, second) => {
    const { book } = await open()
    const id = await book(first)
    const found = await conflictsOf(book({ title: 'Second', ...second }))
    expect(found).toHaveLength(1)
    if (!first.recurrence) expect(found).toEqual([id])
  })

  const free: readonly (readonly [name: string, first: Partial<EventInput>, second: Partial<EventInput>])[] = [
    ['touching before', {}, at('18:00', '19:00')],
    ['touching after', {}, at('21:00', '22:00')],
    ['the day after a whole day', { startDate: '2026-06-10', endDate: '2026-06-10', allDay: true }, at('00:00', '01:00', '2026-06-11')],
    ['elsewhere', {}, { venues: 2 }],
    ['at another exclusive venue', {}, { venues: 3 }],
    ['at a venue for any number', { venues: 2 }, { venues: 2 }],
    ['without a venue', {}, { venues: [] }],
    ['cancelled', { eventStatus: 'cancelled' }, {}],
    ['moved online', { eventStatus: 'movedOnline' }, {}],
    ['online', { attendance: 'online' }, {}],
    ['in the trash', { status: 'trash' }, {}],
    ['cancelled itself', {}, { eventStatus: 'cancelled' }],
    ['a series beside it', {}, { ...at('21:00', '22:00', '2026-06-08'), recurrence: 'FREQ=DAILY;COUNT=4' }],
  ]
  test.each(free)('%s: is stored', async (_, first, second) => {
    const { book } = await open()
    await book(first)
    expect(await conflictsOf(book({ title: 'Second', ...second }))).toBe('none')
  })

  test('a series whose own dates overlap is refused, and stores nothing', async () => {
    const { book, calendar } = await open()
    const long = { startDate: '2026-06-10 19:00', endDate: '2026-06-11 20:00', recurrence: 'FREQ=DAILY;COUNT=3' }
    expect(await conflictsOf(book(long))).toEqual([])
    expect(await calendar.events.count({ status: 'any' })).toBe(0)
  })
})

describe('a later write', () => {
  const writes: readonly (readonly [name: string, write: (calendar: Calendar, id: number) => Promise<unknown>, isChecked: boolean])[] = [
    ['moves it', ({ events }, id) => events.update(id, at('19:30', '20:30')), true],
    ['makes it longer', ({ events }, id) => events.update(id, at('19:00', '21:30')), true],
    ['moves it to a free time', ({ events }, id) => events.update(id, at('10:00', '11:00')), false],
    ['adds the venue again', ({ events }, id) => events.update(id, { venues: [2, 1] }), false],
    ['takes the venue away', ({ events }, id) => events.update(id, { venues: [2] }), false],
    ['changes its title', ({ events }, id) => events.update(id, { title: 'Other' }), false],
    ['publishes it', ({ events }, id) => events.update(id, { status: 'publish' }), true],
    ['makes it pending', ({ events }, id) => events.update(id, { status: 'pending' }), false],
    ['cancels it', ({ events }, id) => events.update(id, { eventStatus: 'cancelled' }), false],
    ['puts it into the trash', ({ events }, id) => events.trash(id), false],
    ['deletes it', ({ events }, id) => events.delete(id), false],
    ['publishes it with others', ({ events }) => events.updateMany({ status: 'draft' }, { status: 'publish' }), false],
  ]
  test.each(writes)('of an event that overlaps already: %s', async (_, write, isChecked) => {
    const { book, calendar } = await open()
    await calendar.venues.update(1, { exclusive: false })
    const other = await book()
    const id = await book({ title: 'Second', status: 'draft' })
    await calendar.venues.update(1, { exclusive: true })
    expect(await conflictsOf(write(calendar, id))).toEqual(isChecked ? [other] : 'none')
  })

  const returns: readonly (readonly [
    name: string,
    before: Partial<EventInput>,
    write: (calendar: Calendar, id: number) => Promise<unknown>,
  ])[] = [
    ['restores it', { status: 'trash' }, ({ events }, id) => events.restore(id)],
    ['takes place after all', { eventStatus: 'cancelled' }, ({ events }, id) => events.update(id, { eventStatus: 'scheduled' })],
    ['is no longer online', { attendance: 'online' }, ({ events }, id) => events.update(id, { attendance: 'offline' })],
    ['gets the venue', { venues: 2 }, ({ events }, id) => events.update(id, { venues: [2, 1] })],
    ['comes from another time', at('10:00', '11:00'), ({ events }, id) => events.update(id, at('20:00', '21:00'))],
    [
      'becomes a series',
      at('10:00', '11:00', '2026-06-08'),
      ({ events }, id) => events.update(id, { ...at('19:00', '20:00', '2026-06-08'), recurrence: 'FREQ=DAILY;COUNT=3' }),
    ],
    [
      'moves with its series',
      { ...at('10:00', '11:00', '2026-06-08'), recurrence: 'FREQ=DAILY;COUNT=4' },
      ({ events }, id) => events.update(id, at('19:00', '20:00', '2026-06-08')),
    ],
    [
      'gets further dates',
      { ...at('19:00', '20:00', '2026-06-08'), recurrence: 'FREQ=DAILY;COUNT=2' },
      ({ events }, id) => events.update(id, { recurrence: 'FREQ=DAILY;COUNT=4' }),
    ],
  ]
  test.each(returns)('by which an event %s is checked', async (_, before, write) => {
    const { book, calendar } = await open()
    const id = await book(before)
    const other = await book({ title: 'First' })
    expect(await conflictsOf(write(calendar, id))).toEqual([other])
  })

  test('by which an event goes back to an earlier version is checked', async () => {
    const { book, calendar } = await open()
    const id = await book()
    await calendar.events.update(id, at('10:00', '11:00'))
    const other = await book({ title: 'First' })
    expect(await conflictsOf(calendar.events.revert(id, { to: 1 }))).toEqual([other])
  })

  test('of one date of a series is checked against the other dates', async () => {
    const { book, calendar } = await open()
    const seriesId = await book({ ...at('19:00', '20:00'), recurrence: 'FREQ=DAILY;COUNT=3' })
    const [first, second] = (await calendar.events.list({ seriesIds: seriesId })).items
    expect(await conflictsOf(calendar.events.update(first?.id ?? 0, at('19:30', '20:30', '2026-06-11')))).toEqual([second?.id])
    expect(await conflictsOf(calendar.events.update(first?.id ?? 0, at('18:00', '19:00', '2026-06-11')))).toBe('none')
    expect(await conflictsOf(calendar.events.update(first?.id ?? 0, at('18:00', '19:30', '2026-06-11')))).toEqual([second?.id])
    expect(
      await conflictsOf(calendar.events.update(second?.id ?? 0, { ...at('18:30', '19:30', '2026-06-11') }, { scope: 'following' })),
    ).toEqual([first?.id])
  })

  test('that moves each date of a series to where the next one was is stored', async () => {
    const { book, calendar } = await open()
    const seriesId = await book({ ...at('19:00', '20:00'), recurrence: 'FREQ=DAILY;COUNT=5' })
    expect(await conflictsOf(calendar.events.update(seriesId, at('19:00', '20:00', '2026-06-11')))).toBe('none')
  })
})

describe('many at once', () => {
  test('createMany refuses the later input, and stores the others', async () => {
    const { calendar } = await open()
    const inputs = [
      anEvent({ title: 'A', ...at('10:00', '11:00'), venues: 1 }),
      anEvent({ title: 'B', ...at('10:30', '11:30'), venues: 1 }),
      anEvent({ title: 'C', ...at('11:00', '12:00'), venues: 1 }),
      anEvent({ title: 'D', ...at('09:00', '10:30', '2026-06-12'), venues: 1, recurrence: 'FREQ=DAILY;COUNT=3' }),
      anEvent({ title: 'E', ...at('10:00', '11:00', '2026-06-14'), venues: 1 }),
    ]
    const skipped: (readonly [number, string])[] = []
    const result = await calendar.events.createMany(inputs, {
      onError: 'skip',
      onProgress: (progress) => void skipped.push(...progress.skipped.map(({ index, error }) => [index, error.code] as const)),
    })
    expect(result).toMatchObject({ created: 3, skipped: 2 })
    expect(skipped).toEqual([
      [1, 'venue_busy'],
      [4, 'venue_busy'],
    ])
    expect((await calendar.events.list({ from: '2026-06-10', to: '2026-06-10' })).items.map(({ title }) => title)).toEqual(['A', 'C'])
  })

  test('createMany stops at an input that is refused, after those before it', async () => {
    const { calendar, book } = await open()
    const id = await book()
    const inputs = [
      anEvent({ title: 'A', ...at('10:00', '11:00'), venues: 1 }),
      anEvent({ title: 'B', venues: 1 }),
      anEvent({ title: 'C' }),
    ]
    expect(await conflictsOf(calendar.events.createMany(inputs))).toEqual([id])
    expect(await calendar.events.count()).toBe(2)
  })

  test('updateMany refuses those that overlap, by their ids, also in a dry run', async () => {
    const { calendar, book } = await open()
    const kept = await book({ title: 'A' })
    const [b, c, d] = [
      await book({ title: 'B', venues: 2 }),
      await book({ title: 'C', ...at('10:00', '11:00'), venues: 2 }),
      await book({ title: 'D', ...at('10:30', '12:00'), venues: 2 }),
    ]
    for (const dryRun of [true, false]) {
      const report = await calendar.events.updateMany({ ids: [b, c, d] }, { venues: 1 }, { dryRun })
      expect(report).toMatchObject({ changed: 1, refused: [{ code: 'venue_busy', count: 2, records: [{ id: b }, { id: d }] }] })
    }
    expect((await calendar.events.list({ venueIds: 1, orderBy: 'id' })).items.map(({ id }) => id)).toEqual([kept, c])
  })

  test('restoreMany leaves those in the trash whose time is taken', async () => {
    const { calendar, book } = await open()
    const ids = [await book(), await book({ title: 'Morning', ...at('10:00', '11:00') })]
    await calendar.events.trashMany({})
    await book({ title: 'New' })
    expect(await calendar.events.restoreMany({})).toMatchObject({
      changed: 1,
      refused: [{ code: 'venue_busy', records: [{ id: ids[0] }] }],
    })
  })

  test('a merge into an exclusive venue stops where events would overlap', async () => {
    const { calendar, book } = await open()
    const id = await book()
    await book({ title: 'Second', venues: 2 })
    expect(await conflictsOf(calendar.venues.merge(2, 1))).toEqual([id])
    expect(await outcomeOf(calendar.venues.get(2))).toBe('done')
    await calendar.events.update(id, at('10:00', '11:00'))
    expect(await calendar.venues.merge(2, 1)).toMatchObject({ links: 1 })
  })

  test('createMany refuses an event at a venue that an updated one keeps', async () => {
    const { calendar } = await open()
    const first = anEvent({ title: 'A', uid: 'a@example.org', ...at('19:00', '21:00'), venues: 3 })
    const { id } = await calendar.events.create(first)
    const inputs = [{ ...first, venues: [3, 1] }, anEvent({ title: 'B', ...at('20:00', '22:00'), venues: 3 })]
    expect(await conflictsOf(calendar.events.createMany(inputs, { onConflict: 'update' }))).toEqual([id])
    expect(await calendar.events.count({ venueIds: 3 })).toBe(1)
  })

  test('createMany refuses what overlaps an event after the first thousand', async () => {
    const { calendar } = await open()
    const local = (hours: number): string => new Date(Date.UTC(2026, 5, 10, hours)).toISOString().slice(0, 16)
    const hour = (i: number): Partial<EventInput> => ({ startDate: local(i), endDate: local(i + 1), timeZone: 'UTC', venues: 1 })
    await calendar.events.createMany(Array.from({ length: 1_100 }, (_, i) => anEvent({ title: 'Hour', ...hour(i) })))
    const exhibition = anEvent({ title: 'Exhibition', startDate: '2026-06-10', endDate: '2026-12-10', allDay: true, venues: 3 })
    const inputs = [exhibition, anEvent({ title: 'Second', ...hour(1_050) })]
    expect(await conflictsOf(calendar.events.createMany(inputs))).toHaveLength(1)
    expect(await calendar.events.count({ venueIds: 1, to: '2026-12-31' })).toBe(1_100)
  })

  test('a chunk runs twice, however many of its inputs are refused', async () => {
    const { calendar, book } = await open()
    await book()
    let runs = 0
    calendar.before('event.create', ({ next }) => void (next.title === 'Free' && runs++))
    const busy = Array.from({ length: 20 }, (_, i) => anEvent({ title: `Busy ${i}`, venues: 1, ...at('20:00', '22:00') }))
    const same = Array.from({ length: 20 }, (_, i) => anEvent({ title: `Same ${i}`, venues: 3 }))
    const inputs = [anEvent({ title: 'Free', ...at('09:00', '10:00'), venues: 1 }), ...busy, ...same]
    expect(await calendar.events.createMany(inputs, { onError: 'skip' })).toMatchObject({ created: 2, skipped: 39 })
    expect(runs).toBe(2)
  })

  test('createMany forgets the dates that a later input takes from a series', async () => {
    const { calendar, book } = await open()
    await book()
    const series = (count: number): EventInput =>
      anEvent({
        title: 'Series',
        uid: 's@example.org',
        ...at('19:00', '20:00', '2026-06-08'),
        venues: 1,
        recurrence: `FREQ=DAILY;COUNT=${count}`,
      })
    expect(await calendar.events.createMany([series(3), series(2)], { onConflict: 'update' })).toMatchObject({ created: 1, updated: 1 })
  })

  test('a venue that is created with an event takes one event at a time', async () => {
    const { calendar } = await open()
    const barn = { name: 'Barn', exclusive: true, city: 'Ulm' }
    const result = await calendar.events.createMany([anEvent({ title: 'A', venues: barn }), anEvent({ title: 'B', venues: barn })], {
      onError: 'skip',
    })
    expect(result).toMatchObject({ created: 1, skipped: 1 })
  })
})

describe('what a refusal tells', () => {
  test('it names the events that the caller may read', async () => {
    const { calendar, book } = await open()
    const id = await book({ authorId: 'anna', status: 'draft' })
    const input = anEvent({ title: 'Second', venues: 1 })
    for (const [viewer, expected] of [
      [{ id: 'anna', roles: ['author'] }, [id]],
      [{ id: 'ben', roles: ['author'] }, []],
    ] as const) {
      const { events } = calendar.as(viewer, roles())
      expect(await conflictsOf(events.create({ ...input, ...at('20:00', '22:00') }))).toEqual(expected)
    }
  })

  test('hooks of the refused write have run, and nothing of them stays', async () => {
    const { calendar, book } = await open()
    await book()
    calendar.before('event.create', async ({ tx }) => {
      await tx.venues.create({ name: 'Made by a hook' })
    })
    expect(await conflictsOf(book({ title: 'Second' }))).toHaveLength(1)
    expect(await calendar.venues.count()).toBe(3)
  })

  test('events that a hook writes are checked with those of the write around it', async () => {
    const { calendar, book } = await open()
    const id = await book({ ...at('10:00', '11:00') })
    calendar.before('event.update', async ({ tx }) => {
      await tx.events.create(anEvent({ title: 'Set-up', ...at('10:30', '12:00'), venues: 1 }))
    })
    expect(await conflictsOf(calendar.events.update(id, { title: 'With a set-up' }))).toEqual([id])
    expect(await calendar.events.count()).toBe(1)
  })
})

test('an event that a hook has made and deleted again takes no time', async () => {
  const { calendar, book } = await open()
  await book()
  calendar.before('venue.update', async ({ tx }) => {
    const { id } = await tx.events.create(anEvent({ ...at('20:00', '22:00'), venues: 1 }))
    await tx.events.delete(id)
  })
  expect(await conflictsOf(calendar.venues.update(2, { city: 'Ulm' }))).toBe('none')
})

describe('dates that nobody chooses', () => {
  test.each(['by a call', 'by itself'])('the extension of a series %s stores dates that overlap, and reports them', async (how) => {
    const reported: unknown[] = []
    const { calendar, clock, book } = await open({ horizonMonths: 6, onListenerError: (error) => void reported.push(error) })
    await book({ title: 'Market', ...at('19:00', '20:00'), recurrence: 'FREQ=WEEKLY' })
    await book({ title: 'Fair', ...at('19:30', '21:00', '2027-01-06') })
    clock.set('2026-11-15T12:00:00Z')
    if (how === 'by a call') {
      const { findings } = await calendar.maintenance.extendSeries({ dryRun: false })
      expect(findings.find(({ problem }) => problem === 'venue_busy')?.records).toMatchObject([{ detail: '2027-01-06 19:00:00' }])
    } else await calendar.organizers.create({ name: 'Club' })
    expect(await calendar.events.count({ from: '2027-01-06', to: '2027-01-06' })).toBe(2)
    expect(reported.map((error) => isCalendarError(error, 'venue_busy'))).toEqual(how === 'by a call' ? [] : [true])
  })
})

describe('conflicts', () => {
  test('has the events at any venue, and the times of those that the viewer may not read', async () => {
    const { calendar, book } = await open()
    const shown = await book({ venues: 2 })
    await book({ title: 'Secret', venues: 2, status: 'draft', ...at('20:00', '22:00') })
    const input = { venueIds: [2, 99], ...at('18:00', '23:00') }
    const idsIn = async ({ events }: Calendar): Promise<readonly unknown[]> =>
      (await events.conflicts(input)).map((one) => ('busy' in one ? one : one.id))
    expect(await idsIn(calendar)).toEqual([shown, shown + 1])
    const busy = { busy: true, startMs: Date.parse('2026-06-10T18:00Z'), endMs: Date.parse('2026-06-10T20:00Z') }
    const ben = calendar.as({ id: 'ben', roles: ['author'] }, roles())
    expect(await idsIn(ben)).toEqual([shown, busy])
    // Otherwise its id could be found out.
    expect(await ben.events.conflicts({ ...input, exceptId: shown + 1 })).toHaveLength(2)
    expect(await idsIn(calendar.as(null, publicReadOnly()))).toEqual([shown])
    expect(await calendar.events.conflicts({ ...input, exceptId: shown })).toHaveLength(1)
  })

  test('of a series has those of all dates, and a series that is left out stands for its dates', async () => {
    const { calendar, book } = await open()
    const seriesId = await book({ ...at('19:00', '20:00'), recurrence: 'FREQ=DAILY;COUNT=3' })
    const series = { venueIds: 1, ...at('19:30', '19:45', '2026-06-09'), recurrence: 'FREQ=DAILY;COUNT=9' }
    expect(await calendar.events.conflictsOfSeries(series)).toHaveLength(3)
    expect(await calendar.events.conflictsOfSeries({ ...series, exceptId: seriesId })).toEqual([])
  })

  test.each([
    [{ ...at('19:00', '20:00') }, ['venueIds']],
    [{ venueIds: 1 }, ['endDate', 'startDate']],
    [{ venueIds: 1, ...at('20:00', '19:00') }, ['endDate']],
    [{ venueIds: 1, ...at('19:00', '20:00'), exceptId: 'x' }, ['exceptId']],
  ])('of %j names what is invalid', async (input, names) => {
    const { calendar } = await open()
    const error: unknown = await calendar.events.conflicts(Object(input)).catch((found: unknown) => found)
    expect(isCalendarError(error, 'invalid_input') && Object.keys(error.details.params).sort()).toEqual(names)
  })
})

describe('freeBusy', () => {
  test('merges what overlaps or touches, within the asked time', async () => {
    const { calendar, book } = await open()
    const ids = [
      await book({ venues: 2, ...at('10:00', '11:00') }),
      await book({ venues: 2, ...at('10:30', '12:00') }),
      await book({ venues: [2, 1], ...at('12:00', '13:00') }),
      await book({ venues: 2, ...at('23:00', '23:30') }),
      await book({ venues: 2, startDate: '2026-06-11', endDate: '2026-06-12', allDay: true }),
    ]
    await book({ venues: 2, ...at('15:00', '16:00'), eventStatus: 'cancelled' })
    const busy = await calendar.freeBusy({ venueIds: [2, 1], from: '2026-06-10', to: '2026-06-11' })
    const shown = busy.map(({ venueId, startMs, endMs, eventIds }) => [
      venueId,
      new Date(startMs).toISOString().slice(5, 16),
      new Date(endMs).toISOString().slice(5, 16),
      eventIds,
    ])
    expect(shown).toEqual([
      [1, '06-10T10:00', '06-10T11:00', [ids[2]]],
      [2, '06-10T08:00', '06-10T11:00', ids.slice(0, 3)],
      [2, '06-10T21:00', '06-10T21:30', [ids[3]]],
      [2, '06-10T22:00', '06-11T22:00', [ids[4]]],
    ])
  })

  test('counts events that the viewer may not read for those alone who may create events', async () => {
    const { calendar, book } = await open()
    await book({ status: 'private' })
    const input = { venueIds: 1, from: '2026-06-10', to: '2026-06-10' }
    expect(await calendar.as({ id: 'ben', roles: ['author'] }, roles()).freeBusy(input)).toMatchObject([{ venueId: 1, eventIds: [] }])
    expect(await calendar.as(null, publicReadOnly()).freeBusy(input)).toEqual([])
    expect(await calendar.as(null, allowAll()).freeBusy(input)).toMatchObject([{ eventIds: [1] }])
  })

  test('counts an event at several venues once for each', async () => {
    const { calendar } = await open()
    const venueIds = [1, 2, 3]
    for (let i = 0; i < 97; i++) venueIds.push((await calendar.venues.create({ name: `Room ${i}` })).id)
    const venues = venueIds.filter((id) => id !== 1 && id !== 3)
    const inputs = Array.from({ length: 103 }, (_, i) => anEvent({ title: `Fair ${i}`, venues }))
    await calendar.events.createMany(inputs)
    const dates = { from: '2026-06-10', to: '2026-06-10' }
    expect(await outcomeOf(calendar.freeBusy({ ...dates, venueIds }))).toBe('invalid_input')
    expect(await calendar.freeBusy({ ...dates, venueIds: venues.slice(0, 90) })).toHaveLength(90)
  })

  test.each([
    [{ venueIds: 1, from: '2026-06-10' }, 'to'],
    [{ venueIds: 1, from: '2026-06-10', to: '2026-06-09' }, 'to'],
    [{ venueIds: 1, from: '2026-06-10', to: '2027-06-12' }, 'to'],
    [{ venueIds: 1, from: 'soon', to: '2027-06-12' }, 'from'],
    [{ from: '2026-06-10', to: '2026-06-11' }, 'venueIds'],
  ])('of %j names what is invalid', async (input, name) => {
    const { calendar } = await open()
    const error: unknown = await calendar.freeBusy(Object(input)).catch((found: unknown) => found)
    expect(isCalendarError(error, 'invalid_input') && Object.keys(error.details.params)).toEqual([name])
  })
})
