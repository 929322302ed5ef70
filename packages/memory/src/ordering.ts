import { compareCodePoints, type SortKey } from '@kalends/core/store'

/** The value of a record that a key of an order compares. */
export type SortValue<R> = (record: R) => number | string

/** Compares records by one key after the other: numbers as numbers, texts by code point. */
export function comparer<R, S extends SortKey<string>>(order: readonly S[], toValue: (sort: S) => SortValue<R>): (a: R, b: R) => number {
  const keys = order.map((sort) => ({ value: toValue(sort), sign: sort.direction === 'asc' ? 1 : -1 }))
  return (a, b) => {
    for (const { value, sign } of keys) {
      const difference = compareValues(value(a), value(b))
      if (difference !== 0) return sign * difference
    }
    return 0
  }
}

function compareValues(a: number | string, b: number | string): number {
  return typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : Number(a) - Number(b)
}
