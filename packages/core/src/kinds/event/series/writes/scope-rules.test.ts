import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, type OpenCalendar, openCalendar, outcomeOf } from '../../../../../test/open-calendar.ts'
import { aMarket, linesOf, openMarket, recordsOf } from '../../../../../test/series.ts'
import type { AccessQuestion } from '../../../../access/policy.ts'
import { allowAll } from '../../../../access/policy.ts'
import { CalendarError } from '../../../../errors/calendar-error.ts'

describe('the scope of a write', () => {
  test.each([
    ['this is refused for a series', 1, 'this', { scope: 'must be all, because the event is a series' }],
    ['following is refused for a series', 1, 'following', { scope: 'must be all, because the event is a series' }],
    ['all is refused for a single event', 6, 'all', { scope: 'must be this, because the event does not repeat' }],
    ['following is refused for a single event', 6, 'following', { scope: 'must be this, because the event does not repeat' }],
    ['this is accepted for a single event', 6, 'this', {}],
    ['all is accepted for an occurrence', 3, 'all', {}],
  ] as const)('%s', async (_, id, scope, issues) => {
    const { calendar } = await openMarket()
    await calendar.events.create(anEvent())
    expect(await issuesOf(calendar.events.update(id, { featured: true }, { scope }))).toEqual(issues)
    expect(await issuesOf(calendar.events.trash(id, { scope }))).toEqual(issues)
    expect(await issuesOf(calendar.events.delete(id, { scope }))).toEqual(issues)
  })

  test('is one of three words, and an option for events only', async () => {
    const { calendar } = await openMarket()
    const reason = { scope: 'must be this, following or all' }
    expect(await issuesOf(calendar.events.update(3, {}, JSON.parse('{ "scope": "some" }')))).toEqual(reason)
    const venue = await calendar.venues.create({ name: 'Hall' })
    await expect(calendar.venues.update(venue.id, {}, JSON.parse('{ "scope": "this" }'))).rejects.toThrow('update has no option scope')
  })

  test('does not change which record the given version is compared with', async () => {
    const open = await openMarket()
    const { events } = open.calendar
    await events.update(3, { title: 'X' })
    expect(await outcomeOf(events.update(3, { featured: true }, { scope: 'all', version: 1 }))).toBe('version_conflict')
    expect(await outcomeOf(events.update(3, { featured: true }, { scope: 'all', version: 2 }))).toBe('done')
  })
})

describe('a policy', () => {
  test('is asked once, about the series unless the write is for one occurrence', async () => {
    const open = await openMarket({ authorId: '7' })
    await open.calendar.events.update(3, { authorId: '8' })
    const asked: unknown[] = []
    const may = ({ action, scope, record, next }: AccessQuestion): boolean => {
      asked.push([action, scope, record?.id, record?.authorId, next?.authorId])
      return true
    }
    const { events } = open.calendar.as({ id: '1' }, { ...allowAll(), may })
    await events.update(3, { title: 'X' })
    await events.update(3, { title: 'Y', authorId: '8' }, { scope: 'all' })
    await events.update(4, { authorId: '9' }, { scope: 'following' })
    await events.trash(2)
    await events.trash(1)
    await events.restore(1)
    await events.delete(2)
    await events.delete(1)
    const { id } = await events.create(anEvent())
    await events.update(id, { title: 'X' })
    expect(asked).toEqual([
      ['update', 'this', 3, '8', '8'],
      ['update', 'all', 1, '7', '7'],
      ['update', 'following', 1, '7', '9'],
      ['trash', 'this', 2, '7', '7'],
      ['trash', 'all', 1, '7', '7'],
      ['restore', 'all', 1, '7', '7'],
      ['delete', 'this', 2, '7', undefined],
      ['delete', 'all', 1, '7', undefined],
      ['create', undefined, undefined, undefined, '1'],
      ['update', undefined, id, '1', '1'],
    ])
  })

  test('that denies the scope changes nothing', async () => {
    const open = await openMarket()
    const before = linesOf(open)
    const { events } = open.calendar.as({ id: '1' }, { ...allowAll(), may: ({ scope }) => scope === 'this' })
    for (const scope of ['following', 'all'] as const) {
      expect(await outcomeOf(events.update(4, { title: 'X' }, { scope }))).toBe('forbidden')
      expect(await outcomeOf(events.delete(4, { scope }))).toBe('forbidden')
    }
    expect(linesOf(open)).toEqual(before)
    expect(await outcomeOf(events.update(4, { title: 'X' }))).toBe('done')
  })

  test('hides the series from a viewer who may not see the occurrence', async () => {
    const open = await openMarket()
    await open.calendar.events.update(3, { status: 'draft' })
    const { events } = open.calendar.as({ id: '1' }, { readable: () => [{ status: 'publish' }], may: () => true })
    for (const scope of ['this', 'following', 'all'] as const)
      expect(await outcomeOf(events.update(3, { title: 'X' }, { scope }))).toBe('not_found')
  })
})

