import { memoryStore } from '@kalends/memory'
import { buildEventInput, buildVenueInput, fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { createTown } from '../town.ts'
import { isVenueFree } from '../venue-free.ts'

const openHall = async () => {
  const calendar = createTown({ store: memoryStore(), clock: fixedClock('2031-10-01T12:00:00+02:00') })
  const hall = await calendar.venues.create(buildVenueInput({ name: 'Old Brewery' }))
  const isFree = (from: string, until: string) => isVenueFree(calendar, { venue: hall.id, from: new Date(from), until: new Date(until) })
  return { calendar, hall, isFree }
}

test('a venue without events is free', async () => {
  const { isFree } = await openHall()
  expect(await isFree('2031-10-25T18:00:00+02:00', '2031-10-25T20:00:00+02:00')).toBe(true)
})

describe('an evening from 19:30 to 20:30', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-24 19:30', venues: hall.id }))

  test.each([
    ['before it', '18:00', '19:30', true],
    ['into it', '18:00', '19:31', false],
    ['inside it', '19:45', '20:00', false],
    ['around it', '18:00', '23:00', false],
    ['out of it', '20:29', '22:00', false],
    ['after it', '20:30', '22:00', true],
  ])('%s, %s to %s', async (_where, from, until, free) => {
    expect(await isFree(`2031-10-24T${from}:00+02:00`, `2031-10-24T${until}:00+02:00`)).toBe(free)
  })

  test('is no matter of other venues', async () => {
    const other = await calendar.venues.create(buildVenueInput({ name: 'Town Hall' }))
    const [from, until] = [new Date('2031-10-24T19:30:00+02:00'), new Date('2031-10-24T20:30:00+02:00')]
    expect(await isVenueFree(calendar, { venue: other.id, from, until })).toBe(true)
  })
})

describe('the night in which the clocks go back, 22:00 to 05:00', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-25 22:00', endDate: '2031-10-26 05:00', venues: hall.id }))

  test.each([
    ['the first time 02:30 comes', '2031-10-26T02:30:00+02:00', '2031-10-26T02:45:00+02:00', false],
    ['the second time 02:30 comes', '2031-10-26T02:30:00+01:00', '2031-10-26T02:45:00+01:00', false],
    ['seven hours after it began, with one to go', '2031-10-26T04:30:00+01:00', '2031-10-26T04:45:00+01:00', false],
    ['eight hours after it began, when it is over', '2031-10-26T05:00:00+01:00', '2031-10-26T06:00:00+01:00', true],
  ])('%s', async (_when, from, until, free) => expect(await isFree(from, until)).toBe(free))
})

describe('a whole day', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-26', allDay: true, venues: hall.id }))

  test.each([
    ['the last hour of the day before', '2031-10-25T23:00:00+02:00', '2031-10-26T00:00:00+02:00', true],
    ['its first minute', '2031-10-26T00:00:00+02:00', '2031-10-26T00:01:00+02:00', false],
    ['its last hour, the twenty-fifth', '2031-10-26T23:00:00+01:00', '2031-10-26T23:30:00+01:00', false],
    ['the first hour of the day after', '2031-10-27T00:00:00+01:00', '2031-10-27T01:00:00+01:00', true],
  ])('%s', async (_when, from, until, free) => expect(await isFree(from, until)).toBe(free))
})

test.each(['draft', 'pending', 'private', 'publish'] as const)('plans count while they are %s', async (status) => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-24 19:30', venues: hall.id, status }))
  expect(await isFree('2031-10-24T19:00:00+02:00', '2031-10-24T20:00:00+02:00')).toBe(false)
})

test('an event that is hidden from listings takes the venue', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-24 19:30', venues: hall.id, hidden: true }))
  expect(await isFree('2031-10-24T19:00:00+02:00', '2031-10-24T20:00:00+02:00')).toBe(false)
})

test('an event that is cancelled leaves the venue free', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-24 19:30', venues: hall.id, eventStatus: 'cancelled' }))
  expect(await isFree('2031-10-24T19:00:00+02:00', '2031-10-24T20:00:00+02:00')).toBe(true)
})

describe('an evening at 19:30 with a setup of 90 minutes', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-24 19:30', venues: hall.id, fields: { setupMinutes: 90 } }))

  test.each([
    ['before the setup', '17:00', '18:00', true],
    ['into the setup', '17:00', '18:01', false],
    ['inside the setup', '18:30', '19:00', false],
    ['after the evening', '20:30', '22:00', true],
  ])('%s, %s to %s', async (_where, from, until, free) => {
    expect(await isFree(`2031-10-24T${from}:00+02:00`, `2031-10-24T${until}:00+02:00`)).toBe(free)
  })
})

test('a setup can begin on the day before', async () => {
  const { calendar, hall, isFree } = await openHall()
  await calendar.events.create(buildEventInput({ startDate: '2031-10-25 19:30', venues: hall.id, fields: { setupMinutes: 1440 } }))
  expect(await isFree('2031-10-24T19:00:00+02:00', '2031-10-24T19:30:00+02:00')).toBe(true)
  expect(await isFree('2031-10-24T19:00:00+02:00', '2031-10-24T19:31:00+02:00')).toBe(false)
})

test('what went into the trash leaves the venue free', async () => {
  const { calendar, hall, isFree } = await openHall()
  const { id } = await calendar.events.create(buildEventInput({ startDate: '2031-10-24 19:30', venues: hall.id }))
  await calendar.events.trash(id)
  expect(await isFree('2031-10-24T19:00:00+02:00', '2031-10-24T20:00:00+02:00')).toBe(true)
})
