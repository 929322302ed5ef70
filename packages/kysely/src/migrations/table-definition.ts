import type { Compilable, CreateTableBuilder, Insertable, Kysely, RawBuilder } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { Tables } from '../schema/tables.ts'

/** The type of a column; `id` is the key that the engine assigns. */
type ColumnKind = 'id' | 'key' | 'word' | 'text' | 'longText' | 'integer' | 'small' | 'double'

/** The type of a column; with a question mark, the column may be null. */
export type ColumnDefinition = ColumnKind | `${Exclude<ColumnKind, 'id'>}?`

/** A table with its indexes, independent of the engine. */
export interface TableDefinition<Name extends keyof Tables = keyof Tables> {
  /** Its name without prefix. */
  readonly name: Name
  /** All columns except generated ones. */
  readonly columns: { readonly [Column in keyof Insertable<Tables[Name]> & string]: ColumnDefinition }
  /** The primary key, unless it is the column `id`. */
  readonly primaryKey?: readonly (keyof Tables[Name] & string)[]
  /** Columns by the name of their index; a name that starts with `unique` makes the index unique. */
  readonly indexes?: Readonly<Record<string, readonly (keyof Tables[Name] & string)[]>>
  /** Whether it is a link table. */
  readonly link?: boolean
}

/** The target of the statements. */
export interface MigrationTarget {
  /** Builds and runs them. */
  readonly db: Kysely<Tables>
  /** The dialect of the engine. */
  readonly dialect: SqlDialect
  /** The prefix of all names. */
  readonly prefix: string
  /** The schema, where one is named. */
  readonly schema: string | undefined
}

/** A statement that can be run or printed. */
export type Statement = Compilable & { execute(): Promise<unknown> }

function columnType(dialect: SqlDialect, definition: ColumnDefinition): RawBuilder<unknown> | 'bigint' | 'smallint' {
  switch (definition) {
    case 'id':
      return dialect.idColumn
    case 'key':
    case 'key?':
      return dialect.keyType
    case 'word':
    case 'word?':
      return dialect.wordType
    case 'text':
    case 'text?':
      return dialect.textType
    case 'longText':
    case 'longText?':
      return dialect.longTextType
    case 'double':
    case 'double?':
      return dialect.doubleType
    case 'small':
    case 'small?':
      return 'smallint'
    case 'integer':
    case 'integer?':
      return 'bigint'
  }
}

const pathOf = ({ prefix, schema }: MigrationTarget): string => (schema === undefined ? prefix : `${schema}.${prefix}`)

/** The statements that create a table with its indexes. Each one is repeatable: it changes nothing that already exists. */
export function createTable<Name extends keyof Tables>(target: MigrationTarget, definition: TableDefinition<Name>): readonly Statement[] {
  const { db, dialect, prefix } = target
  const table = `${pathOf(target)}${definition.name}`
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(table).ifNotExists()
  for (const [column, kind] of Object.entries<ColumnDefinition>(definition.columns)) {
    const isPlain = kind === 'id' || kind.endsWith('?')
    builder = builder.addColumn(column, columnType(dialect, kind), (build) => (isPlain ? build : build.notNull()))
  }
  const key: readonly string[] | undefined = definition.primaryKey
  if (key !== undefined) builder = builder.addPrimaryKeyConstraint(`${prefix}${definition.name}_key`, [...key])
  const indexes = Object.entries<readonly string[]>(definition.indexes ?? {}).map(([name, columns]) => ({
    name: `${prefix}${definition.name}_${name}`,
    columns: [...columns],
    isUnique: name.startsWith('unique'),
  }))
  // Kysely 0.28 has no addIndex: there the indexes follow the table, as in later migrations.
  const canAddIndex = 'addIndex' in builder
  if (dialect.indexesInTable) {
    for (const { name, columns, isUnique } of indexes) {
      if (isUnique) builder = builder.addUniqueConstraint(name, columns)
      else if (canAddIndex) builder = builder.addIndex(name, columns)
    }
  }
  if (dialect.tableOptions !== undefined) builder = builder.modifyEnd(dialect.tableOptions)
  else if (definition.link === true && dialect.linkTableOptions !== undefined) builder = builder.modifyEnd(dialect.linkTableOptions)
  const following = dialect.indexesInTable ? indexes.filter(({ isUnique }) => !isUnique && !canAddIndex) : indexes
  return [
    builder,
    ...following.map(({ name, columns, isUnique }) => {
      const plain = db.schema.createIndex(name).on(table).columns(columns)
      const index = dialect.indexesInTable ? plain : plain.ifNotExists()
      return isUnique ? index.unique() : index
    }),
  ]
}

/** The statement that adds a generated integer column. */
export function addColumn<Name extends keyof Tables>(
  target: MigrationTarget,
  table: Name,
  column: keyof Tables[Name] & string,
  made: RawBuilder<unknown>,
): Statement {
  const { supportsAddColumnIfNotExists, supportsStoredGeneratedColumns } = target.dialect
  return target.db.schema.alterTable(`${pathOf(target)}${table}`).addColumn(column, 'bigint', (build) => {
    const generated = build.generatedAlwaysAs(made)
    const stored = supportsStoredGeneratedColumns ? generated.stored() : generated
    return supportsAddColumnIfNotExists ? stored.ifNotExists() : stored
  })
}

/** The statement that adds an index to a table of an earlier migration. */
export function createIndex<Name extends keyof Tables>(
  target: MigrationTarget,
  table: Name,
  name: string,
  columns: readonly (keyof Tables[Name] & string)[],
): Statement {
  const columnNames: readonly string[] = columns
  const index = target.db.schema.createIndex(`${target.prefix}${table}_${name}`).on(`${pathOf(target)}${table}`)
  // MySQL lacks `if not exists` here; a repeated migration ignores the error (migrate.ts).
  return (target.dialect.indexesInTable ? index : index.ifNotExists()).columns([...columnNames])
}

/** The statement that removes an index of an earlier migration. */
export function dropIndex(target: MigrationTarget, table: keyof Tables, name: string): Statement {
  const { db, dialect, prefix } = target
  if (dialect.indexesInTable) return db.schema.dropIndex(`${prefix}${table}_${name}`).on(`${pathOf(target)}${table}`)
  return db.schema.dropIndex(`${pathOf(target)}${table}_${name}`).ifExists()
}

/** A statement as SQL text; it has no parameters, because it may be printed. */
export const written = ({ db }: MigrationTarget, query: RawBuilder<unknown>): Statement => ({
  compile: () => query.compile(db),
  execute: () => query.execute(db),
})
