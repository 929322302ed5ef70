import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedZones } from '../../test/clock-changes.ts'
import { editDistance } from '../text/edit-distance.ts'
import { nearestZone, notAZone, readZone } from './nearest-zone.ts'
import { canonicalZone, knownSpellings } from './zone.ts'

test.each([
  ['Europe/Berln', 'Europe/Berlin'],
  ['europe/berlinn', 'Europe/Berlin'],
  ['Berlin', 'Europe/Berlin'],
  ['Europe/Berlin ', 'Europe/Berlin'],
  ['Europe Berlin', 'Europe/Berlin'],
  ['New York', 'America/New_York'],
  ['America/New York', 'America/New_York'],
  ['Amercia/Los_Angeles', 'America/Los_Angeles'],
  ['W Europe Standard Time', 'Europe/Berlin'],
  ['W. Europe Daylight Time', undefined],
  ['Moon', undefined],
  ['PST', undefined],
  ['CEST', undefined],
  ['Mars/Base', undefined],
  ['', undefined],
  ['Europe', undefined],
  ['+25:00', undefined],
  ['Europe/Berlin'.repeat(100_000), undefined],
])('the name nearest to %.30s is %s', (text, zone) => {
  expect(nearestZone(text)).toBe(zone)
  expect(notAZone(text)).toEqual({ code: 'not_a_time_zone', ...(zone && { nearest: zone }) })
})

test('the nearest name to one with a wrong character differs from it in one character', () => {
  const names = listedZones.filter((name) => name.length >= 9 && canonicalZone(name) === name)
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(60), fc.constantFrom('', 'x', 'q'), (name, place, put) => {
      const at = place % name.length
      const wrong = name.slice(0, at) + put + name.slice(at + 1)
      if (canonicalZone(wrong) !== undefined) return
      const nearest = nearestZone(wrong)
      // Old names of a zone lead to its present one.
      const spellings = [...knownSpellings()].flatMap(([spelling, zone]) => (canonicalZone(zone) === nearest ? [spelling] : []))
      expect(spellings.map((spelling) => editDistance(spelling, wrong.toLowerCase()))).toContain(1)
    }),
    { numRuns: 300 },
  )
})

test('any text gives a zone, or a reason whose nearest name is a zone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
      const zone = readZone(text)
      if (typeof zone === 'string') expect(canonicalZone(text)).toBe(zone)
      else if (zone.nearest !== undefined) expect(canonicalZone(zone.nearest)).toBe(zone.nearest)
    }),
    { numRuns: 300 },
  )
})
