import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar } from '../../../test/open-calendar.ts'
import type { EventListInput } from './list-schema.ts'
import type { EventInput } from './schema.ts'

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

test.each<[string, EventListInput, string[]]>([
  ['without bounds has the events of all times', {}, ['long ago', 'yesterday', 'far']],
  ['with a start has no end', { startsFrom: '2026-05-31' }, ['yesterday', 'far']],
  ['with an end has no start', { startsUntil: '2026-05-31' }, ['long ago', 'yesterday']],
  ['ignores all dates with ids', { ids: [1, 99], from: '2030-01-01', startsFrom: '2030-01-01' }, ['long ago']],
])('a list %s', async (_name, input, expected) => {
  const times: Times = {
    'long ago': ['1926-06-01', '1926-06-02'],
    yesterday: ['2026-05-31 23:59:59', '2026-06-05'],
    far: ['2126-06-01', '2126-06-02'],
  }
  expect(await found(times, input)).toEqual(expected)
})

describe('a list of what overlaps a window', () => {
  const times: Times = {
    ended: ['2026-06-08 10:00:00', '2026-06-10 00:00:00'],
    running: ['2026-06-08 10:00:00', '2026-06-10 00:00:01'],
    moment: ['2026-06-10 00:00:00', '2026-06-10 00:00:00'],
    morning: ['2026-06-10 09:00:00', '2026-06-10 12:00:00'],
    long: ['2025-06-10 12:00:00', '2027-06-10 12:00:00'],
    noon: ['2026-06-10 12:00:00', '2026-06-10 13:00:00'],
    evening: ['2026-06-10 23:59:59', '2026-06-12'],
    after: ['2026-06-11 00:00:00', '2026-06-12'],
  }
  test.each<[EventListInput, string]>([
    [{ from: '2026-06-10' }, 'running moment morning long noon evening after'],
    [{ from: '2026-06-10', to: '2026-06-10' }, 'running moment morning long noon evening'],
    [{ from: '2026-06-10 12:00' }, 'long noon evening after'],
    [{ from: '2026-06-10 00:00:00.5' }, 'running morning long noon evening after'],
    [{ from: '2026-06-09 22:00Z' }, 'running moment morning long noon evening after'],
    [{ from: '2026-06-10T10:00:00.5Z', to: '2026-06-10T10:00:00Z' }, 'long noon'],
    [{ to: '2026-06-10 12:00' }, 'ended running moment morning long noon'],
    [{ to: '2026-06-10T09:59:59.9Z' }, 'ended running moment morning long'],
    [{ from: '2026-06-10 12:00', to: '2026-06-10 11:00' }, 'long'],
    [{ from: '2026-06-10', startsFrom: '2026-06-09', to: '2026-06-10', startsBefore: '2026-06-10 12:00' }, 'moment morning'],
    [{ from: '2026-06-10', startsBefore: '2026-06-10' }, 'running long'],
    [{ from: '2027-07-01' }, ''],
  ])('%o has %j', async (input, expected) => expect((await found(times, input)).join(' ')).toEqual(expected))

  test('relative to now has running and coming events', async () => {
    expect(await found(times, { from: 'now' }, '2026-06-10T10:30:00Z')).toEqual(['long', 'noon', 'evening', 'after'])
    expect(await found(times, { from: 'today', to: 'today' }, '2026-06-10T21:59:59Z')).toHaveLength(6)
    expect(await found(times, { from: 'today', to: 'today' }, '2026-06-10T22:00:00Z')).toEqual(['long', 'evening', 'after'])
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
    [{ startsFrom: '2026-06-10' }, from('midnight')],
    [{ startsFrom: '2026-06-10 12:00' }, from('noon')],
    [{ startsFrom: '2026-06-10 12:00:00.001' }, from('second past')],
    [{ startsFrom: '2026-06-10T10:00Z' }, from('noon')],
    [{ startsFrom: '2026-06-10T10:00:00.5Z' }, from('second past')],
    [{ startsFrom: '2026-06-10T15:30+05:30' }, from('noon')],
    [{ startsUntil: '2026-06-10' }, upTo('evening')],
    [{ startsUntil: '2026-06-10 12:00' }, upTo('noon')],
    [{ startsUntil: '2026-06-10 12:00:00.999' }, upTo('noon')],
    [{ startsUntil: '2026-06-10T10:00Z' }, upTo('noon')],
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
    [{ startsFrom: '2026-06-10', startsUntil: '2026-06-10' }, ['midnight', 'noon', 'second past', 'evening']],
    [{ startsFrom: '2026-06-10 12:00', startsUntil: '2026-06-10 12:00' }, ['noon']],
    [{ startsAfter: '2026-06-10 00:00', startsBefore: '2026-06-10 12:00' }, []],
    [{ startsAfter: '2026-06-10 00:00', startsBefore: '2026-06-10 12:00:01' }, ['noon']],
    [{ startsFrom: '2026-06-10', startsAfter: '2026-06-10 12:00', startsUntil: '2026-06-10T10:00:01Z' }, ['second past']],
    [{ startsFrom: '2026-06-10 12:00:01', startsAfter: '2026-06-09' }, from('second past')],
    [{ startsUntil: '2026-06-10 12:00', startsBefore: '2026-06-11' }, upTo('noon')],
    [{ startsUntil: '2026-06-11', startsBefore: '2026-06-10 12:00' }, upTo('midnight')],
    [{ startsFrom: '2026-06-10T22:00Z', startsAfter: '2026-06-09' }, from('after')],
    [{ startsAfter: '2026-06-10 12:00', startsBefore: '2026-06-10 12:00' }, []],
    [{ startsFrom: '1900-01-01', startsUntil: '2200-12-31' }, all],
  ])('%o has %j', async (input, expected) => expect(await found(times, input)).toEqual(expected))
})

describe('a bound without an offset is compared with each event’s wall clock, a bound with an offset with the instant', () => {
  const times: Times = {
    berlin: ['2026-06-10 12:00', '2026-06-10 13:00', 'Europe/Berlin'],
    tokyo: ['2026-06-10 12:00', '2026-06-10 13:00', 'Asia/Tokyo'],
    'new york': ['2026-06-10 12:00', '2026-06-10 13:00', 'America/New_York'],
  }
  test.each<[EventListInput, string[]]>([
    [{ startsFrom: '2026-06-10 12:00', startsUntil: '2026-06-10 12:00' }, ['berlin', 'tokyo', 'new york']],
    [{ startsFrom: '2026-06-10T12:00+02:00', startsUntil: '2026-06-10T12:00+02:00' }, ['berlin']],
    [{ startsFrom: '2026-06-10T10:00Z' }, ['berlin', 'new york']],
    [{ startsFrom: '2026-06-01', startsUntil: '2026-06-10T10:00Z' }, ['berlin', 'tokyo']],
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
