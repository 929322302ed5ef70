import { createIndex, dropIndex, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * The index by last change, followed by all columns that lists filter by, so that totals of changes need only the index. It replaces a
 * narrower one under another name, so that each statement is repeatable.
 */
export const changes = (target: MigrationTarget): readonly Statement[] => {
  const others = ['start_wall', 'published_ms', 'end_wall', 'start_ms', 'end_ms', 'featured', 'parent_id'] as const
  return [
    createIndex(target, 'events', 'changed', ['status', 'hidden', 'updated_ms', 'id', ...others]),
    dropIndex(target, 'events', 'modified'),
  ]
}
