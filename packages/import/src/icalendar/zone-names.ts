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

const displayName = /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.]?(\d{2})?)?\)\s*(.+)$/i

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

function zonesOfCity(city: string): readonly ZoneName[] {
  const wanted = `/${city.trim().toLowerCase().replaceAll(' ', '_')}`
  return [...knownSpellings()].flatMap(([spelling, zone]) => (spelling.endsWith(wanted) ? (canonicalZone(zone) ?? []) : []))
}
