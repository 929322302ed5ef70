/** The names of all migrations, oldest first. A store compares them with the ledger, without loading the migrations themselves. */
export const migrationNames = [
  '0001-initial',
  '0002-orders',
  '0003-quarters',
  '0004-event-counts',
  '0005-name-locks',
  '0006-authors',
  '0007-changes',
] as const

/** The name of a migration, under which the ledger records it. */
export type MigrationName = (typeof migrationNames)[number]
