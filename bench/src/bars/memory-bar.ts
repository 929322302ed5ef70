import type { CalendarStore, EventFilter } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { memorySnapshot } from '../data/memory-snapshot.ts'
import { nowMs } from '../data/shape.ts'
import { cost, interleave, ratio } from '../measure/interleave.ts'
import { defaultWindow } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost, type Figure } from './finding.ts'

const readable = [{ status: 'publish', publishedMs: { lt: nowMs + 1 } }] as const
const inWindow: EventFilter = {
  readable,
  hidden: false,
  roles: ['single', 'occurrence'],
  startLocal: { gte: defaultWindow.start.replace(' ', 'T'), lt: `${Number(defaultWindow.end.slice(0, 4))}-06-02T00:00:00` },
}
const order = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
] as const

/** The core's reads for one list: the total, then the page. */
async function list({ events }: CalendarStore, filter: EventFilter): Promise<void> {
  await events.count(filter)
  await events.find({ filter, order, offset: 0, limit: 35 })
}

/** The time of one list, averaged over very many, in microseconds. */
async function microseconds(store: CalendarStore, filter: EventFilter, times: number): Promise<number> {
  const began = performance.now()
  for (let time = 0; time < times; time++) await list(store, filter)
  return ((performance.now() - began) * 1_000) / times
}

const asIs = (value: number): number => value

/** Bar 10: lists of the memory store. */
export const memoryBar: BarGroup = {
  rows: [10],
  run: async ({ rounds, progress }) => {
    progress.say('bar 10: filling memory stores')
    const small = memoryStore({ snapshot: memorySnapshot(1_000) })
    const large = memoryStore({ snapshot: memorySnapshot(100_000) })
    progress.say('bar 10: lists in memory')
    const anyOfThree = { ...inWindow, categoryIds: [8, 10, 12] }
    const found = await interleave(
      [
        { name: 'small' as const, measure: () => microseconds(small, inWindow, 2_000) },
        { name: 'large' as const, measure: () => microseconds(large, inWindow, 2_000) },
        { name: 'categories' as const, measure: () => microseconds(large, anyOfThree, 100) },
      ],
      rounds,
    )
    const figures: readonly Figure[] = [
      { label: 'list and total at 100k', value: cost(found, 'large', asIs), unit: 'µs', limit: atMost(10) },
      { label: '100k / 1k', value: ratio(found, 'large', 'small', asIs), unit: 'x', limit: atMost(5) },
      { label: 'any of three categories at 100k', value: cost(found, 'categories', asIs), unit: 'µs', limit: atMost(500) },
    ]
    return [{ row: 10, figures }]
  },
}
