import { sizeName } from '../bars/finding.ts'
import { openFilled } from '../data/databases.ts'
import { engineTitles } from '../data/engine.ts'
import { markdownTable, shortNumber } from '../markdown.ts'
import { type Connection, getRequest, openConnection } from '../measure/connection.ts'
import { quantile } from '../measure/statistics.ts'
import { say } from '../progress.ts'
import { withServers } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { toPath, uncachedVariant } from './candidate.ts'
import type { TriedRequest, WorstReport } from './find-worst.ts'

/** The results for a client that reads a cached list while other clients send the worst requests. */
export interface BystanderReport {
  /** The display name of the server and its data. */
  readonly name: string
  /** The time of each response, in milliseconds. */
  readonly latencies: readonly number[]
  /** Responses other than 200, and broken connections, by kind. */
  readonly failures: Readonly<Record<string, number>>
  /** The responses to the worst requests, by status. */
  readonly attacks: Readonly<Record<string, number>>
}

const attackers = 12
const pauseMs = 100
const path = `${base}/events`

const count = (counts: Record<string, number>, what: unknown): void => {
  const name = what instanceof Error ? what.message : String(what)
  counts[name] = (counts[name] ?? 0) + 1
}

/**
 * Measures how long other clients wait while the most expensive requests are sent: requests the default list every 100 ms while 12
 * connections send the worst requests, each with other values every time (row 19).
 */
export async function measureBystanders({ engine, events, worst }: WorstReport, milliseconds: number): Promise<BystanderReport> {
  const name = `${engineTitles[engine]}, ${sizeName(events)}`
  say(`bystanders on ${name}`)
  const { address, close } = await openFilled(engine, events)
  await close()
  const report = { name, latencies: [] as number[], failures: {}, attacks: {} }
  await withServers({ site: { kind: 'handler', engine, address, isCached: true } }, async ({ site }) => {
    const first = await openConnection(site.port)
    await first.ask(getRequest(path))
    first.close()
    const end = performance.now() + milliseconds
    const attacking = Array.from({ length: attackers }, (_, index) => attack(site.port, worst, index, end, report.attacks))
    await readAlong(site.port, end, report)
    await Promise.all(attacking)
  })
  return report
}

/** Sends one worst request after the other until the end; it replaces broken connections. */
async function attack(port: number, worst: readonly TriedRequest[], first: number, end: number, statuses: Record<string, number>) {
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
      count(statuses, await connection.ask(getRequest(base + toPath(uncachedVariant(found.candidate, turn)))))
    } catch (error) {
      connection?.close()
      if (!isOver) count(statuses, error)
    }
  }
  clearTimeout(stop)
  connection?.close()
}

/** Sends requests at fixed times, even if the previous response has not arrived: slow responses must not reduce the rate. */
async function readAlong(
  port: number,
  end: number,
  { latencies, failures }: { readonly latencies: number[]; readonly failures: Record<string, number> },
): Promise<void> {
  let free: Connection[] = []
  const waiting: Promise<void>[] = []
  const readOne = async (): Promise<void> => {
    const began = performance.now()
    try {
      free = free.filter((one) => one.isOpen())
      const connection = free.pop() ?? (await openConnection(port))
      const status = await connection.ask(getRequest(path))
      if (status !== 200) count(failures, status)
      free.push(connection)
    } catch (error) {
      count(failures, error)
    }
    latencies.push(performance.now() - began)
  }
  for (let next = performance.now(); next < end; next += pauseMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    waiting.push(readOne())
  }
  await Promise.all(waiting)
  for (const connection of free) connection.close()
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, times]) => `${times} x ${what}`)
    .join(', ') || 'none'

/** The results of bystanders, as a Markdown table. */
export function bystanderTable(reports: readonly BystanderReport[]): string {
  const rows = reports.map(({ name, latencies, failures, attacks }) => [
    ...[name, latencies.length],
    ...[0.5, 0.99, 1].map((part) => shortNumber(quantile(latencies, part))),
    ...[listed(failures), listed(attacks)],
  ])
  const texts = ['responses other than 200', 'responses to the worst requests']
  return markdownTable(['server', 'requests', 'p50 ms', 'p99 ms', 'longest ms', ...texts], rows, texts)
}
