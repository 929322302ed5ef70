const hourMs = 3_600_000

/** The UTC offsets of a zone in the years of the data, without calling `Intl` for each event. */
export interface ZoneClock {
  /** IANA's name. */
  readonly zone: string
  /** The instant of a wall time, given as if it were UTC. May be wrong within a few hours of a change of the offset, when no event begins. */
  instantOf(wallMs: number): number
  /** The abbreviation of the zone at an instant. */
  abbreviationAt(ms: number): string
}

/** The zones of the events, with their abbreviations in winter and in summer. */
const names = {
  'Europe/Berlin': ['CET', 'CEST'],
  'Europe/London': ['GMT', 'BST'],
  'America/New_York': ['EST', 'EDT'],
  'America/Los_Angeles': ['PST', 'PDT'],
  'Asia/Tokyo': ['JST', 'JST'],
  'Asia/Kolkata': ['IST', 'IST'],
  'Australia/Sydney': ['AEST', 'AEDT'],
} as const

/** The zones of the events. */
export const zones: readonly [keyof typeof names, ...(keyof typeof names)[]] = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Sydney',
]

/** The UTC offset of a zone at an instant, from the machine's own zone data. */
function offsetOf(clock: Intl.DateTimeFormat, ms: number): number {
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms
}

/**
 * Reads a zone's offsets between two instants: day by day, and hour by hour on days when the offset changes.
 * @param fromMs a full hour
 */
export function zoneClock(zone: keyof typeof names, fromMs: number, toMs: number): ZoneClock {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })
  const changes: { readonly fromMs: number; readonly offsetMs: number }[] = [{ fromMs, offsetMs: offsetOf(clock, fromMs) }]
  for (let dayMs = fromMs; dayMs < toMs; dayMs += 24 * hourMs) {
    if (offsetOf(clock, dayMs + 24 * hourMs) === changes.at(-1)?.offsetMs) continue
    let ms = dayMs
    while (offsetOf(clock, ms) === changes.at(-1)?.offsetMs) ms += hourMs
    changes.push({ fromMs: ms, offsetMs: offsetOf(clock, ms) })
  }
  const offsetAt = (ms: number): number => changes.findLast((change) => change.fromMs <= ms)?.offsetMs ?? 0
  const winterOffset = Math.min(...changes.map(({ offsetMs }) => offsetMs))
  return {
    zone,
    instantOf: (wallMs) => wallMs - offsetAt(wallMs - offsetAt(wallMs)),
    abbreviationAt: (ms) => names[zone][offsetAt(ms) === winterOffset ? 0 : 1],
  }
}
