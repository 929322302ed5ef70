import { median } from '../measure/statistics.ts'
import type { Progress } from '../progress.ts'
import { startExampleServer } from './example-server.ts'
import { heapPerEvent } from './heap.ts'
import { startTraffic } from './traffic.ts'

/** A look at the example server under load. */
export interface MemorySample {
  /** How long after the start, in seconds. */
  readonly seconds: number
  /** How much memory its process held, in bytes. */
  readonly residentBytes: number
  /** How many answers there were until then. */
  readonly answers: number
}

/** What was found. */
export interface MemoryReport {
  /** Heap for each event of a memory store, in bytes, by the number of events. */
  readonly heap: ReadonlyMap<number, number>
  /** The example server, look by look. */
  readonly samples: readonly MemorySample[]
}

/** What is asked of {@link measureMemory}. */
export interface MemoryPlan {
  /** How long the example server is under load. */
  readonly minutes: number
  /** The sizes of memory stores. */
  readonly sizes: readonly number[]
  /** Says what is going on. */
  readonly progress: Progress
}

const connections = 4

/** Measures what a memory store holds, and what the example server holds under mixed traffic. */
export async function measureMemory({ minutes, sizes, progress }: MemoryPlan): Promise<MemoryReport> {
  const heap = new Map<number, number>()
  for (const events of sizes) {
    progress.say(`filling a memory store with ${events} events`)
    heap.set(events, await heapPerEvent(events))
  }
  return { heap, samples: await watchServer(minutes, progress) }
}

async function watchServer(minutes: number, progress: Progress): Promise<readonly MemorySample[]> {
  const server = await startExampleServer()
  const samples: MemorySample[] = []
  try {
    const traffic = await startTraffic(server.port, connections)
    const began = performance.now()
    const look = async (): Promise<void> => {
      const seconds = (performance.now() - began) / 1_000
      samples.push({ seconds, residentBytes: await server.residentBytes(), answers: traffic.answers() })
    }
    const looks = 20
    await look()
    for (let number = 1; number <= looks; number++) {
      await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / looks))
      await look()
      progress.say(`example server: look ${number} of ${looks}`)
    }
    await traffic.stop()
  } finally {
    await server.stop()
  }
  return samples
}

/** How much more memory the last third of the looks found than the second third, as a part of it: what is warm stays as it is. */
export function growthOf(samples: readonly MemorySample[]): number {
  const third = Math.floor(samples.length / 3)
  const middle = (from: number, to: number): number => median(samples.slice(from, to).map(({ residentBytes }) => residentBytes))
  return middle(samples.length - third, samples.length) / middle(third, samples.length - third) - 1
}
