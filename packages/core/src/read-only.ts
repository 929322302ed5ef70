/**
 * A calendar that only reads, without the code of writes: for small bundles, such as those of workers.
 *
 * @packageDocumentation
 */

export type { ReadOnlyCalendar } from './calendar/api.ts'
export { createReadOnlyCalendar } from './calendar/read-only.ts'
export type { ReadOnlyOptions } from './calendar/reading.ts'
