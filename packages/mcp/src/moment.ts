import { instantsShowing, instantToLocal, localToUtcMs, zoneAbbreviation } from '@kalends/core/internal'

/** An instant as a zone shows it. */
export interface Moment {
  /** The instant in milliseconds since 1970. */
  readonly ms: number
  /** The wall time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly local: string
  /** The offset from UTC, such as `+02:00`. */
  readonly offset: string
  /** The abbreviation of the zone, such as `CEST`, or the offset again. */
  readonly abbreviation: string
  /** Which of the two instants with this wall time it is, where clocks are set back; `only` at all other times. */
  readonly pass: 'only' | 'first' | 'second'
}

/** What the zone shows at an instant. @param local its wall time, where that is known */
export function toMoment(ms: number, zone: string, local = instantToLocal(ms, zone)): Moment {
  // Wall times have whole seconds.
  const wholeMs = Math.floor(ms / 1000) * 1000
  const [first, second] = instantsShowing(local, zone)
  return {
    ms,
    local,
    offset: offsetText(localToUtcMs(local) - wholeMs),
    abbreviation: zoneAbbreviation(zone, ms),
    pass: second === undefined ? 'only' : wholeMs === first ? 'first' : 'second',
  }
}

/** `+02:00`, with seconds where an old offset has them. */
function offsetText(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1000
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0'))
  return (offsetMs < 0 ? '-' : '+') + parts.slice(0, seconds % 60 === 0 ? 2 : 3).join(':')
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(' ')

/** The day of a wall time, `Friday 6 June 2031`. */
export function dayText(local: string): string {
  const date = new Date(localToUtcMs(local))
  return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${local.slice(0, 4)}`
}

/** The time of day of a wall time, `19:30`; with seconds where it has them. */
export const clockText = (local: string): string => local.slice(11, local.endsWith(':00') ? 16 : 19)

/** The areas of zones that are named after cities. */
const areas = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/(?:.*\/)?([^/]+)$/

/** Whether a zone is UTC, or a fixed offset from it. */
const isFixed = (zone: string): boolean => zone === 'UTC' || /^[+-]/.test(zone)

/** Where a zone is, `Berlin`; a zone that is named after no city is named in full. */
export function zonePlace(zone: string): string {
  if (isFixed(zone)) return zone === 'UTC' ? zone : `UTC${zone}`
  return areas.exec(zone)?.[1]?.replaceAll('_', ' ') ?? `the zone ${zone}`
}

/** `CEST`, or `UTC+03:00` where the zone has no abbreviation. */
const shortLabel = ({ abbreviation, offset }: Moment): string => (/^[A-Z]/.test(abbreviation) ? abbreviation : `UTC${offset}`)

/** `CEST, UTC+02:00`, and which of two equal wall times it is. */
export function fullLabel(moment: Moment): string {
  const labels = [...new Set([shortLabel(moment), `UTC${moment.offset}`])]
  return [...labels, ...(moment.pass === 'only' ? [] : [`the ${moment.pass} of two`])].join(', ')
}

/** ` (CEST)`; empty for UTC and fixed offsets, whose place says it already. */
const ending = (moment: Moment, zone: string): string => (isFixed(zone) ? '' : ` (${shortLabel(moment)})`)

/** `Friday 6 June 2031, 19:30 in Berlin (CEST)`. */
export const momentSentence = (moment: Moment, zone: string): string =>
  moment.pass === 'only'
    ? `${dayText(moment.local)}, ${clockText(moment.local)} in ${zonePlace(zone)}${ending(moment, zone)}`
    : `${dayText(moment.local)}, ${clockText(moment.local)} (${fullLabel(moment)}) in ${zonePlace(zone)}`

/**
 * `Friday 6 June 2031, 19:30 to 21:00 in Berlin (CEST)`. Where the clocks change on the way, or a wall time occurs twice, each time has its
 * own abbreviation and offset.
 */
export function spanSentence(start: Moment, end: Moment, zone: string): string {
  if (start.ms === end.ms) return momentSentence(start, zone)
  const isPlain = start.offset === end.offset && start.pass === 'only' && end.pass === 'only'
  const timeOf = (moment: Moment): string => clockText(moment.local) + (isPlain ? '' : ` (${fullLabel(moment)})`)
  const [startDay, endDay] = [dayText(start.local), dayText(end.local)]
  const until = endDay === startDay ? timeOf(end) : `${endDay}, ${timeOf(end)}`
  return `${startDay}, ${timeOf(start)} to ${until} in ${zonePlace(zone)}${isPlain ? ending(start, zone) : ''}`
}

/** `Friday 6 June 2031, all day in Berlin`, or the first and the last day. */
export function daysSentence(start: Moment, end: Moment, zone: string): string {
  const [first, last] = [dayText(start.local), dayText(end.local)]
  return `${first === last ? first : `${first} to ${last}`}, all day in ${zonePlace(zone)}`
}
