import { dayMs, minuteMs } from './clock.ts'
import { windowsZones } from './windows-zones.ts'
import { localeByArea, localeByZone, zoneNamedLike } from './zone-locales.ts'
import { zoneNamesByArea } from './zone-names.ts'

/** A time zone in its canonical spelling, as `canonicalZone` gives it: `Europe/Berlin`, `UTC`, `+05:30`. */
export type ZoneName = string

const longestOffsetMinutes = 14 * 60

/** Only ASCII is looked up, because the Kelvin sign has `k` as its lower case. All IANA names are much shorter than this limit. */
const nameText = /^[A-Za-z0-9_+/-]{1,64}$/
const windowsText = /^[A-Za-z0-9 .()+-]{1,64}$/
const offsetText = /^([+-])(\d{2}):(\d{2})$/
const utcOffsetText = /^(?:UTC|GMT)([+-])(\d{1,2})(?::(\d{2})|\.(5|75))?$/i

const alphabeticName = /^[A-Z][A-Za-z]+$/

// The caches are keyed by canonical names: there are some 600 of them, however many spellings occur. A formatter costs 20 to 35 kB and 50
// microseconds, so it is created on first use. Evicting formatters took more memory than keeping them, as measured.
let spellings: ReadonlyMap<string, ZoneName> | undefined
const knownToRuntime = new Map<ZoneName, boolean>()
const clocks = new Map<ZoneName, Intl.DateTimeFormat>()
const namers = new Map<ZoneName, Intl.DateTimeFormat>()

/** Offsets at the beginnings of UTC days, by zone and day: an event reads those around it eight times. */
const dayOffsets = new Map<ZoneName, Map<number, number>>()
/** The maximum number of cached days, about half a megabyte; a full cache is cleared. */
const mostDays = 10_000
let keptDays = 0

/**
 * Converts a time zone to its canonical spelling. An IANA name in any letter case becomes IANA's own spelling (a link such as `US/Eastern`
 * keeps its name), and so does a name of Windows (`W. Europe Standard Time`); `±HH:MM`, `UTC±H`, `UTC±H:MM`, `UTC±H.5` and `UTC±H.75` (after
 * `UTC` or `GMT`, with one or two digits) become `±HH:MM`, at most 14 hours either way. Spaces are not trimmed.
 *
 * @returns The zone, or undefined for every other text, also for a name whose rules this runtime does not know.
 */
export function canonicalZone(text: string): ZoneName | undefined {
  const name = nameText.test(text) ? knownSpellings().get(text.toLowerCase()) : undefined
  if (name === undefined) return canonicalOffset(text) ?? zoneOfWindows(text)
  return isKnownToRuntime(name) ? name : undefined
}

/**
 * The offset of a zone from UTC at an instant, in milliseconds; negative in the Americas. It is in whole seconds, and not always in whole
 * minutes before 1972. Instants within the years 1000 to 9999.
 *
 * @throws RangeError for a zone that is not canonical.
 */
export function offsetMs(zone: ZoneName, instantMs: number): number {
  if (zone === 'UTC') return 0
  const fixed = fixedOffsetMs(zone)
  if (fixed !== undefined) return fixed
  const day = Math.floor(instantMs / dayMs)
  const offset = offsetAtDay(zone, day)
  // No zone ever changed its clocks twice within 95 hours: with equal offsets at both ends of a day, the day has no change.
  return offset === offsetAtDay(zone, day + 1) ? offset : shownOffsetMs(zone, instantMs)
}

function offsetAtDay(zone: ZoneName, day: number): number {
  const known = dayOffsets.get(zone)?.get(day)
  if (known !== undefined) return known
  const offset = shownOffsetMs(zone, day * dayMs)
  if (keptDays >= mostDays) {
    dayOffsets.clear()
    keptDays = 0
  }
  const days = dayOffsets.get(zone) ?? new Map<number, number>()
  dayOffsets.set(zone, days.set(day, offset))
  keptDays++
  return offset
}

/** The offset of a zone at an instant, from its formatted wall time. */
function shownOffsetMs(zone: ZoneName, instantMs: number): number {
  const clock = clocks.get(zone) ?? keep(clocks, zone, createClock(requireCanonical(zone)))
  const wholeMs = Math.floor(instantMs / 1000) * 1000
  // "12/31/1969, 19:00:00": with a four-digit year every field has a fixed position, and slices take half the time of formatToParts.
  const shown = clock.format(wholeMs)
  const [month, day, year] = [shown.slice(0, 2), shown.slice(3, 5), shown.slice(6, 10)]
  const [hour, minute, second] = [shown.slice(12, 14), shown.slice(15, 17), shown.slice(18, 20)]
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - wholeMs
}

