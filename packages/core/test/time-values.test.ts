import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { createCalendar } from '../src/calendar/calendar.ts'
import { anEvent, issuesOf, openCalendar } from './open-calendar.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(text)

describe('the times of an event', () => {
  test.each<[string, object, object]>([
    [
      'a Date is shown in the zone of the calendar',
      { startDate: new Date('2026-06-10T17:30:00Z'), endDate: new Date('2026-06-10T19:00:00Z') },
      { startDate: '2026-06-10 19:30:00', endDate: '2026-06-10 21:00:00', timeZone: 'Europe/Berlin' },
    ],
    [
      'an Instant is shown in the zone of the event',
      { startDate: Temporal.Instant.from('2026-06-10T17:30:00Z'), endDate: new Date('2026-06-10T19:00:00Z'), timeZone: 'America/New_York' },
      { startDate: '2026-06-10 13:30:00', utcStartDate: '2026-06-10 17:30:00', timeZone: 'America/New_York' },
    ],
    [
      'a ZonedDateTime names the zone',
      { startDate: at('2026-06-10T19:30[Asia/Tokyo]'), endDate: at('2026-06-10T21:00[Asia/Tokyo]') },
      { startDate: '2026-06-10 19:30:00', utcStartDate: '2026-06-10 10:30:00', timeZone: 'Asia/Tokyo' },
    ],
    [
      'a ZonedDateTime at the end names the zone of a plain start',
      { startDate: Temporal.PlainDateTime.from('2026-06-10T19:30'), endDate: at('2026-06-10T21:00[Asia/Tokyo]') },
      { startDate: '2026-06-10 19:30:00', utcStartDate: '2026-06-10 10:30:00', timeZone: 'Asia/Tokyo' },
    ],
    [
      'a PlainDateTime is wall time',
      { startDate: Temporal.PlainDateTime.from('2026-06-10T19:30'), endDate: '2026-06-10 21:00' },
      { startDate: '2026-06-10 19:30:00', utcStartDate: '2026-06-10 17:30:00' },
    ],
    [
      'a PlainDate is a day',
      { startDate: Temporal.PlainDate.from('2026-06-10'), endDate: Temporal.PlainDate.from('2026-06-11'), allDay: true },
      { startDate: '2026-06-10 00:00:00', endDate: '2026-06-11 23:59:59' },
    ],
    [
      'publication dates are instants',
      { published: at('2026-05-01T10:00[Asia/Tokyo]'), publishedUtc: new Date('2026-05-01T01:00:00Z') },
      { published: '2026-05-01 03:00:00', timeZone: 'Europe/Berlin' },
    ],
  ])('%s', async (_, given, wanted) => {
    const { calendar } = openCalendar()
    expect(await calendar.events.create({ ...anEvent(), ...given })).toMatchObject(wanted)
  })

  test('a ZonedDateTime in an update moves the event to its zone', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent())
    const dates = { startDate: at('2026-06-10T19:30[Asia/Tokyo]'), endDate: at('2026-06-10T21:00[Asia/Tokyo]') }
    expect(await calendar.events.update(id, dates)).toMatchObject({ startDate: '2026-06-10 19:30:00', timeZone: 'Asia/Tokyo' })
  })

  test('a ZonedDateTime in one date of an update keeps the wall time of the other date', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.events.create(anEvent({ timeZone: 'Europe/Berlin' }))
    expect(await calendar.events.update(id, { endDate: at('2026-06-10T22:00[Asia/Tokyo]') })).toMatchObject({
      startDate: '2026-06-10 19:30:00',
      utcStartDate: '2026-06-10 10:30:00',
      endDate: '2026-06-10 22:00:00',
      timeZone: 'Asia/Tokyo',
    })
  })

  test.each<[string, object, object]>([
    ['an invalid Date', { startDate: new Date('soon') }, { startDate: 'is an invalid Date' }],
    ['an invalid publication date', { published: new Date('soon') }, { published: 'is an invalid Date' }],
    ['a year outside', { endDate: new Date('2300-01-01') }, { endDate: 'must be in the years 1900 to 2200' }],
    [
      'another zone',
      { startDate: at('2026-06-10T19:30[Asia/Tokyo]'), timeZone: 'Europe/Berlin' },
      { startDate: 'names another time zone than timeZone' },
    ],
    [
      'two zones',
      { startDate: at('2026-06-10T19:30[Asia/Tokyo]'), endDate: at('2026-06-10T21:00[Europe/Berlin]') },
      { endDate: 'names another time zone than startDate' },
    ],
  ])('%s is refused', async (_, given, issues) => {
    const { calendar } = openCalendar()
    expect(await issuesOf(calendar.events.create({ ...anEvent(), ...given }))).toEqual(issues)
  })

  test('dates of a series are wall times, days or instants', async () => {
    const { calendar } = openCalendar()
    const dates = [Temporal.PlainDate.from('2026-06-12'), Temporal.PlainDateTime.from('2026-06-13T20:00'), new Date('2026-06-14T18:00:00Z')]
    const input = { ...anEvent(), recurrence: { dates, except: [] } }
    const { recurrence } = await calendar.events.create(input)
    expect(recurrence?.dates).toEqual(['2026-06-12 19:30:00', '2026-06-13 20:00:00', '2026-06-14 20:00:00'])
    const wrong = { ...anEvent(), recurrence: { dates: [new Date('soon')] } }
    expect(await issuesOf(calendar.events.create(wrong))).toHaveProperty('recurrence')
    const { dates: shown } = await calendar.events.previewSeries({
      ...input,
      startDate: at('2026-06-10T19:30[Asia/Tokyo]'),
      endDate: at('2026-06-10T21:00[Asia/Tokyo]'),
    })
    expect(shown.length).toBe(4)
  })

  test('are the instant and the zone of a ZonedDateTime, around all clock changes', async () => {
    const calendar = createCalendar({ store: memoryStore(), timeZone: 'Pacific/Auckland' })
    const changes = [
      '2026-03-29T01:00Z',
      '2026-10-25T01:00Z',
      '2026-03-08T07:00Z',
      '2026-11-01T06:00Z',
      '2026-04-04T15:00Z',
      '2026-10-03T15:30Z',
    ]
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca')
    const seconds = fc.integer({ min: -8_000, max: 8_000 })
    await fc.assert(
      fc.asyncProperty(zones, fc.constantFrom(...changes), seconds, fc.boolean(), async (timeZone, change, offset, isZoned) => {
        const ms = Date.parse(change) + offset * 1_000
        const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
        const event = await calendar.events.create({
          title: 'A',
          ...(isZoned ? { startDate: zoned, endDate: zoned } : { startDate: new Date(ms), endDate: new Date(ms), timeZone }),
        })
        expect(event.timeZone).toBe(timeZone)
        expect(event.startDate).toBe(zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '))
        expect(event.utcStartDate).toBe(new Date(ms).toISOString().slice(0, 19).replace('T', ' '))
        // A skipped wall time moves forward, and a repeated one is the first: `compatible` in Temporal.
        const plain = zoned.toPlainDateTime().add({ minutes: 30 })
        const local = await calendar.events.create({ title: 'B', startDate: plain, endDate: plain, timeZone })
        expect(Date.parse(`${local.utcStartDate.replace(' ', 'T')}Z`)).toBe(plain.toZonedDateTime(timeZone).epochMilliseconds)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the bounds of a list', () => {
  test.each<[string, object, readonly string[]]>([
    ['a Date is an instant', { startsAfter: new Date('2026-06-10T17:30:00Z') }, ['Late']],
    ['an Instant is one', { startsBefore: Temporal.Instant.from('2026-06-10T17:30:01Z') }, ['Early', 'Middle']],
    ['a ZonedDateTime is one', { startsAfter: at('2026-06-10T19:30[Europe/Berlin]') }, ['Late']],
    ['a PlainDateTime is wall time', { startsBefore: Temporal.PlainDateTime.from('2026-06-10T19:30') }, ['Early']],
    ['a PlainDate is a day', { startsAfter: Temporal.PlainDate.from('2026-06-10') }, ['Late']],
    ['of changes too', { updatedAfter: new Date('2100-01-01') }, []],
  ])('%s', async (_, input, titles) => {
    const { calendar } = openCalendar()
    for (const [title, day] of [
      ['Early', '09'],
      ['Middle', '10'],
      ['Late', '11'],
    ] as const) {
      await calendar.events.create({ title, startDate: `2026-06-${day} 19:30`, endDate: `2026-06-${day} 21:00` })
    }
    expect((await calendar.events.list(input)).items.map(({ title }) => title)).toEqual(titles)
  })

  test('an invalid Date is refused', async () => {
    const { calendar } = openCalendar()
    expect(await issuesOf(calendar.events.list({ startsAfter: new Date('soon') }))).toEqual({ startsAfter: 'is an invalid Date' })
    expect(await issuesOf(calendar.venues.list({ updatedAfter: new Date('soon') }))).toEqual({ updatedAfter: 'is an invalid Date' })
  })
})
