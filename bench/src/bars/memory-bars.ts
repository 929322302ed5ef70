import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CalendarStore, EventFilter } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { memorySnapshot } from '../data/memory-snapshot.ts'
import { nowMs } from '../data/shape.ts'
import { interleave } from '../measure/interleave.ts'
import { median, ratio } from '../measure/statistics.ts'
import { say } from '../progress.ts'
import { defaultWindow } from '../setting.ts'
import { atMost, type BarGroup, type Figure, type Finding } from './finding.ts'

const inWindow: EventFilter = {
  readable: [{ status: 'publish', publishedMs: { lt: nowMs + 1 } }],
  hidden: false,
  roles: ['single', 'occurrence'],
  startLocal: { gte: defaultWindow.start.replace(' ', 'T'), lt: `${Number(defaultWindow.end.slice(0, 4))}-06-02T00:00:00` },
}
const order = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
] as const

/** The time of the core's reads for one list, the total and then the page, averaged over very many, in microseconds. */
const microseconds = (store: CalendarStore, filter: EventFilter, times: number) => async (): Promise<number> => {
  const began = performance.now()
  for (let time = 0; time < times; time++) {
    await store.events.count(filter)
    await store.events.find({ filter, order, offset: 0, limit: 35 })
  }
  return ((performance.now() - began) * 1_000) / times
}

/** Bars 10 and 26: lists and the heap of the memory store. */
export const memoryBars: BarGroup = {
  rows: {
    10: 'Memory store at 100k: list of 35 with its total at most 10 µs and 5x the cost at 1k; any of three categories at most 500 µs',
    26: 'Memory store: at most 2.1 kB of heap an event at 100k, with its share of venues, organizers, terms and indexes',
  },
  run: async ({ rows, rounds }) => {
    const found: Finding[] = []
    if (rows.has(10)) found.push({ row: 10, figures: await listFigures(rounds) })
    if (rows.has(26)) found.push({ row: 26, figures: [await heapFigure()] })
    return found
  },
}

async function listFigures(rounds: number): Promise<readonly Figure[]> {
  say('bar 10: lists in memory')
  const small = memoryStore({ snapshot: memorySnapshot(1_000) })
  const large = memoryStore({ snapshot: memorySnapshot(100_000) })
  const sides = {
    small: microseconds(small, inWindow, 2_000),
    large: microseconds(large, inWindow, 2_000),
    categories: microseconds(large, { ...inWindow, categoryIds: [8, 10, 12] }, 100),
  }
  const found = await interleave(sides, rounds)
  return [
    { label: 'list and total at 100k', value: median(found.large), unit: 'µs', limit: atMost(10) },
    { label: '100k / 1k', value: ratio(found.large, found.small), unit: 'x', limit: atMost(5) },
    { label: 'any of three categories at 100k', value: median(found.categories), unit: 'µs', limit: atMost(500) },
  ]
}

/** The heap of a memory store in a process of its own. */
async function heapFigure(): Promise<Figure> {
  say('bar 26: filling a memory store')
  const execArgv = ['--conditions=@kalends/source', '--expose-gc', '--max-old-space-size=8192', '--disable-warning=ExperimentalWarning']
  const child = fork(fileURLToPath(new URL('./heap-process.ts', import.meta.url)), ['100000'], { execArgv })
  const [bytes] = await once(child, 'message')
  return { label: 'heap of an event', value: bytes, unit: 'bytes', limit: atMost(2_100) }
}
