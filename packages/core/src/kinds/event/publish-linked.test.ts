import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { aMarket } from '../../../test/series.ts'
import { type AccessPolicy, type Actor, allowAll } from '../../access/policy.ts'
import { roles } from '../../access/roles.ts'
import type { Calendar } from '../../calendar/api.ts'
import { CalendarError } from '../../errors/calendar-error.ts'
import type { EventInput } from './schema.ts'
import type { Event } from './view.ts'

const editor: Actor = { id: '1', roles: ['editor'] }
const author: Actor = { id: '5', roles: ['author'] }
/** Authors save drafts, which editors publish. */
const access: AccessPolicy = roles({ publishers: [] })
/** After the "now" of the tests. */
const later = '2026-07-01 12:00:00'

function open() {
  const { calendar, clock } = openCalendar()
  const as = (actor: Actor | null): Calendar => calendar.as(actor, access)
  return { calendar, clock, editor: as(editor), author: as(author), stranger: as(null) }
}

const news = (change: object = {}): Pick<EventInput, 'venues' | 'organizers'> => ({
  venues: { name: 'Hall', ...change },
  organizers: { name: 'Choir', ...change },
})

/** The statuses of the linked records. */
const linked = ({ venues, organizers }: Event): string[] => [...venues, ...organizers].map(({ status }) => status)

describe('new venues and organizers of an event', () => {
  test.each([
    ['publish', 'publish'],
    ['draft', 'draft'],
    ['pending', 'pending'],
    ['private', 'private'],
    // Records in the trash are in no list.
    ['trash', 'draft'],
  ] as const)('with the status %s have the status %s', async (status, expected) => {
    const { calendar } = open()
    await calendar.events.create(anEvent({ status, ...news() }))
    const statuses = [await calendar.venues.get(1), await calendar.organizers.get(1)].map((record) => record.status)
    expect(statuses).toEqual([expected, expected])
  })

  test.each(['publish', 'draft', 'private'] as const)('keep the status %s that they name', async (status) => {
    const { calendar } = open()
    for (const event of ['publish', 'draft'] as const)
      expect(linked(await calendar.events.create(anEvent({ status: event, ...news({ name: event, status }) })))).toEqual([status, status])
  })

  test('are scheduled with their event, and public at the same moment', async () => {
    const { calendar, stranger, clock } = open()
    const event = await calendar.events.create(anEvent({ published: later, ...news() }))
    expect([event.status, ...linked(event)]).toEqual(['future', 'future', 'future'])
    expect(event.venues[0]?.published).toBe(later)
    clock.set('2026-07-01T10:00:00Z')
    expect(linked(await stranger.events.get(event.id))).toEqual(['publish', 'publish'])
  })

  test('keep a publication date that they name', async () => {
    const { calendar } = open()
    const { venues } = await calendar.events.create(anEvent({ published: later, ...news({ published: '2026-01-01' }) }))
    expect(venues).toMatchObject([{ status: 'publish', published: '2026-01-01 00:00:00' }])
  })

  test('are drafts where the caller may create them as drafts alone', async () => {
    const { calendar } = openCalendar()
    const may: AccessPolicy['may'] = ({ kind, next }) => kind === 'event' || next?.status === 'draft'
    const viewer = calendar.as(author, { ...allowAll(), may })
    expect(linked(await viewer.events.create(anEvent(news())))).toEqual(['draft', 'draft'])
    expect(linked(await viewer.events.create(anEvent({ status: 'pending', ...news({ name: 'Other' }) })))).toEqual(['draft', 'draft'])
    expect(await outcomeOf(viewer.events.create(anEvent(news({ name: 'Third', status: 'publish' }))))).toBe('forbidden')
  })

  test.each(['this', 'following', 'all'] as const)('of a series have the status of what is written with the scope %s', async (scope) => {
    const { calendar } = open()
    const { id } = await calendar.events.create(aMarket({ status: 'draft' }))
    const { items } = await calendar.events.list({ seriesIds: id, status: 'any' })
    expect(linked(await calendar.events.update(items[1]?.id ?? 0, news(), { scope }))).toEqual(['draft', 'draft'])
    expect(linked(await calendar.events.update(items[1]?.id ?? 0, { status: 'publish' }, { scope }))).toEqual(['publish', 'publish'])
  })
})

