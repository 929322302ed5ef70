import type { RunningServer } from '../serve/start-server.ts'
import { getRequest, openConnection } from './connection.ts'
import { interleave } from './interleave.ts'

/** A load on a server. */
export interface LoadPlan {
  /** The paths that are requested, or whole requests, in rotation. */
  readonly requests: readonly (string | Buffer)[]
  /** The number of concurrent connections. @default 4 */
  readonly connections?: number
  /** The duration, in milliseconds. */
  readonly milliseconds: number
  /** The status that every response must have. @default any from 200 to 299 */
  readonly status?: number
}

/** The cost of a response of a server, in milliseconds. */
export interface ServerSample {
  /** The time per response. */
  readonly wallMs: number
  /** The processor time of the server's process per response: more reliable when the machine has other load. */
  readonly cpuMs: number
}

/** Compares servers under the same load, in rotation. */
export function compareServers<Name extends string>(servers: Readonly<Record<Name, RunningServer>>, plan: LoadPlan, rounds: number) {
  const sides = Object.entries<RunningServer>(servers).map(([name, server]) => [name, () => load(server, plan)])
  // The same names as those of the servers.
  return interleave<Name, ServerSample>(Object.fromEntries(sides), rounds)
}

/**
 * Sends requests as fast as the server responds, over connections that stay open.
 * @throws Error a response has another status
 */
export async function load(server: RunningServer, { requests, connections = 4, milliseconds, status }: LoadPlan): Promise<ServerSample> {
  const sent = requests.map((request) => (typeof request === 'string' ? getRequest(request) : request))
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(server.port)))
  const cpuBefore = await server.cpuMs()
  let [turn, answers] = [0, 0]
  const began = performance.now()
  await Promise.all(
    opened.map(async (connection) => {
      while (performance.now() < began + milliseconds) {
        const request = sent[turn++ % sent.length]
        if (request === undefined) return
        const found = await connection.ask(request)
        if (status === undefined ? found < 200 || found > 299 : found !== status)
          throw new Error(`A server answers ${found} instead of ${status ?? 'a success'}.`)
        answers++
      }
    }),
  )
  const wallMs = (performance.now() - began) / answers
  const cpuMs = ((await server.cpuMs()) - cpuBefore) / answers
  for (const connection of opened) connection.close()
  return { wallMs, cpuMs }
}
