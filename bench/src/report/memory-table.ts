import { sizeName } from '../bars/sizes.ts'
import { growthOf, type MemoryReport } from '../memory/measure-memory.ts'

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)

/** The memory results as tables. */
export function memoryTable({ heap, samples }: MemoryReport): string {
  const stores = [...heap].map(([events, bytes]) => `| ${sizeName(events)} | ${bytes.toFixed(0)} |`)
  const rows = samples.map(
    (sample) => `| ${[(sample.seconds / 60).toFixed(1), megabytes(sample.residentBytes), sample.answers].join(' | ')} |`,
  )
  return [
    ...['| events in a memory store | bytes of heap for each |', '|--:|--:|', ...stores, ''],
    ...['| minute | resident MiB of the example server | answers so far |', '|--:|--:|--:|', ...rows, ''],
    `The samples of the last third have ${(100 * growthOf(samples)).toFixed(1)}% more resident memory than those of the second third.`,
  ].join('\n')
}
