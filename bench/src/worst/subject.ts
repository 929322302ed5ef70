import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { changes } from '@kalends/fetch/changes'
import { fullcalendar } from '@kalends/fetch/fullcalendar'
import { kyselyStore } from '@kalends/kysely'
import { countStatements } from '@kalends/testing'
import { type FilledOptions, isServer, openFilled } from '../data/databases.ts'
import type { EngineName } from '../data/engine.ts'
import { processorTimeReader, timeBetween } from '../measure/processor-time.ts'
import type { Progress } from '../progress.ts'
import { base, clock, publicUrl } from '../setting.ts'

/** The cost of a response. */
export interface Cost {
  /** Its status. */
  readonly status: number
  /** Processor time of this process and of the database, in milliseconds. */
  readonly cpuMs: number
  /** From request to response, in milliseconds. */
  readonly wallMs: number
  /** The longest turn of the event loop during the request, in milliseconds. */
  readonly turnMs: number
  /** The number of statements. */
  readonly statements: number
  /** The number of rows that they returned. */
  readonly rows: number
}

/** A handler over a filled database without a cache, which measures the cost of its responses. */
export interface Subject {
  /** Requests a path below the namespace, as an anonymous caller. */
  ask(path: string): Promise<Cost>
  /** Closes the database. */
  close(): Promise<void>
}

/** Opens the handler over a filled database with a number of events. */
export async function openSubject(engine: EngineName, events: number, progress: Progress, options: FilledOptions = {}): Promise<Subject> {
  let rows = 0
  const onRows = (count: number): void => {
    rows += count
  }
  const database = await openFilled(engine, events, progress, { ...options, connections: 1, onRows })
  const { db } = database
  const counter = countStatements(db)
  const calendar = createCalendar({ store: kyselyStore(db, database.options), clock, cache: false })
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl, use: [changes(), fullcalendar()] })
  const readTime = processorTimeReader(engine, db)
  return {
    ask: async (path) => {
      const request = new Request(publicUrl + base + path)
      const turns = await watchTurns()
      const before = await readTime()
      const [statements, rowsBefore] = [counter.total(), rows]
      const began = performance.now()
      const response = await handler(request)
      await response.arrayBuffer()
      const wallMs = performance.now() - began
      const sent = { statements: counter.total() - statements, rows: rows - rowsBefore }
      const turnMs = await turns()
      const { processMs, connectionMs } = timeBetween(before, await readTime())
      // If the processor time of a server cannot be read, the response time counts instead.
      const serverMs = isServer(engine) ? Math.max(0, connectionMs ?? wallMs - processMs) : 0
      // On a busy machine a turn includes waiting, so the processor time of the process is the upper limit.
      return { status: response.status, cpuMs: processMs + serverMs, wallMs, turnMs: Math.min(turnMs, processMs), ...sent }
    },
    close: () => database.close(),
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Watches the turns of the event loop. @returns a function that ends the watch, and returns the longest turn in milliseconds */
async function watchTurns(): Promise<() => Promise<number>> {
  const resolution = 1
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  // The histogram compares each of its timers with the previous one: one must fire before the work begins, and one after it.
  await sleep(3 * resolution)
  return async () => {
    await sleep(3 * resolution)
    histogram.disable()
    return Math.max(0, histogram.max / 1_000_000 - resolution)
  }
}
