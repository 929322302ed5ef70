import { sql } from 'kysely'
import { tableNames, tableParts } from '../schema/table-names.ts'
import { createIndex, dropIndex, type MigrationTarget, type Statement, written } from './table-definition.ts'

/**
 * Indexes for every order of lists of events, each followed by the columns that lists filter by, so that pages and totals need only the
 * index. Two of them replace narrower ones. Events with irregular times get a class of their own.
 */
export const orders = (target: MigrationTarget): readonly Statement[] => {
  const others = ['end_wall', 'published_ms', 'featured', 'parent_id', 'start_ms', 'end_ms'] as const
  const { events } = tableParts(tableNames(target.prefix, target.schema))
  return [
    createIndex(target, 'events', 'window', ['status', 'hidden', 'start_wall', 'id', ...others]),
    dropIndex(target, 'events', 'list'),
    createIndex(target, 'events', 'publication', ['status', 'published_ms', 'id', 'hidden', 'start_wall']),
    dropIndex(target, 'events', 'published'),
    createIndex(target, 'events', 'title', ['status', 'hidden', 'title_key', 'id', 'start_wall', 'published_ms']),
    createIndex(target, 'events', 'modified', ['status', 'hidden', 'updated_ms', 'id', 'start_wall', 'published_ms']),
    createIndex(target, 'events', 'end', ['status', 'hidden', 'end_wall', 'id', 'start_wall', 'published_ms']),
    written(
      target,
      sql`update ${events} set span_class = 5
        where abs(start_wall - start_ms) > 86400000 or abs(end_wall - end_ms) > 86400000 or start_wall - end_wall > 86400000`,
    ),
  ]
}
