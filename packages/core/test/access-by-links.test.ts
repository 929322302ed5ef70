import { memoryStore } from '@kalends/memory'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { internals } from '../src/calendar/internals.ts'
import {
  type AccessPolicy,
  type AccessQuestion,
  type Calendar,
  createCalendar,
  type Event,
  isCalendarError,
  type Status,
} from '../src/index.ts'

const day = { startDate: '2031-06-01 19:00', endDate: '2031-06-01 21:00' }

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isCalendarError(error) ? error.code : String(error)),
  )

const optional = z.optional(z.string())

/** A calendar with two venues, an organizer, and the categories Sport > Football and Music. */
async function createWorld() {
  const calendar = createCalendar({
    store: memoryStore(),
    fields: {
      event: { desk: { schema: optional, access: true }, notes: { schema: optional } },
      venue: { desk: { schema: optional, access: true } },
    },
  })
  const [hall, barn] = [await calendar.venues.create({ name: 'Hall' }), await calendar.venues.create({ name: 'Barn' })]
  const club = await calendar.organizers.create({ name: 'Sports club' })
  const sport = await calendar.categories.create({ name: 'Sport' })
  const football = await calendar.categories.create({ name: 'Football', parentId: sport.id })
  const music = await calendar.categories.create({ name: 'Music' })
  return { calendar, hall, barn, club, sport, football, music }
}

let world: Awaited<ReturnType<typeof createWorld>>
beforeEach(async () => {
  world = await createWorld()
})

/** A caller whose policy allows everything that `isAllowed` allows for each state of a record. */
const caller = (
  calendar: Calendar,
  isAllowed: (state: NonNullable<AccessQuestion['next']>) => boolean,
  asked: AccessQuestion[] = [],
): Calendar =>
  calendar.as(
    { id: '7' },
    {
      readable: () => ['publish', 'draft', 'trash'].map((status) => ({ status: status as Status })),
      may: (question) => {
        asked.push(question)
        const { kind, record, next } = question
        return kind !== 'event' || [record, next].every((state) => state === undefined || isAllowed(state))
      },
    },
  )

