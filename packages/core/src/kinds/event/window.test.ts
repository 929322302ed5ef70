import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar } from '../../../test/open-calendar.ts'
import type { EventListInput } from './list-schema.ts'
import type { EventInput } from './schema.ts'
import { defaultDates } from './window.ts'

describe('the default dates', () => {
  test.each<[string, string, string, string]>([
    ['2026-06-01T12:00:00Z', 'Europe/Berlin', '2026-06-01', '2028-06-01'],
    ['2026-06-01T22:30:00Z', 'Europe/Berlin', '2026-06-02', '2028-06-02'],
    ['2026-06-01T03:30:00Z', 'America/New_York', '2026-05-31', '2028-05-31'],
    ['2028-02-29T12:00:00Z', 'UTC', '2028-02-29', '2030-02-28'],
    ['2026-02-28T12:00:00Z', 'UTC', '2026-02-28', '2028-02-28'],
    ['2098-02-28T23:59:59Z', 'UTC', '2098-02-28', '2100-02-28'],
    ['2026-12-31T23:30:00Z', 'Asia/Tokyo', '2027-01-01', '2029-01-01'],
  ])('at %s in %s are %s and %s', (now, zone, start, end) => expect(defaultDates(Date.parse(now), zone)).toEqual({ start, end }))
})

/** The starts and ends of events by their title; in Berlin unless a zone is given. */
type Times = Readonly<Record<string, readonly [start: string, end: string, timeZone?: string]>>

/** The titles of the listed events. */
async function found(times: Times, input: EventListInput, now?: string): Promise<string[]> {
  const { calendar, clock } = openCalendar()
  for (const [title, [startDate, endDate, timeZone]] of Object.entries(times)) {
    const event: EventInput = anEvent({ title, startDate, endDate, ...(timeZone !== undefined && { timeZone }) })
    await calendar.events.create(event)
  }
  if (now !== undefined) clock.set(now)
  return (await calendar.events.list({ ...input, perPage: 100, orderBy: 'id' })).items.map(({ title }) => title)
}

describe('the default window', () => {
  const times: Times = {
    yesterday: ['2026-05-31 23:59:59', '2026-06-05'],
    today: ['2026-06-01 00:00:00', '2026-06-01 00:00:00'],
    last: ['2028-06-01 23:59:59', '2028-06-02'],
    beyond: ['2028-06-02 00:00:00', '2028-06-03'],
    tokyo: ['2026-06-01 00:00:00', '2026-06-01 01:00', 'Asia/Tokyo'],
    'tokyo yesterday': ['2026-05-31 23:59:59', '2026-06-01', 'Asia/Tokyo'],
  }

  test.each<[string, EventListInput, string[]]>([
    ['is two years from today, by each event’s wall clock', {}, ['today', 'last', 'tokyo']],
    ['keeps its start beside a given end', { endDate: '2026-12-31' }, ['today', 'tokyo']],
    ['keeps its end beside a given start', { startDate: '2026-05-31' }, ['yesterday', 'today', 'last', 'tokyo', 'tokyo yesterday']],
    ['is empty for a start beyond its end', { startDate: '2029-01-01' }, []],
    ['is empty for a start after a given end', { startDate: '2026-06-02', endDate: '2026-06-01' }, []],
    ['does not apply beside endsAfter', { endsAfter: '1900-01-01' }, Object.keys(times)],
    [
      'does not apply beside startsBefore, while a given start does',
      { startsBefore: '2200-01-01', startDate: '2026-06-02' },
      ['last', 'beyond'],
    ],
    [
      'does not apply to ids, and neither do given dates',
      { include: [1, 4, 99], startDate: '2030-01-01', endsAfter: '2030-01-01' },
      ['yesterday', 'beyond'],
    ],
  ])('%s', async (_name, input, expected) => expect(await found(times, input)).toEqual(expected))

  test('follows the clock, and starts today in the calendar’s zone', async () => {
    expect(await found(times, {}, '2026-06-01T21:59:59Z')).toEqual(['today', 'last', 'tokyo'])
    expect(await found(times, {}, '2026-06-01T22:00:00Z')).toEqual(['last', 'beyond'])
    expect(await found(times, { status: 'any' }, '2024-06-01T12:00:00Z')).toEqual(['yesterday', 'today', 'tokyo', 'tokyo yesterday'])
  })
})

