import { type CalendarClient, CalendarError, isCalendarError, publicReadOnly } from '@kalends/core'
import { buildEventInput } from '@kalends/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { changesOf } from '../src/copy.ts'
import { clientOver, type Fields, type Opened, serveCalendar, ways } from './open-client.ts'

/**
 * Every test has one expectation for a calendar in process and for clients of it, as the service tests of the core have in
 * `services.test.ts`: these cases are about names and addresses of the interface. Times are read and written in whole seconds.
 */

const eventDates = { startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' }
const opened: Opened[] = []
afterAll(async () => void (await Promise.all(opened.map(({ close }) => close()))))

/** Everything of an error that both sides have. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  if (!isCalendarError(error)) throw error ?? new Error('it succeeded')
  return { code: error.code, message: error.message, details: error.details }
}

const all = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The members that are compared, without those that are undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Fails unless two results are equal in every member. */
const expectSame = (actual: unknown, expected: unknown): void => expect(plain(actual)).toEqual(plain(expected))

const titles = (list: { readonly items: readonly { readonly title: string }[] }): readonly string[] => list.items.map(({ title }) => title)
const names = (list: { readonly items: readonly { readonly name: string }[] }): readonly string[] => list.items.map(({ name }) => name)

describe.each(ways)('$name', ({ open }) => {
  let client: CalendarClient<Fields>
  let calendar: Opened['calendar']
  let clock: Opened['clock']

  beforeEach(async () => {
    const one = await open()
    opened.push(one)
    ;({ client, calendar, clock } = one)
  })

  describe('records', () => {
    test('an event with everything is the same as one that is read in process', async () => {
      const parent = await client.events.create(buildEventInput())
      const image = await client.events.create({
        ...eventDates,
        title: 'Choir Evening',
        timeZone: 'America/New_York',
        allDay: true,
        cost: '$10 - $20',
        website: 'https://choir.example',
        showMap: false,
        showMapLink: false,
        hidden: true,
        sticky: true,
        featured: true,
        eventStatus: 'movedOnline',
        eventStatusReason: 'The hall is flooded',
        attendance: 'mixed',
        onlineUrl: 'https://meet.example',
        categories: ['Music', 'Choir'],
        tags: 'free, indoors',
        venues: [{ name: 'Town Hall', city: 'Ulm', stateProvince: 'BW', geoLat: 48.4, geoLng: 10, phone: '1' }, { name: 'Annex' }],
        organizers: { name: 'Club', email: 'a@b.example' },
        parentId: parent.id,
        authorId: '7',
        published: '2026-03-01 10:00',
        description: '<p>Songs</p>',
        excerpt: 'Songs',
        slug: 'choir',
        image: 12,
        uid: 'choir-1@town.example',
      })
      expectSame(image, await calendar.events.get(image.id))
      expect(await client.events.get('choir')).toEqual(image)
      const [venue, annex] = image.venues
      expect(await client.venues.get(venue?.id ?? 0)).toEqual(venue)
      expect(await client.venues.get('annex')).toEqual(annex)
      expect(await client.organizers.get('club')).toEqual(image.organizers[0])
      expect(await client.events.create({ ...eventDates, title: 'Image', image: 'https://a.example/b.png' })).toMatchObject({
        image: 'https://a.example/b.png',
        uid: '',
        venues: [],
      })
    })

    test('venues, organizers, categories and tags', async () => {
      const venue = await client.venues.create({
        name: 'Hall',
        country: 'Germany',
        province: 'BW',
        showMap: false,
        geoLat: 1.5,
        geoLng: -2,
      })
      expectSame(venue, await calendar.venues.get(venue.id))
      const organizer = await client.organizers.create({ name: 'Club', website: 'https://club.example', status: 'draft' })
      expectSame(organizer, await calendar.organizers.get(organizer.id))
      const music = await client.categories.create({ name: 'Music', description: 'Loud' })
      const jazz = await client.categories.create({ name: 'Jazz', parentId: music.id })
      const tag = await client.tags.create({ name: 'Free' })
      expectSame(jazz, await calendar.categories.get(jazz.id))
      expect(await client.tags.update('free', { name: 'No charge' })).toEqual({ ...tag, name: 'No charge', version: 2 })
      expect(await client.tags.delete('free')).toMatchObject({ id: tag.id })
      expect(await client.tags.find('free')).toBe(null)
      expect(await client.categories.delete(music.id)).toMatchObject({ name: 'Music' })
      expect(await client.categories.get(jazz.id)).toMatchObject({ parentId: 0 })
      expect(await client.venues.delete(venue.id)).toEqual(venue)
      expect(await client.venues.find(venue.id)).toBe(null)
    })

    test('declared fields are written, merged, cleared and filtered', async () => {
      const class1 = await client.events.create({
        ...eventDates,
        title: 'Tango',
        fields: { level: 'pro', seats: 40 },
        venues: { name: 'Hall', fields: { wheelchair: true } },
        organizers: { name: 'Club', fields: { since: '1999' } },
      })
      const class2 = await client.events.create({ ...eventDates, title: 'Salsa', fields: { level: 'beginner', seats: 9 } })
      expectSame(class1, await calendar.events.get(class1.id))
      expect([class1.fields, class1.venues[0]?.fields, class1.organizers[0]?.fields]).toEqual([
        { level: 'pro', seats: 40 },
        { wheelchair: true },
        { since: '1999' },
      ])
      const found = async (given: Parameters<typeof client.events.list>[0]): Promise<readonly string[]> =>
        titles(await client.events.list(given))
      expect(await found({ fields: { level: 'pro' } })).toEqual(['Tango'])
      expect(await found({ fields: { level: ['pro', 'beginner'], seats: { gte: 9, lte: 9 } } })).toEqual(['Salsa'])
      expect(await found({ fields: { seats: [40, 41] } })).toEqual(['Tango'])
      const walked = await all(client.events.each({ fields: { seats: { gte: 1 } } }))
      expect(walked.map(({ fields }) => fields.seats)).toEqual([40, 9])
      expect((await client.events.update(class2.id, { fields: { seats: null } })).fields).toEqual({ level: 'beginner' })
      expect((await client.events.update(class2.id, { title: 'Salsa 2' })).fields).toEqual({ level: 'beginner' })
      expect((await client.events.trash(class1.id)).fields).toEqual({ level: 'pro', seats: 40 })
      expect((await client.events.restore(class1.id)).fields).toEqual({ level: 'pro', seats: 40 })
      const venue = await client.venues.update('hall', { fields: { wheelchair: false } })
      expect([venue.fields, names(await client.venues.list({ fields: { wheelchair: true } }))]).toEqual([{ wheelchair: false }, []])
      expect((await client.categories.create({ name: 'Music', fields: { color: 'red, or blue' } })).fields).toEqual({
        color: 'red, or blue',
      })
      expect(names(await client.categories.list({ fields: { color: 'red, or blue' } }))).toEqual(['Music'])
      expect((await client.tags.create({ name: 'Free', fields: { notes: [{ by: 'A' }] } })).fields).toEqual({ notes: [{ by: 'A' }] })
      expect((await client.events.delete(class1.id)).fields).toEqual({ level: 'pro', seats: 40 })
    })

    test('invalid values of declared fields are refused under their names', async () => {
      const codes = async (fields: object): Promise<unknown> =>
        failureOf(client.events.create({ ...eventDates, title: 'Tango', ...{ fields } }))
      expect(await codes({ level: 'expert', seats: -1 })).toMatchObject({
        code: 'invalid_input',
        details: { params: { 'fields.level': expect.any(String), 'fields.seats': expect.any(String) } },
      })
      expect(await failureOf(client.events.list(JSON.parse('{"fields":{"color":"red"}}')))).toMatchObject({
        code: 'invalid_input',
        details: { params: { 'fields.color': 'is not a declared field' } },
      })
    })

    test('a patch changes what it names', async () => {
      const event = await client.events.create({ ...eventDates, title: 'Choir', allDay: true, venues: { name: 'Hall' }, cost: 12 })
      const [venue] = event.venues
      const patched = await client.events.update(event.id, { title: 'Choir Evening', cost: undefined })
      expect(patched).toEqual({ ...event, title: 'Choir Evening', version: 2, updated: patched.updated })
      expect(await client.events.update('choir', { venues: null, eventStatus: 'cancelled' })).toMatchObject({
        venues: [],
        eventStatus: 'cancelled',
      })
      expect(await client.events.update(event.id, { venues: venue })).toMatchObject({ venues: [{ id: venue?.id }] })
    })

    test('a returned event can be sent back and changes nothing', async () => {
      await client.events.create({
        ...eventDates,
        title: 'Choir',
        cost: ['$10', 12, '$20'],
        venues: { name: 'Hall' },
        categories: 'Music',
        image: 3,
      })
      const event = await client.events.get('choir')
      expect(await client.events.update(event.id, event)).toEqual(event)
    })

    test('the trash', async () => {
      const { id } = await client.events.create({ ...eventDates, title: 'Choir', status: 'pending' })
      expect(await client.events.trash(id)).toMatchObject({ status: 'trash', slug: 'choir__trashed' })
      expect(await client.events.find(id)).toBe(null)
      expect(await failureOf(client.events.get(id))).toMatchObject({ code: 'in_trash', details: { kind: 'event', id } })
      expect(await failureOf(client.events.trash(id))).toMatchObject({ code: 'in_trash' })
      expect(titles(await client.events.list({ status: 'trash' }))).toEqual(['Choir'])
      expect(await client.events.restore(id, { version: 2 })).toMatchObject({ status: 'pending', slug: 'choir', version: 3 })
      expect(await failureOf(client.events.restore(id))).toMatchObject({ code: 'not_found', details: { kind: 'event', id } })
      const venue = await client.venues.create({ name: 'Hall' })
      await client.venues.trash('hall')
      expect(await client.venues.restore(venue.id)).toMatchObject({ status: 'publish' })
      const organizer = await client.organizers.create({ name: 'Club' })
      await client.organizers.trash(organizer.id, { version: 1 })
      expect(await client.organizers.delete(organizer.id)).toMatchObject({ status: 'trash' })
    })

    test('times that a clock change moves', async () => {
      const night = await client.events.create({ title: 'Night', startDate: '2026-10-25 02:30', endDate: '2026-10-25 02:30:00+01:00' })
      expect(night.endMs - night.startMs).toBe(3_600_000)
      expectSame(night, await calendar.events.get(night.id))
      clock.advance(5_000)
      const moved = await client.events.update(night.id, { startDate: '2026-12-01 20:00', endDate: '2026-12-01 21:00' })
      expect(moved).toMatchObject({ previousStartDate: '2026-10-25 02:30:00', previousStartMs: night.startMs })
      expect(moved.updatedMs - night.updatedMs).toBe(5_000)
      expect((await client.events.update(night.id, { timeZone: '+05:30' })).previousStartMs).toBe(night.startMs)
    })
  })

  describe('series', () => {
    test('are created, listed, changed in part and split', async () => {
      const series = await client.events.create({
        ...eventDates,
        title: 'Course',
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=6', except: ['2026-06-14'] },
      })
      expectSame(series, await calendar.events.get(series.id))
      expect(series.recurrence).toMatchObject({ seriesId: series.id, id: '', rule: 'FREQ=WEEKLY;COUNT=6', listedUntil: null })
      const { items } = await client.events.list({ seriesIds: series.id })
      expect(items.map(({ startDate }) => startDate.slice(5, 10))).toEqual(['05-31', '06-07', '06-21', '06-28', '07-05'])
      const [, second, third] = items.map(({ id }) => id)
      const own = await client.events.update(second ?? 0, {
        title: 'Guest',
        eventStatusReason: 'Storm',
        venues: { name: 'Hall' },
        startDate: '2026-06-07 20:00',
        endDate: '2026-06-07 22:00',
      })
      expectSame(own, await calendar.events.get(own.id))
      expect(own.recurrence?.overridden).toEqual(['eventStatusReason', 'times', 'title', 'venueIds'])
      const reset = await client.events.update(own.id, { recurrence: { overridden: ['times'] } })
      expect([reset.title, reset.recurrence?.overridden]).toEqual(['Course', ['times']])
      expect(titles(await client.events.list({ series: 'next' }))).toEqual(['Course'])
      await client.events.update(third ?? 0, { title: 'Later' }, { scope: 'following' })
      expect(titles(await client.events.list())).toEqual(['Course', 'Course', 'Later', 'Later', 'Later'])
      await client.events.update(series.id, { featured: true }, { scope: 'all', version: (await client.events.get(series.id)).version })
      expect(titles(await client.events.list({ featured: true }))).toEqual(['Course', 'Course'])
      await client.events.trash(third ?? 0, { scope: 'all' })
      expect((await client.events.list()).total).toBe(2)
      expect(await failureOf(client.events.update(series.id, { title: 'x' }, { scope: 'this' }))).toMatchObject({
        code: 'invalid_input',
        details: { params: { scope: expect.any(String) } },
      })
    })
  })

  describe('lists', () => {
    beforeEach(async () => {
      const hall = await client.venues.create({ name: 'Hall', geoLat: 48.4, geoLng: 10, uid: 'hall@x' })
      const far = await client.venues.create({ name: 'Far', geoLat: 53.5, geoLng: 10 })
      const club = await client.organizers.create({ name: 'Club' })
      await client.categories.create({ name: 'Empty' })
      await client.events.create({
        ...eventDates,
        title: 'Alpha',
        venues: hall.id,
        categories: 'Music',
        tags: 'free',
        featured: true,
        uid: 'alpha@x',
      })
      await client.events.create({
        ...eventDates,
        title: 'Beta',
        startDate: '2026-05-30',
        venues: far.id,
        organizers: club.id,
        authorId: '5',
      })
      clock.advance(60_000)
      await client.events.create({ ...eventDates, title: 'Gamma', hidden: true, status: 'draft', parentId: 1 })
      await client.events.create({ ...eventDates, title: 'Delta', endDate: '2026-06-02', categories: ['Music', 'Dance'] })
      await client.events.create({ title: 'Past', startDate: '2026-01-01', endDate: '2026-01-01', organizers: club.id })
    })

    test.each<[NonNullable<Parameters<CalendarClient<Fields>['events']['list']>[0]>, readonly string[]]>([
      [{}, ['Past', 'Beta', 'Alpha', 'Delta']],
      [{ startsFrom: '2026-05-01' }, ['Beta', 'Alpha', 'Delta']],
      [{ from: '2026-05-31', to: '2026-06-30' }, ['Beta', 'Alpha', 'Delta']],
      [{ from: '2026-05-31T19:00:00Z' }, ['Delta']],
      [{ to: '2026-05-30' }, ['Past', 'Beta']],
      [{ startsUntil: '2026-05-30' }, ['Past', 'Beta']],
      [{ startsBefore: '2026-05-31' }, ['Past', 'Beta']],
      [{ startsAfter: '2026-05-30' }, ['Alpha', 'Delta']],
      [{ endsBefore: 'now' }, ['Past']],
      [{ endsAfter: '2026-06-01T10:00:00+02:00' }, ['Delta']],
      [{ search: 'alp' }, ['Alpha']],
      [{ search: '' }, ['Past', 'Beta', 'Alpha', 'Delta']],
      [{ search: 'a & b=c' }, []],
      [{ categories: 'music' }, ['Alpha', 'Delta']],
      [{ categories: ['dance', 'empty'] }, ['Delta']],
      [{ tags: ['free'] }, ['Alpha']],
      [{ venueIds: 1 }, ['Alpha']],
      [{ venueIds: [1, 2], organizerIds: 1 }, ['Beta']],
      [{ featured: false }, ['Past', 'Beta', 'Delta']],
      [{ status: ['draft', 'publish'], hidden: 'include' }, ['Past', 'Beta', 'Alpha', 'Gamma', 'Delta']],
      [{ status: 'any', hidden: 'only' }, ['Gamma']],
      [{ hasLocation: true }, ['Beta', 'Alpha']],
      [{ hasVenue: true, hasImage: false }, ['Beta', 'Alpha']],
      [{ near: { lat: 48.4, lng: 10 } }, ['Alpha']],
      [{ near: { lat: 48.4, lng: 10, radiusKm: 600 } }, ['Beta', 'Alpha']],
      [{ ids: [5, 1] }, ['Past', 'Alpha']],
      [{ uids: 'alpha@x' }, ['Alpha']],
      [{ uids: [5, 'alpha@x'] }, ['Past', 'Alpha']],
      [{ afterId: 1 }, ['Past', 'Beta', 'Delta']],
      [{ parentIds: 1, status: 'draft', hidden: 'only' }, ['Gamma']],
      [{ authorIds: ['5', '6'] }, ['Beta']],
      [{ updatedAfter: '2026-03-04 13:00:30' }, ['Past', 'Delta']],
      [{ orderBy: 'title', order: 'desc' }, ['Past', 'Delta', 'Beta', 'Alpha']],
      [{ orderBy: 'startInstant' }, ['Past', 'Beta', 'Alpha', 'Delta']],
      [{ orderBy: 'end', order: 'desc' }, ['Delta', 'Beta', 'Alpha', 'Past']],
      [{ orderBy: 'published', order: 'desc' }, ['Past', 'Delta', 'Beta', 'Alpha']],
      [{ orderBy: 'updated' }, ['Alpha', 'Beta', 'Delta', 'Past']],
      [{ orderBy: 'id', perPage: 2, page: 2 }, ['Delta', 'Past']],
      [{ series: 'next', seriesIds: 9 }, []],
      [{ startsFrom: undefined, page: undefined }, ['Past', 'Beta', 'Alpha', 'Delta']],
    ])('events with %j are %j', async (input, expected) => {
      const page = await client.events.list(input)
      expect(titles(page)).toEqual(expected)
      expectSame(page, await calendar.events.list(input))
    })

    test.each<[NonNullable<Parameters<CalendarClient<Fields>['venues']['list']>[0]>, readonly string[]]>([
      [{}, ['Far', 'Hall']],
      [{ orderBy: 'name', order: 'desc' }, ['Hall', 'Far']],
      [{ orderBy: 'updated' }, ['Hall', 'Far']],
      [{ event: 1 }, ['Hall']],
      [{ hasEvents: false }, []],
      [{ onlyWithUpcoming: true, search: 'ha' }, ['Hall']],
      [{ uids: [2, 'hall@x'], status: ['publish', 'draft'], authorIds: '', updatedAfter: '2026-01-01' }, ['Far', 'Hall']],
      [{ afterId: 1 }, ['Far']],
    ])('venues with %j are %j', async (input, expected) => {
      const page = await client.venues.list(input)
      expect(names(page)).toEqual(expected)
      expectSame(page, await calendar.venues.list(input))
    })

    test('categories after an id, and none', async () => {
      const page = await client.categories.list({ afterId: 2, perPage: 1 })
      expect(names(page)).toEqual(['Dance'])
      expectSame(page, await calendar.categories.list({ afterId: 2, perPage: 1 }))
      expect(await all(client.categories.each({ search: 'nothing' }))).toEqual([])
    })

    test('events of a page share the records that they link', async () => {
      await client.events.update(2, { venues: 1, organizers: 1, categories: 'Music' })
      const [, beta, alpha] = (await client.events.list()).items
      expect(beta?.venues[0]).toMatchObject({ id: 1, name: 'Hall' })
      expect(beta?.organizers[0]).toMatchObject({ id: 1, name: 'Club' })
      expect(alpha?.venues[0]).toBe(beta?.venues[0])
      expect(alpha?.categories[0]).toBe(beta?.categories[0])
    })

    test('pages', async () => {
      const pages = await Promise.all([1, 2].map((page) => client.events.list({ perPage: 2, page })))
      expect(pages).toEqual([
        { items: expect.any(Array), page: 1, perPage: 2, total: 4, totalPages: 2 },
        { items: expect.any(Array), page: 2, perPage: 2, total: 4, totalPages: 2 },
      ])
      expect(await client.tags.list({ search: 'nothing' })).toEqual({ items: [], page: 1, perPage: 35, total: 0, totalPages: 0 })
      expect(await client.events.list({ perPage: 2, page: 3 })).toEqual({ items: [], page: 3, perPage: 2, total: 4, totalPages: 2 })
      expect(await client.events.count()).toBe(4)
      expect(await Promise.all([1, 2, 9].map((atMost) => client.tags.count({}, { atMost })))).toEqual(
        await Promise.all([1, 2, 9].map((atMost) => calendar.tags.count({}, { atMost }))),
      )
      await expect(client.tags.count({}, { atMost: 0 })).rejects.toThrow('atMost must be an integer of 1 or more, not 0')
    })

    test('unknown filters are refused', async () => {
      for (const name of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
        const untyped: object = { per_page: 5 }
        await expect(client[name].list(untyped), name).rejects.toThrow(TypeError)
        await expect(client[name].count(untyped), name).rejects.toThrow('no filter per_page')
        await expect(all<unknown>(client[name].each(untyped)), name).rejects.toThrow('no filter per_page')
      }
      const events: object = { window: 'all' }
      await expect(changesOf(client).token({ events })).rejects.toThrow('no filter window')
      const token = await changesOf(client).token({ events: {} })
      await expect(changesOf(client).since(token, { events })).rejects.toThrow('no filter window')
    })

    test('each ends at its limit', async () => {
      const none = client.tags.each({}, { limit: 0 })
      await expect(all(none)).rejects.toThrow('limit must be an integer of 1 or more, not 0')
      const found: number[] = []
      for await (const { id } of client.events.each({}, { limit: 2 })) found.push(id)
      expect(found).toHaveLength(2)
    })

    test('each is stable while records come and go', async () => {
      await calendar.events.createMany(Array.from({ length: 205 }, (_, i) => buildEventInput({ startDate: '2026-07-01 10:00' }, i)))
      const seen: number[] = []
      for await (const { id } of client.events.each({ startsFrom: '2026-07-01' })) {
        seen.push(id)
        if (id === 20) await calendar.events.delete(7)
        if (id === 30) await calendar.events.create(buildEventInput({ startDate: '2026-07-01 09:00' }))
      }
      expect(seen).toEqual(Array.from({ length: 206 }, (_, i) => i + 6))
    })
  })

  describe('errors', () => {
    test('name every field as the input has it', async () => {
      expect(
        await failureOf(client.events.create({ title: '', startDate: 'x', endDate: '2026-05-31', timeZone: 'Moon', parentId: 9 })),
      ).toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^Some of the input is not valid. See: .*startDate/),
        details: { params: { title: 'must not be empty', startDate: expect.any(String), timeZone: expect.any(String) } },
      })
      const params = async (promise: Promise<unknown>): Promise<readonly string[]> => {
        const failure = await failureOf(promise)
        return Object.keys((failure as { details: { params: object } }).details.params).sort()
      }
      expect(
        await params(client.events.list({ perPage: 0, near: { lat: 91, lng: 0 }, hasLocation: 'x' as never, hidden: 'x' as never })),
      ).toEqual(['hasLocation', 'hidden', 'near.lat', 'perPage'])
      expect(await params(client.venues.list({ onlyWithUpcoming: 3 as never, updatedAfter: 'x', orderBy: 'x' as never }))).toEqual([
        'onlyWithUpcoming',
        'orderBy',
        'updatedAfter',
      ])
      expect(await params(client.categories.create({ name: 'x', parentId: 7 }))).toEqual(['parentId'])
      const nested = [{ name: '', geoLat: 91 }, { city: 'Ulm' }] as never
      expect(
        await failureOf(client.events.create({ title: 'x'.repeat(201), startDate: '2026-05-31', endDate: '2026-05-30', venues: nested })),
      ).toMatchObject({
        details: {
          issues: [
            { path: 'title', code: 'too_long', message: 'must have at most 200 characters', max: 200 },
            { path: 'venues[0].name', code: 'empty' },
            { path: 'venues[0].geoLat', code: 'number_out_of_range', min: -90, max: 90 },
            { path: 'venues[1].name', code: 'required', message: 'is required' },
            { path: 'endDate', code: 'before_start' },
          ],
        },
      })
      expect(await params(client.events.list({ categories: [], uids: '' }))).toEqual(['categories', 'uids'])
    })

    test.each<[string, unknown]>([
      ['near', null],
      ['near', {}],
      ['near', 5],
      ['near', { lat: 1 }],
      ['categories', null],
      ['tags', [undefined]],
      ['uids', [null]],
      ['venueIds', [Number.NaN]],
    ])('the filter %s: %o is refused', async (filter, value) => {
      const failure = await failureOf(client.events.list({ [filter]: value }))
      expect(failure).toMatchObject({ code: 'invalid_input' })
      const { params } = (failure as { details: { params: object } }).details
      expect(Object.keys(params).map((path) => path.replace(/[.[].*/, ''))).toContain(filter)
    })

    test.each([0, -1, 1.5, 7, 2 ** 60, Number.NaN, 'none', '', '.', '..', '../events', 'a/b', '7', 'ä', '%'])(
      '%j is not found',
      async (ref) => {
        const details = typeof ref === 'number' ? { kind: 'event' } : { kind: 'event', slug: ref }
        expect(await failureOf(client.events.get(ref))).toMatchObject({ code: 'not_found', details })
        expect(await client.venues.find(ref)).toBe(null)
        expect(await client.tags.find(ref)).toBe(null)
        expect(await failureOf(client.categories.update(ref, { name: 'x' }))).toMatchObject({
          code: 'not_found',
          details: { kind: 'category' },
        })
        expect(await failureOf(client.organizers.delete(ref))).toMatchObject({ code: 'not_found', details: { kind: 'organizer' } })
      },
    )

    test('of versions, names and uids', async () => {
      const { id } = await client.events.create({ ...eventDates, title: 'Choir', uid: 'a@x' })
      expect(await client.events.update(id, { title: 'New' }, { version: 1 })).toMatchObject({ version: 2 })
      for (const change of [
        client.events.update(id, { title: 'Newer' }, { version: 1 }),
        client.events.trash(id, { version: 1 }),
        client.events.delete('choir', { version: 3 }),
      ])
        expect(await failureOf(change)).toMatchObject({ code: 'version_conflict' })
      expect(await failureOf(client.events.create({ ...eventDates, title: 'Other', uid: 'a@x' }))).toMatchObject({
        code: 'uid_taken',
        details: { kind: 'event', uid: 'a@x', id },
      })
      await client.tags.create({ name: 'Free' })
      expect(await failureOf(client.tags.create({ name: 'free' }))).toMatchObject({
        code: 'name_taken',
        details: { kind: 'tag', name: 'free' },
      })
      calendar.before('venue.create', () => {
        throw new CalendarError('refused', {}, { message: 'No more venues.' })
      })
      expect(await failureOf(client.venues.create({ name: 'Hall' }))).toMatchObject({ code: 'refused', message: 'No more venues.' })
    })

    test('options that do not travel are refused', async () => {
      const { id } = await client.venues.create({ name: 'Hall' })
      // Callers without types.
      const options = { unknown: true } as object
      await expect(client.venues.update(id, { city: 'Ulm' }, options)).rejects.toThrow(TypeError)
      await expect(client.venues.trash(id, options)).rejects.toThrow(TypeError)
    })
  })

  test('of free and busy times', async () => {
    const { id } = await calendar.venues.create({ name: 'Busy hall' })
    await calendar.events.create({ title: 'Chess', startDate: '2031-07-21 19:00', endDate: '2031-07-21 21:00', venues: id })
    const input = { venueIds: [id, 1], from: '2031-07-01', to: new Date('2031-09-01T12:00:00Z') }
    const busy = await client.freeBusy(input)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy).toEqual(await calendar.freeBusy(input))
    expect(await failureOf(client.freeBusy({ ...input, to: '2031-06-01' }))).toEqual(
      await failureOf(calendar.freeBusy({ ...input, to: '2031-06-01' })),
    )
  })

  test('of counts', async () => {
    await client.events.create({ ...eventDates, title: 'Choir', categories: ['Music', 'Free'] })
    await client.events.create({ title: 'Market', startDate: '2031-07-05', endDate: '2031-07-05', recurrence: 'FREQ=MONTHLY;COUNT=2' })
    const [row, ...others] = await client.events.counts({ by: 'category' })
    expect([row?.count, others.length]).toEqual([1, 1])
    expect(await client.events.counts({ by: 'month', startsFrom: '2031-07-05', startsUntil: '2031-08-31', search: 'market' })).toEqual([
      { month: '2031-07', count: 1 },
      { month: '2031-08', count: 1 },
    ])
    expect(await client.events.counts({ by: ['day', 'month'], search: 'market', series: 'next' })).toEqual([
      { day: '2031-07-05', month: '2031-07', count: 1 },
    ])
    expect(await failureOf(client.events.counts({ by: 'year' as 'day' }))).toMatchObject({ code: 'invalid_input' })
    await expect(client.events.counts({ by: 'day', form: 'now' } as never)).rejects.toThrow(TypeError)
  })

  test('of explanations', async () => {
    const input = {
      ...eventDates,
      title: 'Choir',
      status: 'draft',
      hidden: true,
      authorId: '5',
      fields: { level: 'pro', seats: 9 },
    } as const
    const { id, slug } = await client.events.create(input)
    const series = await client.events.create({ ...eventDates, title: 'Market', recurrence: 'FREQ=DAILY;COUNT=2' })
    expect(await client.events.explain(slug, { status: 'draft', hidden: 'only' })).toEqual({ listed: true, page: 1, reasons: [] })
    const withoutMessages = async (...args: Parameters<typeof client.events.explain>) => {
      const { listed, reasons } = await client.events.explain(...args)
      return [listed, ...reasons.map(({ message: _, ...reason }) => reason)]
    }
    expect(
      await withoutMessages(id, {
        authorIds: ['6', ''],
        startsFrom: '2026-06-01',
        fields: { level: ['beginner'], seats: { gte: 10 } },
        near: { lat: 1, lng: 2 },
      }),
    ).toEqual([
      false,
      { filter: 'status', code: 'draft', value: 'draft', wanted: ['publish'], suggestion: { status: 'draft' } },
      { filter: 'hidden', code: 'hidden', value: true, wanted: 'exclude', suggestion: { hidden: 'include' } },
      { filter: 'authorIds', code: 'other_value', value: '5', wanted: ['6', ''] },
      { filter: 'startsFrom', code: 'starts_too_early', value: '2026-05-31 19:30:00', wanted: '2026-06-01' },
      { filter: 'near', code: 'too_far', value: null, wanted: 25 },
      { filter: 'fields.level', code: 'other_value', value: 'pro', wanted: ['beginner'] },
      { filter: 'fields.seats', code: 'other_value', value: 9, wanted: '>= 10' },
    ])
    expect(await withoutMessages(id, { status: 'draft', hidden: 'include', parentIds: 7 })).toEqual([
      false,
      { filter: 'parentIds', code: 'no_value', value: 0, wanted: [7] },
    ])
    expect(await withoutMessages(series.id, {}, { viewer: { actor: null } })).toEqual([
      false,
      { filter: 'ids', code: 'series', value: 'series', wanted: ['single', 'occurrence'], suggestion: { seriesIds: series.id } },
    ])
    expect(await failureOf(client.events.explain(999, { status: 'any' }))).toMatchObject({
      code: 'not_found',
      details: { kind: 'event', id: 999 },
    })
    expect(await failureOf(client.events.explain(id, { perPage: 0 }))).toMatchObject({ code: 'invalid_input' })
    await expect(client.events.explain(id, { form: 'now' } as object)).rejects.toThrow(TypeError)
    await expect(client.events.explain(id, {}, { view: null } as object)).rejects.toThrow(TypeError)
  })

  test('of histories', async () => {
    const [hall, mill] = [await client.venues.create({ name: 'Hall' }), await client.venues.create({ name: 'Mill' })]
    const { id } = await client.events.create({ ...eventDates, title: 'Choir', authorId: '5', fields: { seats: 9 } })
    const changed = { title: 'Night', authorId: '', eventStatus: 'movedOnline', attendance: 'mixed', hidden: true } as const
    await client.events.update(id, { ...changed, venues: [hall, mill], fields: { seats: 10 }, recurrence: 'FREQ=DAILY;COUNT=2' })
    const [last, first, ...others] = await client.events.history('choir')
    expect(others).toEqual([])
    expect(plain(first)).toEqual({ seq: 3, at: '2026-03-04 12:00:00', actor: '', verb: 'created', scope: null, version: 1, changes: {} })
    expect(last).toMatchObject({ actor: '', verb: 'updated', version: 2 })
    expect(last?.changes).toEqual({
      title: { from: 'Choir', to: 'Night' },
      authorId: { from: '5', to: '' },
      eventStatus: { from: 'scheduled', to: 'movedOnline' },
      attendance: { from: 'offline', to: 'mixed' },
      hidden: { from: false, to: true },
      venues: { from: [], to: [hall.id, mill.id] },
      fields: { from: { seats: 9 }, to: { seats: 10 } },
      recurrence: { from: null, to: { rule: 'FREQ=DAILY;COUNT=2', dates: [], except: [] } },
    })
    expect(await client.events.history(id, { limit: 1 })).toEqual([last])
    expect(await client.events.history(id, { before: last?.seq })).toEqual([first])

    const before = await client.events.get(id)
    expectSame(await client.events.revert(id, { to: 2, version: 2 }), { record: before, missing: [] })
    const { record, missing } = await client.events.revert('choir', { to: 1, scope: 'all' })
    expect([record.title, record.authorId, record.eventStatus, record.fields, missing]).toEqual([
      'Choir',
      '5',
      'scheduled',
      { seats: 9 },
      [],
    ])
    await calendar.venues.delete(mill.id)
    const again = await client.events.revert(id, { to: 2 })
    expectSame(again, { record: await client.events.get(id), missing: ['venues'] })
    expect(again.record.venues.map((venue) => venue.id)).toEqual([hall.id])
  })

  test('of histories of other kinds', async () => {
    for (const [records, change] of [
      [client.venues, { stateProvince: 'BW', geoLat: 48.4, geoLng: 10 }],
      [client.organizers, { phone: '1' }],
      [client.categories, { description: 'Songs' }],
      [client.tags, { name: 'New' }],
    ] as const) {
      const { slug, id } = await records.create({ name: 'Old' })
      const { update } = records as { update(ref: number, change: object): Promise<unknown> }
      await update(id, change)
      const [last] = await records.history(slug, { limit: 1 })
      expect(Object.keys(last?.changes ?? {}).sort()).toEqual(Object.keys(change).sort())
      expect((await records.revert(slug, { to: 1 })).record).toMatchObject({ id, slug, name: 'Old' })
      expect(await failureOf(records.history('none'))).toMatchObject({ code: 'not_found' })
    }
  })

  test('of histories that are not kept', async () => {
    const event = await client.events.create({ ...eventDates, title: 'Choir', description: 'x'.repeat(20_000) })
    await client.events.update(event.id, { description: '' })
    expect((await client.events.history(event.id))[0]?.changes['description']).toEqual({ from: 'x'.repeat(1000), to: '', cut: true })
    expect(await failureOf(client.events.revert(event.id, { to: 1 }))).toMatchObject({
      code: 'history_gone',
      details: { kind: 'event', id: event.id },
    })
    expect(await failureOf(client.events.revert(event.id, { to: 3 }))).toMatchObject({ code: 'invalid_input' })
    expect(await failureOf(client.events.revert(event.id, { to: 2, version: 1 }))).toMatchObject({ code: 'version_conflict' })
    for (const refused of [
      client.events.history(event.id, { limit: 0 }),
      client.events.history(event.id, { before: 1.5 }),
      client.events.history(event.id, { form: 1 } as object),
      client.events.revert(event.id, { to: 0 }),
      client.events.revert(event.id, { to: 2, form: 1 } as { to: number }),
    ])
      await expect(refused).rejects.toThrow(TypeError)
  })

  test('of what the caller may not do', async () => {
    const { client: reader, calendar: owned } = await open(publicReadOnly())
    const { id } = await owned.events.create({ ...eventDates, title: 'Choir' })
    const draft = await owned.events.create({ ...eventDates, title: 'Secret', status: 'draft' })
    expect(titles(await reader.events.list())).toEqual(['Choir'])
    expect(await reader.events.find(draft.id)).toBe(null)
    expect(await failureOf(reader.events.trash(id))).toMatchObject({ code: 'unauthenticated' })
    expect(await failureOf(reader.events.history(id))).toMatchObject({ code: 'unauthenticated' })
    expect(await failureOf(reader.events.revert(id, { to: 1 }))).toMatchObject({ code: 'unauthenticated' })
    expect(await failureOf(reader.events.create({ ...eventDates, title: 'x' }))).toMatchObject({ code: 'unauthenticated' })
  })
})

test.each([{ publicUrl: 'https://town.example:8443' }, { publicUrl: 'https://bücher.example' }, { uidDomain: 'old.example' }])(
  'a record has no uid of its own when the service makes one with %j',
  async (options) => {
    const { handler } = serveCalendar(undefined, options)
    const client = clientOver(handler)
    const event = await client.events.create({ title: 'Choir', ...eventDates, venues: { name: 'Hall' }, recurrence: 'FREQ=DAILY;COUNT=2' })
    const { items } = await client.events.list({ seriesIds: event.id })
    expect([event, ...items, ...event.venues].map(({ uid }) => uid)).toEqual(['', '', '', ''])
    expect((await client.events.update(event.id, { uid: 'own@old.example' })).uid).toBe('own@old.example')
  },
)
