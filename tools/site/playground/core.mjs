// The core, which remembers the calendars of the program: the page shows the last one.
import { createCalendar as create } from '@kalends/core'
import { calendars } from './calendars.mjs'

export * from '@kalends/core'

/** Makes a calendar that the page can show. */
export function createCalendar(options) {
  const calendar = create(options)
  calendars.push(calendar)
  return calendar
}
