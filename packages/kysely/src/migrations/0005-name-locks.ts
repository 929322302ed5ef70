import { createTable, type MigrationTarget, type Statement } from './table-definition.ts'

/** Rows that stand for names while somebody makes a record of that name (lock-names.ts). */
export const nameLocks = (target: MigrationTarget): readonly Statement[] =>
  createTable(target, { name: 'name_locks', columns: { slot: 'integer' }, primaryKey: ['slot'] })