describe('a policy sees what an event links', () => {
  test('before and after each write: nobody moves an event out of a place or into it without the right', async () => {
    const { calendar, hall, barn, club } = world
    const here = await calendar.events.create({ title: 'Here', ...day, venues: hall.id })
    const there = await calendar.events.create({ title: 'There', ...day, venues: barn.id })
    const editor = caller(calendar, ({ venueIds }) => venueIds?.includes(hall.id) === true)
    const { events } = editor
    expect(await outcomeOf(events.update(here.id, { title: 'Still here' }))).toBe('done')
    expect(await outcomeOf(events.update(here.id, { venues: [hall.id, barn.id] }))).toBe('done')
    expect(await outcomeOf(events.update(here.id, { venues: { name: 'hall' } }))).toBe('done')
    expect(await outcomeOf(events.update(here.id, { venues: { name: 'Barn' } }))).toBe('forbidden')
    expect(await outcomeOf(events.update(here.id, { venues: { name: 'Tent' } }))).toBe('forbidden')
    expect(await outcomeOf(events.update(there.id, { title: 'Mine' }))).toBe('forbidden')
    expect(await outcomeOf(events.update(there.id, { venues: hall.id }))).toBe('forbidden')
    expect(await outcomeOf(events.trash(there.id))).toBe('forbidden')
    expect(await outcomeOf(events.delete(there.id))).toBe('forbidden')
    expect(await outcomeOf(events.create({ title: 'New', ...day, venues: { name: 'Hall' } }))).toBe('done')
    expect(await outcomeOf(events.create({ title: 'New', ...day, venues: [{ id: hall.id }], organizers: club.id }))).toBe('done')
    expect(await outcomeOf(events.create({ title: 'New', ...day, venues: { name: 'Tent' } }))).toBe('forbidden')
    expect(await outcomeOf(events.create({ title: 'New', ...day }))).toBe('forbidden')
    const inputs = [hall.id, barn.id].map((venues) => ({ title: 'Many', ...day, venues }))
    expect(await outcomeOf(events.createMany(inputs.slice(0, 1)))).toBe('done')
    expect(await outcomeOf(events.createMany(inputs))).toBe('forbidden')
    const { refused, changed } = await events.updateMany({ status: 'any' }, { venues: barn.id })
    expect([changed, refused.map(({ code }) => code)]).toEqual([0, ['forbidden']])
    expect((await calendar.venues.list({ perPage: 50 })).items.map(({ name }) => name)).toEqual(['Barn', 'Hall'])
  })

  test('categories with those above them, tags, organizers, and declared fields with access', async () => {
    const { calendar, hall, club, sport, football, music } = world
    const asked: AccessQuestion[] = []
    const { events, venues } = caller(calendar, () => true, asked)
    const { id } = await events.create({
      ...{ title: 'Match', ...day, venues: hall.id, organizers: { name: 'Sports Club' }, categories: ['Football', 'New'], tags: ['open'] },
      fields: { desk: 'a', notes: 'secret' },
    })
    const links = { venueIds: [hall.id], organizerIds: [club.id], categoryIds: [sport.id, football.id], tagIds: [] }
    const of = (kind: string): AccessQuestion[] =>
      asked.splice(0).filter((question) => question.kind === kind && question.action !== 'link')
    expect(of('event')).toEqual([
      {
        action: 'create',
        actor: { id: '7' },
        kind: 'event',
        next: { id: null, authorId: '7', status: 'publish', ...links, fields: { desk: 'a' } },
      },
    ])
    const { categories, tags } = await events.update(id, { categories: [{ id: music.id }], fields: { desk: 'b' } })
    expect(categories.map(({ name }) => name)).toEqual(['Music'])
    const stored = { id, authorId: '7', status: 'publish', ...links, tagIds: tags.map((tag) => tag.id) }
    const [question] = of('event')
    expect(question?.record).toEqual({ ...stored, categoryIds: [sport.id, football.id, music.id + 1], fields: { desk: 'a' } })
    expect(question?.next).toEqual({ ...stored, categoryIds: [music.id], fields: { desk: 'b' } })
    await venues.update(hall.id, { fields: { desk: 'c' } })
    expect(of('venue')).toEqual([
      {
        ...{ action: 'update', actor: { id: '7' }, kind: 'venue' },
        record: { id: hall.id, authorId: '', status: 'publish', fields: {} },
        next: { id: hall.id, authorId: '', status: 'publish', fields: { desk: 'c' } },
      },
    ])
  })

  test('of a series: the series for all its dates, a date for itself', async () => {
    const { calendar, hall, barn } = world
    const series = await calendar.events.create({ title: 'Choir', ...day, venues: hall.id, recurrence: 'FREQ=DAILY;COUNT=3' })
    const [first] = (await calendar.events.list({ seriesIds: series.id })).items
    const { events } = caller(calendar, ({ venueIds }) => venueIds?.includes(hall.id) === true)
    const id = first?.id ?? 0
    expect(await outcomeOf(events.update(id, { venues: barn.id }, { scope: 'all' }))).toBe('forbidden')
    expect(await outcomeOf(events.update(id, { venues: barn.id }))).toBe('forbidden')
    await calendar.events.update(id, { venues: barn.id })
    expect(await outcomeOf(events.update(id, { title: 'There' }))).toBe('forbidden')
    expect(await outcomeOf(events.update(series.id, { title: 'Everywhere' }))).toBe('done')
  })

  test('an anonymous caller that may create nothing gets no transaction, whatever its event links', async () => {
    const { calendar } = world
    const asked: string[] = []
    const access: AccessPolicy = {
      readable: () => [{ status: 'publish' }],
      may: ({ action, kind, next }) => {
        asked.push(`${action} ${kind} ${next === undefined}`)
        return false
      },
    }
    const input = { title: 'New', ...day, categories: ['Sport'], venues: { name: 'Hall' } }
    expect(await outcomeOf(calendar.as(null, access).events.create(input))).toBe('unauthenticated')
    expect(asked).toEqual(['create event true'])
  })
})

