import { type RawBuilder, sql } from 'kysely'
import { tableNames, tableParts } from '../schema/table-names.ts'
import { createTable, type MigrationTarget, type Statement, type TableDefinition, written } from './table-definition.ts'

const eventCountsTable: TableDefinition<'event_counts'> = {
  name: 'event_counts',
  columns: { id: 'id', kind: 'word', counted_id: 'integer', status: 'word', events: 'integer' },
  indexes: { sum: ['kind', 'status', 'counted_id', 'events'] },
}

/** The start of the day of a start time, on engines whose remainders have the sign of the dividend. */
const day = sql`start_wall - ((start_wall % 86400000) + 86400000) % 86400000`

/** Counts of events by day, category and tag (event-counts/count-key.ts), filled from the existing events. */
export const eventCounts = (target: MigrationTarget): readonly Statement[] => {
  const parts = tableParts(tableNames(target.prefix, target.schema))
  const filled = (counted: RawBuilder<unknown>): Statement =>
    written(target, sql`insert into ${parts.event_counts} (kind, counted_id, status, events) ${counted}`)
  return [
    ...createTable(target, eventCountsTable),
    // Removes the rows of a migration that was killed.
    written(target, sql`delete from ${parts.event_counts}`),
    filled(sql`select 'day', ${day}, status, count(*) from ${parts.events} where hidden = 0 group by ${day}, status`),
    filled(sql`select taxonomy, term_id, status, count(*) from ${parts.event_terms} where hidden = 0 group by taxonomy, term_id, status`),
  ]
}
