import { expect, test } from 'vitest'
import { clientOver, serveCalendar } from './open-client.ts'

/** What the standard gives all values of `Temporal`: a tag and a text. */
const temporal = <Name extends 'PlainDate' | 'PlainDateTime' | 'Instant' | 'ZonedDateTime'>(name: Name, text: string) => ({
  [Symbol.toStringTag]: `Temporal.${name}` as const,
  toString: () => text,
})

const at = (text: string) => temporal('ZonedDateTime', text)

const inputs: readonly (readonly [string, object])[] = [
  ['dates', { startDate: new Date('2031-06-10T17:30:00Z'), endDate: new Date('2031-06-10T19:00:00Z'), timeZone: 'Europe/Berlin' }],
  ['instants', { startDate: temporal('Instant', '2031-06-10T17:30:00Z'), endDate: temporal('Instant', '2031-06-10T19:00:00Z') }],
  ['zoned times', { startDate: at('2031-06-10T19:30:00+09:00[Asia/Tokyo]'), endDate: at('2031-06-10T21:00:00+09:00[Asia/Tokyo]') }],
  ['wall times', { startDate: temporal('PlainDateTime', '2031-06-10T19:30'), endDate: '2031-06-10 21:00' }],
  ['days', { startDate: temporal('PlainDate', '2031-06-10'), endDate: temporal('PlainDate', '2031-06-11'), allDay: true }],
  ['publication dates', { startDate: '2031-06-10', endDate: '2031-06-10', publishedUtc: new Date('2030-05-01T01:00:00Z') }],
  ['dates of series', { startDate: '2031-06-10', endDate: '2031-06-10', recurrence: { dates: [temporal('PlainDate', '2031-06-12')] } }],
]

test.each(inputs)('%s are written as in process', async (_, input) => {
  const { calendar, handler } = serveCalendar()
  const client = clientOver(handler)
  const event = { title: 'Choir', slug: '', ...input } as Parameters<typeof client.events.create>[0]
  const { startDate, endDate, timeZone, utcStartDate, publishedUtc, recurrence } = await calendar.events.create(event)
  const times = { startDate, endDate, timeZone, utcStartDate, recurrence: recurrence && { dates: recurrence.dates } }
  expect(await client.events.create(event)).toMatchObject('publishedUtc' in input ? { ...times, publishedUtc } : times)
})

test('bounds of a list are sent as texts', async () => {
  const { calendar, handler } = serveCalendar()
  for (const day of ['09', '10', '11'])
    await calendar.events.create({
      title: day,
      startDate: `2031-06-${day} 19:30`,
      endDate: `2031-06-${day} 21:00`,
      timeZone: 'Europe/Berlin',
    })
  const bounds = [
    { startsAfter: new Date('2031-06-10T17:30:00Z') },
    { startsAfter: at('2031-06-10T19:30:00+02:00[Europe/Berlin]') },
    { startsAfter: temporal('PlainDate', '2031-06-10') },
    { startsAfter: temporal('PlainDateTime', '2031-06-10T19:30') },
  ]
  for (const bound of bounds) {
    const input = { ...bound, endsBefore: '2032-01-01' }
    expect((await clientOver(handler).events.list(input)).items.map(({ title }) => title)).toEqual(['11'])
  }
})

test('an invalid Date is refused by name, and so is another zone', async () => {
  const client = clientOver(serveCalendar().handler)
  const event = { title: 'A', startDate: new Date('soon'), endDate: '2031-06-10' }
  await expect(client.events.create(event)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { params: { startDate: expect.any(String) } },
  })
  await expect(client.events.list({ startsAfter: new Date('soon') })).rejects.toMatchObject({
    details: { params: { startsAfter: expect.any(String) } },
  })
  const two = {
    title: 'A',
    startDate: at('2031-06-10T19:30:00+09:00[Asia/Tokyo]'),
    endDate: at('2031-06-10T21:00:00+02:00[Europe/Berlin]'),
  }
  await expect(client.events.create(two)).rejects.toMatchObject({
    code: 'invalid_input',
    details: {
      issues: [{ path: 'endDate', code: 'other_time_zone', name: 'startDate', message: 'names another time zone than startDate' }],
    },
  })
})
