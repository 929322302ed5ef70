import { sql } from 'kysely'
import { addColumn, createIndex, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * The quarter of 91 days in which an event starts, counted from 1970 (events/by-quarters.ts). It is a generated column, so that no writer
 * can omit it. The remainders of all engines have the sign of the dividend.
 */
const startQuarter = sql`(start_wall - ((start_wall % 7862400000) + 7862400000) % 7862400000) / 7862400000`

/** Indexes that give the events of a quarter in the orders that are unrelated to the start. */
export const quarters = (target: MigrationTarget): readonly Statement[] => [
  addColumn(target, 'events', 'start_quarter', startQuarter),
  createIndex(target, 'events', 'quarter_publication', ['status', 'hidden', 'start_quarter', 'published_ms', 'id', 'start_wall']),
  createIndex(target, 'events', 'quarter_modified', [
    'status',
    'hidden',
    'start_quarter',
    'updated_ms',
    'id',
    'start_wall',
    'published_ms',
  ]),
]
