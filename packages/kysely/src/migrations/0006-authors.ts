import { createIndex, dropIndex, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * The index of lists by author: the author first, then as in the indexes of links, so that pages come in order of the start and totals are
 * read from the index alone. It takes the place of the narrower one.
 */
export const authors = (target: MigrationTarget): readonly Statement[] => [
  createIndex(target, 'events', 'authored', ['author_id', 'status', 'hidden', 'start_wall', 'id', 'end_wall', 'start_ms', 'published_ms']),
  dropIndex(target, 'events', 'author'),
]
