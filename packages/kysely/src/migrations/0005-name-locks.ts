import { createTable, type MigrationTarget, type Statement } from './table-definition.ts'

/** Rows that a transaction locks while it creates a record with a unique name (lock-names.ts). */
export const nameLocks = (target: MigrationTarget): readonly Statement[] =>
  createTable(target, { name: 'name_locks', columns: { slot: 'integer' }, primaryKey: ['slot'] })
