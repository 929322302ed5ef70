import { describe, expect, test } from 'vitest'
import type { ChangeOptions } from '../../src/record/api.ts'
import { anEvent } from '../open-calendar.ts'
import { aMarket } from '../series.ts'
import type { OpenService, ServiceOpener } from './open-service.ts'

/** The operations of one kind, with one interface: the patches fit it. */
interface Untyped {
  create(input: object): Promise<{ readonly id: number; readonly version: number }>
  get(ref: number): Promise<{ readonly id: number; readonly version: number }>
  update(ref: number, patch: object, options?: ChangeOptions<never> & { readonly scope?: string }): Promise<{ readonly version: number }>
}

type KindName = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

// One signature for all kinds.
const recordsOf = ({ calendar }: OpenService, kind: KindName): Untyped => calendar[kind] as unknown as Untyped

const full = anEvent({
  timeZone: 'America/New_York',
  description: '<p>Bring & share</p>',
  excerpt: 'a',
  cost: '$10 - $20',
  image: 7,
  website: 'https://example.org',
  uid: 'u',
  venues: [{ name: 'Hall', city: 'Ulm' }, { name: 'Yard' }],
  organizers: { name: 'Club' },
  categories: ['Music', 'Jazz'],
  tags: 'a,b',
  published: '2026-05-01 08:00',
})

const venue = { name: 'Hall', country: 'Germany', province: 'Ulm', geoLat: 48.4, geoLng: 9.99, description: '<b>x</b>', image: 7, uid: 'u' }
const organizer = { name: 'Club', website: 'https://example.org', email: 'a@example.org', status: 'draft' }

/** By kind: a record, and what it has already, in several notations. */
const patches: readonly (readonly [kind: KindName, input: object, patch: object])[] = [
  ['events', full, {}],
  ['events', full, { status: 'publish' }],
  ['events', full, { status: 'FUTURE' }],
  ['events', full, { title: '  Choir ', website: ' https://example.org' }],
  ['events', full, { description: '<p>Bring & share</p>' }],
  ['events', full, { image: { id: 7, url: 'https://example.org/a.png' } }],
  ['events', full, { image: '7', cost: ['$20', '$10'] }],
  ['events', full, { cost: { text: '$10 – $20' } }],
  ['events', full, { tags: ['b', 'A', 'a'], categories: 'jazz,MUSIC,1' }],
  ['events', full, { venues: [{ name: 'HALL' }, 2], organizers: [{ id: 1, name: 'Ignored' }, 1] }],
  ['events', full, { startDate: '2026-06-10T23:30Z', endDate: '2026-06-11T03:00:00+02:00' }],
  ['events', full, { timeZone: 'america/NEW_york', allDay: 'no', endDate: '2026-06-10T21:00:00.5' }],
  ['events', full, { published: '2026-05-01T06:00:00Z', publishedUtc: '2026-05-01 06:00:00' }],
  ['events', full, { slug: '' }],
  ['events', full, { slug: 'Choir' }],
  ['events', full, { recurrence: null, parentId: null }],
  ['events', anEvent({ allDay: true }), { startDate: '2026-06-10', endDate: '2026-06-10 11:00', allDay: true }],
  ['events', anEvent({ startDate: '2026-10-25T01:30:00Z', endDate: '2026-10-25T01:45:00Z' }), { startDate: '2026-10-25T01:30:00Z' }],
  ['events', anEvent({ startDate: '2026-10-25T01:30:00Z', endDate: '2026-10-25T01:45:00Z' }), { startDate: '2026-10-25 02:30' }],
  ['venues', venue, {}],
  ['venues', venue, { stateProvince: 'Ulm', geoLat: '48.40', website: null, slug: null, status: 'publish' }],
  ['venues', { ...venue, geoLat: -0, geoLng: 0 }, { geoLat: -0, geoLng: '0' }],
  ['organizers', organizer, {}],
  ['organizers', organizer, { website: 'https://example.org ', status: 'Draft', email: ' a@example.org', phone: '' }],
  ['categories', { name: 'Music', description: 'x' }, {}],
  ['categories', { name: 'Music', description: 'x' }, { name: ' Music ', parentId: 0, slug: '' }],
  ['tags', { name: 'a' }, {}],
  ['tags', { name: 'a' }, { name: 'a', description: null }],
]

