import { memoryStore } from '@kalends/memory'
import { buildEventDraft } from '@kalends/testing/conformance'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { type AccessPolicy, publicReadOnly, readScopes } from '../../access/policy.ts'
import { roles } from '../../access/roles.ts'
import { createCalendar } from '../../calendar/calendar.ts'
import type { Explanation } from '../../record/explain-options.ts'
import { eventReasons } from './list-reasons.ts'
import { type EventListInput, equalFilters, eventListShape } from './list-schema.ts'
import type { EventInput } from './schema.ts'

const noon = '2026-06-10 12:00'

/** The reasons of an explanation: filter, code, value, and what the list asks for. */
const shown = ({ reasons }: Explanation) => reasons.map(({ filter, code, value, wanted }) => [filter, code, value, wanted])

/** A calendar with an event, and a way to explain lists of strangers. */
async function open(event: Partial<EventInput> = {}) {
  const opened = openCalendar({
    fields: { event: { level: { schema: anything, filter: 'is' }, seats: { schema: anything, filter: 'range' } } },
  })
  const { calendar } = opened
  await calendar.venues.create({ name: 'Hall', geoLat: 52.5, geoLng: 13.4 })
  await calendar.venues.create({ name: 'Secret', geoLat: 52.5, geoLng: 13.4, status: 'draft' })
  await calendar.organizers.create({ name: 'Club' })
  await calendar.categories.create({ name: 'Music' })
  const { id } = await calendar.events.create(anEvent({ startDate: noon, endDate: '2026-06-10 14:00', ...event }))
  const stranger = { actor: null, access: publicReadOnly() }
  return { ...opened, id, explain: (input: EventListInput, viewer = stranger) => calendar.events.explain(id, input, { viewer }) }
}

const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }

describe('visibility comes first', () => {
  test.each<[string, Partial<EventInput>, EventListInput, readonly unknown[]]>([
    [
      'a draft',
      { status: 'draft' },
      {},
      [
        ['status', 'draft', 'draft', ['publish']],
        ['access', 'not_readable', 'draft', ['publish']],
      ],
    ],
    ['a draft in a list of all', { status: 'draft' }, { status: 'any' }, [['access', 'not_readable', 'draft', ['publish']]]],
    [
      'a pending event',
      { status: 'pending' },
      {},
      [
        ['status', 'pending', 'pending', ['publish']],
        ['access', 'not_readable', 'pending', ['publish']],
      ],
    ],
    [
      'a private event',
      { status: 'private' },
      {},
      [
        ['status', 'private', 'private', ['publish']],
        ['access', 'not_readable', 'private', ['publish']],
      ],
    ],
    [
      'a scheduled event, with its date',
      { published: '2026-06-05 09:00' },
      {},
      [
        ['status', 'scheduled', '2026-06-05 09:00:00', ['publish']],
        ['access', 'not_readable', 'future', ['publish']],
      ],
    ],
    ['a public event in a list of drafts', {}, { status: 'draft' }, [['status', 'published', 'publish', ['draft']]]],
    [
      'a hidden event',
      { hidden: true },
      {},
      [
        ['hidden', 'hidden', true, 'exclude'],
        ['access', 'hidden_from_viewer', true, false],
      ],
    ],
    ['a hidden event for a stranger', { hidden: true }, { hidden: 'include' }, [['access', 'hidden_from_viewer', true, false]]],
    [
      'a series itself',
      { recurrence: 'FREQ=DAILY;COUNT=2' },
      { featured: true },
      [
        ['ids', 'series', 'series', ['single', 'occurrence']],
        ['featured', 'other_value', false, true],
      ],
    ],
  ])('%s', async (_, event, input, reasons) => {
    const { explain } = await open(event)
    expect(shown(await explain(input))).toEqual(reasons)
  })

  test('an event in the trash is explained to those who may change it', async () => {
    const { calendar, explain, id } = await open()
    await calendar.events.trash(id)
    expect(shown(await explain({}))).toEqual([
      ['status', 'in_trash', 'trash', ['publish']],
      ['access', 'not_readable', 'trash', ['publish']],
    ])
    expect(await calendar.events.explain(id, { status: 'trash' })).toEqual({ listed: true, page: 1, reasons: [] })
  })

  test('the suggested filters have the event for those who may read it', async () => {
    const { calendar, id } = await open({ status: 'draft', hidden: true })
    const { reasons } = await calendar.events.explain(id)
    expect(reasons.map(({ suggestion }) => suggestion)).toEqual([{ status: 'draft' }, { hidden: 'include' }])
    expect(await calendar.events.explain(id, { status: 'draft', hidden: 'include' })).toMatchObject({ listed: true })
  })
})

