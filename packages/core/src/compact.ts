/**
 * A calendar that reads and writes single records, without the code of all else: for small bundles, such as those of workers.
 *
 * @packageDocumentation
 */

export type { CompactCalendar } from './calendar/api.ts'
export { createCompactCalendar } from './calendar/compact.ts'
