/** The maximum number of rows in one statement: with up to sixty columns they stay below the parameter limit of every engine. */
export const rowsPerStatement = 500

/** Works on a list in chunks, one after the other, and returns all results in order. */
export async function inChunks<T, Result>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (items.length <= rowsPerStatement) return items.length === 0 ? [] : work(items)
  const results: Result[] = []
  for (let from = 0; from < items.length; from += rowsPerStatement)
    results.push(...(await work(items.slice(from, from + rowsPerStatement))))
  return results
}