describe('each filter explains that it refuses the event', () => {
  test('every filter of lists has an entry', () => {
    const visibility = ['status', 'hidden']
    const explained = [...Object.keys(eventReasons), ...Object.keys(equalFilters), ...visibility, 'page', 'perPage', 'order', 'orderBy']
    expect(explained.sort()).toEqual(Object.keys(eventListShape).sort())
  })

  test.each<[EventListInput, readonly unknown[]]>([
    [{ from: '2026-06-10 15:00' }, ['from', 'ends_too_early', '2026-06-10 14:00:00', '2026-06-10 15:00:00']],
    [{ to: '2026-06-09' }, ['to', 'starts_too_late', '2026-06-10 12:00:00', '2026-06-09']],
    [{ startsFrom: '+2 weeks' }, ['startsFrom', 'starts_too_early', '2026-06-10 12:00:00', '2026-06-15']],
    [{ startsUntil: 'now' }, ['startsUntil', 'starts_too_late', '2026-06-10 10:00:00Z', '2026-06-01 12:00:00Z']],
    [{ startsBefore: '2026-06-10T12:00+02:00' }, ['startsBefore', 'starts_too_late', '2026-06-10 10:00:00Z', '2026-06-10 10:00:00Z']],
    [{ startsAfter: noon }, ['startsAfter', 'starts_too_early', '2026-06-10 12:00:00', '2026-06-10 12:00:00']],
    [{ endsBefore: noon }, ['endsBefore', 'ends_too_late', '2026-06-10 14:00:00', '2026-06-10 12:00:00']],
    [{ endsAfter: '2026-06-10' }, ['endsAfter', 'ends_too_early', '2026-06-10 14:00:00', '2026-06-10']],
    [{ search: 'choir "free beer"' }, ['search', 'lacks_words', ['choir'], ['free beer']]],
    [{ categories: ['sport', 'none'] }, ['categories', 'other_categories', ['music'], ['sport', 'none']]],
    [{ tags: 'free' }, ['tags', 'other_tags', [], ['free']]],
    [{ venueIds: 2 }, ['venueIds', 'other_venues', [1], [2]]],
    [{ organizerIds: [7] }, ['organizerIds', 'other_organizers', [1], [7]]],
    [{ featured: true }, ['featured', 'other_value', false, true]],
    [{ hasLocation: false }, ['hasLocation', 'other_value', true, false]],
    [{ hasImage: true }, ['hasImage', 'other_value', false, true]],
    [{ hasDescription: true }, ['hasDescription', 'other_value', false, true]],
    [{ hasCategory: false }, ['hasCategory', 'other_value', true, false]],
    [{ hasVenue: false }, ['hasVenue', 'other_value', true, false]],
    [{ hasOrganizer: false }, ['hasOrganizer', 'other_value', true, false]],
    [{ near: { lat: 0, lng: 0 } }, ['near', 'too_far', null, 25]],
    [{ ids: [9] }, ['ids', 'other_value', 1, [9]]],
    [{ uids: 'other' }, ['uids', 'other_value', 'own', ['other']]],
    [{ afterId: 1 }, ['afterId', 'not_after_id', 1, 1]],
    [{ seriesIds: 5 }, ['seriesIds', 'no_value', 0, [5]]],
    [{ parentIds: 5 }, ['parentIds', 'no_value', 0, [5]]],
    [{ authorIds: 'ben' }, ['authorIds', 'other_value', 'anna', ['ben']]],
    [{ updatedAfter: 'now' }, ['updatedAfter', 'not_changed_after', '2026-06-01 12:00:00Z', '2026-06-01 12:00:00Z']],
    [{ updatedAfter: '2026-06-02' }, ['updatedAfter', 'not_changed_after', '2026-06-01 14:00:00', '2026-06-02']],
    [{ fields: { level: ['pro', 'new'] } }, ['fields.level', 'other_value', 'old', ['pro', 'new']]],
    [{ fields: { level: 'old', seats: { gte: 9, lte: 10 } } }, ['fields.seats', 'other_value', 5, '>= 9, <= 10']],
  ])('%j', async (input, reason) => {
    const { calendar, explain } = await open({
      venues: [1, 2],
      organizers: 1,
      categories: 'Music',
      uid: 'own',
      authorId: 'anna',
      fields: { level: 'old', seats: 5 },
    })
    await calendar.categories.create({ name: 'Sport' })
    expect(shown(await explain(input))).toEqual([reason])
  })

  test('a later date of a series names the date that the list has', async () => {
    const { calendar, id } = await open({ recurrence: 'FREQ=WEEKLY;COUNT=3', endDate: '2026-06-10 14:00' })
    const dates = (await calendar.events.list({ seriesIds: id })).items
    const explained = await Promise.all(
      dates.map((date) => calendar.events.explain(date.id, { series: 'next', from: '2026-06-12', seriesIds: id })),
    )
    expect(explained.map(shown)).toEqual([
      [['from', 'ends_too_early', '2026-06-10 14:00:00', '2026-06-12']],
      [],
      [['series', 'later_date', '2026-06-24 12:00:00', '2026-06-17 12:00:00']],
    ])
  })

  test('a date of a series has no uid of its own, because a list by the uid of the series has the series', async () => {
    const { calendar, id } = await open({ recurrence: 'FREQ=DAILY;COUNT=2', uid: 'own' })
    const [date] = (await calendar.events.list({ seriesIds: id })).items
    expect(shown(await calendar.events.explain(date?.id ?? 0, { uids: 'own' }))).toEqual([['uids', 'no_value', null, ['own']]])
    expect(await calendar.events.explain(id, { uids: 'own' })).toMatchObject({ listed: true })
  })

  test('ids replace the dates of a list, unless they name other events', async () => {
    const { explain } = await open()
    expect(await explain({ ids: 1, to: '2026-01-01' })).toMatchObject({ listed: true })
    expect(shown(await explain({ ids: 2, to: '2026-01-01' })).map(([filter]) => filter)).toEqual(['ids', 'to'])
  })

  test('every message has the values that it names', async () => {
    const { explain } = await open({ status: 'draft' })
    const { reasons } = await explain({ search: 'beer', featured: true, authorIds: ['5', '6'] })
    expect(reasons.map(({ message }) => message)).toEqual([
      'It is a draft; the list asks for: publish.',
      'Its status is draft: this viewer may not read it.',
      'Its texts lack: beer.',
      'It has no authorIds; the list asks for 5, 6.',
      'Its featured is false; the list asks for true.',
    ])
  })
})