/**
 * The usual abbreviation of a zone at an instant: `UTC`, `EST`, `CEST`, `AEDT`, and `+03` or `-0330`, as in the IANA database, where no
 * abbreviation is in use. A fixed offset returns itself, a historical local mean time `LMT`.
 *
 * @throws RangeError for a zone that is not canonical.
 */
export function zoneAbbreviation(zone: ZoneName, instantMs: number): string {
  if (zone === 'UTC' || fixedOffsetMs(zone) !== undefined) return zone
  const offset = offsetMs(zone, instantMs)
  if (offset % minuteMs !== 0) return 'LMT'
  // The runtime names times by their current offsets: a historical offset, such as +00:20 in Amsterdam, would get the name of another one.
  const name = offset % (15 * minuteMs) === 0 ? shortName(zone, instantMs) : ''
  return alphabeticName.test(name) ? name : offsetDigits(offset / minuteMs, '').replace(/00$/, '')
}

function zoneOfWindows(text: string): ZoneName | undefined {
  const name = windowsText.test(text) ? windowsZones().get(text.toLowerCase()) : undefined
  return name === undefined ? undefined : canonicalZone(name)
}

function canonicalOffset(text: string): ZoneName | undefined {
  const [, sign, hours, minutes, fraction] = offsetText.exec(text) ?? utcOffsetText.exec(text) ?? []
  const minute = fraction === undefined ? Number(minutes ?? 0) : Number(`0.${fraction}`) * 60
  const total = Number(hours) * 60 + minute
  // Not `> longest`: a text of neither form gives NaN here, which must be rejected.
  if (!(minute < 60 && total <= longestOffsetMinutes)) return undefined
  return offsetDigits(sign === '-' ? -total : total, ':')
}

/** `+05:30` with a colon between, `+0530` with an empty text between. Zero is positive. */
function offsetDigits(minutes: number, between: string): string {
  const hour = Math.floor(Math.abs(minutes) / 60)
  const digits = [hour, Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'))
  return (minutes < 0 ? '-' : '+') + digits.join(between)
}

/** Offset of `±HH:MM`; undefined for a zone with rules. */
function fixedOffsetMs(zone: ZoneName): number | undefined {
  const [, sign, hours, minutes] = offsetText.exec(zone) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  if (Number.isNaN(total)) return undefined
  return (sign === '-' ? -total : total) * minuteMs
}

/** The canonical names, by their spelling in lower case. */
export function knownSpellings(): ReadonlyMap<string, ZoneName> {
  if (spellings) return spellings
  const supported = Intl.supportedValuesOf('timeZone')
  for (const name of supported) knownToRuntime.set(name, true)
  const listed = Object.entries(zoneNamesByArea).flatMap(([area, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => (area === '' ? name : `${area}/${name}`)),
  )
  // The list comes last, so that IANA's spelling wins over a runtime's own.
  spellings = new Map([...supported, ...listed].map((name) => [name.toLowerCase(), name]))
  return spellings
}

function requireCanonical(zone: ZoneName): ZoneName {
  if (canonicalZone(zone) !== zone) throw new RangeError(`Not a canonical time zone: ${zone}`)
  return zone
}

function isKnownToRuntime(zone: ZoneName): boolean {
  const known = knownToRuntime.get(zone)
  if (known !== undefined) return known
  const accepted = isAccepted(zone)
  knownToRuntime.set(zone, accepted)
  return accepted
}

/** Asks the runtime, which rejects listed zones without rules (`Factory`) and zones newer than its data. */
function isAccepted(zone: ZoneName): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

function createClock(zone: ZoneName): Intl.DateTimeFormat {
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { timeZone: zone, hourCycle: 'h23', year: 'numeric', ...twoDigits })
}

/** The local name of a zone's time; an offset such as `GMT+3` where the locale data has no name. */
function shortName(zone: ZoneName, instantMs: number): string {
  const namer = namers.get(zone) ?? keep(namers, zone, createNamer(zone))
  return namer.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

function createNamer(zone: ZoneName): Intl.DateTimeFormat {
  const [area = ''] = zone.split('/')
  const locale = localeByZone.get(zone) ?? localeByArea.get(area) ?? 'en-CA'
  return new Intl.DateTimeFormat(locale, { timeZone: zoneNamedLike.get(zone) ?? zone, timeZoneName: 'short' })
}

function keep(formatters: Map<ZoneName, Intl.DateTimeFormat>, zone: ZoneName, formatter: Intl.DateTimeFormat): Intl.DateTimeFormat {
  formatters.set(zone, formatter)
  return formatter
}
