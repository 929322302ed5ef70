import { memoryStore } from '@kalends/memory'
import { buildEventInput, fixedClock } from '@kalends/testing'
import { expect, test } from 'vitest'
import { weekly } from '../newsletter.ts'
import { createTown } from '../town.ts'

/** A Thursday; the clocks go back in the night before Sunday. */
const openWeek = () => {
  const clock = fixedClock('2031-10-23T12:00:00+02:00')
  return { clock, calendar: createTown({ store: memoryStore(), clock }) }
}

test('lists what is on until Sunday, day by day', async () => {
  const { calendar } = openWeek()
  const venue = { name: 'Old Brewery' }
  for (const event of [
    buildEventInput({ title: 'Light on Paper', startDate: '2031-10-01', endDate: '2031-11-02', allDay: true }),
    buildEventInput({ title: 'Lunch, over now', startDate: '2031-10-23 11:00' }),
    buildEventInput({ title: 'Choir', startDate: '2031-10-23 19:30', venues: venue, cost: 'Free', fields: { level: 'beginner' } }),
    buildEventInput({ title: 'Long Night', startDate: '2031-10-25 22:00', endDate: '2031-10-26 05:00', venues: venue, cost: '€12' }),
    buildEventInput({ title: 'Flea Market', startDate: '2031-10-26', allDay: true }),
    buildEventInput({ title: 'Last Bus', startDate: '2031-10-26 23:30' }),
    buildEventInput({ title: 'Monday Club', startDate: '2031-10-27' }),
    buildEventInput({ title: 'Hidden', startDate: '2031-10-24 10:00', hidden: true }),
    buildEventInput({ title: 'Not settled yet', startDate: '2031-10-24 10:00', status: 'draft' }),
  ])
    await calendar.events.create(event)

  expect(await weekly(calendar)).toBe(`Thursday 23 October
  until Sunday 2 November  Light on Paper
  19:30  Choir (beginner), Old Brewery, Free

Saturday 25 October
  22:00  Long Night, Old Brewery, €12

Sunday 26 October
  all day  Flea Market
  23:30  Last Bus`)
})

test.each([
  ['on Sunday night it is still the old week', '2031-10-26T23:59:59+01:00', 'Sunday 26 October'],
  ['a second later it is the next one', '2031-10-27T00:00:00+01:00', 'Monday 27 October'],
])('%s', async (_name, now, heading) => {
  const { calendar, clock } = openWeek()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-26', endDate: '2031-10-27', allDay: true }))
  clock.set(now)
  expect(await weekly(calendar)).toContain(heading)
})

test('places events of other zones in its own week', async () => {
  const { calendar } = openWeek()
  const timeZone = 'America/New_York'
  await calendar.events.create(buildEventInput({ title: 'Talk', startDate: '2031-10-24 20:00', timeZone }))
  await calendar.events.create(buildEventInput({ title: 'On Monday here', startDate: '2031-10-26 20:00', timeZone }))
  await calendar.events.create(buildEventInput({ title: 'Over', startDate: '2031-10-23 05:00', timeZone }))
  await calendar.events.create(buildEventInput({ title: 'A Day Online', startDate: '2031-10-26', allDay: true, timeZone }))
  await calendar.events.create(buildEventInput({ title: 'Monday in Tokyo', startDate: '2031-10-27 07:00', timeZone: 'Asia/Tokyo' }))
  expect(await weekly(calendar)).toBe(`Saturday 25 October
  02:00  Talk

Sunday 26 October
  all day  A Day Online
  23:00  Monday in Tokyo`)
})

test('orders the two hours from two to three of the night when the clocks go back', async () => {
  const { calendar } = openWeek()
  for (const [title, startDate] of [
    ['Second', '2031-10-26T02:15+01:00'],
    ['First', '2031-10-26T02:30+02:00'],
  ] as const)
    await calendar.events.create(buildEventInput({ title, startDate }))
  expect(await weekly(calendar)).toBe('Sunday 26 October\n  02:30  First\n  02:15  Second')
})

test('leaves nothing out in a busy week', async () => {
  const { calendar } = openWeek()
  for (let index = 1; index <= 120; index++) await calendar.events.create(buildEventInput({ startDate: '2031-10-25 10:00' }, index))
  expect((await weekly(calendar)).match(/Event/g)).toHaveLength(120)
})

test('says so when nothing is on', async () => expect(await weekly(openWeek().calendar)).toBe('Nothing is on this week.'))
