import { describe, expect, test } from 'vitest'
import { fullcalendar } from '../../src/fullcalendar.ts'
import { may, startFullcalendar, windowOf } from './support.ts'

describe('an item', () => {
  test('is an event in the members of FullCalendar, with the rest in extendedProps', async () => {
    const { ask } = await startFullcalendar([
      {
        title: 'Choir <b>Evening</b>',
        startDate: '2031-05-31 19:30',
        endDate: '2031-05-31 21:00',
        categories: 'Music',
        tags: ['Free'],
        cost: '€12',
        featured: true,
        venues: { name: 'Town Hall', city: 'Quellbrunn' },
        organizers: { name: 'Choir' },
      },
    ])
    const { body } = await ask(may)
    expect(body).toEqual([
      {
        id: '1',
        title: 'Choir <b>Evening</b>',
        start: '2031-05-31T17:30:00Z',
        end: '2031-05-31T19:00:00Z',
        allDay: false,
        extendedProps: {
          rest_url: 'http://localhost/calendar/events/v1/events/1',
          status: 'publish',
          slug: 'choir-b-evening-b',
          start_date: '2031-05-31 19:30:00',
          end_date: '2031-05-31 21:00:00',
          timezone: 'Europe/Berlin',
          cost: '€12',
          featured: true,
          sticky: false,
          image: false,
          categories: [{ id: 1, name: 'Music', slug: 'music' }],
          tags: [{ id: 2, name: 'Free', slug: 'free' }],
          venue: [{ id: 1, venue: 'Town Hall', city: 'Quellbrunn' }],
          organizer: [{ id: 1, organizer: 'Choir' }],
          event_status: 'scheduled',
          previous_start_date: '',
          attendance_mode: 'offline',
          online_url: '',
          event_status_reason: '',
          custom_fields: {},
        },
      },
    ])
  })

  test.each([
    ['cancelled', 'cancelled', 'event-cancelled'],
    ['postponed', 'postponed', 'event-postponed'],
    ['movedOnline', 'moved_online', 'event-moved-online'],
  ] as const)('of an event that is %s has its status and a CSS class', async (eventStatus, event_status, className) => {
    const { ask } = await startFullcalendar([{ eventStatus, attendance: 'online', onlineUrl: 'https://example.org/room' }, {}])
    const { body } = await ask(may)
    expect(body).toMatchObject([
      { className, extendedProps: { event_status, attendance_mode: 'online', online_url: 'https://example.org/room' } },
      { extendedProps: { event_status: 'scheduled' } },
    ])
    expect(body[1]).not.toHaveProperty('className')
  })

  test('of an occurrence has the id of its series as groupId', async () => {
    const { ask } = await startFullcalendar([{ recurrence: 'FREQ=DAILY;COUNT=2' }, {}], {
      publicUrl: 'https://example.org',
      links: (_, { slug, ...record }) => {
        const recurrence = 'recurrence' in record ? record.recurrence : null
        return recurrence?.id ? `/event/${slug.slice(0, -11)}/${recurrence.id.slice(0, 10)}` : `/event/${slug}`
      },
    })
    const { body } = await ask(may)
    expect(body).toMatchObject([
      { id: '2', groupId: '1', url: 'https://example.org/event/event/2031-05-10' },
      { id: '4', url: 'https://example.org/event/event-2' },
      { id: '3', groupId: '1', url: 'https://example.org/event/event/2031-05-11' },
    ])
    expect(body[1]).not.toHaveProperty('groupId')
  })

  test('has the URL of the links option and the colors of the colors option', async () => {
    const { ask } = await startFullcalendar([{ categories: 'Music' }, { title: 'Plain' }], {
      publicUrl: 'https://example.org',
      links: (kind, { slug }) => `https://example.org/${kind}/${slug}`,
      resolveImage: () => null,
      use: [
        fullcalendar({ colors: ({ categories: [first] }) => (first === undefined ? undefined : { color: '#123456', textColor: '#fff' }) }),
      ],
    })
    const { body } = await ask(may)
    expect(body).toMatchObject([
      { title: 'Event', url: 'https://example.org/event/event', color: '#123456', textColor: '#fff', contrastColor: '#fff' },
      { title: 'Plain', url: 'https://example.org/event/plain' },
    ])
    expect(body[1]).not.toHaveProperty('color')
  })
})

describe('times', () => {
  test.each([
    // The clocks change in both nights: the one in October lasts eight hours, the one in March six.
    ['2031-10-25 22:00', '2031-10-26 05:00', undefined, '2031-10-25T20:00:00Z', '2031-10-26T04:00:00Z'],
    ['2031-10-25 22:00', '2031-10-26 05:00', 'Europe/Berlin', '2031-10-25T22:00:00+02:00', '2031-10-26T05:00:00+01:00'],
    ['2031-10-25 22:00', '2031-10-26 05:00', 'America/New_York', '2031-10-25T16:00:00-04:00', '2031-10-26T00:00:00-04:00'],
    ['2031-03-29 22:00', '2031-03-30 05:00', 'Europe/Berlin', '2031-03-29T22:00:00+01:00', '2031-03-30T05:00:00+02:00'],
    // The second pass of the repeated hour.
    ['2031-10-26T01:30:00Z', '2031-10-26T01:45:00Z', 'Europe/Berlin', '2031-10-26T02:30:00+01:00', '2031-10-26T02:45:00+01:00'],
    ['2031-05-01 00:00', '2031-05-01 02:00', 'UTC', '2031-04-30T22:00:00Z', '2031-05-01T00:00:00Z'],
    ['2031-05-01 00:00', '2031-05-01 02:00', '+05:30', '2031-05-01T03:30:00+05:30', '2031-05-01T05:30:00+05:30'],
    ['2031-05-01 00:00', '2031-05-01 02:00', 'Asia/Kathmandu', '2031-05-01T03:45:00+05:45', '2031-05-01T05:45:00+05:45'],
    ['2031-05-01 00:00', '2031-05-01 02:00', '-09:30', '2031-04-30T12:30:00-09:30', '2031-04-30T14:30:00-09:30'],
    // An offset with seconds has no ISO 8601 form.
    ['1970-05-01 00:00', '1970-05-01 02:00', 'Africa/Monrovia', '1970-04-30T23:00:00Z', '1970-05-01T01:00:00Z'],
  ])('%s to %s, requested with the time zone %s', async (startDate, endDate, timeZone, start, end) => {
    const { ask } = await startFullcalendar([{ startDate, endDate }])
    const { body } = await ask(windowOf('1970-01-01', '2032-01-01', timeZone))
    expect(body).toMatchObject([{ start, end, allDay: false }])
  })

  test.each([undefined, 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Niue'])('whole days stay whole days in %s', async (timeZone) => {
    const { ask } = await startFullcalendar([
      { startDate: '2031-10-24', endDate: '2031-10-26', allDay: true },
      { startDate: '2031-12-31', endDate: '2031-12-31', allDay: true, timeZone: 'America/New_York' },
      // A midnight that a clock change skips.
      { startDate: '2017-10-15', endDate: '2017-10-15', allDay: true, timeZone: 'America/Sao_Paulo' },
    ])
    const { body } = await ask(windowOf('2017-01-01', '2032-01-01', timeZone))
    expect(body).toMatchObject([
      { start: '2017-10-15', end: '2017-10-16', allDay: true },
      { start: '2031-10-24', end: '2031-10-27', allDay: true },
      { start: '2031-12-31', end: '2032-01-01', allDay: true },
    ])
  })
})
