/**
 * Lists of events as HTML.
 *
 * @packageDocumentation
 */

export { type CalendarName, calendarLinks } from './list/calendar-links.ts'
export type { ListedEvent, ListedVenue } from './list/listed-event.ts'
export { type ListOptions, renderEvents } from './list/render-events.ts'
export type { ListTexts } from './list/texts.ts'