test('a listed event has the page of the list, whatever page is asked for', async () => {
  const { calendar, id } = await open()
  for (let day = 1; day <= 9; day++) await calendar.events.create(anEvent({ startDate: `2026-06-0${day}`, endDate: '2026-06-20' }))
  expect(await calendar.events.explain(id, { perPage: 4, page: 7 })).toEqual({ listed: true, page: 3, reasons: [] })
  expect(await calendar.events.explain(id, { perPage: 4, order: 'desc' })).toEqual({ listed: true, page: 1, reasons: [] })
})

test('the page takes one read of the list, however far into it the event is', async () => {
  const memory = memoryStore()
  let reads = 0
  const find: typeof memory.events.find = (query) => {
    if (query.offset > 0) reads++
    return memory.events.find(query)
  }
  const findIds: typeof memory.events.findIds = (query) => {
    reads++
    return memory.events.findIds(query)
  }
  const { events } = createCalendar({ store: { ...memory, events: { ...memory.events, find, findIds } } })
  const made = await memory.events.insertMany(
    Array.from({ length: 10_001 }, (_, index) => buildEventDraft({ slug: `event-${index}` }, index)),
  )
  for (const [position, page] of [
    [0, 1],
    [9_998, 9_999],
    [9_999, 10_000],
    [10_000, undefined],
  ] as const) {
    reads = 0
    const explained = await events.explain(made[position]?.id ?? 0, { perPage: 1, orderBy: 'id' })
    expect([explained.listed, explained.page, reads]).toEqual([true, page, 1])
  }
})

