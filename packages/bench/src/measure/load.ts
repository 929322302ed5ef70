import { getRequest, openConnection } from './connection.ts'
import { quantile } from './statistics.ts'

/** What a server is asked, and how hard. */
export interface LoadPlan {
  /** Asked in turn. */
  readonly paths: readonly string[]
  /** How many connections ask at the same time. */
  readonly connections: number
  /** How long. */
  readonly milliseconds: number
  /** The status that every answer must have. @default 200 */
  readonly status?: number
}

/** What a server did under load. */
export interface LoadResult {
  /** How many answers there were. */
  readonly answers: number
  /** Answers in a second. */
  readonly perSecond: number
  /** Half of the answers took no longer, in milliseconds. */
  readonly p50Ms: number
  /** 99 of 100 answers took no longer, in milliseconds. */
  readonly p99Ms: number
  /** The mean length of a body. */
  readonly bytes: number
}

/**
 * Asks a server as fast as it answers, over connections that stay open.
 * @throws Error an answer has another status than it should
 */
export async function load(port: number, { paths, connections, milliseconds, status = 200 }: LoadPlan): Promise<LoadResult> {
  const requests = paths.map((path) => getRequest(path))
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
        if (answer.status !== status) throw new Error(`A server answers ${answer.status} instead of ${status}.`)
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
