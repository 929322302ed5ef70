/**
 * Traces and metrics of a calendar, its store and its handler for OpenTelemetry.
 *
 * @packageDocumentation
 */

export { type OpenTelemetry, openTelemetry } from './otel/open-telemetry.ts'
