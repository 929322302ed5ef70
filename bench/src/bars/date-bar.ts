import { Session } from 'node:inspector/promises'
import { createCalendar, publicReadOnly } from '@kalends/core'
import type { EventTimes } from '@kalends/core/store'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { toUtcTime, toWireTime } from '../../../packages/core/src/record/publication.ts'
import { memorySnapshot } from '../data/memory-snapshot.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { base, clock, publicUrl } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost } from './finding.ts'

/** Counts the calls of `Intl`'s formatters while work runs; the functions are restored afterwards. */
async function formatterCalls(work: () => Promise<unknown>): Promise<number> {
  let calls = 0
  const { prototype } = Intl.DateTimeFormat
  const original = Object.getOwnPropertyDescriptors(prototype)
  const counted = (name: 'formatToParts' | 'formatRange'): PropertyDescriptor => {
    const run: unknown = Reflect.get(prototype, name)
    if (typeof run !== 'function') throw new TypeError(`Intl.DateTimeFormat has no ${name}.`)
    return {
      ...original[name],
      value(this: Intl.DateTimeFormat, ...given: readonly unknown[]): unknown {
        calls += 1
        return Reflect.apply(run, this, given)
      },
    }
  }
  // `format` is a getter that returns a bound function, so each read of it counts as a call.
  const format: PropertyDescriptor = {
    ...original.format,
    get(this: Intl.DateTimeFormat): unknown {
      calls += 1
      return original.format.get?.call(this)
    },
  }
  Object.defineProperties(prototype, { format, formatToParts: counted('formatToParts'), formatRange: counted('formatRange') })
  try {
    await work()
    return calls
  } finally {
    Object.defineProperties(prototype, original)
  }
}

/** Counts the calls of date library functions while work runs, by V8's own coverage counters. */
async function libraryCalls(work: () => Promise<unknown>): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const scripts = result.filter(({ url }) => /\/node_modules\/(?:date-fns|date-fns-tz)\//.test(url))
    return scripts.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0)).reduce((sum, count) => sum + count, 0)
  } finally {
    session.disconnect()
  }
}

type Times = Pick<EventTimes, 'startLocal' | 'endLocal' | 'startMs' | 'endMs'>

/** Formats the four times of each event as in responses. Returns their length, so that the engine cannot skip the work. */
const asAnswered = (events: readonly Times[]): number =>
  events.reduce(
    (length, { startLocal, endLocal, startMs, endMs }) =>
      length + [toWireTime(startLocal), toWireTime(endLocal), toUtcTime(startMs), toUtcTime(endMs)].join('').length,
    0,
  )

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))

function utcByHand(ms: number): string {
  const date = new Date(ms)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** Formats as many times in UTC with hand-written code: the cost without time zones. */
const byHand = (events: readonly Times[]): number =>
  events.reduce((length, { startMs, endMs }) => length + [startMs, endMs, startMs, endMs].map(utcByHand).join('').length, 0)

async function microseconds(write: (events: readonly Times[]) => number, events: readonly Times[]): Promise<number> {
  const began = performance.now()
  for (let time = 0; time < 2_000; time++) write(events)
  return ((performance.now() - began) * 1_000) / 2_000
}

/** Bar 11: the dates in responses need no time zone calculations. */
export const dateBar: BarGroup = {
  rows: [11],
  run: async ({ rounds, progress }) => {
    progress.say('bar 11: dates')
    const snapshot = memorySnapshot(1_000)
    const handler = createHandler(createCalendar({ store: memoryStore({ snapshot }), clock, cache: false }), {
      access: publicReadOnly(),
      publicUrl,
    })
    const read = async (): Promise<void> => {
      for (const path of ['/events', '/events/5', '/events?start_date=2025-03-01', '/venues', '/categories']) {
        await (await handler(new Request(publicUrl + base + path))).text()
      }
    }
    // One-time initialization of the process happens here.
    await read()
    const events = snapshot.events.records.slice(0, 35).map(({ times }) => times)
    const found = await interleave(
      [
        { name: 'answered' as const, measure: () => microseconds(asAnswered, events) },
        { name: 'by hand' as const, measure: () => microseconds(byHand, events) },
      ],
      rounds,
    )
    return [
      {
        row: 11,
        figures: [
          { label: 'calls of `Intl` formatters', value: await formatterCalls(read), unit: '', limit: atMost(0) },
          { label: 'calls of date libraries', value: await libraryCalls(read), unit: '', limit: atMost(0) },
          {
            label: 'times of 35 events / UTC by hand',
            value: ratio(found, 'answered', 'by hand', (value) => value),
            unit: 'x',
            limit: atMost(2),
          },
        ],
      },
    ]
  },
}
