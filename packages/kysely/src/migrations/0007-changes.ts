import { createIndex, dropIndex, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * The index by last change, with all that lists filter by behind it, so that totals of what has changed are read from the index alone. It
 * takes the place of the narrower one, under another name, so that each statement may run again.
 */
export const changes = (target: MigrationTarget): readonly Statement[] => {
  const others = ['start_wall', 'published_ms', 'end_wall', 'start_ms', 'end_ms', 'featured', 'parent_id'] as const
  return [
    createIndex(target, 'events', 'changed', ['status', 'hidden', 'updated_ms', 'id', ...others]),
    dropIndex(target, 'events', 'modified'),
  ]
}