describe('a viewer', () => {
  /** Reads everything and updates nothing, or the events of an author. */
  const updating = (author: string): AccessPolicy => ({
    readable: () => readScopes.all,
    may: ({ action, record }) => action === 'update' && record?.authorId === author,
  })

  test('without permission to update an event learns what an update tells', async () => {
    const { calendar, id } = await open({ status: 'draft' })
    const stranger = calendar.as(null, publicReadOnly()).events
    const reader = calendar.as({ id: '7', roles: ['reader'] }, roles()).events
    const knowing = calendar.as({ id: '7' }, updating('nobody')).events
    for (const filters of [{}, { status: 'any' as const }, { ids: id }, { search: 'choir' }, { seriesIds: id, series: 'next' as const }]) {
      expect(await outcomeOf(stranger.explain(id, filters))).toBe('not_found')
      expect(await outcomeOf(stranger.explain(999, filters))).toBe('not_found')
      expect(await outcomeOf(reader.explain('choir', filters))).toBe('not_found')
      expect(await outcomeOf(knowing.explain(id, filters))).toBe('forbidden')
    }
    expect(await outcomeOf(calendar.as(null, updating('nobody')).events.explain(id))).toBe('unauthenticated')
  })

  test('without permission to change an event in the trash does not learn that it is there', async () => {
    const { calendar, id } = await open()
    await calendar.events.trash(id)
    expect(await outcomeOf(calendar.as({ id: '7' }, updating('nobody')).events.explain(id))).toBe('not_found')
  })

  test('with permission sees the list of strangers under the same policy', async () => {
    const { calendar, id } = await open({ status: 'draft', authorId: '5' })
    const own = calendar.as({ id: '5', roles: ['author'] }, roles()).events
    expect(await own.explain(id, { status: 'any' })).toMatchObject({ listed: true })
    expect(shown(await own.explain(id, { status: 'any' }, { viewer: { actor: null } }))).toEqual([
      ['access', 'not_readable', 'draft', ['publish']],
    ])
  })

  test('does not see the venues that are hidden from the viewer of the list', async () => {
    const { explain } = await open({ venues: 2 })
    expect(shown(await explain({ venueIds: 2 }))).toEqual([['venueIds', 'other_venues', [], [2]]])
    expect(shown(await explain({ hasLocation: true }))).toEqual([['hasLocation', 'other_value', false, true]])
  })
})

describe('wrong input is refused as by the list', () => {
  test('with the issues of the filters, before the event is looked up', async () => {
    const { calendar } = await open()
    expect(await issuesOf(calendar.events.explain(999, { from: 'x', perPage: 0 }))).toEqual(
      await issuesOf(calendar.events.list({ from: 'x', perPage: 0 })),
    )
    expect(Object.keys(await issuesOf(calendar.events.explain(1, { fields: { other: 1 } })))).toEqual(['fields.other'])
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['an unknown filter', async () => (await open()).calendar.events.explain(1, { form: 'now' } as object), 'no filter form'],
    ['an unknown option', async () => (await open()).calendar.events.explain(1, {}, { view: null } as object), 'no option view'],
    [
      'a viewer without a policy',
      async () => (await open()).calendar.events.explain(1, {}, { viewer: { actor: null } }),
      'viewer.access must be an access policy',
    ],
    ['an actor without an id', async () => (await open()).explain({}, { actor: {} as never, access: publicReadOnly() }), 'viewer.actor.id'],
    ['a text as viewer', async () => (await open()).calendar.events.explain(1, {}, { viewer: 'anonymous' as never }), 'as an object'],
  ])('%s', async (_, work, message) => {
    await expect(work()).rejects.toThrow(TypeError)
    await expect(work()).rejects.toThrow(message)
  })
})
