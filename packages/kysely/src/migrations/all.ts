import type { MigrationName } from '../schema/migration-names.ts'
import { initial } from './0001-initial.ts'
import { statusReason } from './0002-status-reason.ts'
import type { MigrationTarget, Statement } from './table-definition.ts'

/**
 * The statements of all migrations by name. Each statement is repeatable: a killed migration runs again, and without transactional DDL some
 * statements have run already.
 */
export const migrations: Readonly<Record<MigrationName, (target: MigrationTarget) => readonly Statement[]>> = {
  '0001-initial': initial,
  '0002-status-reason': statusReason,
}
