import { type RawBuilder, sql } from 'kysely'
import type { MigrationName } from '../schema/migration-names.ts'
import { initial } from './0001-initial.ts'
import { orders } from './0002-orders.ts'
import { quarters } from './0003-quarters.ts'
import { eventCounts } from './0004-event-counts.ts'
import { nameLocks } from './0005-name-locks.ts'
import { authors } from './0006-authors.ts'
import { changes } from './0007-changes.ts'
import type { MigrationTarget, Statement } from './table-definition.ts'

/** A step of the schema's history. */
export interface Migration {
  /** Its name as a part of a printed statement. */
  readonly printedName: RawBuilder<string>
  /** Its statements. Each one is repeatable: where table definitions are not transactional, a killed migration leaves a part of them. */
  readonly statements: (target: MigrationTarget) => readonly Statement[]
}

/** All migrations by name. */
export const migrations: Readonly<Record<MigrationName, Migration>> = {
  '0001-initial': { printedName: sql`'0001-initial'`, statements: initial },
  '0002-orders': { printedName: sql`'0002-orders'`, statements: orders },
  '0003-quarters': { printedName: sql`'0003-quarters'`, statements: quarters },
  '0004-event-counts': { printedName: sql`'0004-event-counts'`, statements: eventCounts },
  '0005-name-locks': { printedName: sql`'0005-name-locks'`, statements: nameLocks },
  '0006-authors': { printedName: sql`'0006-authors'`, statements: authors },
  '0007-changes': { printedName: sql`'0007-changes'`, statements: changes },
}
