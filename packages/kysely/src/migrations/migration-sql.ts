import { requireKnownOptions } from '@kalends/core/store'
import {
  type Dialect,
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { DialectName } from '../engine/dialect.ts'
import { dialects } from '../engine/dialect-of.ts'
import type { KyselyStoreOptions } from '../engine/store-context.ts'
import { migrationHashes } from '../schema/migration-hashes.ts'
import { migrationNames } from '../schema/migration-names.ts'
import { checkNames, defaultPrefix, searchObjects, tableNames, tableParts } from '../schema/table-names.ts'
import type { Tables } from '../schema/tables.ts'
import { lockCount } from '../write/lock-names.ts'
import { migrations } from './all.ts'
import { migrationTableStatements, schemaStatements } from './migrate.ts'
import { searchIndexStatements } from './search-index.ts'
import type { MigrationTarget } from './table-definition.ts'

const createDriver = (): DummyDriver => new DummyDriver()

/** Dialects that compile statements without running them. */
const printers: Readonly<Record<DialectName, Dialect>> = {
  sqlite: {
    createDriver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  mysql: {
    createDriver,
    createAdapter: () => new MysqlAdapter(),
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
}

/** The tables to print. */
export interface MigrationSqlOptions extends Omit<KyselyStoreOptions, 'dialect'> {
  /**
   * Whether to print the statements of the index for searches, too. They complete the index of an empty calendar; `migrateToLatest` completes
   * that of a calendar with events.
   * @default true
   */
  readonly searchIndex?: boolean | undefined
}

/**
 * The statements of all migrations as text, for hosts that change their databases with other tools. They record the migrations as run, so
 * that {@link migrateToLatest} has nothing left to do afterwards.
 * @param dialect `mysql` for MariaDB too, `postgres` for PGlite
 * @param options prefix and schema as for `kyselyStore`
 * @throws TypeError an option is not valid
 */
export function migrationSql(dialect: DialectName, options: MigrationSqlOptions = {}): readonly string[] {
  requireKnownOptions('migrationSql', options, { prefix: true, schema: true, searchIndex: true })
  const { prefix = defaultPrefix, schema, searchIndex = true } = options
  if (!Object.hasOwn(dialects, dialect)) throw new TypeError('The dialect is one of sqlite, postgres and mysql.')
  checkNames(prefix, schema)
  if (schema !== undefined && !dialects[dialect].supportsSchemas) throw new TypeError('Only PostgreSQL has schemas: leave the option out.')
  const db = new Kysely<Tables>({ dialect: printers[dialect] })
  const target: MigrationTarget = { db, dialect: dialects[dialect], prefix, schema }
  const names = tableNames(prefix, schema)
  const parts = tableParts(names)
  const locks = dialects[dialect].addLocks?.(parts.name_locks, lockCount)
  return [
    ...schemaStatements(target),
    ...migrationTableStatements(target),
    ...migrationNames.flatMap((name) => [
      ...migrations[name](target),
      // biome-ignore lint/plugin: a printed statement has no parameters; names and hashes of our own migrations are never input
      db.insertInto(names.migration).values({ name: sql.lit(name), hash: sql.lit(migrationHashes[name]), at_ms: sql.lit(0) }),
    ]),
    ...(locks === undefined ? [] : [{ compile: () => locks.compile(db) }]),
    ...(searchIndex ? searchIndexStatements({ ...target, db, parts, search: searchObjects(prefix, schema) }) : []),
  ].map((statement) => statement.compile().sql)
}
