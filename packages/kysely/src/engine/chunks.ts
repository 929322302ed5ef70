import type { SqlDialect } from './dialect.ts'

/** The maximum number of rows in one statement, however few parameters each has. */
export const rowsPerStatement = 500

/** The maximum number of rows in one statement in which each row has this number of parameters. */
export const rowsWithin = ({ maxParameters }: Pick<SqlDialect, 'maxParameters'>, columns: number): number =>
  Math.max(1, Math.min(rowsPerStatement, Math.floor(maxParameters / columns)))

/**
 * Works on a list in chunks, one after the other, and returns all results in order.
 * @param size the maximum number of items in a chunk
 */
export async function inChunks<T, Result>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly Result[]>,
  size = rowsPerStatement,
): Promise<readonly Result[]> {
  if (items.length <= size) return items.length === 0 ? [] : work(items)
  const results: Result[] = []
  for (let from = 0; from < items.length; from += size) results.push(...(await work(items.slice(from, from + size))))
  return results
}

/** Works on a list in chunks, one after the other. */
export async function forChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<unknown>,
  size = rowsPerStatement,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) await work(items.slice(from, from + size))
}