describe('listeners and hooks', () => {
  test('see one write of a series, with its scope and the number of its occurrences', async () => {
    const { calendar } = await openMarket()
    const calls: string[] = []
    for (const verb of ['created', 'updated', 'trashed', 'restored', 'deleted'] as const)
      calendar.on(
        `event.${verb}`,
        ({ before, after, scope, occurrences = '' }) => void calls.push(`${verb} ${(after ?? before)?.id} ${scope} ${occurrences}`.trim()),
      )
    for (const verb of ['create', 'update', 'trash', 'restore', 'delete'] as const)
      calendar.before(`event.${verb}`, ({ before, next, scope }) => void calls.push(`hook ${verb} ${before?.id ?? next?.slug} ${scope}`))
    const { events } = calendar
    await events.update(3, { title: 'X' })
    await events.update(1, { title: 'Y' })
    await events.update(4, { title: 'Z' }, { scope: 'following' })
    await events.trash(1)
    await events.restore(1)
    await events.delete(3)
    await events.delete(5, { scope: 'following' })
    await events.delete(1)
    expect(calls).toEqual([
      ...['hook update 3 this', 'updated 3 this'],
      ...['hook update 1 all', 'updated 1 all 3'],
      ...['hook update 1 following', 'hook create market following', 'updated 1 following 2', 'created 6 following 2'],
      ...['hook trash 1 all', 'trashed 1 all 2'],
      ...['hook restore 1 all', 'restored 1 all 2'],
      ...['hook delete 3 this', 'deleted 3 this'],
      ...['hook update 6 following', 'updated 6 following 2'],
      ...['hook delete 1 all', 'deleted 1 all 1'],
    ])
  })

  test.each(['this', 'following', 'all'] as const)('can refuse a write of %s before anything is written', async (scope) => {
    const open = await openMarket()
    const before = linesOf(open)
    open.calendar.before('event.update', () => {
      throw new CalendarError('refused', {}, { message: 'Not now.' })
    })
    expect(await outcomeOf(open.calendar.events.update(4, { title: 'X', categories: 'Music' }, { scope }))).toBe('refused')
    expect(linesOf(open)).toEqual(before)
    expect((await open.calendar.categories.list()).total).toBe(0)
  })
})

describe('the trash', () => {
  test('keeps an occurrence as long as its series is in the trash', async () => {
    const open = await openMarket()
    const { events } = open.calendar
    await events.trash(1)
    expect(await outcomeOf(events.restore(3))).toBe('in_trash')
    expect(await outcomeOf(events.update(3, { status: 'publish' }))).toBe('in_trash')
    expect(await outcomeOf(events.update(3, { title: 'X' }, { scope: 'all' }))).toBe('in_trash')
    expect(await outcomeOf(events.restore(3, { scope: 'all' }))).toBe('done')
  })

  test('has no series to restore for an occurrence that was trashed alone', async () => {
    const { events } = (await openMarket()).calendar
    await events.trash(3)
    expect(await outcomeOf(events.restore(3, { scope: 'all' }))).toBe('not_found')
    expect(await outcomeOf(events.trash(3, { scope: 'all' }))).toBe('in_trash')
  })

  test('frees the slugs of the series and of its occurrences', async () => {
    const open = await openMarket()
    const { events } = open.calendar
    await events.trash(1)
    await events.create(aMarket())
    await events.restore(1)
    const slugs = recordsOf(open).map(({ slug }) => slug)
    expect(slugs.slice(0, 2)).toEqual(['market-2', 'market-2026-06-02-2'])
    expect(new Set(slugs).size).toBe(10)
  })
})

