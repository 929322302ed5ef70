import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { onTestFinished } from 'vitest'

/** A span with what tests compare. */
export interface SeenSpan {
  readonly name: string
  readonly attributes: api.Attributes
  /** The name of the span around it; null for the first one of a trace. */
  readonly parent: string | null
  /** The name of the first span of its trace. */
  readonly root: string
  /** The code of the error; null without one. */
  readonly error: string | null
}

/** A point of a metric with what tests compare: the number of measurements, or the value of a gauge. */
export interface SeenPoint {
  readonly name: string
  readonly attributes: api.Attributes
  readonly value: number
}

/** An SDK that keeps spans and metrics in memory, until the test ends. */
export function collect() {
  const spans = new InMemorySpanExporter()
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.trace.setGlobalTracerProvider(tracerProvider)
  api.metrics.setGlobalMeterProvider(meterProvider)
  onTestFinished(async () => {
    for (const part of [api.context, api.trace, api.metrics]) part.disable()
    await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])
  })
  return {
    tracer: tracerProvider.getTracer('host'),
    spans: async (): Promise<readonly SeenSpan[]> => {
      await tracerProvider.forceFlush()
      const all = spans.getFinishedSpans()
      return all.map((span) => toSeen(span, all))
    },
    points: async (): Promise<readonly SeenPoint[]> => {
      await meterProvider.forceFlush()
      const metrics =
        points
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
      return metrics.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => ({
          name: descriptor.name,
          attributes,
          value: typeof value === 'number' ? value : value.count,
        })),
      )
    },
  }
}

const parentOf = ({ parentSpanContext }: ReadableSpan, all: readonly ReadableSpan[]): ReadableSpan | undefined =>
  all.find((other) => other.spanContext().spanId === parentSpanContext?.spanId)

function toSeen(span: ReadableSpan, all: readonly ReadableSpan[]): SeenSpan {
  const { name, attributes, status } = span
  const parent = parentOf(span, all)
  return {
    name,
    attributes,
    parent: parent?.name ?? null,
    root: parent === undefined ? name : toSeen(parent, all).root,
    error: status.code === api.SpanStatusCode.ERROR ? (status.message ?? '') : null,
  }
}
