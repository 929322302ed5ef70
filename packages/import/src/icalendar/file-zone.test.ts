import { clockChanges } from '@kalends/core/format'
import { instantToLocal, knownSpellings, offsetMs, utcMsToLocal } from '@kalends/core/internal'
import { expect, test } from 'vitest'
import { createComponentReader } from './components.ts'
import { fileOffset, hasOffsetsOf, readFileZone, zoneLike } from './file-zone.ts'
import { createLineSplitter } from './lines.ts'

const toOffset = (ms: number): string => (ms < 0 ? '-' : '+') + utcMsToLocal(Math.abs(ms)).slice(11, 19).replaceAll(':', '')
const toKey = (ms: number): string => utcMsToLocal(ms).replace(/[-:]/g, '')

/** A VTIMEZONE with the changes of a zone in some years, each on its own. */
function zoneText(zone: string, firstYear: number, lastYear: number): string {
  const first = offsetMs(zone, Date.UTC(firstYear, 0, 1))
  const changes = [{ ms: Date.UTC(firstYear - 1, 0, 1), from: first, to: first }, ...clockChanges(zone, firstYear, lastYear)]
  const parts = changes.map(
    ({ ms, from, to }) =>
      `BEGIN:STANDARD\nDTSTART:${toKey(ms + from)}\nTZOFFSETFROM:${toOffset(from)}\nTZOFFSETTO:${toOffset(to)}\nEND:STANDARD\n`,
  )
  return `BEGIN:VTIMEZONE\nTZID:X\n${parts.join('')}END:VTIMEZONE\n`
}

function read(text: string) {
  const [splitter, reader] = [createLineSplitter(1_000), createComponentReader(8)]
  const octets = new TextEncoder().encode(text)
  const lines = [...splitter.push(octets), ...splitter.end()]
  const [component] = lines.flatMap((line) => reader.read(line))
  return component === undefined ? undefined : readFileZone(component)
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Asia/Gaza',
]

test.each(zones)('the changes of %s are found in a zone that has them', (zone) => {
  const fileZone = read(zoneText(zone, 2025, 2027))
  const found = fileZone && zoneLike(fileZone, 2026, [])
  expect(clockChanges(found ?? '', 2025, 2027)).toEqual(clockChanges(zone, 2025, 2027))
  expect(fileZone && zoneLike(fileZone, 2026, ['UTC', zone])).toBe(zone)
})

test('a VTIMEZONE has the offsets of its own zone alone', () => {
  const found = zones.map((zone) => {
    const fileZone = read(zoneText(zone, 2025, 2027)) ?? []
    return zones.filter((other) => hasOffsetsOf(fileZone, other, 2026))
  })
  expect(found).toEqual(zones.map((zone) => [zone]))
})

test.each(zones)('the offsets of the VTIMEZONE of %s are those of the zone at each hour', (zone) => {
  const fileZone = read(zoneText(zone, 2026, 2026)) ?? []
  const changes = clockChanges(zone, 2026, 2026)
  for (const { ms, from, to } of changes)
    for (let hour = -4; hour <= 4; hour++) {
      const at = ms + hour * 3_600_000
      const wall = instantToLocal(at, zone)
      const offset = fileOffset(fileZone, wall)
      // Of a repeated wall time the first pass counts.
      expect([offsetMs(zone, at), ...(hour >= 0 && to < from ? [from] : [])], wall).toContain(offset)
    }
})

test('a rule that has ended still gives the offset', () => {
  const text = `BEGIN:VTIMEZONE
TZID:X
BEGIN:DAYLIGHT
DTSTART:19900325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20100328T000000Z
TZOFFSETFROM:+0200
TZOFFSETTO:+0300
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19891029T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20101031T000000Z
TZOFFSETFROM:+0300
TZOFFSETTO:+0200
END:STANDARD
END:VTIMEZONE
`
  expect(fileOffset(read(text) ?? [], '2026-07-01T12:00:00')).toBe(2 * 3_600_000)
})

test.each([
  ['no part', 'BEGIN:VTIMEZONE\nTZID:X\nEND:VTIMEZONE\n'],
  ['no offset', 'BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:19700101T000000\nEND:STANDARD\nEND:VTIMEZONE\n'],
  ['no start', 'BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n'],
  [
    'a rule that is none',
    'BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETTO:+0100\nRRULE:x\nEND:STANDARD\nEND:VTIMEZONE\n',
  ],
])('a VTIMEZONE with %s is not read', (_name, text) => {
  expect(read(text)).toBeUndefined()
})

test('all zones of the database are found by their changes', () => {
  const names = [...new Set(knownSpellings().values())].filter((name) => /^(?:Europe|America|Asia|Africa)\//.test(name))
  const wrong = names
    .filter((_, index) => index % 7 === 0)
    .filter((zone) => {
      const fileZone = read(zoneText(zone, 2025, 2027))
      const found = fileZone && zoneLike(fileZone, 2026, [])
      return JSON.stringify(clockChanges(found ?? 'UTC', 2025, 2027)) !== JSON.stringify(clockChanges(zone, 2025, 2027))
    })
  expect(wrong).toEqual([])
})
