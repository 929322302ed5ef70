import { median } from '../measure/statistics.ts'
import type { Progress } from '../progress.ts'
import { startExampleServer } from './example-server.ts'
import { heapPerEvent } from './heap.ts'
import { startTraffic } from './traffic.ts'

/** A sample of the example server under load. */
export interface MemorySample {
  /** The time since the start, in seconds. */
  readonly seconds: number
  /** The memory of its process, in bytes. */
  readonly residentBytes: number
  /** The number of responses until then. */
  readonly answers: number
}

/** The results. */
export interface MemoryReport {
  /** The heap of a memory store per event in bytes, by the number of events. */
  readonly heap: ReadonlyMap<number, number>
  /** The samples of the example server. */
  readonly samples: readonly MemorySample[]
}

/** The options of {@link measureMemory}. */
export interface MemoryPlan {
  /** How long the example server is under load. */
  readonly minutes: number
  /** The sizes of memory stores. */
  readonly sizes: readonly number[]
  /** Reports progress. */
  readonly progress: Progress
}

const connections = 4

/** Measures the memory of a memory store, and that of the example server under mixed traffic. */
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
    const takeSample = async (): Promise<void> => {
      const seconds = (performance.now() - began) / 1_000
      samples.push({ seconds, residentBytes: await server.residentBytes(), answers: traffic.answers() })
    }
    const sampleCount = 20
    await takeSample()
    for (let number = 1; number <= sampleCount; number++) {
      await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / sampleCount))
      await takeSample()
      progress.say(`example server: sample ${number} of ${sampleCount}`)
    }
    await traffic.stop()
  } finally {
    await server.stop()
  }
  return samples
}

/** The relative growth of memory from the second third of the samples to the last third: a warm server should not grow. */
export function growthOf(samples: readonly MemorySample[]): number {
  const third = Math.floor(samples.length / 3)
  const middle = (from: number, to: number): number => median(samples.slice(from, to).map(({ residentBytes }) => residentBytes))
  return middle(samples.length - third, samples.length) / middle(third, samples.length - third) - 1
}
