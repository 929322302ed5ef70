import { createIndex, dropIndex, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * The index of lists by author: the author first, then the same columns as in the indexes of links. So pages come in order of the start,
 * and totals need only the index. It replaces a narrower one.
 */
export const authors = (target: MigrationTarget): readonly Statement[] => [
  createIndex(target, 'events', 'authored', ['author_id', 'status', 'hidden', 'start_wall', 'id', 'end_wall', 'start_ms', 'published_ms']),
  dropIndex(target, 'events', 'author'),
]
