import { enFullcalendar } from './messages/extensions/en.ts'
import type { Extension, InternalExtension } from './options/extension.ts'
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
export function fullcalendar(options: FullcalendarOptions = {}): Extension {
  const routes = [toFullcalendarRoute(readFullcalendar(options))]
  const extension: InternalExtension = { name: 'fullcalendar', messages: enFullcalendar, routes }
  return extension
}
