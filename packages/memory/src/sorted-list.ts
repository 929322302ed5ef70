/** A sorted list of records. Changes are collected and applied at the next read, so that bulk writes cost one sort. */
export interface SortedList<R> {
  /** The records in order; do not keep the array, because the next change may alter it. */
  items(): readonly R[]
  /** Adds a record that the list does not contain. */
  add(record: R): void
  /** Removes a record that the list contains. */
  remove(record: R): void
}

/** Up to this many changes are applied one by one; with more, the list is sorted again. */
const fewChanges = 32

/**
 * Makes an empty list.
 * @param compare a total order: 0 only for a record and itself
 */
export function sortedList<R>(compare: (a: R, b: R) => number): SortedList<R> {
  let sorted: R[] = []
  const pending = new Map<R, 'add' | 'remove'>()

  const note = (record: R, change: 'add' | 'remove'): void => {
    // A record that is added and removed between two reads needs no change.
    if (pending.has(record)) pending.delete(record)
    else pending.set(record, change)
  }

  const applyPending = (): void => {
    if (pending.size > fewChanges) {
      const added = [...pending].flatMap(([record, change]) => (change === 'add' ? [record] : []))
      sorted = [...sorted.filter((record) => !pending.has(record)), ...added].sort(compare)
    } else {
      for (const [record, change] of pending) {
        const at = firstIndex(sorted, (other) => compare(other, record) >= 0)
        if (change === 'add') sorted.splice(at, 0, record)
        else sorted.splice(at, 1)
      }
    }
    pending.clear()
  }

  return {
    items() {
      if (pending.size > 0) applyPending()
      return sorted
    },
    add: (record) => note(record, 'add'),
    remove: (record) => note(record, 'remove'),
  }
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
