import { resolveTimes } from '../src/kinds/event/times.ts'
import type { EventTimes } from '../src/store/records.ts'

/** The times of an event between two wall times in a zone. */
export function timesOf(startDate: string, endDate: string, timeZone: string, allDay = false): EventTimes {
  const parsed = (local: string) => ({ local, fractionMs: 0, dateOnly: false, offsetMinutes: undefined })
  const times = resolveTimes({ startDate: parsed(startDate), endDate: parsed(endDate), timeZone, allDay }, undefined, 'UTC', {})
  if (times === undefined) throw new Error(`${startDate} has no times in ${timeZone}`)
  return times
}
