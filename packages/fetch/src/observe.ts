import { isPromise } from './at-once.ts'

/** What is known of a request once it was answered. */
export interface Observation {
  /** Method and pattern of the route, such as `GET /events/{id}`; null where no route matched. A good label for metrics: there are few of them. */
  readonly route: string | null
  /** The method of the request. */
  readonly method: string
  /** The status of the answer. */
  readonly status: number
  /** From the handler's call to its answer, in milliseconds; sending the answer is not part of it. */
  readonly durationMs: number
  /** Whether the answer came from the cache. */
  readonly isCached: boolean
  /** What `X-Request-Id` of the answer says. */
  readonly requestId: string
}

/** Takes one observation for each request that the handler answered. */
export type Observe = (observation: Observation) => void

/**
 * Gives the answer as it is, and tells of it.
 * @param observe undefined costs nothing
 * @param report takes what `observe` throws
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
