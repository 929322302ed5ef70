import { Temporal } from 'temporal-polyfill'
import { zoneNamesByArea } from '../src/time/zone-names.ts'

/** A moment at which a zone changes its offset, as Temporal sees it. */
export interface ClockChange {
  /** The first instant with the new offset. */
  ms: number
  /** The offset before, in milliseconds. */
  before: number
  /** The offset from then on, in milliseconds. */
  after: number
}

/** Zones that calendar programs have got wrong, with every kind of clock change that exists. */
export const hardZones = [
  'Africa/Cairo', // came back to summer time in 2023; changes on Fridays at midnight
  'Africa/Casablanca', // summer time interrupted for Ramadan
  'Africa/El_Aaiun',
  'Africa/Freetown', // changed twice within four days in 1939
  'Africa/Juba',
  'Africa/Monrovia', // 44 minutes and 30 seconds behind until 1972
  'Africa/Windhoek', // negative summer time
  'America/Adak',
  'America/Anchorage',
  'America/Asuncion', // no midnight on the days that summer time began
  'America/Caracas', // half an hour in 2007 and 2016
  'America/Havana', // changes at midnight
  'America/Los_Angeles',
  'America/Metlakatla',
  'America/New_York',
  'America/Nuuk', // changes at 22:00 and 23:00 of the day before
  'America/Santiago', // no midnight, and summer time for more than half of the year
  'America/Sao_Paulo', // no midnight
  'America/Scoresbysund',
  'America/St_Johns', // at one minute past midnight until 2011, so some days began twice; two hours in 1988
  'Antarctica/Casey', // three hours to and fro
  'Antarctica/Troll', // two hours
  'Antarctica/Vostok',
  'Asia/Amman', // 24:00 on Thursdays
  'Asia/Beirut', // no midnight
  'Asia/Dhaka', // 23:00 on 19 June 2009, so that day has no last hour
  'Asia/Gaza',
  'Asia/Hebron',
  'Asia/Kathmandu', // fifteen minutes in 1986
  'Asia/Kuala_Lumpur',
  'Asia/Pyongyang', // half an hour in 2015 and 2018
  'Asia/Tehran',
  'Atlantic/Azores', // no midnight
  'Australia/Eucla',
  'Australia/Lord_Howe', // summer time of thirty minutes
  'Europe/Amsterdam',
  'Europe/Berlin',
  'Europe/Dublin', // negative summer time in winter
  'Europe/Istanbul',
  'Europe/Kyiv',
  'Europe/Lisbon',
  'Europe/London', // summer time all year, and double
  'Europe/Moscow',
  'Pacific/Apia', // no 30 December 2011
  'Pacific/Chatham', // changes at 2:45
  'Pacific/Fakaofo', // no 30 December 2011
  'Pacific/Guam',
  'Pacific/Kanton', // no 31 December 1994
  'Pacific/Kiritimati', // no 31 December 1994
  'Pacific/Kwajalein', // no 21 August 1993, and 47 hours of 30 September 1969
  'Pacific/Norfolk',
  'Pacific/Tongatapu',
  'US/Eastern', // a link
] as const

const added = Object.entries(zoneNamesByArea).flatMap(([area, names]) =>
  [...names.matchAll(/\S+/g)].map(([name]) => (area === '' ? name : `${area}/${name}`)),
)

/** Every zone name that the runtime or the list has, such as `Area/Place`. */
export const listedZones: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), ...added])]

/** Every change of the offset of a zone in some years, the last year included. */
export function clockChanges(zone: string, firstYear: number, lastYear: number): ClockChange[] {
  const changes: ClockChange[] = []
  const endMs = Date.UTC(lastYear + 1, 0)
  let time = Temporal.Instant.fromEpochMilliseconds(Date.UTC(firstYear, 0)).toZonedDateTimeISO(zone)
  for (;;) {
    const next = time.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= endMs) return changes
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6
    changes.push({ ms: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1e6 })
    time = next
  }
}
