import { isPromise } from '../at-once.ts'

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
 * Returns the response unchanged, and reports it to `observe`.
 * @param observe undefined costs nothing
 * @param report takes exceptions of `observe`
 */
export function observed(
  observe: Observe | undefined,
  route: string | null,
  context: Pick<Observation, 'method' | 'isCached' | 'requestId'>,
  report: (error: unknown) => void,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  if (observe === undefined) return answer()
  const startMs = performance.now()
  const tell = (response: Response): Response => {
    const { method, isCached, requestId } = context
    try {
      const told: unknown = observe({
        route,
        method,
        status: response.status,
        durationMs: performance.now() - startMs,
        isCached,
        requestId,
      })
      if (isPromise(told)) told.then(undefined, report)
    } catch (error) {
      report(error)
    }
    return response
  }
  const given = answer()
  return isPromise(given) ? given.then(tell) : tell(given)
}
