/**
 * Traces and metrics of a calendar, its store and its handler for OpenTelemetry.
 *
 * @packageDocumentation
 */

export { type ObservedRequest, type OpenTelemetry, openTelemetry } from './otel/open-telemetry.ts'
export type { OpenTelemetryApi } from './otel/spans.ts'
export type { CalendarObserver } from './record/observer.ts'
