import type { Attributes } from '@opentelemetry/api'
import type { CalendarObserver } from '../record/observer.ts'
import { followLog } from './log-lag.ts'
import { observeMethods } from './observed-methods.ts'
import { observeStore } from './observed-store.ts'
import { createSpans, errorType, type OpenTelemetryApi, scopeName } from './spans.ts'

/** What a handler tells of a request, as the hooks of its extensions get it. */
export interface ObservedRequest {
  /** The request. */
  readonly request: { readonly method: string }
  /** Method and pattern of the route, such as `GET /events/{id}`; null when no route matches. */
  readonly route: string | null
  /** Whether the response may come from the cache. */
  readonly isCacheable: boolean
  /** Whether the response comes from the cache. */
  readonly isCached: boolean
}

/** What {@link openTelemetry} returns: one part for each function that takes one. */
export interface OpenTelemetry {
  /** The option `observe` of a calendar: a span for each operation, and for each call of the store. */
  readonly calendar: CalendarObserver
  /** An extension for `use` of `createHandler`: a span for each request. Put it first, so that its span is around all others. */
  readonly handler: {
    /** The name of the extension. */
    readonly name: string
    /** The hook around requests. */
    around<R extends { readonly status: number }>(run: () => Promise<R>, request: ObservedRequest): Promise<R>
  }
  /** The option `scans.observe` of `kyselyStore`: notes the reads that may have read many rows. */
  readonly scans: (scan: { readonly durationMs: number; readonly error?: unknown }) => void
}

/** Bounds of the durations, in seconds: responses from the cache take less than a millisecond, scans may take two seconds and more. */
const durations = { unit: 's', advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] } }

/** The methods of HTTP; any other one is `_OTHER`. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Traces and metrics of a calendar for OpenTelemetry. Names are those of its semantic conventions 1.45.0 where these have one. Attributes have
 * names of operations, routes, codes and numbers: no titles, no ids, no texts of queries.
 *
 * The module `@opentelemetry/api` is given, and not imported: an application without it loads this entry all the same. Call it once the
 * SDK has started, because the metrics of the module do nothing until then.
 * @param api the module: `import * as api from '@opentelemetry/api'`
 * @throws TypeError it is not given
 * @example
 * const telemetry = openTelemetry(api)
 * const store = kyselyStore(db, { scans: { observe: telemetry.scans } })
 * const calendar = createCalendar({ store, observe: telemetry.calendar })
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [telemetry.handler] })
 */
export function openTelemetry(api: OpenTelemetryApi): OpenTelemetry {
  // Callers without types may forget it.
  if (typeof api?.trace?.getTracer !== 'function' || typeof api.metrics?.getMeter !== 'function')
    throw new TypeError("openTelemetry takes the module @opentelemetry/api: import * as api from '@opentelemetry/api'")
  const inSpan = createSpans(api)
  const meter = api.metrics.getMeter(scopeName)
  const operations = meter.createHistogram('kalends.operation.duration', { ...durations, description: 'Operations of the calendar.' })
  const requests = meter.createHistogram('kalends.request.duration', { ...durations, description: 'Requests until their response.' })
  const scans = meter.createHistogram('kalends.scan.duration', { ...durations, description: 'Reads that may read many rows.' })
  const lag = meter.createGauge('kalends.log.lag', { unit: '{row}', description: 'Rows of the log that its slowest reader holds.' })
  return {
    calendar: {
      store: (store) =>
        observeStore(
          store,
          inSpan,
          followLog((rows) => lag.record(rows)),
        ),
      operations: (kind, given) =>
        observeMethods(given, (call) => {
          // It returns its events later, one by one.
          if (call.name === 'each') return call.with(call.given)
          const name = call.name === '' ? kind : `${kind}.${call.name}`
          const attributes = { 'kalends.operation': name }
          return inSpan(
            name,
            attributes,
            () => call.with(call.given),
            ({ seconds, failure }) => {
              operations.record(seconds, { ...attributes, ...failure })
            },
          )
        }),
    },
    handler: {
      name: 'opentelemetry',
      around: (run, given) => {
        const path = given.route?.slice(given.route.indexOf(' ') + 1)
        const method = methods.has(given.request.method) ? given.request.method : '_OTHER'
        const attributes = { 'http.request.method': method, ...(path !== undefined && { 'http.route': path }) }
        const name = method === '_OTHER' ? 'HTTP' : method
        let status: number | undefined
        const respond = async () => {
          const response = await run()
          status = response.status
          return response
        }
        return inSpan(path === undefined ? name : `${name} ${path}`, attributes, respond, ({ span, seconds, failure }) => {
          const outcome = { ...toOutcome(status), 'kalends.cache': toCacheState(given), ...failure }
          span.setAttributes(outcome)
          if ('error.type' in outcome) span.setStatus({ code: api.SpanStatusCode.ERROR })
          requests.record(seconds, { ...attributes, ...outcome })
        })
      },
    },
    scans: ({ durationMs, error }) => {
      api.trace.getActiveSpan()?.setAttribute('kalends.scan', true)
      scans.record(durationMs / 1000, error === undefined ? {} : { 'error.type': errorType(error) })
    },
  }
}

/** The attributes of a status. Only those from 500 on are errors of a server. */
const toOutcome = (status: number | undefined): Attributes => ({
  ...(status !== undefined && { 'http.response.status_code': status }),
  ...(status !== undefined && status >= 500 && { 'error.type': String(status) }),
})

const toCacheState = ({ isCacheable, isCached }: ObservedRequest): string => (isCached ? 'hit' : isCacheable ? 'miss' : 'none')
