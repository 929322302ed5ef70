import { expect, test } from 'vitest'
import { toTimeZone } from '../src/icalendar/zone.ts'
import { differencesOf } from './zones.ts'

test.each([
  'Europe/Berlin',
  'Europe/Dublin',
  'Europe/Lisbon',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'UTC',
])('the VTIMEZONE of %s gives the same instants as the runtime', (zone) => {
  expect(differencesOf(zone, 2026, 2029)).toEqual([])
})

const rulesOf = (text: string | undefined): readonly string[] => text?.match(/^RRULE:.*(?=\r)/gm) ?? []

test.each<[string, number, number, readonly string[] | undefined]>([
  ['Europe/Berlin', 2026, 2040, ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU']],
  ['America/New_York', 2008, 2040, ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU']],
  ['Pacific/Auckland', 2010, 2040, ['RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU', 'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=-1SU']],
  ['Asia/Tokyo', 2000, 2040, []],
  // The rule changed in 2007.
  ['America/New_York', 2006, 2008, undefined],
  // Clocks changed for the last time in 2016.
  ['Europe/Istanbul', 2015, 2017, undefined],
  // Clocks were set back for Ramadan.
  ['Africa/Cairo', 2010, 2010, undefined],
  // A day was skipped.
  ['Pacific/Apia', 2011, 2012, undefined],
  // Seconds in the offset.
  ['Africa/Monrovia', 1970, 1971, undefined],
])('%s from %i to %i has the rules %j', (zone, firstYear, lastYear, rules) => {
  const text = toTimeZone(zone, firstYear, lastYear)
  expect(text === undefined ? undefined : rulesOf(text)).toEqual(rules)
})
