import type { Attributes, MetricsAPI, Span, SpanStatusCode, TraceAPI } from '@opentelemetry/api'
import { isCalendarError } from '../errors/calendar-error.ts'
import { monotonicMs } from '../time/timer.ts'

/** The parts of the module `@opentelemetry/api` that are used here. */
export interface OpenTelemetryApi {
  /** Its traces. */
  readonly trace: Pick<TraceAPI, 'getTracer' | 'getActiveSpan'>
  /** Its metrics. */
  readonly metrics: Pick<MetricsAPI, 'getMeter'>
  /** Its codes of the status of a span. */
  readonly SpanStatusCode: Pick<typeof SpanStatusCode, 'ERROR'>
}

/** The scope of all spans and metrics. */
export const scopeName = '@kalends/core'

/** A call that has ended. */
export interface Ended {
  /** Its span, which ends next. */
  readonly span: Span
  /** How long the call took, in seconds. */
  readonly seconds: number
  /** What it returned; undefined after an error. */
  readonly result: unknown
  /** `error.type` after an error, and no attribute otherwise. */
  readonly failure: Attributes
}

/**
 * Makes a call in an active span, which ends when the call ends, or the promise that it returns.
 * @returns what the call returns
 */
export type InSpan = <T>(name: string, attributes: Attributes, call: () => T, onEnd: (ended: Ended) => void) => T

const isPromise = <T>(value: T): value is T & PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** What failed: the code of a `CalendarError`, otherwise the name of the error. Messages may hold what users have written. */
export function errorType(error: unknown): string {
  if (isCalendarError(error)) return error.code
  return error instanceof Error ? error.name : '_OTHER'
}

/** Creates the spans of the calls of a calendar. */
export function createSpans({ trace, SpanStatusCode }: OpenTelemetryApi): InSpan {
  const tracer = trace.getTracer(scopeName)
  return <T>(name: string, attributes: Attributes, call: () => T, onEnd: (ended: Ended) => void): T =>
    tracer.startActiveSpan(name, { attributes }, (span) => {
      const startMs = monotonicMs()
      const end = (result: unknown, failure: Attributes = {}): void => {
        try {
          onEnd({ span, seconds: (monotonicMs() - startMs) / 1000, result, failure })
        } catch {
          // An exporter of the host that fails must not fail its calendar, and there is nobody else to tell.
        } finally {
          span.end()
        }
      }
      const fail = (error: unknown): void => {
        const failure = { 'error.type': errorType(error) }
        span.setAttributes(failure)
        span.setStatus({ code: SpanStatusCode.ERROR, message: failure['error.type'] })
        end(undefined, failure)
      }
      let result: T
      try {
        result = call()
      } catch (error) {
        fail(error)
        throw error
      }
      if (isPromise(result)) result.then((value) => end(value), fail)
      else end(result)
      return result
    })
}
