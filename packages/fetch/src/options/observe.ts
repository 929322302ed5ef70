import { isPromise } from './is-promise.ts'

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
 * Tells `observe` of a response.
 * @param report takes its exceptions
 */
export function tellObserver(observe: Observe, observation: Observation, report: (error: unknown) => void): void {
  try {
    const told: unknown = observe(observation)
    if (isPromise(told)) told.then(undefined, report)
  } catch (error) {
    report(error)
  }
}
