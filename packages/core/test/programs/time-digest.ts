// Prints the number and a digest of many thousand results of the time module, and the host's time zone and locale. Number and digest
// have to be the same on every host. Run it with --conditions=@kalends/source.
import { createHash } from 'node:crypto'
import { keysOf } from '../../src/kinds/event/series/keys.ts'
import { timesAt } from '../../src/kinds/event/series/times-at.ts'
import { localDayRange, todayLocal } from '../../src/time/day-range.ts'
import { instantToLocal, parseDateTime, resolveLocal, resolveLocalLike } from '../../src/time/wall-time.ts'
import { canonicalZone, zoneAbbreviation } from '../../src/time/zone.ts'
import { dateTexts } from '../tables/date-texts.ts'

/** They include the zones of the tested hosts: date arithmetic that depends on the host's zone goes wrong there first. */
const zones = [
  'UTC',
  '+05:30',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Asia/Tokyo',
]
/** Days of clock changes in these zones, and one without. */
const dates = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-07-01', '2026-10-04', '2026-10-25', '2026-11-01', '2011-12-30', '1910-06-01']

const two = (number: number) => String(number).padStart(2, '0')
const quarters = Array.from({ length: 96 }, (_, i) => `T${two(Math.floor(i / 4))}:${two((i % 4) * 15)}:00`)
const results: unknown[] = dateTexts.map(({ text }) => parseDateTime(text) ?? null)
for (const zone of zones) {
  results.push(canonicalZone(zone.toLowerCase()))
  for (const date of dates) {
    results.push(localDayRange(date, date, zone))
    for (const time of quarters) {
      const resolved = resolveLocal(date + time, zone)
      results.push(resolved, resolveLocalLike(date + time, zone, resolved.ms + 86_400_000))
      results.push(instantToLocal(resolved.ms, zone), todayLocal(resolved.ms, zone), zoneAbbreviation(zone, resolved.ms))
    }
  }
}

for (const zone of zones) {
  const startLocal = '2026-03-01T02:30:00'
  const start = resolveLocal(startLocal, zone)
  const times = {
    allDay: false,
    startLocal,
    endLocal: '2026-03-01T03:15:00',
    timeZone: zone,
    timeZoneAbbreviation: '',
    startMs: start.ms,
    endMs: start.ms + 2_700_000,
  }
  const recurrence = { rule: 'FREQ=DAILY;COUNT=400', dates: [], except: [] }
  for (const key of keysOf({ times, recurrence })) results.push(key, timesAt(times, key), timesAt({ ...times, allDay: true }, key))
}

const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
const text = results.map((result) => JSON.stringify(result)).join('\n')
const digest = createHash('sha256').update(text).digest('hex')
console.log(JSON.stringify({ host: { timeZone, locale }, count: results.length, digest }))
