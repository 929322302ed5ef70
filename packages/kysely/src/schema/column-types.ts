import type { ColumnType } from 'kysely'

/** An integer column. Some drivers return 64-bit integers as texts or BigInts, so convert them with `Number()`. */
export type Integer = ColumnType<number | string | bigint, number, number>

/** An integer column that may be null. */
export type OptionalInteger = ColumnType<number | string | bigint | null, number | null, number | null>

/** A floating point number or null. MariaDB selects it as text (SqlDialect.exactDouble), so convert it with `Number()`. */
export type Double = ColumnType<number | string | null, number | null, number | null>

/** A generated integer column. */
export type GeneratedInteger = ColumnType<number | string | bigint, never, never>
