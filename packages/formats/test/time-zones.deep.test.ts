import { expect, test } from 'vitest'
import { differencesOf } from './zones.ts'

const zones = Intl.supportedValuesOf('timeZone')

test.each([
  [2000, 2006],
  [2026, 2040],
])(
  'all VTIMEZONEs give the same instants as the runtime from %i to %i',
  (firstYear, lastYear) => {
    const all = zones.map((zone) => differencesOf(zone, firstYear, lastYear))
    expect(all.flatMap((differences) => differences ?? [])).toEqual([])
    expect(all.filter((differences) => differences !== undefined).length).toBeGreaterThan(zones.length / 2)
  },
  600_000,
)

/** The full lane tests a fifth of the zones in each year, the long lane all of them. */
const step = Number(process.env['KALENDS_TIMES']) > 1 ? 1 : 5

test('VTIMEZONEs of single years give the same instants as the runtime from 2000 to 2040', () => {
  const first = Number(process.env['KALENDS_SEED']) % step
  const some = zones.filter((_, index) => index % step === first)
  const differences = some.flatMap((zone) => Array.from({ length: 41 }, (_, year) => differencesOf(zone, 2000 + year, 2000 + year) ?? []))
  expect(differences.flat()).toEqual([])
}, 600_000)
