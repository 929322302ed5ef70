import { describe, expect, test } from 'vitest'
import { type EventInput, eventFields } from '../../src/kinds/event/schema.ts'
import { defaultsOf } from '../../src/record/field-table.ts'
import { anEvent, collect, invalidFields, issuesOf } from '../open-calendar.ts'
import type { ServiceOpener } from './open-service.ts'

/** Declares the cases of the events of a calendar. */
export function describeEvents(open: ServiceOpener): void {
  describe('the fields of an event', () => {
    test('have defaults', async () => {
      const { calendar } = await open()
      expect(await calendar.events.create(anEvent())).toEqual({
        ...defaultsOf(eventFields),
        id: 1,
        version: 1,
        authorId: '',
        status: 'publish',
        published: '2026-06-01 14:00:00',
        publishedUtc: '2026-06-01 12:00:00',
        publishedMs: Date.parse('2026-06-01T12:00:00Z'),
        updated: '2026-06-01 14:00:00',
        updatedUtc: '2026-06-01 12:00:00',
        updatedMs: Date.parse('2026-06-01T12:00:00Z'),
        slug: 'choir',
        description: '',
        excerpt: '',
        image: null,
        uid: '',
        recurrence: null,
        fields: {},
        title: 'Choir',
        allDay: false,
        startDate: '2026-06-10 19:30:00',
        endDate: '2026-06-10 21:00:00',
        utcStartDate: '2026-06-10 17:30:00',
        utcEndDate: '2026-06-10 19:00:00',
        startMs: Date.parse('2026-06-10T17:30:00Z'),
        endMs: Date.parse('2026-06-10T19:00:00Z'),
        timeZone: 'Europe/Berlin',
        timeZoneAbbreviation: 'CEST',
        cost: { text: '', currencySymbol: '$', currencyCode: 'USD', currencyPosition: 'prefix', values: [] },
        website: '',
        showMap: true,
        showMapLink: true,
        hidden: false,
        sticky: false,
        featured: false,
        eventStatus: 'scheduled',
        eventStatusReason: '',
        attendance: 'offline',
        onlineUrl: '',
        previousStartDate: '',
        previousStartMs: null,
        categories: [],
        tags: [],
        venues: [],
        organizers: [],
        parentId: 0,
      })
    })

    test.each<[keyof EventInput, unknown, object, unknown, object]>([
      ['title', ' A\tB ', { title: 'A B' }, 'C', { title: 'C' }],
      ['title', '<b>&amp;</b>', { title: '<b>&amp;</b>' }, 'C', { title: 'C' }],
      [
        'timeZone',
        'america/new_york',
        { timeZone: 'America/New_York', timeZoneAbbreviation: 'EDT' },
        'UTC',
        { timeZone: 'UTC', timeZoneAbbreviation: 'UTC' },
      ],
      ['allDay', 'yes', { allDay: true, startDate: '2026-06-10 00:00:00', endDate: '2026-06-10 23:59:59' }, 0, { allDay: false }],
      ['cost', 25, { cost: { text: '25', values: ['25'] } }, null, { cost: { text: '', values: [] } }],
      ['cost', '€ 25,50', { cost: { text: '€ 25,50', values: ['25.50'], currencyCode: 'EUR' } }, '', { cost: { text: '', values: [] } }],
      ['cost', ['$10', '$20'], { cost: { text: '$10 – $20', values: ['10', '20'] } }, [], { cost: { text: '', values: [] } }],
      ['cost', [10, 20.5], { cost: { values: ['10', '20.5'] } }, 'Free', { cost: { text: 'Free', values: [] } }],
      ['cost', 0, { cost: { text: 'Free', values: ['0'] } }, 'ask', { cost: { text: 'ask', values: [] } }],
      ['website', 'https://example.org/', { website: 'https://example.org/' }, null, { website: '' }],
      ['website', 'https://example.org/', { website: 'https://example.org/' }, '', { website: '' }],
      ['showMap', false, { showMap: false }, true, { showMap: true }],
      ['showMapLink', 'off', { showMapLink: false }, 'ON', { showMapLink: true }],
      ['hidden', 1, { hidden: true }, 0, { hidden: false }],
      ['sticky', true, { sticky: true }, false, { sticky: false }],
      ['featured', '1', { featured: true }, '0', { featured: false }],
      ['eventStatus', 'cancelled', { eventStatus: 'cancelled', status: 'publish' }, 'scheduled', { eventStatus: 'scheduled' }],
      ['eventStatus', 'MOVEDonline', { eventStatus: 'movedOnline' }, 'postponed', { eventStatus: 'postponed' }],
      ['eventStatusReason', ' Storm\n', { eventStatusReason: 'Storm' }, null, { eventStatusReason: '' }],
      ['attendance', 'online', { attendance: 'online' }, 'offline', { attendance: 'offline' }],
      ['attendance', 'Mixed', { attendance: 'mixed' }, 'online', { attendance: 'online' }],
      ['onlineUrl', 'https://example.org/', { onlineUrl: 'https://example.org/' }, null, { onlineUrl: '' }],
      ['categories', 'Music,Jazz', { categories: [{ name: 'Jazz' }, { name: 'Music' }] }, null, { categories: [] }],
      ['categories', ['Music'], { categories: [{ name: 'Music' }] }, [], { categories: [] }],
      ['tags', 'b,a', { tags: [{ name: 'a' }, { name: 'b' }] }, '', { tags: [] }],
      ['venues', { name: 'Hall' }, { venues: [{ name: 'Hall' }] }, null, { venues: [] }],
      ['venues', [{ name: 'Hall' }, { name: 'Yard' }], { venues: [{ name: 'Hall' }, { name: 'Yard' }] }, [], { venues: [] }],
      ['organizers', { name: 'Club' }, { organizers: [{ name: 'Club' }] }, '', { organizers: [] }],
      ['organizers', { name: 'Club' }, { organizers: [{ name: 'Club' }] }, false, { organizers: [] }],
    ])('%s %o gives %o, and an update to %o gives %o', async (field, given, answered, clear, cleared) => {
      const { calendar } = await open()
      const made = await calendar.events.create({ ...anEvent(), [field]: given })
      expect(made).toMatchObject(answered)
      expect(await calendar.events.get(made.id)).toEqual(made)
      expect(await calendar.events.get(made.slug)).toEqual(made)
      expect((await calendar.events.list({ ids: 1, status: 'any' })).items).toEqual(made.hidden ? [] : [made])
      expect(await calendar.events.update(made.id, {})).toEqual(made)
      expect(await calendar.events.update(made.id, { [field]: clear })).toMatchObject(cleared)
      expect(await calendar.events.update(made.id, { [field]: given })).toMatchObject(answered)
    })

    test.each<[keyof EventInput, unknown]>([
      ['title', null],
      ['title', ' '],
      ['title', 'a'.repeat(201)],
      ['startDate', null],
      ['startDate', ''],
      ['startDate', 'tomorrow'],
      ['endDate', null],
      ['endDate', '2026-06-31'],
      ['endDate', '2026-06-10 19:29:59'],
      ['timeZone', null],
      ['timeZone', ''],
      ['timeZone', 'Berlin'],
      ['allDay', null],
      ['allDay', 'maybe'],
      ['showMap', null],
      ['showMapLink', ''],
      ['hidden', 'x'],
      ['sticky', 2],
      ['featured', null],
      ['eventStatus', null],
      ['eventStatus', ''],
      ['eventStatus', 'moved_online'],
      ['eventStatus', true],
      ['eventStatusReason', 'a'.repeat(201)],
      ['eventStatusReason', 5],
      ['attendance', null],
      ['attendance', 'home'],
      ['onlineUrl', 'javascript:alert(1)'],
      ['website', 'javascript:alert(1)'],
      ['cost', true],
      ['cost', { amount: 5 }],
      ['cost', -5],
      ['cost', Number.NaN],
      ['cost', [[5]]],
      ['cost', 'x'.repeat(501)],
      ['cost', Array.from({ length: 101 }, () => 1)],
      ['categories', { slug: 'none' }],
      ['categories', { id: 99 }],
      ['categories', [5.5]],
      ['categories', 'a,,b'],
      ['categories', [{}]],
      ['categories', [{ id: null }]],
      ['categories', [null]],
      ['categories', true],
      ['categories', 'a\u0000'],
      ['categories', 'a'.repeat(201)],
      ['categories', Array.from({ length: 101 }, (_, i) => `t${i}`)],
      ['tags', [{ id: 99 }]],
      ['tags', [-1]],
      ['venues', 99],
      ['venues', '99'],
      ['venues', 'Town hall'],
      ['venues', '1,x'],
      ['venues', { id: 99 }],
      ['venues', { id: 'x' }],
      ['venues', {}],
      ['venues', { name: '' }],
      ['venues', { name: 'Hall', website: 'x', geoLat: 5 }],
      ['venues', { name: 'Hall', published: '2026-06-01', publishedUtc: '2026-06-01' }],
      ['venues', true],
      ['venues', [null]],
      ['venues', [['1']]],
      ['venues', 0],
      ['organizers', { name: 'Club', email: 'x' }],
      ['organizers', [99]],
      ['parentId', 99],
      ['parentId', 'x'],
      ['parentId', -1],
      ['parentId', false],
    ])('%s %o is refused with an issue of the field, and nothing is written', async (field, value) => {
      const { calendar, memory } = await open()
      await calendar.events.create(anEvent())
      const before = memory.snapshot()
      expect(await invalidFields(calendar.events.create({ ...anEvent(), [field]: value }))).toEqual([field])
      expect(await invalidFields(calendar.events.update(1, { [field]: value }))).toEqual([field])
      expect(memory.snapshot()).toEqual(before)
    })

    test('title, start and end are required', async () => {
      const { calendar } = await open()
      const nothing: object = {}
      expect(await issuesOf(calendar.events.create(Object.assign(nothing)))).toEqual({
        title: 'is required',
        startDate: 'is required',
        endDate: 'is required',
      })
    })

    test('all issues are reported together: of fields, between fields, in nested data', async () => {
      const { calendar, memory } = await open()
      const wrong: object = {
        title: ' ',
        startDate: '2026-06-10',
        endDate: '2026-06-09',
        featured: 'x',
        published: '2026-06-01',
        publishedUtc: '2026-06-01',
        venues: [{ name: 'a' }, { website: 'x', geoLng: 3 }],
        organizers: { name: 'b', email: 'x' },
        slug: '!',
      }
      const issues = await issuesOf(calendar.events.create(Object.assign(wrong)))
      expect(issues).toMatchObject({
        title: 'must not be empty',
        endDate: 'must not be before the start',
        featured: 'must be true or false',
        publishedUtc: expect.any(String),
        slug: 'must have a letter or a digit',
      })
      const lists = new Set(Object.keys(issues).map((path) => path.replace(/\[.*/, '')))
      expect([...lists].sort()).toEqual(['endDate', 'featured', 'organizers', 'publishedUtc', 'slug', 'title', 'venues'])
      expect(await memory.log.head()).toBe(0)
    })

    test('issues that need stored data are reported together, too', async () => {
      const { calendar, memory } = await open()
      await calendar.events.create(anEvent())
      const before = memory.snapshot()
      const wrong = { venues: [{ name: 'New' }, 98], organizers: 97, categories: ['New', { id: 96 }], tags: { id: 95 }, parentId: 94 }
      expect(await invalidFields(calendar.events.create({ ...anEvent(), ...wrong }))).toEqual(Object.keys(wrong).sort())
      const reversed = { ...wrong, endDate: '2026-06-10 19:00' }
      expect(await invalidFields(calendar.events.update(1, reversed))).toEqual(Object.keys(reversed).sort())
      expect(memory.snapshot()).toMatchObject({
        events: before.events,
        venues: before.venues,
        organizers: before.organizers,
        terms: before.terms,
      })
    })
  })

  describe('the cost of an event', () => {
    test.each(['$10 - $20 - $30', 'Free', '0', 'from 5 €', '1,234.50'])(
      'from %j stays the same when its text is sent back',
      async (cost) => {
        const { calendar } = await open()
        const made = await calendar.events.create(anEvent({ cost }))
        expect((await calendar.events.update(1, { cost: made.cost.text })).cost).toEqual(made.cost)
      },
    )

    test('has the calendar’s currency unless its text names another one', async () => {
      const { calendar } = await open({ currency: 'EUR' })
      expect((await calendar.events.create(anEvent({ cost: 5 }))).cost).toMatchObject({ currencyCode: 'EUR', currencySymbol: '€' })
    })
  })

  test('a cost of zeros alone shows the free text of the calendar, and stays the same when it is sent back', async () => {
    const { calendar } = await open({ freeText: 'Eintritt frei' })
    const made = await calendar.events.create(anEvent({ cost: ['0 €', '0,00 €'] }))
    expect(made.cost).toMatchObject({ text: 'Eintritt frei', values: ['0'] })
    expect((await calendar.events.update(1, { cost: made.cost })).cost).toEqual(made.cost)
    expect((await calendar.events.update(1, { cost: made.cost.text })).cost).toEqual(made.cost)
    expect((await calendar.events.update(1, { cost: 'Free' })).cost).toMatchObject({ text: 'Free', values: [] })
  })

  describe('the parent of an event', () => {
    test('is stored, filters lists, is cleared by null, and is never the event itself', async () => {
      const { calendar } = await open()
      await calendar.events.create(anEvent({ title: 'Festival' }))
      const child = await calendar.events.create(anEvent({ parentId: 1 }))
      expect(child.parentId).toBe(1)
      expect((await calendar.events.list({ parentIds: 1 })).items).toMatchObject([{ id: 2 }])
      expect((await calendar.events.list({ parentIds: 0 })).items).toMatchObject([{ id: 1 }])
      expect((await calendar.events.list({ parentIds: 99 })).total).toBe(0)
      expect(await calendar.events.update(2, { parentId: 1 })).toMatchObject({ parentId: 1 })
      expect(await invalidFields(calendar.events.update(2, { parentId: 2 }))).toEqual(['parentId'])
      expect(await calendar.events.update(2, { parentId: null })).toMatchObject({ parentId: 0 })
    })

    test('in the trash is treated as missing until it is restored', async () => {
      const { calendar } = await open()
      await calendar.events.create(anEvent({ title: 'Festival' }))
      await calendar.events.create(anEvent({ parentId: 1 }))
      await calendar.events.trash(1)
      expect((await calendar.events.get(2)).parentId).toBe(0)
      expect((await calendar.events.list({ parentIds: 1 })).total).toBe(0)
      expect(await invalidFields(calendar.events.create(anEvent({ parentId: 1 })))).toEqual(['parentId'])
      expect((await calendar.events.update(2, { parentId: 0, title: 'x' })).parentId).toBe(0)
      await calendar.events.restore(1)
      expect((await calendar.events.get(2)).parentId).toBe(1)
    })

    test('that is deleted leaves its children without a parent', async () => {
      const { calendar } = await open()
      await calendar.events.create(anEvent({ title: 'Festival' }))
      for (let i = 0; i < 2; i++) await calendar.events.create(anEvent({ parentId: 1 }))
      await calendar.events.delete(1)
      expect((await calendar.events.list({ parentIds: 0 })).items).toMatchObject([
        { id: 2, parentId: 0, version: 1 },
        { id: 3, parentId: 0, version: 1 },
      ])
    })
  })

  test('`each` returns every event of a list once, by id', async () => {
    const { calendar } = await open()
    for (let i = 1; i <= 9; i++) await calendar.events.create(anEvent({ startDate: `2026-06-0${i}`, endDate: `2026-06-0${i} 12:00` }))
    const found = await collect(calendar.events.each({ startsFrom: '2026-06-03', startsUntil: '2026-06-05', orderBy: 'id', order: 'desc' }))
    expect(found.map(({ id }) => id)).toEqual([3, 4, 5])
  })
}
