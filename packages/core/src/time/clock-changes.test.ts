import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { type ClockChange, clockChanges, hardZones, listedZones } from '../../test/clock-changes.ts'
import { type LocalDayRange, localDayRange } from './day-range.ts'
import { instantToLocal, type ResolvedTime, resolveLocal, resolveLocalLike } from './wall-time.ts'
import { canonicalZone } from './zone.ts'

const lane = process.env['KALENDS_LANE']
/** Zones with unusual early years: local mean times with seconds, changes by minutes, by 23 hours, within days. */
const oldZones = [
  'Africa/Freetown',
  'Africa/Monrovia',
  'America/New_York',
  'Asia/Kathmandu',
  'Europe/Amsterdam',
  'Europe/London',
  'Pacific/Kwajalein',
]
const everyZone = listedZones.filter((zone) => canonicalZone(zone) !== undefined)
const periods =
  lane === 'long'
    ? everyZone.map((zone) => ({ zone, firstYear: 1900, lastYear: 2200 }))
    : [
        ...hardZones.map((zone) => ({ zone, firstYear: lane === 'quick' ? 2000 : 1970, lastYear: 2037 })),
        ...oldZones.map((zone) => ({ zone, firstYear: 1900, lastYear: 1969 })),
      ]
const dayMs = 86_400_000

const toText = (ms: number) => new Date(ms).toISOString().slice(0, 19)
const startOfDay = (ms: number) => ms - (((ms % dayMs) + dayMs) % dayMs)

/** Wall times around the skipped or repeated time: a second before, at and after each of its ends, its middle, and the ends of its days. */
function wallTimesAround({ ms, before, after }: ClockChange): number[] {
  const [from, to] = [ms + Math.min(before, after), ms + Math.max(before, after)]
  const middle = from + Math.floor((to - from) / 2000) * 1000
  const edges = [from, to].flatMap((edge) => [-1000, 0, 1000].map((distance) => edge + distance))
  const days = [from, to].flatMap((edge) => [startOfDay(edge), startOfDay(edge) + dayMs - 1000])
  return [...new Set([...edges, middle, ...days])]
}

function byTemporal(local: string, zone: string, disambiguation: 'compatible' | 'earlier' | 'later'): ResolvedTime {
  const time = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation })
  return { ms: time.epochMilliseconds, local: time.toPlainDateTime().toString({ smallestUnit: 'second' }) }
}

/** The first and last second of a day by definition: the clocks show the date in one interval before the change and in one interval after it. */
function dayByDefinition(dayStart: number, change: ClockChange): LocalDayRange {
  const intervals = [
    { from: dayStart - change.before, to: Math.min(dayStart + dayMs - change.before, change.ms) - 1000 },
    { from: Math.max(dayStart - change.after, change.ms), to: dayStart + dayMs - 1000 - change.after },
  ].filter(({ from, to }) => from <= to)
  if (intervals.length === 0) return dayByDefinition(dayStart + dayMs, change)
  return {
    startLocal: toText(dayStart),
    endLocal: toText(dayStart + dayMs - 1000),
    startMs: Math.min(...intervals.map(({ from }) => from)),
    endMs: Math.max(...intervals.map(({ to }) => to)),
  }
}

/** Describes each difference in words, so that a failure shows what is wrong where; and counts the comparisons. */
function comparer() {
  const differences: string[] = []
  let compared = 0
  const compare = (what: string, found: object | string, wanted: object | string) => {
    compared += 1
    const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
    if (is !== should) differences.push(`${what}: ${is} instead of ${should}`)
  }
  return { compare, differences, count: () => compared }
}

function compareWallTime(local: string, zone: string, compare: (what: string, found: object, wanted: object) => void) {
  const wanted = byTemporal(local, zone, 'compatible')
  compare(`resolve ${local}`, resolveLocal(local, zone), wanted)
  const [first, second] = [byTemporal(local, zone, 'earlier'), byTemporal(local, zone, 'later')]
  const between = (first.ms + second.ms) / 2
  const repeated = wanted.local === local
  for (const near of first.ms === second.ms ? [first.ms] : [first.ms, between, between + 1]) {
    compare(`resolve ${local} near ${near}`, resolveLocalLike(local, zone, near), repeated && near > between ? second : wanted)
  }
}

let total = 0

describe('wall times around every clock change, compared with Temporal', () => {
  test.each(periods)('$zone $firstYear to $lastYear', ({ zone, firstYear, lastYear }) => {
    const changes = clockChanges(zone, firstYear, lastYear)
    const { compare, differences, count } = comparer()
    for (const change of changes) {
      for (const wallMs of wallTimesAround(change)) compareWallTime(toText(wallMs), zone, compare)
      for (const ms of [change.ms - 1000, change.ms - 1, change.ms, change.ms + 1, change.ms + 999, change.ms + 1000]) {
        const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime()
        compare(`local at ${ms}`, instantToLocal(ms, zone), shown.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString())
      }
      const days = [change.before, change.after].flatMap((offset) => [-dayMs, 0, dayMs].map((day) => startOfDay(change.ms + offset) + day))
      for (const day of new Set(days)) {
        const date = toText(day).slice(0, 10)
        compare(`day ${date}`, localDayRange(date, date, zone), dayByDefinition(day, change))
      }
    }
    expect(differences).toEqual([])
    // Comparing the day before with the day after could miss two changes within two days.
    const distances = changes.slice(1).map(({ ms }, i) => ms - (changes[i]?.ms ?? 0))
    expect(Math.min(...distances)).toBeGreaterThan(2 * dayMs)
    total += count()
  })

  const least = lane === 'quick' ? 30_000 : 60_000
  test(`compares more than ${least} results`, () => {
    expect(total).toBeGreaterThan(least)
  })
})