describe('a change of the dates of a series', () => {
  test('is refused if the rule cannot move with the start', async () => {
    const { events } = (await openMarket({ recurrence: 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1;COUNT=4' })).calendar
    const reason = { recurrence: 'does not fit the new start; give the rule, too' }
    const moved = { startDate: '2026-06-03 10:00', endDate: '2026-06-03 12:00' }
    expect(await issuesOf(events.update(1, moved))).toEqual(reason)
    expect(
      await issuesOf(events.update(3, { ...moved, startDate: '2026-07-08 10:00', endDate: '2026-07-08 12:00' }, { scope: 'all' })),
    ).toEqual(reason)
    expect(await outcomeOf(events.update(1, { ...moved, recurrence: 'FREQ=MONTHLY;BYDAY=WE;BYSETPOS=1;COUNT=4' }))).toBe('done')
  })

  test('keeps the occurrences of a rule of numbered weekdays, which moves them by different numbers of days', async () => {
    const open = await openMarket({ recurrence: 'FREQ=MONTHLY;BYDAY=1TU;COUNT=6' })
    await open.calendar.events.update(1, { startDate: '2026-06-03 10:00', endDate: '2026-06-03 12:00' })
    const rows = recordsOf(open).filter(({ role }) => role === 'occurrence')
    expect(rows.map(({ id, occurrenceKey }) => `${id} ${occurrenceKey.slice(0, 10)}`)).toEqual([
      ...['2 2026-06-03', '3 2026-07-01', '4 2026-08-05', '5 2026-09-02', '6 2026-10-07', '7 2026-11-04'],
    ])
    linesOf(open)
  })

  test('is refused if two all-day dates would be on one day', async () => {
    const { events } = (await openMarket({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=2', dates: ['2026-06-02 18:00'] } })).calendar
    expect(await issuesOf(events.update(1, { allDay: true }))).toEqual({ allDay: 'must not put two dates of the series on one day' })
  })

  test.each([
    [
      'a start that is not on the rule',
      'FREQ=WEEKLY;BYDAY=TH',
      'must name the date of the start: the first date from there that the rule names is 2026-06-04',
    ],
    ['too many dates', 'FREQ=DAILY;UNTIL=20400101', 'must end sooner or repeat less often'],
    ['no rule and no dates', { rule: '' }, 'must have a rule or dates'],
    ['an excluded date that the series does not have', { except: ['2026-06-03'] }, 'must list dates of the series in except'],
    ['every date excluded', { except: ['2026-06-02', '2026-06-09', '2026-06-16', '2026-06-23'] }, 'must not exclude every date'],
  ])('is refused with %s', async (_, recurrence, reason) => {
    const open = openCalendar({ horizonMonths: 120 })
    await open.calendar.events.create(aMarket())
    const before = linesOf(open)
    const issues = await issuesOf(open.calendar.events.update(1, { recurrence }))
    expect(issues['recurrence']).toContain(reason)
    expect(linesOf(open)).toEqual(before)
  })
})

test('a returned event that is sent back changes neither an occurrence nor the series', async () => {
  const open = await openMarket({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=4', dates: ['2026-06-03 18:00'], except: ['2026-06-16'] } })
  const { events } = open.calendar
  await events.update(3, { title: 'X' })
  const withoutVersions = (): readonly string[] => linesOf(open).map((line) => line.replace(/ v\d+$/, ''))
  const before = withoutVersions()
  for (const [id, scope] of [
    [3, 'this'],
    [3, 'all'],
    [1, 'all'],
    [4, 'all'],
  ] as const) {
    const { cost, categories, tags, venues, organizers, ...event } = await events.get(id)
    await events.update(id, event, { scope })
    expect(withoutVersions()).toEqual(before)
  }
})

describe('a returned recurrence that is sent back with following', () => {
  const start = { startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }
  const datesOf = (open: OpenCalendar): readonly string[] =>
    recordsOf(open).flatMap(({ role, id, times }) => (role === 'occurrence' ? [`${id} ${times.startLocal}`] : []))

  test.each([
    ['COUNT', { rule: 'FREQ=WEEKLY;COUNT=4' }],
    [
      'exceptions and dates in both parts',
      { rule: 'FREQ=WEEKLY;COUNT=6', dates: ['2026-06-03', '2026-07-30'], except: ['2026-06-02', '2026-06-30'] },
    ],
    ['dates alone', { dates: ['2026-06-03', '2026-06-05', '2026-06-09'] }],
  ])('keeps all dates: %s', async (_, recurrence) => {
    const open = await openMarket({ ...start, recurrence })
    const before = datesOf(open)
    const returned = await open.calendar.events.get(4)
    await open.calendar.events.update(4, { title: 'Fair', recurrence: returned.recurrence }, { scope: 'following' })
    expect(datesOf(open)).toEqual(before)
    expect(linesOf(open).filter((line) => line.includes('Fair')).length).toBeGreaterThan(1)
  })

  test('leaves earlier dates to the earlier series, also beside new dates', async () => {
    const open = await openMarket({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=4', dates: ['2026-06-03'], except: ['2026-06-09'] } })
    const { dates = [], except = [] } = (await open.calendar.events.get(4)).recurrence ?? {}
    const recurrence = { dates: [...dates, '2026-06-20'], except: [...except, '2026-06-23'] }
    await open.calendar.events.update(4, { recurrence }, { scope: 'following' })
    expect(datesOf(open).map((line) => line.slice(2, 12))).toEqual(['2026-06-02', '2026-06-03', '2026-06-16', '2026-06-20'])
    linesOf(open)
  })
})

describe('the links of all occurrences together', () => {
  const tags = Array.from({ length: 100 }, (_, i) => `tag ${i}`)
  const toIssue = (dates: number): object => ({
    recurrence: `must have fewer dates or links: ${dates} dates with 100 categories, tags, venues and organizers are more than 100,000 links`,
  })

  test('are limited at the creation of a series', async () => {
    const { events } = openCalendar().calendar
    expect(await issuesOf(events.create(aMarket({ tags, recurrence: 'FREQ=DAILY;COUNT=1001' })))).toEqual(toIssue(1_001))
    expect(await issuesOf(events.create(aMarket({ tags, recurrence: 'FREQ=DAILY;COUNT=1000' })))).toEqual({})
  })

  test('are limited where a single event becomes a series', async () => {
    const { events } = openCalendar().calendar
    const { id } = await events.create(aMarket({ tags, recurrence: null }))
    expect(await issuesOf(events.update(id, { recurrence: 'FREQ=DAILY;COUNT=1001' }))).toEqual(toIssue(1_001))
  })

  test('are limited where a series gets more dates or more links', async () => {
    const { events } = openCalendar().calendar
    const { id } = await events.create(aMarket({ recurrence: 'FREQ=DAILY;COUNT=1001' }))
    expect(await issuesOf(events.update(id, { tags }))).toEqual(toIssue(1_001))
    await events.update(id, { tags: tags.slice(0, 50) })
    expect(await issuesOf(events.update(id, { recurrence: 'FREQ=DAILY;COUNT=2000' }))).toEqual({})
    await events.update(id, { recurrence: 'FREQ=DAILY;COUNT=1000' })
    expect(await issuesOf(events.update(id, { tags }))).toEqual({})
    expect(await issuesOf(events.update(id, { title: 'Fair' }))).toEqual({})
  })
})

test.each([2, 4])('an update of occurrence %i to recurrence null with following keeps the series', async (id) => {
  const open = await openMarket()
  const before = recordsOf(open).filter(({ role }) => role === 'occurrence')
  await open.calendar.events.update(id, { recurrence: null }, { scope: 'following' })
  expect(recordsOf(open).filter(({ role }) => role === 'occurrence').length).toBe(before.length)
})

test('a series that becomes all-day by an update of a moved occurrence keeps its days', async () => {
  const open = await openMarket()
  const { events } = open.calendar
  await events.update(3, { startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
  await events.update(3, { allDay: true }, { scope: 'all' })
  const keys = recordsOf(open).flatMap(({ role, occurrenceKey }) => (role === 'occurrence' ? [occurrenceKey] : []))
  expect(keys).toEqual(['2026-06-02T00:00:00', '2026-06-09T00:00:00', '2026-06-16T00:00:00', '2026-06-23T00:00:00'])
  linesOf(open)
})

test('createMany with onConflict update changes the series that has the uid', async () => {
  const open = await openMarket({ uid: 'm@example.org' })
  await open.calendar.events.createMany([aMarket({ uid: 'm@example.org', title: 'Fair', recurrence: 'FREQ=WEEKLY;COUNT=2' })], {
    onConflict: 'update',
  })
  expect(linesOf(open).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['1 series', '2 of', '3 of'])
})

test('the dates that remain of a former rule may exceed the limit for given dates', async () => {
  const open = await openMarket({ recurrence: 'FREQ=DAILY;COUNT=600' })
  const { events } = open.calendar
  open.clock.set('2028-06-01T12:00:00Z')
  await events.update(1, { recurrence: 'FREQ=YEARLY;COUNT=2' })
  const { recurrence } = await events.get(1)
  expect(recurrence?.dates.length).toBe(598)
  expect(await issuesOf(events.update(1, { title: 'Fair', recurrence }))).toEqual({})
  const more = { dates: [...(recurrence?.dates ?? []), '2029-01-01'] }
  expect(await issuesOf(events.update(1, { recurrence: more }))).toEqual({
    recurrence: 'must have at most 500 dates, and at most 500 in except',
  })
})
