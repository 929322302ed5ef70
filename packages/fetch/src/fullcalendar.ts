import type { Extension } from './options/extension.ts'
import { type FullcalendarOptions, readFullcalendar } from './options/fullcalendar.ts'
import { toFullcalendarRoute } from './routes/fullcalendar.ts'

export type { FullcalendarOptions, ItemColors } from './options/fullcalendar.ts'

/**
 * Serves the events of a window to calendar components such as FullCalendar, at `{namespace}/events/fullcalendar`.
 * @throws TypeError an option is unknown or invalid
 * @example
 * import { fullcalendar } from '@kalends/fetch/fullcalendar'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [fullcalendar({ colors: () => ({ color: 'navy' }) })] })
 */
export const fullcalendar = (options: FullcalendarOptions = {}): Extension => ({
  name: 'fullcalendar',
  routes: [toFullcalendarRoute(readFullcalendar(options))],
})