describe('the publication of an event', () => {
  test.each(['draft', 'pending', 'private', 'trash'] as const)('from the status %s publishes linked drafts', async (status) => {
    const { calendar, author: writer, editor: other, stranger } = open()
    const { id } = await writer.events.create(anEvent({ status: 'draft', ...news() }))
    await calendar.events.update(id, { status })
    expect(linked(await other.events.update(id, { status: 'publish' }))).toEqual(['publish', 'publish'])
    expect(linked(await stranger.events.get(id))).toEqual(['publish', 'publish'])
  })

  test('is not the creation of a public event', async () => {
    const { author: writer, editor: other } = open()
    await writer.events.create(anEvent({ status: 'draft', ...news() }))
    expect(linked(await other.events.create(anEvent({ venues: 1, organizers: { name: 'choir' } })))).toEqual(['draft', 'draft'])
  })

  test('publishes records that are pending, and leaves private ones and those in the trash', async () => {
    const { calendar } = open()
    for (const status of ['draft', 'pending', 'private', 'publish'] as const) await calendar.venues.create({ name: status, status })
    await calendar.events.create(anEvent({ status: 'draft', venues: [1, 2, 3, 4] }))
    await calendar.venues.trash(1)
    const event = await calendar.events.update(1, { status: 'publish' })
    expect(event.venues.map(({ id, status }) => [id, status])).toEqual([
      [2, 'publish'],
      [3, 'private'],
      [4, 'publish'],
    ])
    expect((await calendar.venues.list({ status: 'trash' })).total).toBe(1)
  })

  test('schedules linked drafts with the event', async () => {
    const { calendar, stranger, clock } = open()
    await calendar.events.create(anEvent({ status: 'draft', ...news() }))
    const event = await calendar.events.update(1, { status: 'publish', published: later })
    expect([event.status, ...linked(event)]).toEqual(['future', 'future', 'future'])
    clock.set('2026-07-01T10:00:00Z')
    expect(linked(await stranger.events.get(1))).toEqual(['publish', 'publish'])
  })

  test('publishes drafts with a later date at once if the event is public at once', async () => {
    const { calendar, stranger } = open()
    await calendar.events.create(anEvent({ status: 'draft', published: later, ...news() }))
    await calendar.events.update(1, { status: 'publish', published: null })
    expect(linked(await stranger.events.get(1))).toEqual(['publish', 'publish'])
  })

  test('happens when a scheduled event is public at once, too', async () => {
    const { calendar } = open()
    await calendar.venues.create({ name: 'Hall', status: 'draft' })
    await calendar.events.create(anEvent({ published: later }))
    await calendar.events.update(1, { venues: 1 })
    expect((await calendar.venues.get(1)).status).toBe('draft')
    await calendar.events.update(1, { published: '2026-08-01' })
    expect((await calendar.venues.get(1)).status).toBe('draft')
    expect(linked(await calendar.events.update(1, { published: null }))).toEqual(['publish'])
  })

  test('leaves what the caller may not publish, or does not see', async () => {
    const { calendar } = open()
    await calendar.venues.create({ name: 'Mine', status: 'draft', authorId: '5' })
    await calendar.venues.create({ name: 'Other', status: 'draft', authorId: '6' })
    await calendar.venues.create({ name: 'Denied', status: 'draft', authorId: '5' })
    await calendar.events.create(anEvent({ status: 'draft', authorId: '5', venues: [1, 2, 3] }))
    const asked: string[] = []
    const viewer = calendar.as(author, {
      readable: roles().readable,
      may: ({ action, kind, record, next }) => {
        asked.push(`${action} ${kind} ${record?.id} ${next?.status}`)
        return record?.id !== 3
      },
    })
    const event = await viewer.events.update(1, { status: 'publish' })
    expect(event.venues.map(({ id, status }) => [id, status])).toEqual([
      [1, 'publish'],
      [3, 'draft'],
    ])
    expect(asked).toEqual(['update event 1 publish', 'update venue 1 publish', 'update venue 3 publish'])
    expect((await calendar.venues.get(2)).status).toBe('draft')
  })

  test('is not repeated by a write that leaves the status', async () => {
    const { calendar } = open()
    await calendar.events.create(anEvent())
    await calendar.venues.create({ name: 'Hall', status: 'draft' })
    expect(linked(await calendar.events.update(1, { venues: 1, status: 'publish' }))).toEqual(['draft'])
    expect(linked(await calendar.events.update(1, { title: 'New' }))).toEqual(['draft'])
    expect((await calendar.venues.get(1)).version).toBe(1)
  })

  test('of a few events by one createMany publishes each record once', async () => {
    const { calendar } = open()
    await calendar.venues.create({ name: 'Hall', status: 'draft' })
    const uids = ['a', 'b', 'c']
    await calendar.events.createMany(uids.map((uid) => anEvent({ uid, status: 'draft', venues: 1 })))
    const inputs = uids.map((uid) =>
      anEvent({ uid, status: uid === 'c' ? 'draft' : 'publish', venues: uid === 'b' ? { name: 'hall' } : 1 }),
    )
    expect(await calendar.events.createMany(inputs, { onConflict: 'update' })).toMatchObject({ updated: 2, unchanged: 1 })
    expect(await calendar.venues.get(1)).toMatchObject({ status: 'publish', version: 2 })
  })

  test.each([
    ['this', ['publish', 'draft']],
    ['following', ['publish', 'publish']],
    ['all', ['publish', 'publish']],
  ] as const)('of a series with the scope %s publishes the records of the dates that it publishes', async (scope, expected) => {
    const { calendar } = open()
    for (const name of ['Hall', 'Park']) await calendar.venues.create({ name, status: 'draft' })
    const { id } = await calendar.events.create(aMarket({ status: 'draft', venues: 1 }))
    const { items } = await calendar.events.list({ seriesIds: id, status: 'any' })
    await calendar.events.update(items[2]?.id ?? 0, { venues: 2 }, { scope: 'this' })
    await calendar.events.update(items[1]?.id ?? 0, { status: 'publish' }, { scope })
    expect([await calendar.venues.get(1), await calendar.venues.get(2)].map(({ status }) => status)).toEqual(expected)
  })

  test('runs the hooks of the records, and notifies their listeners', async () => {
    const { calendar } = open()
    await calendar.events.create(anEvent({ status: 'draft', ...news() }))
    const seen: string[] = []
    calendar.before('venue.update', ({ next }) => void seen.push(`hook ${next.status}`))
    for (const name of ['event.updated', 'venue.updated', 'organizer.updated'] as const) calendar.on(name, () => void seen.push(name))
    await calendar.events.update(1, { status: 'publish' })
    expect(seen).toEqual(['hook publish', 'venue.updated', 'organizer.updated', 'event.updated'])
    await calendar.events.update(1, { status: 'draft' })
    await calendar.venues.update(1, { status: 'draft' })
    calendar.before('venue.update', () => {
      throw new CalendarError('refused', {}, { message: 'No.' })
    })
    expect(await outcomeOf(calendar.events.update(1, { status: 'publish' }))).toBe('refused')
    expect((await calendar.events.get(1)).status).toBe('draft')
  })

  test('finds what a hook of the event has changed', async () => {
    const { calendar } = open()
    await calendar.events.create(anEvent({ status: 'draft', ...news() }))
    calendar.before('event.update', async ({ tx }) => void (await tx.venues.update(1, { city: 'Ulm' })))
    expect((await calendar.events.update(1, { status: 'publish' })).venues).toMatchObject([{ city: 'Ulm', status: 'publish' }])
  })
})
