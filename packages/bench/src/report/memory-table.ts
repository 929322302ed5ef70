import { sizeName } from '../bars/sizes.ts'
import { growthOf, type MemoryReport } from '../memory/measure-memory.ts'

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)

/** The memory results as tables. */
export function memoryTable({ heap, samples }: MemoryReport): string {
  const stores = [...heap].map(([events, bytes]) => `| ${sizeName(events)} | ${bytes.toFixed(0)} |`)
  const looks = samples.map((look) => `| ${[(look.seconds / 60).toFixed(1), megabytes(look.residentBytes), look.answers].join(' | ')} |`)
  return [
    ...['| events in a memory store | bytes of heap for each |', '|--:|--:|', ...stores, ''],
    ...['| minute | resident MiB of the example server | answers so far |', '|--:|--:|--:|', ...looks, ''],
    `The last third of the looks found ${(100 * growthOf(samples)).toFixed(1)}% more than the second third.`,
  ].join('\n')
}