describe('a read scope by links', () => {
  const scope = (readable: ReturnType<AccessPolicy['readable']>): AccessPolicy => ({ readable: () => readable, may: () => false })
  const titles = async (calendar: Calendar, access: AccessPolicy, input: object = {}): Promise<string> => {
    const { items, total } = await calendar.as({ id: '7' }, access).events.list({ status: 'any', orderBy: 'id', ...input })
    expect(total).toBe(items.length)
    return items.map(({ title }) => title).join(' ')
  }

  test('shows the events of places, organizers and categories with all below them', async () => {
    const { calendar, hall, barn, club, sport, football, music } = world
    const create = async (title: string, more: object) => (await calendar.events.create({ title, ...day, ...more })).id
    const a = await create('a', { venues: hall.id, status: 'draft' })
    await create('b', { venues: [barn.id, hall.id], organizers: club.id })
    await create('c', { categories: [{ id: football.id }], status: 'draft' })
    await create('d', { categories: [{ id: music.id }], organizers: club.id, authorId: '7', hidden: true })
    const draft = 'draft' as const
    expect(await titles(calendar, scope([{ status: draft, venueIds: [hall.id] }]))).toBe('a')
    expect(await titles(calendar, scope([{ status: draft, categoryIds: [sport.id] }]))).toBe('c')
    expect(await titles(calendar, scope([{ status: 'publish', venueIds: [barn.id], organizerIds: [club.id] }]))).toBe('b')
    expect(await titles(calendar, scope([{ status: draft, venueIds: [] }]))).toBe('')
    // An id that is none makes the scope empty.
    for (const id of [0, -1, 1.5, '1', null, Number.NaN])
      expect(await titles(calendar, scope([{ status: 'publish' }, { status: draft, venueIds: [id as number] }]))).toBe('')
    // Venues and organizers have no links.
    const viewer = calendar.as({ id: '7' }, scope([{ status: 'publish', venueIds: [hall.id] }]))
    expect((await viewer.venues.list()).total).toBe(0)
    expect(await outcomeOf(viewer.events.get(a))).toBe('not_found')
    // Of drafts by their links, no hidden event is in a list.
    const mayAll: AccessPolicy = { readable: () => [{ status: 'publish' }, { status: draft, venueIds: [hall.id] }], may: () => true }
    expect(await titles(calendar, mayAll, { hidden: 'include' })).toBe('a b')
    expect(
      await titles(
        calendar,
        { ...mayAll, readable: () => [{ status: 'publish' }, { status: draft, authorIds: ['7'] }] },
        { hidden: 'include' },
      ),
    ).toBe('b d')
  })

  test('follows a move in the tree of categories: by id, in cached items and in tokens of changes', async () => {
    const { calendar, sport, football, music } = world
    const { id } = await calendar.events.create({ title: 'Match', ...day, categories: [{ id: football.id }] })
    const viewer = calendar.as({ id: '7' }, scope([{ status: 'publish', categoryIds: [sport.id] }]))
    const encoder = {
      encoding: 'title',
      encode: async (events: readonly Event[]) => events.map(({ title }) => new TextEncoder().encode(title)),
    }
    // Items of events stay when another record is written: the log does not tell of each event that a move shows or hides.
    const hasItem = (caller: Calendar, key: string) =>
      internals(caller).cached(key, async (inside) => ({
        byteLength: 1,
        has: (await internals(inside).getEventItem(id, encoder)) !== null,
      }))
    expect(await hasItem(calendar.as({ id: '7' }, scope([{ status: 'publish' }])), 'all')).toEqual({ byteLength: 1, has: true })
    expect(await hasItem(viewer, 'by links')).toEqual({ byteLength: 1, has: false })
    const token = await viewer.changes.token()
    expect(await outcomeOf(viewer.changes.since(token, { events: {} }))).toBe('done')
    await calendar.categories.update(football.id, { parentId: music.id })
    expect(await outcomeOf(viewer.events.get(id))).toBe('not_found')
    expect(await outcomeOf(viewer.changes.since(token, { events: {} }))).toBe('token_expired')
  })

  test('tells who could read an event just before a write', async () => {
    const { calendar, hall, barn } = world
    const { id } = await calendar.events.create({ title: 'Match', ...day, venues: hall.id })
    const viewer = calendar.as({ id: '7' }, scope([{ status: 'publish', venueIds: [hall.id] }]))
    const token = await viewer.changes.token()
    await calendar.events.update(id, { venues: barn.id })
    const { items, token: later } = await viewer.changes.since(token, { events: {} })
    expect(items).toEqual([{ kind: 'event', id, gone: true }])
    await calendar.events.delete(id)
    expect((await viewer.changes.since(later, { events: {} })).items).toEqual([])
    // A place that is gone for good takes its events out of sight without a row of their own.
    await calendar.venues.delete(hall.id)
    expect(await outcomeOf(viewer.changes.since(later, { events: {} }))).toBe('token_expired')
  })
})

test('only fields of events, venues and organizers have the option access', () => {
  const create = (fields: object) => () => createCalendar({ store: memoryStore(), fields })
  expect(create({ tag: { desk: { schema: z.string(), access: true } } })).toThrow('fields.tag.desk.access must not be true')
  expect(create({ event: { desk: { schema: z.string(), access: 1 } } })).toThrow('fields.event.desk.access must be true or false')
})
