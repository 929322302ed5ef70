import { sql } from 'kysely'

/**
 * The collation that compares texts by code point, trailing spaces included. MariaDB and MySQL have different names for it; each one reads
 * its own comment and skips the other.
 */
export const exactCollation = sql`/*M!100203 utf8mb4_nopad_bin *//*!80017 utf8mb4_0900_bin */`
