import { type RawBuilder, sql } from 'kysely'
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
  /** Its name, under which the ledger records it. */
  readonly name: string
  /** Its name as a part of a printed statement. */
  readonly printedName: RawBuilder<string>
  /** Its statements. Each one is repeatable: where table definitions are not transactional, a killed migration leaves a part of them. */
  readonly statements: (target: MigrationTarget) => readonly Statement[]
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', printedName: sql`'0001-initial'`, statements: initial },
  { name: '0002-orders', printedName: sql`'0002-orders'`, statements: orders },
  { name: '0003-quarters', printedName: sql`'0003-quarters'`, statements: quarters },
  { name: '0004-event-counts', printedName: sql`'0004-event-counts'`, statements: eventCounts },
  { name: '0005-name-locks', printedName: sql`'0005-name-locks'`, statements: nameLocks },
  { name: '0006-authors', printedName: sql`'0006-authors'`, statements: authors },
  { name: '0007-changes', printedName: sql`'0007-changes'`, statements: changes },
]
