/**
 * Levenshtein's distance: how many characters are inserted, deleted or replaced between two texts.
 * @param enough a distance of this or more is given as this, which ends the comparison early @default all are counted
 */
export function editDistance(one: string, other: string, enough = Number.POSITIVE_INFINITY): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to++) {
      const replaced = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    if (Math.min(...next) >= enough) return enough
    row = next
  }
  return Math.min(row.at(-1) ?? 0, enough)
}
