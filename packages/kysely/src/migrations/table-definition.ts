import type { Compilable, CreateTableBuilder, RawBuilder, SchemaModule } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'

/** The type of a column, as described at `ColumnTypes` (engine/dialect.ts); `id` is the key that the engine assigns. */
type ColumnKind = 'id' | 'key' | 'word' | 'text' | 'longText' | 'integer' | 'small' | 'double'

/** The type of a column; with a question mark, the column may be null. */
export type ColumnDefinition = ColumnKind | `${Exclude<ColumnKind, 'id'>}?`

/** The columns of a table by name. */
type Columns = Readonly<Record<string, ColumnDefinition>>

/** Integer columns that the engine computes from others, by name, each with its SQL expression. */
type GeneratedColumns = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * A table with its indexes, independent of the engine. A migration has definitions of its own, which never change; the types in
 * schema/tables.ts describe the tables after the latest migration.
 */
export interface TableDefinition<Plain extends Columns = Columns, Generated extends GeneratedColumns = GeneratedColumns> {
  /** Its name without prefix. */
  readonly name: string
  /** All columns except generated ones. */
  readonly columns: Plain
  /** The generated columns. */
  readonly generated?: Generated
  /** The primary key, unless it is the column `id`. */
  readonly primaryKey?: readonly (keyof Plain & string)[]
  /** Columns by the name of their index; a name that starts with `unique` makes the index unique. */
  readonly indexes?: Readonly<Record<string, readonly ((keyof Plain | keyof Generated) & string)[]>>
  /** The indexes that leave out the rows with null in their first column, on engines with partial indexes. */
  readonly sparse?: readonly string[]
  /** The generated columns that exist, in the table and its indexes, only on engines that store rows in the order of their ids. */
  readonly onlyWithRowsById?: readonly (keyof Generated & string)[]
  /** Whether it is a link table. */
  readonly link?: boolean
}

/** Returns the definition. Its types check that keys and indexes consist of columns of the table. */
export const defineTable = <const Plain extends Columns, const Generated extends GeneratedColumns = Readonly<Record<never, never>>>(
  definition: TableDefinition<Plain, Generated>,
): TableDefinition<Plain, Generated> => definition

/** The target of the statements. */
export interface MigrationTarget {
  /** Builds and runs them. */
  readonly db: { readonly schema: SchemaModule }
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
export function createTable<Plain extends Columns, Generated extends GeneratedColumns>(
  target: MigrationTarget,
  definition: TableDefinition<Plain, Generated>,
): readonly Statement[] {
  const { db, dialect, prefix } = target
  const table = `${pathOf(target)}${definition.name}`
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(table).ifNotExists()
  for (const [column, kind] of Object.entries<ColumnDefinition>(definition.columns)) {
    const isPlain = kind === 'id' || kind.endsWith('?')
    builder = builder.addColumn(column, columnType(dialect, kind), (build) => (isPlain ? build : build.notNull()))
  }
  const missing: readonly string[] = dialect.storesRowsById ? [] : (definition.onlyWithRowsById ?? [])
  for (const [column, expression] of Object.entries<RawBuilder<unknown>>(definition.generated ?? {})) {
    if (missing.includes(column)) continue
    builder = builder.addColumn(column, 'bigint', (build) => {
      const generated = build.generatedAlwaysAs(expression)
      return dialect.supportsStoredGeneratedColumns ? generated.stored() : generated
    })
  }
  const key: readonly string[] | undefined = definition.primaryKey
  if (key !== undefined) builder = builder.addPrimaryKeyConstraint(`${prefix}${definition.name}_key`, [...key])
  const indexes = Object.entries<readonly string[]>(definition.indexes ?? {}).map(([name, columns]) => ({
    name: `${prefix}${definition.name}_${name}`,
    columns: columns.filter((column) => !missing.includes(column)),
    isUnique: name.startsWith('unique'),
    sparseColumn: dialect.supportsPartialIndexes && definition.sparse?.includes(name) === true ? columns[0] : undefined,
  }))
  // Kysely 0.28 has no addIndex: there the indexes follow the table, as in later migrations.
  const canAddIndex = 'addIndex' in builder
  const areIndexesInTable = !dialect.supportsIndexIfNotExists
  if (areIndexesInTable) {
    for (const { name, columns, isUnique } of indexes) {
      if (isUnique) builder = builder.addUniqueConstraint(name, columns)
      else if (canAddIndex) builder = builder.addIndex(name, columns)
    }
  }
  if (dialect.tableOptions !== undefined) builder = builder.modifyEnd(dialect.tableOptions)
  else if (definition.link === true && dialect.linkTableOptions !== undefined) builder = builder.modifyEnd(dialect.linkTableOptions)
  const following = areIndexesInTable ? indexes.filter(({ isUnique }) => !isUnique && !canAddIndex) : indexes
  return [
    builder,
    ...following.map(({ name, columns, isUnique, sparseColumn }) => {
      const plain = db.schema.createIndex(name).on(table).columns(columns)
      const repeatable = areIndexesInTable ? plain : plain.ifNotExists()
      const index = isUnique ? repeatable.unique() : repeatable
      return sparseColumn === undefined ? index : index.where(sparseColumn, 'is not', null)
    }),
  ]
}

/**
 * The statement that adds a column to a table of an earlier migration. It has a default, which texts of any length do not have on MySQL.
 * @param value the column's value in the rows that exist, and in rows of writers that do not know the column
 */
export function addColumn(
  target: MigrationTarget,
  table: string,
  column: string,
  kind: 'key' | 'word' | 'integer' | 'small' | 'double',
  value: string | number,
): Statement {
  const { db, dialect } = target
  return db.schema.alterTable(`${pathOf(target)}${table}`).addColumn(column, columnType(dialect, kind), (build) => {
    const filled = build.defaultTo(value).notNull()
    return dialect.supportsAddColumnIfNotExists ? filled.ifNotExists() : filled
  })
}
