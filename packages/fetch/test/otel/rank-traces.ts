/**
 * Ranks requests by the processor time that traces and metrics add, in microseconds of one request: the median of paired rounds, in which each
 * kind of handler sends the same requests.
 *
 *     node --conditions @kalends/source packages/fetch/test/otel/rank-traces.ts [rounds]
 */

import { allowAll, createCalendar } from '@kalends/core'
import { openTelemetry } from '@kalends/core/otel'
import { createHandler, type Handler } from '@kalends/fetch'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { Kysely } from 'kysely'

const rounds = Number(process.argv[2] ?? 200)
const perRound = 40
const base = 'http://h/calendar/events/v1/events'

/** A different time for each number. */
const minutesAfterMay = (index: number): string => new Date(Date.UTC(2031, 4, 1, 0, index)).toISOString().slice(0, 19)

/** The requests of a round. */
const requests = {
  'a list from the cache': () => new Request(`${base}?per_page=35`),
  'a list that is read': (index: number) => new Request(`${base}?per_page=35&start_date=${minutesAfterMay(index)}`),
  'a change': (index: number) =>
    new Request(`${base}/${(index % 200) + 1}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `Concert ${index} of ${performance.now()}` }),
    }),
}

/** Traces as they are without an SDK, also after one has started. */
const untraced = { getTracer: () => new api.ProxyTracerProvider().getTracer('none'), getActiveSpan: () => undefined }

async function open(name: string): Promise<{ readonly name: string; readonly handler: Handler }> {
  const telemetry = name === 'without' ? undefined : openTelemetry(name === 'with an SDK' ? api : { ...api, trace: untraced })
  const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
  await migrateToLatest(db)
  const store = kyselyStore(db, telemetry && { scans: { observe: telemetry.scans } })
  const calendar = createCalendar({ store, observe: telemetry?.calendar })
  const event = (index: number) => ({
    title: `Concert ${index}`,
    startDate: `2031-05-${10 + (index % 20)} 19:30`,
    endDate: `2031-05-${10 + (index % 20)} 21:00`,
  })
  await calendar.events.createMany(Array.from({ length: 200 }, (_, index) => event(index)))
  return { name, handler: createHandler(calendar, { access: allowAll(), use: telemetry === undefined ? [] : [telemetry.handler] }) }
}

/** The processor time of one request, in microseconds. */
async function measure(handler: Handler | undefined, request: (index: number) => Request, round: number): Promise<number> {
  const from = process.cpuUsage()
  for (let index = 0; index < perRound; index++) {
    const sent = request(round * perRound + index)
    const response = handler?.cached(sent) ?? (await handler?.(sent))
    await response?.arrayBuffer()
  }
  const { user, system } = process.cpuUsage(from)
  return (user + system) / perRound
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const subjects = [await open('without'), await open('without an SDK')]
const exporter = { export: (_: unknown, done: (result: { code: number }) => void) => done({ code: 0 }), shutdown: async () => undefined }
const points = new InMemoryMetricExporter(AggregationTemporality.DELTA)
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
api.trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] }))
api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: points })] }))
subjects.push(await open('with an SDK'))

for (const [name, request] of Object.entries(requests)) {
  const seen = subjects.map((): number[] => [])
  for (let round = -5; round < rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      // Each of them is the first one equally often.
      const index = (turn + round + 5) % subjects.length
      const spent = await measure(subjects[index]?.handler, request, round + 5)
      if (round >= 0) seen[index]?.push(spent)
    }
  }
  const [without = []] = seen
  for (const [index, { name: subject }] of subjects.entries()) {
    const added = median((seen[index] ?? []).map((spent, round) => spent - (without[round] ?? 0)))
    console.log(`${name}, ${subject}: ${median(seen[index] ?? []).toFixed(0)} µs, ${added.toFixed(0)} more`)
  }
}
process.exit()
