import { canonicalZone, knownSpellings, offsetMs, type ZoneName } from '@kalends/core/internal'

const known = new Map<string, ZoneName | undefined>()
const maxKnown = 1_000

/**
 * The zone that a TZID names: an IANA name in any letter case, also behind a path such as `/mozilla.org/20070129_1/`, a name of Windows, an
 * offset, or a display name of Windows such as `(UTC+01:00) Amsterdam, Berlin`.
 */
export function zoneByName(tzid: string): ZoneName | undefined {
  if (known.has(tzid)) return known.get(tzid)
  const found = findZone(tzid.trim())
  if (known.size >= maxKnown) known.clear()
  known.set(tzid, found)
  return found
}

function findZone(tzid: string): ZoneName | undefined {
  if (tzid.length > 255) return undefined
  return canonicalZone(tzid) ?? zoneOfPath(tzid) ?? zoneOfOffset(tzid) ?? zoneOfWindows(tzid) ?? zoneOfDisplayName(tzid)
}

/** The last segments of a path are a name. */
function zoneOfPath(tzid: string): ZoneName | undefined {
  const segments = tzid.split('/')
  if (segments.length < 2) return undefined
  const names = [3, 2, 1].map((count) => segments.slice(-count).join('/'))
  return names.map((name) => canonicalZone(name)).find((zone) => zone !== undefined)
}

function zoneOfOffset(tzid: string): ZoneName | undefined {
  if (/^Z$/i.test(tzid)) return 'UTC'
  const [, sign, hours, minutes] = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})$/i.exec(tzid) ?? []
  return sign === undefined ? undefined : canonicalZone(`${sign}${hours}:${minutes}`)
}

/** `W. Europe Daylight Time` is the summer of `W. Europe Standard Time`, and `Eastern Time (US & Canada)` is the clock of `Eastern Standard Time`. */
function zoneOfWindows(tzid: string): ZoneName | undefined {
  const [, name] = /^([\w. -]+?)(?: (?:standard|daylight|summer))? time(?: \((?:us|canada)[^)]*\))?$/i.exec(tzid) ?? []
  return name === undefined ? undefined : canonicalZone(`${name} Standard Time`)
}

const displayName = /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.]?(\d{2})?)?\)\s*(\S.*)$/i

/** The offset before the name has to be that of the zone in January or in July of a year, so that a city of the same name elsewhere is not taken. */
function zoneOfDisplayName(tzid: string): ZoneName | undefined {
  const [, sign, hours = 0, minutes = 0, name] = displayName.exec(tzid) ?? []
  if (name === undefined) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const places = name.split(',').flatMap((place) => zonesOfCity(place))
  return [zoneOfWindows(name), ...places].find((zone) => zone !== undefined && hasOffset(zone, offset))
}

const hasOffset = (zone: ZoneName, offset: number): boolean =>
  [Date.UTC(2024, 0, 15), Date.UTC(2024, 6, 15)].some((ms) => offsetMs(zone, ms) === offset)

let byCity: ReadonlyMap<string, readonly string[]> | undefined

/** The zones whose names end in a city. A file may have thousands of names with a hundred cities in each, so the names are searched once. */
function zonesOfCity(city: string): readonly ZoneName[] {
  byCity ??= groupByCity()
  return (byCity.get(city.trim().toLowerCase().replaceAll(' ', '_')) ?? []).flatMap((zone) => canonicalZone(zone) ?? [])
}

function groupByCity(): ReadonlyMap<string, readonly string[]> {
  const cities = new Map<string, string[]>()
  for (const [spelling, zone] of knownSpellings()) {
    const segments = spelling.split('/')
    for (let from = 1; from < segments.length; from++) {
      const city = segments.slice(from).join('/')
      const zones = cities.get(city)
      if (zones === undefined) cities.set(city, [zone])
      else zones.push(zone)
    }
  }
  return cities
}
