/** The milliseconds of a text `YYYY-MM-DD HH:MM:SS` in UTC. */
export const toMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

const dayMs = 86_400_000

/** The formats of zones: to make one takes thirty times as long as to use it. */
const formats: Record<string, Intl.DateTimeFormat> = {}

/**
 * The milliseconds of a wall time in a zone. A wall time that occurs twice is the first.
 * @param zone an IANA name, `UTC` or `±HH:MM`
 * @param fallbackMs the distance from wall time to UTC where the machine does not know the zone
 */
export function toWallMs(text: string, zone: string, fallbackMs: number): number {
  const wallMs = toMs(text)
  try {
    // This locale writes YYYY-MM-DD HH:MM:SS.
    formats[zone] ??= new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    const format = formats[zone]
    const distanceAt = (ms: number): number => toMs(format.format(ms)) - ms
    // The distance of the day before is that before a clock change, and gives the first of two equal wall times.
    return wallMs - distanceAt(wallMs - distanceAt(wallMs - dayMs))
  } catch {
    return wallMs + fallbackMs
  }
}
