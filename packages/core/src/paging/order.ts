import type { Direction, SortKey } from '../store/filters.ts'

/**
 * Appends `id` in the same direction to an order. The order becomes total, and its reverse also reverses every tie.
 * @example totalOrder({ key: 'startLocal', direction: 'desc' }) // by start, latest first; then by id, highest first
 */
export function totalOrder<S extends SortKey<string>>(first: S): readonly (S | { key: 'id'; direction: Direction })[] {
  return first.key === 'id' ? [first] : [first, { key: 'id', direction: first.direction }]
}
