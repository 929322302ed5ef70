import type { Direction, SortKey } from '../store/filters.ts'

/**
 * Ends an order with `id` in the same direction, so that it is total and turning it around turns every tie around.
 * @example totalOrder({ key: 'startLocal', direction: 'desc' }) // by start, latest first; then by id, highest first
 */
export function totalOrder<S extends SortKey<string>>(first: S): readonly (S | { key: 'id'; direction: Direction })[] {
  return first.key === 'id' ? [first] : [first, { key: 'id', direction: first.direction }]
}