describe('a list with bounds', () => {
  const times: Times = {
    before: ['2026-06-09 23:59:59', '2026-06-09 23:59:59'],
    midnight: ['2026-06-10 00:00:00', '2026-06-10 00:00:00'],
    noon: ['2026-06-10 12:00:00', '2026-06-10 12:00:00'],
    'second past': ['2026-06-10 12:00:01', '2026-06-10 12:00:01'],
    evening: ['2026-06-10 23:59:59', '2026-06-10 23:59:59'],
    after: ['2026-06-11 00:00:00', '2026-06-11 00:00:00'],
  }
  const all = Object.keys(times)
  const from = (name: string): string[] => all.slice(all.indexOf(name))
  const upTo = (name: string): string[] => all.slice(0, all.indexOf(name) + 1)

  test.each<[EventListInput, string[]]>([
    [{ startDate: '2026-06-10' }, from('midnight')],
    [{ startDate: '2026-06-10 12:00' }, from('noon')],
    [{ startDate: '2026-06-10 12:00:00.001' }, from('second past')],
    [{ startDate: '2026-06-10T10:00Z' }, from('noon')],
    [{ startDate: '2026-06-10T10:00:00.5Z' }, from('second past')],
    [{ startDate: '2026-06-10T15:30+05:30' }, from('noon')],
    [{ endDate: '2026-06-10' }, upTo('evening')],
    [{ endDate: '2026-06-10 12:00' }, upTo('noon')],
    [{ endDate: '2026-06-10 12:00:00.999' }, upTo('noon')],
    [{ endDate: '2026-06-10T10:00Z' }, upTo('noon')],
    [{ startsAfter: '2026-06-10' }, from('after')],
    [{ startsAfter: '2026-06-09' }, from('midnight')],
    [{ startsAfter: '2026-06-10 12:00' }, from('second past')],
    [{ startsAfter: '2026-06-10 11:59:59.999' }, from('noon')],
    [{ startsAfter: '2026-06-10T10:00Z' }, from('second past')],
    [{ startsBefore: '2026-06-10' }, upTo('before')],
    [{ startsBefore: '2026-06-10 12:00' }, upTo('midnight')],
    [{ startsBefore: '2026-06-10 12:00:00.001' }, upTo('noon')],
    [{ startsBefore: '2026-06-10T10:00Z' }, upTo('midnight')],
    [{ startsBefore: '2026-06-10T10:00:00.5Z' }, upTo('noon')],
    [{ endsAfter: '2026-06-10' }, from('after')],
    [{ endsAfter: '2026-06-10 12:00' }, from('second past')],
    [{ endsAfter: '2026-06-10T10:00Z' }, from('second past')],
    [{ endsBefore: '2026-06-10' }, upTo('before')],
    [{ endsBefore: '2026-06-10 12:00' }, upTo('midnight')],
    [{ startDate: '2026-06-10', endDate: '2026-06-10' }, ['midnight', 'noon', 'second past', 'evening']],
    [{ startDate: '2026-06-10 12:00', endDate: '2026-06-10 12:00' }, ['noon']],
    [{ startsAfter: '2026-06-10 00:00', startsBefore: '2026-06-10 12:00' }, []],
    [{ startsAfter: '2026-06-10 00:00', startsBefore: '2026-06-10 12:00:01' }, ['noon']],
    [{ startDate: '2026-06-10', startsAfter: '2026-06-10 12:00', endDate: '2026-06-10T10:00:01Z' }, ['second past']],
    [{ startDate: '2026-06-10 12:00:01', startsAfter: '2026-06-09' }, from('second past')],
    [{ endDate: '2026-06-10 12:00', startsBefore: '2026-06-11' }, upTo('noon')],
    [{ endDate: '2026-06-11', startsBefore: '2026-06-10 12:00' }, upTo('midnight')],
    [{ startDate: '2026-06-10T22:00Z', startsAfter: '2026-06-09' }, from('after')],
    [{ startsAfter: '2026-06-10 12:00', startsBefore: '2026-06-10 12:00' }, []],
    [{ startDate: '1900-01-01', endDate: '2200-12-31' }, all],
  ])('%o has %j', async (input, expected) => expect(await found(times, input)).toEqual(expected))
})

describe('a bound without an offset is compared with each event’s wall clock, a bound with an offset with the instant', () => {
  const times: Times = {
    berlin: ['2026-06-10 12:00', '2026-06-10 13:00', 'Europe/Berlin'],
    tokyo: ['2026-06-10 12:00', '2026-06-10 13:00', 'Asia/Tokyo'],
    'new york': ['2026-06-10 12:00', '2026-06-10 13:00', 'America/New_York'],
  }
  test.each<[EventListInput, string[]]>([
    [{ startDate: '2026-06-10 12:00', endDate: '2026-06-10 12:00' }, ['berlin', 'tokyo', 'new york']],
    [{ startDate: '2026-06-10T12:00+02:00', endDate: '2026-06-10T12:00+02:00' }, ['berlin']],
    [{ startDate: '2026-06-10T10:00Z' }, ['berlin', 'new york']],
    [{ startDate: '2026-06-01', endDate: '2026-06-10T10:00Z' }, ['berlin', 'tokyo']],
    [{ endsAfter: '2026-06-10T11:00Z' }, ['new york']],
    [{ endsBefore: '2026-06-10T11:00Z', endsAfter: '2026-06-10 12:00' }, ['tokyo']],
  ])('%o has %j', async (input, expected) => expect(await found(times, input)).toEqual(expected))
})

test('a list with endsAfter the present time has running and coming events', async () => {
  const times: Times = {
    past: ['2026-05-30 10:00', '2026-06-01 14:00:00'],
    running: ['2026-05-30 10:00', '2026-06-01 14:00:01'],
    coming: ['2026-06-02 10:00', '2026-06-02 11:00'],
    far: ['2126-06-02 10:00', '2126-06-02 11:00'],
  }
  expect(await found(times, { endsAfter: '2026-06-01T12:00:00Z' })).toEqual(['running', 'coming', 'far'])
})
