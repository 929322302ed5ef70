import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { buildEventInput, buildOrganizerInput, buildTermInput, buildVenueInput } from './inputs.ts'

const open = () => createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })

describe('inputs', () => {
  test('are accepted by the calendar', async () => {
    const calendar = open()
    const venue = await calendar.venues.create(buildVenueInput())
    const organizer = await calendar.organizers.create(buildOrganizerInput({ email: 'a@example.org' }))
    const category = await calendar.categories.create(buildTermInput())
    const tag = await calendar.tags.create(buildTermInput({ name: 'Free' }))
    const event = await calendar.events.create(
      buildEventInput({ venues: venue.id, organizers: organizer.id, categories: category.id, tags: tag.id }),
    )
    expect(event).toMatchObject({
      title: 'Event 1',
      venues: [{ name: 'Venue 1' }],
      organizers: [{ name: 'Organizer 1' }],
      categories: [{ name: 'Term 1' }],
      tags: [{ name: 'Free' }],
    })
  })

  test.each([
    [{}, '2026-06-01 10:00:00', '2026-06-01 11:00:00'],
    [{ startDate: '2031-12-31 23:30' }, '2031-12-31 23:30:00', '2032-01-01 00:30:00'],
    [{ startDate: '2031-05-31' }, '2031-05-31 00:00:00', '2031-05-31 01:00:00'],
    [{ startDate: '2031-05-31T17:30:15Z' }, '2031-05-31 19:30:15', '2031-05-31 20:30:15'],
    [{ startDate: '2031-05-31T22:30+01:00' }, '2031-05-31 23:30:00', '2031-06-01 00:30:00'],
    [{ startDate: '2031-05-31 10:00', endDate: '2031-05-31 18:00' }, '2031-05-31 10:00:00', '2031-05-31 18:00:00'],
    [{ allDay: true }, '2026-06-01 00:00:00', '2026-06-01 23:59:59'],
    [{ allDay: true, startDate: '2031-10-26' }, '2031-10-26 00:00:00', '2031-10-26 23:59:59'],
  ])('with %j create an event from %s to %s', async (given, startDate, endDate) => {
    expect(await open().events.create(buildEventInput(given))).toMatchObject({ startDate, endDate })
  })

  test.each([
    ['PlainDate', '2031-05-31', '2031-05-31 00:00:00', '2031-05-31 01:00:00'],
    ['PlainDateTime', '2031-05-31T23:30:00', '2031-05-31 23:30:00', '2031-06-01 00:30:00'],
    ['Instant', '2031-05-31T17:30:00Z', '2031-05-31 19:30:00', '2031-05-31 20:30:00'],
    // Wall clocks are put back in this hour.
    ['ZonedDateTime', '2031-10-26T02:30:00+02:00[Europe/Berlin]', '2031-10-26 02:30:00', '2031-10-26 02:30:00'],
  ] as const)('with a Temporal.%s of %s create an event from %s to %s', async (name, text, startDate, endDate) => {
    const start = { [Symbol.toStringTag]: `Temporal.${name}`, toString: () => text } as const
    const { utcStartDate, utcEndDate, ...event } = await open().events.create(buildEventInput({ startDate: start }))
    expect(event).toMatchObject({ startDate, endDate })
    expect(Date.parse(utcEndDate) - Date.parse(utcStartDate)).toBe(3_600_000)
  })

  test('of another index differ', () => {
    expect(buildEventInput({}, 31)).toEqual({ title: 'Event 31', startDate: '2026-07-01 10:00:00', endDate: '2026-07-01T11:00:00' })
    expect([buildVenueInput({}, 2), buildOrganizerInput({}, 3), buildTermInput({}, 4)].map(({ name }) => name)).toEqual([
      'Venue 2',
      'Organizer 3',
      'Term 4',
    ])
  })

  test('that cannot be read are refused by the calendar, not before', async () => {
    await expect(open().events.create(buildEventInput({ startDate: 'tomorrow' }))).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
