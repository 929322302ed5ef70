/**
 * A sorted list of records. Changes are collected and applied at the next read, so that bulk writes cost one sort. It is plain data: a large
 * calendar has tens of thousands of lists, one for each linked record, and methods of its own would cost each of them 300 bytes.
 */
export interface SortedList<R> {
  /** A total order: 0 only for a record and itself. */
  readonly compare: (a: R, b: R) => number
  /** The records in order, without the changes since the last read. */
  sorted: R[]
  /** The records that were added since the last read, in no order; undefined without any. */
  added: R[] | undefined
  /** The records of `sorted` and `added` that were removed since the last read; undefined without any. */
  removed: Set<R> | undefined
}

/** Up to this many changes are applied one by one; with more, the list is sorted again. */
const fewChanges = 32

/** Makes an empty list. */
export const sortedList = <R>(compare: SortedList<R>['compare']): SortedList<R> => ({
  compare,
  sorted: [],
  added: undefined,
  removed: undefined,
})

/** The records of a list in order; do not keep the array, because the next change may alter it. */
export function itemsOf<R>(list: SortedList<R>): readonly R[] {
  const { added = [], removed = new Set() } = list
  if (added.length + removed.size === 0) return list.sorted
  list.added = undefined
  list.removed = undefined
  if (added.length + removed.size <= fewChanges) applyEach(list, added, removed)
  else list.sorted = [...list.sorted, ...added].filter((record) => !removed.has(record)).sort(list.compare)
  return list.sorted
}

/** Adds a record that the list does not contain. */
export function addTo<R>(list: SortedList<R>, record: R): void {
  // A record that was removed since the last read is still in one of the arrays.
  if (list.removed?.delete(record) === true) return
  // An empty array would get room for 17 records with the first one, and most lists are short.
  if (list.added === undefined) list.added = [record]
  else list.added.push(record)
}

/** Removes a record that the list contains. */
export function removeFrom<R>(list: SortedList<R>, record: R): void {
  list.removed ??= new Set()
  list.removed.add(record)
}

/** Removals come first: an updated record has the position of its former version. */
function applyEach<R>({ sorted, compare }: SortedList<R>, added: readonly R[], removed: ReadonlySet<R>): void {
  const positionOf = (record: R): number => firstIndex(sorted, (other) => compare(other, record) >= 0)
  for (const record of removed) {
    const position = positionOf(record)
    if (sorted[position] === record) sorted.splice(position, 1)
  }
  for (const record of added) if (!removed.has(record)) sorted.splice(positionOf(record), 0, record)
}

/**
 * Binary search for the first record that passes a test, in a list where all later records pass as well. Returns the list's length if none
 * does.
 * @param from the index where the search starts
 */
export function firstIndex<R>(records: readonly R[], test: (record: R) => boolean, from = 0): number {
  let low = from
  let high = records.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const record = records[middle]
    if (record !== undefined && test(record)) high = middle
    else low = middle + 1
  }
  return low
}
