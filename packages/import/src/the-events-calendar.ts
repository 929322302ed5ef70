import type { ImportItem } from './item.ts'
import { type ReadTheEventsCalendarOptions, readSettings } from './the-events-calendar/options.ts'
import { readSite } from './the-events-calendar/read.ts'

export type { SiteCheckpoint } from './the-events-calendar/checkpoint.ts'
export type { ReadTheEventsCalendarOptions } from './the-events-calendar/options.ts'
export type { SiteImage } from './the-events-calendar/publication.ts'

/**
 * Reads a live site of The Events Calendar (WordPress) for `importRecords`: categories, tags, venues, organizers and events, past ones, too.
 * Nothing that the site sends throws: a record that cannot be read is an item that says why, and the last item says whether the site was read
 * as a whole.
 * @param url the site, such as `https://club.example.org`, or its interface, which ends in `/tribe/events/v1`
 * @throws TypeError an option is unknown or has no meaning, or the address is none
 * @example
 * const items = readTheEventsCalendar('https://club.example.org')
 */
export function readTheEventsCalendar(url: string, options: ReadTheEventsCalendarOptions = {}): AsyncIterable<ImportItem> {
  return readSite(readSettings(url, options))
}
