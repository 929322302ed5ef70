/**
 * The calendars of many tenants: each has a database of its own, and the ones in use are open.
 *
 * @packageDocumentation
 */

export { type Calendars, type OpenCalendarsOptions, type OpenedCalendar, openCalendars } from './tenants/open-calendars.ts'
