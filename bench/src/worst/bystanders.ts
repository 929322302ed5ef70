import { sizeName } from '../bars/sizes.ts'
import { engineTitles } from '../data/engine.ts'
import { type Connection, getRequest, openConnection } from '../measure/connection.ts'
import { quantile } from '../measure/statistics.ts'
import { startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { toPath, uncachedVariant } from './candidate.ts'
import type { TriedRequest, WorstReport } from './find-worst.ts'

/** The options of {@link measureBystanders}. */
export interface BystanderPlan {
  /** The worst requests of a search, sent as fast as the server responds. */
  readonly report: WorstReport
  /** The duration. */
  readonly milliseconds: number
}

/** The results for a client that reads a cached list while other clients send the worst requests. */
export interface BystanderReport {
  /** The display name of the server and its data. */
  readonly name: string
  /** The time of each response, in milliseconds. */
  readonly latencies: readonly number[]
  /** Responses other than 200, and broken connections, by kind. */
  readonly failures: ReadonlyMap<string, number>
  /** The responses to the worst requests, by status. */
  readonly attacks: ReadonlyMap<string, number>
}

const attackers = 12
const pauseMs = 100

const count = (counts: Map<string, number>, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

/**
 * Measures how long other clients wait while the most expensive requests are sent: requests the default list every 100 ms while 12
 * connections send the worst requests, each with other values every time.
 */
export async function measureBystanders({ report, milliseconds }: BystanderPlan): Promise<BystanderReport> {
  const { engine, events, worst } = report
  const server = await startServer({ kind: 'filled', engine, events, cached: 'responses' })
  const latencies: number[] = []
  const failures = new Map<string, number>()
  const attacks = new Map<string, number>()
  try {
    const path = `${base}/events`
    const first = await openConnection(server.port)
    await first.ask(getRequest(path))
    first.close()
    const end = performance.now() + milliseconds
    const all = Array.from({ length: attackers }, (_, index) => attack(server.port, worst, index, end, attacks))
    await ask(server.port, path, end, { latencies, failures })
    await Promise.all(all)
  } finally {
    await server.stop()
  }
  return { name: `${engineTitles[engine]}, ${sizeName(events)}`, latencies, failures, attacks }
}

/** Sends one worst request after the other until the end; it replaces broken connections. */
async function attack(
  port: number,
  worst: readonly TriedRequest[],
  first: number,
  end: number,
  statuses: Map<string, number>,
): Promise<void> {
  let connection: Connection | undefined
  // This timer also ends the last request. A timer for each request would hold gigabytes when thousands of requests are refused each second.
  let isOver = false
  const stop = setTimeout(
    () => {
      isOver = true
      connection?.close()
    },
    Math.max(0, end - performance.now()),
  )
  for (let turn = first; !isOver && performance.now() < end; turn += attackers) {
    const found = worst[turn % worst.length]
    if (found === undefined) break
    try {
      if (connection?.isOpen() !== true) connection = await openConnection(port)
      const { status } = await connection.ask(getRequest(base + toPath(uncachedVariant(found.candidate, turn))))
      count(statuses, String(status))
    } catch (error) {
      connection?.close()
      if (!isOver) count(statuses, error instanceof Error ? error.message : String(error))
    }
  }
  clearTimeout(stop)
  connection?.close()
}

/** Sends requests at fixed times, even if the previous response has not arrived: slow responses must not reduce the rate. */
async function ask(
  port: number,
  path: string,
  end: number,
  { latencies, failures }: { readonly latencies: number[]; readonly failures: Map<string, number> },
): Promise<void> {
  const free: Connection[] = []
  const waiting: Promise<void>[] = []
  const one = async (): Promise<void> => {
    const began = performance.now()
    let connection: Connection | undefined
    try {
      connection = openOf(free) ?? (await openConnection(port))
      const { status } = await connection.ask(getRequest(path))
      if (status !== 200) count(failures, String(status))
      free.push(connection)
    } catch (error) {
      connection?.close()
      count(failures, error instanceof Error ? error.message : String(error))
    }
    latencies.push(performance.now() - began)
  }
  for (let next = performance.now(); next < end; next += pauseMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    waiting.push(one())
  }
  await Promise.all(waiting)
  for (const connection of free) connection.close()
}

/** Takes an open connection; those that were idle too long are dropped. */
function openOf(free: Connection[]): Connection | undefined {
  for (;;) {
    const connection = free.pop()
    if (connection === undefined || connection.isOpen()) return connection
  }
}

/** The median and the 99th percentile, in milliseconds. */
export const quantilesOf = ({ latencies }: BystanderReport): { readonly p50Ms: number; readonly p99Ms: number } => ({
  p50Ms: quantile(latencies, 0.5),
  p99Ms: quantile(latencies, 0.99),
})
