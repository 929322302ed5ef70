/** Records kept in order. Changes are gathered and worked in when the list is next read, so that bulk writes cost one sort. */
export interface SortedList<R> {
  /** The records in order; do not keep the array, the next change may alter it. */
  items(): readonly R[]
  /** Adds a record that is not in it. */
  add(record: R): void
  /** Removes a record that is in it. */
  remove(record: R): void
}

/** Up to so many changes are worked in one by one; more are sorted in together. */
const fewChanges = 32

/**
 * An empty list.
 * @param compare a total order: 0 only for a record and itself
 */
export function sortedList<R>(compare: (a: R, b: R) => number): SortedList<R> {
  let sorted: R[] = []
  const pending = new Map<R, 'add' | 'remove'>()

  const note = (record: R, change: 'add' | 'remove'): void => {
    // What was added and removed between two reads was never there.
    if (pending.has(record)) pending.delete(record)
    else pending.set(record, change)
  }

  const workIn = (): void => {
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
      if (pending.size > 0) workIn()
      return sorted
    },
    add: (record) => note(record, 'add'),
    remove: (record) => note(record, 'remove'),
  }
}

/**
 * The index of the first record that passes a test, in a list where all that follow it pass as well; its length when none does.
 * @param from where the list begins
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
