import type { Extension } from './options/extension.ts'
import { isPromise } from './options/is-promise.ts'

/** Facts about a request after its response. */
export interface Observation {
  /**
   * Method and pattern of the route, such as `GET /events/{id}`; null when no route matched. A good label for metrics: there are few
   * values.
   */
  readonly route: string | null
  /** The method of the request. */
  readonly method: string
  /** The status of the response. */
  readonly status: number
  /** Time from the handler's call to its response, in milliseconds; it excludes sending the response. */
  readonly durationMs: number
  /** Whether the response came from the cache. */
  readonly isCached: boolean
  /** The value of `X-Request-Id` in the response. */
  readonly requestId: string
}

/** Takes one observation for each request that the handler responds to. */
export type Observe = (observation: Observation) => void

/**
 * Calls a function for each response, for logs and metrics. It is called when the response is ready; its exceptions go to `onError` and
 * change no response. Put it directly behind `cors` in `use`: then it sees what all other extensions have left. Requests that no route
 * matches are observed, too, but not those that `tryHandle` leaves to the host.
 * @throws TypeError it is no function
 * @example
 * import { observe } from '@kalends/fetch/observe'
 *
 * const log = observe(({ route, status, durationMs }) => console.log(route, status, durationMs))
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [log] })
 */
export function observe(take: Observe): Extension {
  if (typeof take !== 'function') throw new TypeError('observe takes a function')
  return {
    name: 'observe',
    response: ({ status }, { request: { method }, route, startMs, isCached, requestId, report }) => {
      try {
        const result: unknown = take({ route, method, status, durationMs: performance.now() - startMs, isCached, requestId })
        if (isPromise(result)) result.then(undefined, report)
      } catch (error) {
        report(error)
      }
    },
  }
}
