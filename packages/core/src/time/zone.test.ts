import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedZones } from '../../test/clock-changes.ts'
import { windowsZones } from './windows-zones.ts'
import { canonicalZone, offsetMs, zoneAbbreviation } from './zone.ts'

const hourMs = 3_600_000
const [winter, summer] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]

describe('canonicalZone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['america/north_dakota/new_salem', 'America/North_Dakota/New_Salem'],
    ['antarctica/dumontdurville', 'Antarctica/DumontDUrville'],
    ['africa/dar_es_salaam', 'Africa/Dar_es_Salaam'],
    ['europe/isle_of_man', 'Europe/Isle_of_Man'],
    ['america/argentina/comodrivadavia', 'America/Argentina/ComodRivadavia'],
    ['utc', 'UTC'],
    ['UTC', 'UTC'],
    ['gmt', 'GMT'],
    ['etc/gmt+12', 'Etc/GMT+12'],
    ['ETC/GMT-14', 'Etc/GMT-14'],
    ['gmt+0', 'GMT+0'],
    ['est5edt', 'EST5EDT'],
    ['w-su', 'W-SU'],
    ['nz-chat', 'NZ-CHAT'],
  ])('%s is %s', (text, zone) => {
    expect(canonicalZone(text)).toBe(zone)
  })

  test.each([
    'US/Eastern',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Kiev',
    'Europe/Kyiv',
    'America/Buenos_Aires',
    'Asia/Saigon',
    'GB-Eire',
    'Zulu',
    'Etc/UCT',
    'Navajo',
    'EST',
    'Pacific/Enderbury',
    'America/Coyhaique',
  ])('a link keeps its name, whether old or new: %s', (name) => {
    expect(canonicalZone(name)).toBe(name)
    expect(canonicalZone(name.toLowerCase())).toBe(name)
  })

  test.each([
    ['+00:00', '+00:00'],
    ['-00:00', '+00:00'],
    ['+05:30', '+05:30'],
    ['-03:30', '-03:30'],
    ['+14:00', '+14:00'],
    ['-14:00', '-14:00'],
    ['+13:59', '+13:59'],
    ['UTC+0', '+00:00'],
    ['UTC-0', '+00:00'],
    ['UTC+2', '+02:00'],
    ['UTC-5', '-05:00'],
    ['utc+2', '+02:00'],
    ['UTC+02', '+02:00'],
    ['UTC-11', '-11:00'],
    ['UTC+14', '+14:00'],
    ['UTC+5:30', '+05:30'],
    ['UTC-03:30', '-03:30'],
    ['UTC+5.5', '+05:30'],
    ['UTC-9.5', '-09:30'],
    ['UTC-0.5', '-00:30'],
    ['UTC+5.75', '+05:45'],
    ['UTC+12.75', '+12:45'],
    ['GMT+2', '+02:00'],
    ['gmt-5', '-05:00'],
    ['GMT+05:30', '+05:30'],
    ['GMT-9.5', '-09:30'],
    ['GMT+00', '+00:00'],
  ])('%s is the offset %s', (text, zone) => {
    expect(canonicalZone(text)).toBe(zone)
    expect(canonicalZone(zone)).toBe(zone)
  })

  test.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['w. europe standard time', 'Europe/Berlin'],
    ['Central Standard Time (Mexico)', 'America/Mexico_City'],
    ['Russia Time Zone 11', 'Asia/Kamchatka'],
    ['GMT Standard Time', 'Europe/London'],
    ['Dateline Standard Time', 'Etc/GMT+12'],
    ['UTC-11', '-11:00'],
    ['UTC', 'UTC'],
  ])('%s of Windows is %s', (text, zone) => {
    expect(canonicalZone(text)).toBe(zone)
  })

  test('every name of Windows is a zone in any letter case, and no other name', () => {
    // CLDR has 139, of which 7 are offsets.
    expect(windowsZones().size).toBe(132)
    for (const [name, zone] of windowsZones()) {
      const found = canonicalZone(name)
      expect(found?.toLowerCase()).toBe(zone)
      expect(canonicalZone(name.toUpperCase())).toBe(found)
      expect(canonicalZone(name.replace(' standard time', ''))).not.toBe(name.includes(' standard time') ? found : undefined)
    }
  })

  test.each(
    [
      [
        'W. Europe',
        'W. Europe Daylight Time',
        'W. Europe Standard Time ',
        'W Europe Standard Time',
        'To\u212Ayo Standard Time',
        'Standard Time',
      ],
      ['', ' ', 'UTC ', ' UTC', 'Europe/Berlin ', '\tUTC', 'UTC\n', 'Europe/Berlin\u0000', '\u0000', 'UTC\u0000'],
      ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'null', 'undefined', 'NaN', '0', '-1'],
      ['Mars/Base', 'Europe', 'Europe/', '/Berlin', 'Europe//Berlin', 'Europe/Berlin/Mitte', 'Berlin', 'Europe Berlin', 'Europe\\Berlin'],
      [
        'EST5',
        'PST',
        'CEST',
        'BST',
        'IST',
        'JST',
        'AEST',
        'Z',
        'local',
        'localtime',
        'posixrules',
        'posix/UTC',
        'right/UTC',
        'SystemV/EST5',
      ],
      ['Factory', 'Etc/Unknown', 'Etc/GMT+13', 'Etc/GMT-15', 'GMT+15', 'GMT 5', 'Etc/GMT+05:00', 'US/Pacific-New'],
      [
        '+5',
        '+05',
        '+0530',
        '+5:30',
        '+05:3',
        '05:30',
        '+05:60',
        '+14:01',
        '-14:01',
        '+15:00',
        '+24:00',
        '+99:99',
        '+05:30:00',
        '\u221205:30',
      ],
      [
        'UTC+',
        'UTC+15',
        'UTC+14.5',
        'UTC+14:01',
        'UTC-14:30',
        'UTC+5.25',
        'UTC+5.3',
        'UTC+5.50',
        'UTC+5.0',
        'UTC+5.',
        'UTC+5:3',
        'UTC+005',
      ],
      ['UTC 5', 'UTC+ 5', 'UTC5', 'UTC+5:60', 'UTC+5,5', 'UTC+5:30:00', 'UTC\u22125', 'UTC+５', 'UTCZ', 'UTC+05:30[x]', 'utc/5', 'UTC+5e0'],
      ['Asia/\u212Aolkata', 'Eur\u043Epe/Berlin', 'Ｕ\uFF34Ｃ', 'U\u0055\u0308TC', 'Europe/Berl\u0131n', 'EUROPE/BERL\u0130N', 'U\u017FT'],
      ['Europe/Berlin\uD800', 'x'.repeat(65), '../../etc/passwd', "UTC' OR 1=1", '<b>', '%00', 'UTC;'],
    ].flat(),
  )('%j is not a zone', (text) => {
    expect(canonicalZone(text)).toBeUndefined()
  })

  test('a text of a megabyte is not a zone', () => {
    expect(canonicalZone('Europe/Berlin'.repeat(100_000))).toBeUndefined()
  })

  test('every listed name is accepted in any letter case, unless the runtime has no rules for it', () => {
    const known = listedZones.filter((name) => isKnownToIntl(name))
    expect(known.length).toBeGreaterThan(590)
    for (const name of listedZones) {
      const wanted = known.includes(name) ? name : undefined
      expect([canonicalZone(name), canonicalZone(name.toUpperCase()), canonicalZone(name.toLowerCase())]).toEqual([wanted, wanted, wanted])
    }
  })

  test('the list has no name twice, and every name that the runtime lists is accepted', () => {
    expect(new Set(listedZones.map((name) => name.toLowerCase())).size).toBe(listedZones.length)
    for (const name of Intl.supportedValuesOf('timeZone')) expect(canonicalZone(name)).toBe(name)
  })

  test('any text gives undefined, or a name that is its own canonical spelling', () => {
    const part = fc.constantFrom('UTC', '+', '-', '0', '5', '14', ':', '30', '.5', '.75', 'Europe/', 'Berlin', ' ', 'GMT', '\u212A')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const zone = canonicalZone(text)
          if (zone === undefined) return
          expect(canonicalZone(zone)).toBe(zone)
          expect(Math.abs(offsetMs(zone, winter))).toBeLessThanOrEqual(14 * hourMs)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('20,000 spellings and invalid names take less than 20 MiB of memory', () => {
    const program = fileURLToPath(new URL('../../test/programs/zone-spellings.ts', import.meta.url))
    const run = spawnSync(process.execPath, ['--expose-gc', '--no-warnings', '--conditions=@kalends/source', program], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    const { spellings, namesMiB, rulesMiB } = JSON.parse(run.stdout)
    expect(spellings).toBe(20_000)
    expect(namesMiB).toBeLessThan(20)
    expect(rulesMiB).toBeLessThan(20)
  })
})

function isKnownToIntl(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

describe('offsetMs', () => {
  test.each([
    ['UTC', winter, 0],
    ['+05:30', winter, 5.5 * hourMs],
    ['-03:30', winter, -3.5 * hourMs],
    ['-00:30', winter, -0.5 * hourMs],
    ['Europe/Berlin', winter, hourMs],
    ['Europe/Berlin', summer, 2 * hourMs],
    ['Europe/Dublin', winter, 0],
    ['Europe/Dublin', summer, hourMs],
    ['America/New_York', winter, -5 * hourMs],
    ['Australia/Lord_Howe', winter, 11 * hourMs],
    ['Australia/Lord_Howe', summer, 10.5 * hourMs],
    ['Asia/Kathmandu', winter, 5.75 * hourMs],
    ['Etc/GMT+5', winter, -5 * hourMs],
    ['Pacific/Kiritimati', winter, 14 * hourMs],
    ['America/New_York', Date.UTC(2026, 2, 8, 7) - 1, -5 * hourMs],
    ['America/New_York', Date.UTC(2026, 2, 8, 7), -4 * hourMs],
    ['Africa/Monrovia', Date.UTC(1960, 0), -2_670_000],
    ['Africa/Monrovia', Date.UTC(1960, 0) - 1, -2_670_000],
    ['Asia/Jakarta', Date.UTC(1905, 0), 25_632_000],
  ])('%s at %d is %d', (zone, ms, offset) => {
    expect(offsetMs(zone, ms)).toBe(offset)
  })

  test.each(['', 'europe/berlin', 'Mars/Base', 'Factory', '__proto__', 'UTC+5', '+5', '\u0000'])('%j is refused', (zone) => {
    expect(() => offsetMs(zone, winter)).toThrow(RangeError)
    expect(() => zoneAbbreviation(zone, winter)).toThrow(RangeError)
  })
})

describe('zoneAbbreviation', () => {
  test.each([
    ['UTC', 'UTC', 'UTC'],
    ['Etc/UTC', 'UTC', 'UTC'],
    ['+05:30', '+05:30', '+05:30'],
    ['+00:00', '+00:00', '+00:00'],
    ['America/New_York', 'EST', 'EDT'],
    ['US/Eastern', 'EST', 'EDT'],
    ['EST5EDT', 'EST', 'EDT'],
    ['America/Chicago', 'CST', 'CDT'],
    ['America/Denver', 'MST', 'MDT'],
    ['America/Phoenix', 'MST', 'MST'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['America/Anchorage', 'AKST', 'AKDT'],
    ['Pacific/Honolulu', 'HST', 'HST'],
    ['America/Halifax', 'AST', 'ADT'],
    ['Atlantic/Bermuda', 'AST', 'ADT'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['America/Mexico_City', 'CST', 'CST'],
    ['Europe/London', 'GMT', 'BST'],
    ['GB', 'GMT', 'BST'],
    ['Europe/Jersey', 'GMT', 'BST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['Europe/Lisbon', 'WET', 'WEST'],
    ['Europe/Berlin', 'CET', 'CEST'],
    ['Arctic/Longyearbyen', 'CET', 'CEST'],
    ['Europe/Athens', 'EET', 'EEST'],
    ['Africa/Cairo', 'EET', 'EEST'],
    ['Africa/Abidjan', 'GMT', 'GMT'],
    ['Africa/Lagos', 'WAT', 'WAT'],
    ['Africa/Nairobi', 'EAT', 'EAT'],
    ['Africa/Johannesburg', 'SAST', 'SAST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Hong_Kong', 'HKT', 'HKT'],
    ['Asia/Singapore', 'SGT', 'SGT'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Jakarta', 'WIB', 'WIB'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Australia/Adelaide', 'ACDT', 'ACST'],
    ['Australia/Perth', 'AWST', 'AWST'],
    ['Pacific/Auckland', 'NZDT', 'NZST'],
    ['NZ-CHAT', 'CHADT', 'CHAST'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Asia/Dhaka', '+06', '+06'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Pacific/Marquesas', '-0930', '-0930'],
    ['Etc/GMT+5', '-05', '-05'],
  ])('%s is %s in January and %s in July', (zone, inWinter, inSummer) => {
    expect([zoneAbbreviation(zone, winter), zoneAbbreviation(zone, summer)]).toEqual([inWinter, inSummer])
  })

  test('a historical local mean time is LMT, other historical offsets are digits', () => {
    expect(zoneAbbreviation('Africa/Monrovia', Date.UTC(1960, 0))).toBe('LMT')
    expect(zoneAbbreviation('Europe/Istanbul', Date.UTC(1915, 0))).toMatch(/^(EET|\+02)$/)
    expect(zoneAbbreviation('Asia/Kolkata', Date.UTC(1943, 0))).toBe('+0630')
  })

  test('every zone has one, made of letters or of an offset', () => {
    for (const zone of listedZones.filter(isKnownToIntl)) {
      for (const ms of [winter, summer, Date.UTC(1901, 0), Date.UTC(2199, 6)]) {
        expect(zoneAbbreviation(zone, ms), zone).toMatch(/^([A-Z][A-Za-z]{2,4}|[+-]\d{2}(\d{2})?)$/)
      }
    }
  })
})
