import { addColumn, type MigrationTarget, type Statement } from './table-definition.ts'

/** Adds to events why they do not take place as announced. */
export const statusReason = (target: MigrationTarget): readonly Statement[] => [
  addColumn(target, 'events', 'event_status_reason', 'key', ''),
]