/** Declares the cases of updates that change nothing. */
export function describeUnchanged(open: ServiceOpener): void {
  /** Runs an update an hour later, and expects that nothing is written. */
  async function expectNothing(opened: OpenService, kind: KindName, id: number, patch: object, options: object = {}): Promise<void> {
    const records = recordsOf(opened, kind)
    const read = await records.get(id)
    const before = opened.memory.snapshot()
    opened.clock.advance(3_600_000)
    expect(await records.update(id, patch, options)).toEqual(read)
    expect(opened.memory.snapshot()).toEqual(before)
  }

  describe('an update that changes nothing writes nothing', () => {
    test.each(patches)('%s %j with %j', async (kind, input, patch) => {
      const opened = await open()
      const { id } = await recordsOf(opened, kind).create(input)
      await expectNothing(opened, kind, id, patch)
      await expectNothing(opened, kind, id, await recordsOf(opened, kind).get(id))
    })

    test('with a slug that was numbered because another record had it', async () => {
      const opened = await open()
      for (let i = 0; i < 3; i++) await opened.calendar.venues.create({ name: 'Hall' })
      for (const slug of ['hall-3', 'hall', '', null]) await expectNothing(opened, 'venues', 3, { slug })
      await opened.calendar.venues.delete(1)
      for (const slug of ['', 'hall-2']) await expectNothing(opened, 'venues', 2, { slug })
      expect(await opened.calendar.venues.update(2, { slug: 'hall' })).toMatchObject({ slug: 'hall', version: 2 })
    })

    test('but with a new linked record it is a change, even where the links to stored ones stay', async () => {
      const { calendar } = await open()
      await calendar.events.create(anEvent({ venues: { name: 'Hall' }, tags: 'a' }))
      expect(await calendar.events.update(1, { venues: [1, { name: 'Yard' }] })).toMatchObject({
        version: 2,
        venues: [{}, { name: 'Yard' }],
      })
      expect(await calendar.events.update(1, { tags: ['a', 'b'] })).toMatchObject({ version: 3 })
      expect(await calendar.events.update(1, { venues: [2, 1] })).toMatchObject({ version: 4 })
    })

    test('its preconditions and its input are checked', async () => {
      const opened = await open()
      const { calendar, memory } = opened
      await calendar.events.create(anEvent())
      await calendar.venues.create({ name: 'Hall' })
      await calendar.venues.trash(1)
      const before = memory.snapshot()
      await expect(calendar.events.update(1, {}, { version: 2 })).rejects.toMatchObject({ code: 'version_conflict' })
      await expect(calendar.events.update(1, { title: '' })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(calendar.events.restore(1)).rejects.toMatchObject({ code: 'not_found' })
      await expect(calendar.venues.trash(1)).rejects.toMatchObject({ code: 'in_trash' })
      await expect(calendar.venues.update(1, {})).rejects.toMatchObject({ code: 'in_trash' })
      expect(memory.snapshot()).toEqual(before)
      await expectNothing(opened, 'events', 1, {}, { version: 1 })
    })
  })

  /** The series has the id 1, its occurrences 2 to 5; the third overrides its title. */
  const openSeries = async (): Promise<OpenService> => {
    const opened = await open()
    await opened.calendar.events.create(
      aMarket({ timeZone: 'Europe/Berlin', recurrence: { rule: 'FREQ=WEEKLY;UNTIL=20260701', except: ['2026-06-30'] }, uid: 'market' }),
    )
    await opened.calendar.events.update(4, { title: 'Special', startDate: '2026-06-16 11:00' })
    return opened
  }

  describe('a write of a series that changes nothing writes nothing', () => {
    const scopes = [
      [1, undefined],
      [1, 'all'],
      ...([2, 3, 4, 5] as const).flatMap((id) => [undefined, 'this', 'following', 'all'].map((scope) => [id, scope] as const)),
    ] as const

    test.each(scopes)('of event %i, with scope %s', async (id, scope) => {
      const opened = await openSeries()
      const options = scope === undefined ? {} : { scope }
      const read = await opened.calendar.events.get(id)
      for (const patch of [
        {},
        read,
        JSON.parse(JSON.stringify(read)),
        { title: read.title, status: 'publish', ...(read.title === 'Market' && { slug: '' }) },
        { startDate: `${read.utcStartDate}Z`, endDate: `${read.utcEndDate}Z` },
        { recurrence: { overridden: read.recurrence?.overridden } },
      ])
        await expectNothing(opened, 'events', id, patch, options)
    })

    test.each([
      'RRULE:freq=weekly;until=20260701',
      'FREQ=WEEKLY;INTERVAL=1;UNTIL=20260701T215959Z;WKST=MO',
      { rule: 'FREQ=WEEKLY;UNTIL=20260701T235959', dates: [] },
      { dates: null, except: ['2026-06-30 10:00', '2026-06-30'] },
    ])('with the recurrence in another notation: %j', async (recurrence) => {
      const opened = await openSeries()
      await expectNothing(opened, 'events', 1, { recurrence })
      for (const scope of ['all', 'following']) await expectNothing(opened, 'events', 3, { recurrence }, { scope })
      await expectNothing(opened, 'events', 3, { recurrence }, { scope: 'this' })
    })

    test('with a rule by weeks of the year, which is stored with its weekday', async () => {
      const opened = await open()
      await opened.calendar.events.create(aMarket({ recurrence: 'FREQ=YEARLY;BYWEEKNO=23;COUNT=3' }))
      await expectNothing(opened, 'events', 1, { recurrence: 'FREQ=YEARLY;COUNT=3;BYWEEKNO=23' })
      await expectNothing(opened, 'events', 3, { recurrence: 'FREQ=YEARLY;BYWEEKNO=23;COUNT=3' }, { scope: 'following' })
    })

    test('with the instant of a first date whose wall time is skipped', async () => {
      const opened = await open()
      const daily = { startDate: '2026-03-29 02:30', endDate: '2026-03-29 03:30', recurrence: 'FREQ=DAILY;COUNT=3' }
      await opened.calendar.events.create(aMarket(daily))
      const { utcStartDate } = await opened.calendar.events.get(1)
      await expectNothing(opened, 'events', 1, { startDate: `${utcStartDate}Z` })
      await expectNothing(opened, 'events', 1, daily)
    })

    test('writes only the occurrences that change', async () => {
      const { calendar, memory } = await openSeries()
      await calendar.events.update(1, { title: 'Fair' })
      const versions = [...memory.snapshot().events.records.values()].map(({ id, version }) => `${id} v${version}`)
      expect(versions).toEqual(['1 v2', '2 v2', '3 v2', '4 v2', '5 v2'])
    })
  })
}
