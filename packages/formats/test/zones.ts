import { offsetMs } from '@kalends/core/format'
import ICAL from 'ical.js'
import { toTimeZone } from '../src/icalendar/zone.ts'

const hourMs = 3_600_000

/** The wall times at which ical.js, with the VTIMEZONE of a zone, and the runtime differ; undefined for a zone without a VTIMEZONE. */
export function differencesOf(zone: string, firstYear: number, lastYear: number): readonly string[] | undefined {
  const text = toTimeZone(zone, firstYear, lastYear)
  if (text === undefined) return undefined
  const component = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${text}END:VCALENDAR\r\n`)).getFirstSubcomponent('vtimezone')
  if (component === null) throw new Error(`no VTIMEZONE: ${text}`)
  const read = new ICAL.Timezone(component)
  const found: string[] = []
  // Leaves out the first and the last day, because in a zone the year begins up to 14 hours earlier or later.
  const endMs = Date.UTC(lastYear, 11, 31)
  // Compares every day, and every hour near a change.
  for (let ms = Date.UTC(firstYear, 0, 2); ms < endMs; ms += 24 * hourMs) {
    const isNearChange = offsetMs(zone, ms - 24 * hourMs) !== offsetMs(zone, ms + 48 * hourMs)
    for (let hour = 0; hour < (isNearChange ? 24 : 1); hour++) {
      const difference = differenceAt(zone, read, ms + hour * hourMs)
      if (difference !== undefined) found.push(difference)
    }
  }
  return found
}

function differenceAt(zone: string, read: ICAL.Timezone, instantMs: number): string | undefined {
  const offset = offsetMs(zone, instantMs)
  const wallMs = instantMs + offset
  // Wall times that occur twice are written in UTC.
  const isShownTwice = [-3, -1, 1, 3].some((hours) => {
    const other = wallMs - offsetMs(zone, instantMs + hours * hourMs)
    return other !== instantMs && other + offsetMs(zone, other) === wallMs
  })
  if (isShownTwice) return undefined
  const wall = ICAL.Time.fromJSDate(new Date(wallMs), true)
  wall.zone = read
  const actual = read.utcOffset(wall) * 1_000
  return actual === offset ? undefined : `${zone} ${wall.toString()}: ${actual / hourMs} h instead of ${offset / hourMs} h`
}
