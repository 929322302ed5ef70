/**
 * The typed client of a calendar that is served over HTTP.
 *
 * @packageDocumentation
 */

export { createClient } from './client.ts'
export { type AnsweredError, type AnyClientError, isCalendarError } from './errors.ts'
export type { ClientHeaders, ClientOptions, ClientSignal } from './options.ts'
