import { createTable, defineTable, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * The log of writes (write/change-log.ts). Engines with several writers number its rows after the commit: until then `pending` is 1 and
 * `seq` null. With one writer the id is the number, and both indexes are empty.
 */
const changes = defineTable({
  name: 'changes',
  columns: {
    id: 'id',
    pending: 'small?',
    seq: 'integer?',
    kind: 'word',
    record_id: 'integer',
    verb: 'word',
    at_ms: 'integer',
    part_of: 'integer',
    scope: 'word?',
    was_status: 'word?',
    was_before_trash: 'word?',
    was_hidden: 'small?',
    was_author: 'key?',
    was_published_ms: 'integer?',
    was_terms: 'text?',
    was_venues: 'text?',
    was_organizers: 'text?',
    was_categories: 'text?',
    version: 'integer',
    actor: 'key',
    changed: 'text?',
    writes: 'integer?',
  },
  indexes: { pending: ['pending', 'id'], unique_number: ['seq'], record: ['record_id', 'kind', 'version'] },
  sparse: ['pending', 'unique_number'],
})

/** Rows of the log that stay for the history of their records (write/history.ts). The id is the number that the row had. */
const history = defineTable({
  name: 'history',
  columns: {
    id: 'integer',
    kind: 'word',
    record_id: 'integer',
    verb: 'word',
    at_ms: 'integer',
    scope: 'word?',
    version: 'integer',
    actor: 'key',
    changed: 'text?',
  },
  primaryKey: ['id'],
  indexes: { record: ['record_id', 'kind', 'version'], age: ['at_ms'] },
})

/** The holds of readers of the log: pruning keeps the rows from the number of a hold on (write/change-log.ts). */
const logHolds = defineTable({ name: 'log_holds', columns: { name: 'key', seq: 'integer', at_ms: 'integer' }, primaryKey: ['name'] })

/** The tables of the log of writes. */
export const logTables = (target: MigrationTarget): readonly Statement[] => [
  ...createTable(target, changes),
  ...createTable(target, history),
  ...createTable(target, logHolds),
]
