import { getRequest, openConnection } from './connection.ts'
import { quantile } from './statistics.ts'

/** A load on a server. */
export interface LoadPlan {
  /** The requests, sent in rotation. */
  readonly paths: readonly string[]
  /** The number of concurrent connections. */
  readonly connections: number
  /** The duration, in milliseconds. */
  readonly milliseconds: number
  /** The status that every response must have. @default 200 */
  readonly status?: number
}

/** The result of a load. */
export interface LoadResult {
  /** The number of responses. */
  readonly answers: number
  /** Responses per second. */
  readonly perSecond: number
  /** The median response time, in milliseconds. */
  readonly p50Ms: number
  /** The 99th percentile of the response time, in milliseconds. */
  readonly p99Ms: number
  /** The mean length of a body, in bytes. */
  readonly bytes: number
}

/** A load of any requests. */
export interface RequestPlan extends Omit<LoadPlan, 'paths'> {
  /** The requests, sent in rotation. */
  readonly requests: readonly Buffer[]
}

/**
 * Sends GET requests as fast as the server responds, over connections that stay open.
 * @throws Error a response has another status
 */
export const load = (port: number, { paths, status = 200, ...plan }: LoadPlan): Promise<LoadResult> =>
  loadRequests(port, { ...plan, status, requests: paths.map((path) => getRequest(path)) })

/**
 * Sends requests as fast as the server responds, over connections that stay open.
 * @throws Error a response has another status, or without an expected one no status from 200 to 299
 */
export async function loadRequests(port: number, { requests, connections, milliseconds, status }: RequestPlan): Promise<LoadResult> {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const latencies: number[] = []
  let bytes = 0
  let turn = 0
  const began = performance.now()
  const end = began + milliseconds
  await Promise.all(
    opened.map(async (connection) => {
      for (let asked = performance.now(); asked < end; ) {
        const request = requests[turn++ % requests.length]
        if (request === undefined) return
        const answer = await connection.ask(request)
        if (status === undefined ? answer.status < 200 || answer.status > 299 : answer.status !== status)
          throw new Error(`A server answers ${answer.status} instead of ${status ?? 'a success'}.`)
        const answered = performance.now()
        latencies.push(answered - asked)
        bytes += answer.bytes
        asked = answered
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  for (const connection of opened) connection.close()
  return {
    answers: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    bytes: bytes / latencies.length,
  }
}
